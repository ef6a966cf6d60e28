import Platform
import ProviderKit

/// The hourly files of AirNow, a programme of the US EPA: one CSV file with all sites for each hour in UTC, without a
/// key. The file of an hour appears after it and is rewritten a few times.
///
/// Protocol: docs.airnowapi.org/docs/HourlyAQObsFactSheet.pdf.
///
/// A site has its own index for up to four pollutants, by NowCast, and the concentrations of the hour.
extension Provider {
    /// The provider `airnow`: see its `summary`.
    package static let airNow = Provider(
        name: AirNow.name, jobs: [.air], host: "https://files.airnowtech.org",
        sharedHosts: [Geocoding.host: OpenMeteo.name], limits: "one file for all places per hour",
        summary: "measured: stations of North America and of US embassies, hourly; preliminary data",
        origin: .measured, area: "North America and US embassies", knownPlace: "47.3,-122.2", isOnlyNamed: true,
        requestsASecond: nil, attribution: "preliminary data of U.S. EPA AirNow; location data based on GeoNames",
        makers: [.air { AirNow(settings: $0).client }])
}

struct AirNow: Sendable {
    static let name = "airnow"
    /// The number of hours before the current one whose files are tried.
    static let pastHours: Int64 = 4

    let endpoint: Endpoint
    let geocoding: Geocoding

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.airNow, settings)
        geocoding = Geocoding(for: Self.name, settings)
    }

    var client: AirQualityClient {
        AirQualityClient(
            readings: { places, scale in
                await geocoding.readings(of: places) { await readings($0, scale ?? .us) }
            },
            history: { _, _ throws(ProviderFailure) in throw ProviderFailure(Self.name, .cannot(.history)) },
            now: endpoint.now)
    }

    /// Returns one result per place. Each file is requested once for all places, and an older one only for those whose
    /// stations have no value in the newer ones.
    private func readings(
        _ places: [LocatedPlace], _ scale: AQIScale
    ) async -> [Result<AirReading, ProviderFailure>] {
        let now = endpoint.now()
        let newest = now.seconds - now.seconds % 3600
        var results: [Result<AirReading, ProviderFailure>?] = places.map { _ in nil }
        var (missing, broken): (ProviderFailure?, ProviderFailure?)
        // The places whose stations have no value so far, with the failure if none of the files has one.
        var silent: [Int: Result<AirReading, ProviderFailure>] = [:]
        for hour in 0...Self.pastHours where results.contains(where: { $0 == nil }) {
            let start = Timestamp(seconds: newest - hour * 3600)
            do throws(ProviderFailure) {
                let file = try await file(of: start)
                for index in places.indices where results[index] == nil {
                    let (air, isFinal) = file.air(of: places[index], scale, at: now)
                    if isFinal { results[index] = air } else { silent[index] = silent[index] ?? air }
                }
            } catch {
                // There is no such file, or none is kept where no request may be sent.
                guard error.has(.lasting) || error.reason == .notCached else {
                    broken = error
                    break
                }
                missing = missing ?? error
            }
        }
        return places.indices.map { index in
            let failure = broken.map { .failure($0) } ?? silent[index]
            return results[index] ?? failure
                ?? .failure(missing ?? places[index].unmeasured(by: Self.name, nearest: nil))
        }
    }

    private func file(of hour: Timestamp) async throws(ProviderFailure) -> AirNowFile {
        let digits = hour.description.filter(\.isNumber)
        let (year, day, name) = (digits.prefix(4), digits.prefix(8), digits.prefix(10))
        return try await endpoint.getCSV(.airHour(hour), "/airnow/\(year)/\(day)/HourlyAQObs_\(name).dat", []) {
            reader, _ in try AirNowFile(&reader)
        }
    }
}
