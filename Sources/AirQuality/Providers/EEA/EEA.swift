import Platform
import ProviderKit
import Synchronization

/// The store behind the European Air Quality Index viewer of the European Environment Agency
/// (airindex.eea.europa.eu): public files without a key. It is not a documented interface and may change without
/// notice.
///
/// Two files name the stations, and one file for each station has its hours, 11 days back and 2 days ahead. The newest
/// hours come from a model until the measurements arrive, and so does a pollutant that is not measured. Readings use
/// measured values only.
extension Provider {
    /// The provider `eea`: see its `summary`.
    package static let eea = Provider(
        name: EEA.name, jobs: [.air, .history], host: "https://dis2datalake.blob.core.windows.net",
        sharedHosts: [Geocoding.host: OpenMeteo.name], standing: .unofficial,
        limits: "one file per station, new values once an hour",
        summary: "measured: stations of Europe, hourly; files that are not a documented interface",
        origin: .measured, area: "Europe", knownPlace: "35.8989,14.5146", isOnlyNamed: true,
        requestsASecond: nil,
        attribution: "European Environment Agency (EEA), CC BY 4.0; location data based on GeoNames",
        makers: [.air { EEA(settings: $0).client }])
}

struct EEA: Sendable {
    static let name = "eea"
    private static let path = "/airquality-derivated/AQI-noRunningMeans/"
    /// The maximum number of places whose stations are asked concurrently.
    private static let requestsAtOnce = 16
    /// The maximum number of stations asked for a place. Some of those in the list have no file.
    private static let stationsAPlace = 8
    /// The maximum age in seconds of a measurement, from the beginning of its hour, that is not an old one.
    private static let oldestCurrent: Int64 = 4 * 3600

    let endpoint: Endpoint
    let geocoding: Geocoding
    /// Returns the list of stations, which is requested once a day and not once for each place.
    private let allStations: @Sendable () async throws(ProviderFailure) -> [EEAStation]

    init(settings: ProviderSettings) {
        let endpoint = Endpoint(.eea, settings)
        let list = Mutex<(task: SharedTask<Result<[EEAStation], ProviderFailure>>, begun: Timestamp)?>(nil)
        allStations = { () throws(ProviderFailure) in
            let now = endpoint.now()
            let task = list.withLock { list in
                if let list, now.wholeSeconds(since: list.begun) < 86_400 { return list.task }
                let task = SharedTask<Result<[EEAStation], ProviderFailure>> { (try? $0.get()) != nil }
                list = (task, now)
                return task
            }
            let answer = await task.value {
                await Result(asking: { () throws(ProviderFailure) in
                    let name = try await endpoint.get(
                        .metadata, Self.path + "content/index.json", decode: EEAStation.readNewestFile)
                    return try await endpoint.get(.metadata, Self.path + "content/" + name, decode: EEAStation.readAll)
                })
            }
            return try answer.get()
        }
        self.endpoint = endpoint
        geocoding = Geocoding(for: Self.name, settings)
    }

    var client: AirQualityClient {
        AirQualityClient(
            readings: { places, scale in
                await geocoding.readings(of: places) { await readings($0, scale ?? .europe) }
            },
            history: { place, query throws(ProviderFailure) in try await history(place, query) }, now: endpoint.now)
    }

    private func readings(
        _ places: [LocatedPlace], _ scale: AQIScale
    ) async -> [Result<AirReading, ProviderFailure>] {
        await places.requestConcurrently(groupsOf: Self.requestsAtOnce) { place in
            await Result(asking: { () throws(ProviderFailure) in
                let found = try await station(near: place)
                return found.reading(of: place, at: found.position, scale)
            })
        }
    }

    private func history(_ place: Place, _ query: AirHistoryQuery) async throws(ProviderFailure) -> [AirReading] {
        let located = try await geocoding.locate(place).get()
        let found = try await station(near: located)
        // The newest measurements are one or two hours old, so the hours count from them.
        let begin = found.time.advanced(bySeconds: -3600 * Int64(query.hours))
        return found.answer.measured(upTo: found.position).filter { found.answer.hours.times[$0] > begin }.map {
            found.reading(of: located, at: $0, query.scale ?? .europe).asked(for: place)
        }
    }
}

// MARK: - Stations

extension EEA {
    /// A station with its hours.
    private struct Found {
        let station: EEAStation
        let kilometres: Double
        let answer: EEAHours
        /// The position of its newest measured hour.
        let position: Int
        /// Whether that hour is an old one.
        var isOld = false

        var time: Timestamp { answer.hours.times[position] }

        func reading(of place: LocatedPlace, at position: Int, _ scale: AQIScale) -> AirReading {
            var reading = answer.reading(
                of: place, at: position, scale, station: station.name.at(kilometres), country: station.country)
            if isOld { reading.stale = true }
            return reading
        }
    }

    /// Returns the nearest station with a measurement that is not old; without one, the nearest with an old one.
    private func station(near place: LocatedPlace) async throws(ProviderFailure) -> Found {
        let stations = place.neighbors(among: try await allStations()) { $0.point }
        let now = endpoint.now()
        var old: Found?
        for neighbor in stations.near.prefix(Self.stationsAPlace) {
            do throws(ProviderFailure) {
                let path = Self.path + "current/\(neighbor.station.code).json"
                let answer = try await endpoint.get(.air, path, decode: EEAHours.init)
                guard let position = answer.newestMeasured(at: now) else { continue }
                var found = Found(
                    station: neighbor.station, kilometres: neighbor.kilometres, answer: answer, position: position)
                if answer.isStale || now.wholeSeconds(since: found.time) <= Self.oldestCurrent { return found }
                found.isOld = true
                old = old ?? found
            } catch {
                if case .status(404, _) = error.reason { continue }
                // Without the further stations, an old measurement is better than none.
                guard old == nil else { break }
                throw error
            }
        }
        if let old { return old }
        throw place.unmeasured(by: Self.name, nearest: stations.nearest.map { $0.station.name.at($0.kilometres) })
    }
}
