import Platform
import Synchronization
import Transport

/// A WebSocket server that sends `CityMessage`s without a key and without a subscription.
///
/// Its public host went offline with Heroku's free tier on 28 November 2022, so it only works with a URL set by the
/// user. It can only be listened to.
extension Provider {
    /// The provider `city-ws`: see its `summary`.
    package static let cityWS = Provider(
        name: CityWS.name, jobs: [.air, .watch, .history],
        streamHost: "ws://city-ws.herokuapp.com",
        limits: "one message every few seconds",
        summary: "city indices from a WebSocket; its public host is closed: set CRYPTO_CITY_WS_WS_URL",
        isOnlyNamed: true, interval: .seconds(1), requestsASecond: nil,
        makers: [
            .air { CityWS(settings: $0).client },
            .airStream { CityWS(settings: $0).source(silence: CityWS.silence, $1) },
        ])
}

/// Reads the messages of the socket as readings on India's scale, with the index as sent.
struct CityWS: Sendable {
    static let name = "city-ws"
    /// The maximum time without a message. The server is not known to send heartbeats.
    static let silence = Duration.seconds(90)
    /// The default time limit of a connection attempt.
    private static let defaultTimeout = Duration.seconds(10)

    let settings: ProviderSettings

    private var time: TimeSource { settings.time }

    /// Returns a source of the readings of the requested cities, as they arrive.
    func source(silence: Duration, _ wish: AirWish) -> AirSource {
        guard let base = settings.streamBase else {
            return AirSource(Self.name) { _ throws(ProviderFailure) in
                throw ProviderFailure(Self.name, .noHost)
            }
        }
        let configuration = settings.sockets ?? HTTPConfiguration(userAgent: "crypto")
        let socket = StreamSocket(
            provider: Self.name, request: WebSocketRequest(base: base, path: "/"), configuration: configuration,
            rules: StreamRules(silence: silence))
        // Their number is limited, because readers of the stream keep data for each city.
        let known = Mutex<Set<String>>([])
        return AirSource(Self.name) { receiver throws(ProviderFailure) in
            let wanted = try Self.keys(wish.places, receiver)
            guard wanted?.isEmpty != true else { return }
            try await socket.run { _ in
                SocketSpeaker(
                    opened: { receiver.note(.opened(provider: Self.name)) },
                    read: { connection in
                        Self.read(connection, reportingTo: receiver) { message in
                            let values = message.values.filter { wanted?.contains($0.city.lowercased()) != false }
                            let sent = known.withLock { known in
                                values.filter { value in
                                    if known.count < AnswerLimit.cities { known.insert(value.city) }
                                    return known.contains(value.city)
                                }
                            }
                            deliver(sent, of: values.count, wish.scale, to: receiver)
                        }
                    },
                    heard: { receiver.heard($0) }, over: { receiver.note(.over(provider: Self.name)) })
            }
        }
    }

    /// Reads the messages in a connection's buffer, and reports the invalid ones and the invalid elements of the
    /// others.
    private static func read(
        _ connection: WebSocketConnection, reportingTo receiver: AirReceiver, take: (CityMessage) -> Void
    ) -> SocketReading {
        var reading = SocketReading()
        // A failure of the connection is thrown again by its next call.
        let count = unsafe try? connection.readMessages { _, bytes in
            reading.hasHeard = true
            do {
                let message = unsafe try CityMessage(bytes)
                report(message.dropped, to: receiver)
                take(message)
            } catch {
                receiver.note(.dropped(provider: name, problem: "\(error)"))
            }
        }
        if count != nil { reading.hasHeard = true }
        return reading
    }

    private static func report(_ dropped: DroppedRows, to receiver: AirReceiver) {
        for row in dropped {
            let problem = "\(row.symbol ?? "element \(row.place)"): \(row.problem)"
            receiver.note(.dropped(provider: name, problem: problem))
        }
        if dropped.others > 0 { receiver.note(.droppedMore(provider: name, count: dropped.others)) }
    }

    /// Delivers the values of known cities. `count` is the number of values that were requested.
    private func deliver(
        _ values: [CityMessage.Value], of count: Int, _ scale: AQIScale?, to receiver: AirReceiver
    ) {
        let now = time.now()
        if values.count < count {
            let problem = "a city that is none of the first \(AnswerLimit.cities)"
            receiver.note(.dropped(provider: Self.name, problem: problem))
        }
        receiver.receive(values.map { Self.reading($0, scale: scale, now: now) })
    }

    /// Returns the lookup keys of the requested cities; nil for all cities. Reports to the receiver that a place that
    /// is not a city has no readings.
    private static func keys(_ places: [Place], _ receiver: AirReceiver) throws(ProviderFailure) -> Set<String>? {
        guard !places.isEmpty else { return nil }
        for place in places where place.key == nil {
            receiver.note(.gaveUp(place, ProviderFailure(name, .unknownCity(place.description, candidates: []))))
        }
        return Set(places.compactMap(\.key))
    }

    private static func reading(_ value: CityMessage.Value, scale: AQIScale?, now: Timestamp) -> AirReading {
        let isOwn = scale == nil || scale == .india
        var reading = AirReading(
            time: now, city: value.city, aqi: isOwn ? value.aqi : nil, scale: scale ?? .india, provider: name)
        if !isOwn { reading.unknown = .noConcentrations }
        return reading
    }
}

extension CityWS {
    /// A client that listens until all places have arrived, or until the deadline.
    var client: AirQualityClient {
        AirQualityClient(
            readings: { places, scale in
                await source(silence: patience, AirWish(places: [], scale: scale)).readings(
                    of: places, within: limit, time: time)
            },
            history: { place, query throws(ProviderFailure) in
                try await source(silence: patience, AirWish(places: [], scale: query.scale)).records(
                    of: place, most: AirHistory.capacity, within: limit, time: time)
            },
            now: time.now)
    }

    private var patience: Duration { settings.sockets?.timeout ?? Self.defaultTimeout }

    /// The remaining time, less the time to close the socket, which takes a quarter of a second at most.
    private var limit: Duration? {
        settings.sockets?.deadline.remaining(at: time.elapsed()).map {
            max($0 - min(.milliseconds(300), $0 / 4), .zero)
        }
    }
}
