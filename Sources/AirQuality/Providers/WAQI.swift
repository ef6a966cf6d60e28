import DecimalArithmetic
import Platform
import Transport

/// The World Air Quality Index project (aqicn.org): measurements of stations, as indices of the US EPA.
///
/// Protocol: aqicn.org/json-api/doc, with feeds of a city, a station and a point, and a search by name. Every error
/// has HTTP status 200. It sends an index for each pollutant but no concentrations, so other scales cannot be
/// computed.
extension Provider {
    /// The provider `waqi`: see its `summary`.
    package static let waqi = Provider(
        name: WAQI.name, jobs: [.air], key: .required, host: "https://api.waqi.info",
        limits: "1,000 requests per second; free token at aqicn.org/data-platform/token",
        summary: "measured: 11,000 stations of 1,000 cities; '@id' names one", origin: .measured, isOnlyNamed: true,
        requestsASecond: nil, attribution: "data of the World Air Quality Index project (waqi.info)",
        makers: [.air { WAQI(settings: $0).client }])
}

struct WAQI: Sendable {
    static let name = "waqi"
    /// The maximum number of concurrent requests.
    static let requestsAtOnce = 16

    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.waqi, settings, key: .query("token"), errors: Self.errors)
    }

    var client: AirQualityClient {
        AirQualityClient(
            readings: { await readings($0, $1 ?? .us) },
            history: { _, _ throws(ProviderFailure) in throw ProviderFailure(Self.name, .cannot(.history)) },
            now: endpoint.now)
    }

    private func readings(_ places: [Place], _ scale: AQIScale) async -> [Result<AirReading, ProviderFailure>] {
        await places.requestConcurrently(groupsOf: Self.requestsAtOnce) { place in
            await Result(asking: { () throws(ProviderFailure) in
                try await feed(of: place).reading(of: place, scale)
            })
        }
    }

    /// Requests the feed of a place. Searches for a city without its own feed.
    private func feed(of place: Place) async throws(ProviderFailure) -> WAQIFeed {
        switch place.name {
        case .coordinates(let point):
            return try await feed("geo:\(point.latitude);\(point.longitude)", of: place)
        case .station(let id):
            return try await feed(id.first == "A" ? id : "@" + id, of: place)
        case .city(let name):
            do throws(ProviderFailure) {
                return try await feed(name, of: place)
            } catch {
                guard case .unknownCity = error.reason else { throw error }
            }
            return try await found(name, of: place)
        }
    }

    private func feed(_ path: String, of place: Place) async throws(ProviderFailure) -> WAQIFeed {
        let unknown = ProviderFailure.Reason.unknownCity(place.description, candidates: [])
        // Names of cities may contain slashes: `netherland/utrecht`.
        guard path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({ String($0).isPathSegment })
        else {
            throw ProviderFailure(Self.name, unknown)
        }
        do throws(ProviderFailure) {
            return try await endpoint.get(.air, "/feed/\(path)/") { reader, requested in
                try Self.data(&reader) { try WAQIFeed(&$0, requested: requested) }
            }
        } catch {
            guard case .unknownCity = error.reason else { throw error }
            throw ProviderFailure(Self.name, unknown)
        }
    }

    /// Requests the feed of the first station found in a city of that name.
    private func found(_ name: String, of place: Place) async throws(ProviderFailure) -> WAQIFeed {
        let stations = try await endpoint.get(.places, "/search/", [("keyword", name)]) { reader in
            try Self.data(&reader, WAQIStation.readAll)
        }
        guard let match = WAQIStation.match(name, in: stations) else {
            let candidates = stations.map { "@\($0.uid)" + " (\($0.name))" }
            throw ProviderFailure(Self.name, .unknownCity(name, candidates: candidates))
        }
        var feed = try await feed("@\(match.station.uid)", of: place)
        feed.namesakes = match.others.map { "\($0.name) (@\($0.uid))" }
        return feed
    }
}
