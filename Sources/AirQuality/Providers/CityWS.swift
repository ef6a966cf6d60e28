import Platform
import Synchronization
import Transport

/// The server of app (e): a socket that sends `CityMessage`s by itself, without a key and a subscription.
///
/// Its public host went with Heroku's free tier on 28 November 2022, so that only a URL of one's own leads anywhere. It
/// can only be listened to.
extension AirQualityProvider {
    static let cityWS = AirQualityProvider(
        name: "city-ws", jobs: [.air, .watch, .history], key: .none, host: "", streamHost: "ws://city-ws.herokuapp.com",
        limits: "a message every few seconds",
        summary: "city indices from a socket; its public host is gone since 2022: set CRYPTO_CITY_WS_WS_URL",
        isOnlyNamed: true, scale: .india, interval: .seconds(1),
        makeStream: { CityWS(settings: $0).source(silence: CityWS.silence, $1) },
        make: { CityWS(settings: $0).client })
}

/// What comes of the socket, as readings: the index as it was sent, of India's scale.
struct CityWS: Sendable {
    static let name = "city-ws"
    /// No heartbeat is known.
    static let silence = Duration.seconds(90)
    /// What an attempt has time for.
    private static let defaultTimeout = Duration.seconds(10)

    let settings: ProviderSettings

    private var time: TimeSource { settings.time }

    /// The readings of the cities wanted, as they come.
    func source(silence: Duration, _ wish: AirWish) -> AirSource {
        guard let base = settings.streamBase else {
            return AirSource { _ throws(ProviderFailure) in
                throw ProviderFailure(Self.name, .noHost(variable: "CRYPTO_CITY_WS_WS_URL"))
            }
        }
        let socket = CitySocket(
            provider: Self.name, request: WebSocketRequest(base: base, path: "/"),
            configuration: settings.sockets ?? HTTPConfiguration(userAgent: "crypto"), silence: silence)
        let known = KnownCities()
        return AirSource { receiver throws(ProviderFailure) in
            let wanted = try Self.keys(wish.places, receiver)
            guard wanted?.isEmpty != true else { return }
            try await socket.run(
                heard: { receiver.heard(at: $0) }, opened: { receiver.note(.opened(provider: Self.name)) },
                dropped: { receiver.note(.dropped(provider: Self.name, problem: $0)) }
            ) { message in
                for row in message.dropped {
                    receiver.note(
                        .dropped(
                            provider: Self.name, problem: "\(row.symbol ?? "element \(row.place)"): \(row.problem)"))
                }
                if message.dropped.others > 0 {
                    receiver.note(.droppedMore(provider: Self.name, count: message.dropped.others))
                }
                let now = time.now()
                let values = message.values.filter { wanted?.contains($0.city.lowercased()) != false }
                let readings = known.only(of: values).map { Self.reading($0, wish.scale, now) }
                if readings.count < values.count {
                    let problem = "a city that is none of the first \(AnswerLimit.cities)"
                    receiver.note(.dropped(provider: Self.name, problem: problem))
                }
                receiver.receive(readings)
            }
        }
    }

    /// What the cities wanted are found by, nil for all; throws where a place is no city.
    private static func keys(_ places: [Place], _ receiver: any AirReceiver) throws(ProviderFailure) -> Set<String>? {
        guard !places.isEmpty else { return nil }
        for place in places where place.key == nil {
            receiver.note(.gaveUp(place, ProviderFailure(name, .unknownCity(place.description, candidates: []))))
        }
        return Set(places.compactMap(\.key))
    }

    private static func reading(_ value: CityMessage.Value, _ scale: AQIScale?, _ now: Timestamp) -> AirReading {
        let isOwn = scale == nil || scale == .india
        var reading = AirReading(
            time: now, city: value.city, aqi: isOwn ? value.aqi : nil, scale: scale ?? .india, provider: name)
        if !isOwn { reading.unknown = .noConcentrations }
        return reading
    }
}

extension CityWS {
    /// Listens for one answer: until all places have come, or the deadline.
    var client: AirQualityClient {
        AirQualityClient(
            readings: { places, scale in
                await source(silence: patience, AirWish(places: [], scale: scale)).readings(
                    of: AirWish(places: places, scale: scale), provider: Self.name, within: limit, time: time)
            },
            history: { place, query throws(ProviderFailure) in
                try await source(silence: patience, AirWish(places: [], scale: query.scale)).records(
                    of: place, provider: Self.name, most: AirHistory.capacity, within: limit, time: time)
            },
            now: time.now)
    }

    private var patience: Duration { settings.sockets?.timeout ?? Self.defaultTimeout }

    /// What is left of the time but for closing the socket, which takes a quarter of a second at most.
    private var limit: Duration? {
        settings.sockets?.deadline.remaining(at: time.elapsed()).map {
            max($0 - min(.milliseconds(300), $0 / 4), .zero)
        }
    }
}

/// The cities that a stream has had so far. Whoever follows them keeps something of each, so that they must not become
/// ever more.
private final class KnownCities: Sendable {
    private let names = Mutex<Set<String>>([])

    /// The values of cities that are known, or become known while there is room.
    func only(of values: [CityMessage.Value]) -> [CityMessage.Value] {
        names.withLock { names in
            values.filter { value in
                if names.contains(value.city) { return true }
                guard names.count < AnswerLimit.cities else { return false }
                names.insert(value.city)
                return true
            }
        }
    }
}
