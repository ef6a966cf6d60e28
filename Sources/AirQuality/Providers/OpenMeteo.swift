import DecimalArithmetic
import Platform
import Transport

/// Open-Meteo: geocoding, then one request for the air of all places. It needs no key.
///
/// Protocol: open-meteo.com/en/docs/air-quality-api and …/geocoding-api; "Weather forecast" describes requests for
/// several places. The values are those of the CAMS model in the grid cell of a place, not of a station.
///
/// Terms: open-meteo.com/en/licence and "Citation & Acknowledgement" of the documentation of air quality ask for the
/// names of both sources, under CC BY 4.0.
extension Provider {
    /// The provider `open-meteo`: see its `summary`.
    package static let openMeteo = Provider(
        name: OpenMeteo.name, jobs: [.air, .history, .forecast],
        host: "https://air-quality-api.open-meteo.com",
        otherHosts: [Geocoding.host: "https://geocoding-api.open-meteo.com"],
        limits: "600 requests per minute, 5,000 per hour, 10,000 per day; not for commercial use",
        summary: "modelled: CAMS for every place on earth, hourly; CC BY 4.0", origin: .modelled,
        area: "every place on earth", isOnlyNamed: false, requestsASecond: 1, requestsAMinute: 600,
        attribution: "CAMS ENSEMBLE data provider and Open-Meteo (https://open-meteo.com), CC BY 4.0"
            + "; location data based on GeoNames",
        makers: [.air { OpenMeteo(settings: $0).client }])
}

struct OpenMeteo: Sendable {
    static let name = "open-meteo"
    /// The maximum number of places in a request, which keeps the URL short enough.
    static let placesARequest = 100
    /// The number of past days that the service has.
    static let pastDays = 92
    /// The maximum number of days of a forecast, with today.
    static let daysAhead = 7

    let air: Endpoint
    let geocoding: Geocoding

    init(settings: ProviderSettings) {
        air = Endpoint(.openMeteo, settings, errors: Self.errors)
        geocoding = Geocoding(for: Self.name, settings)
    }

    var client: AirQualityClient {
        AirQualityClient(
            readings: { await readings($0, $1 ?? .us) },
            history: { place, query throws(ProviderFailure) in try await history(place, query) },
            now: air.now)
    }
}

// MARK: - Now

extension OpenMeteo {
    private func readings(_ places: [Place], _ scale: AQIScale) async -> [Result<AirReading, ProviderFailure>] {
        await geocoding.readings(of: places) { located in
            let batches = located.groups(of: Self.placesARequest)
            let results = await batches.requestInSequence { batch in
                await Result(asking: { () throws(ProviderFailure) in
                    try await answers(
                        for: batch, "current", others: [("hourly", OpenMeteoAnswer.pollutants)], scale: scale,
                        pastDays: 1, daysAhead: 1)
                })
            }
            return results.flatMap { batch, answers in
                batch.enumerated().map { index, place in
                    answers.flatMap { $0[index].map { $0.reading(of: place, scale) } }
                }
            }
        }
    }

    /// Requests the data of places. Returns one result per place. Throws `ProviderFailure` if there is no response.
    private func answers(
        for places: [LocatedPlace], _ block: String, others: [(String, String)] = [],
        scale: AQIScale, pastDays: Int, daysAhead: Int
    ) async throws(ProviderFailure) -> [Result<OpenMeteoAnswer, ProviderFailure>] {
        let latitudes = places.map { $0.coordinates.latitude.description }.joined(separator: ",")
        let longitudes = places.map { $0.coordinates.longitude.description }.joined(separator: ",")
        let query = [("latitude", latitudes), ("longitude", longitudes), (block, OpenMeteoAnswer.values)]
        let days = [("past_days", "\(pastDays)"), ("forecast_days", "\(daysAhead)"), ("timezone", "GMT")]
        let rows = try await air.get(.air, "/v1/air-quality", query + others + days) { reader, requested in
            try OpenMeteoAnswer.read(&reader, count: places.count, of: block, scale, requested: requested)
        }
        return rows.map { row in
            row.mapError { ProviderFailure(Self.name, .invalidData($0.description)) }
        }
    }
}

// MARK: - Past and future

extension OpenMeteo {
    private func history(_ place: Place, _ query: AirHistoryQuery) async throws(ProviderFailure) -> [AirReading] {
        let located = try await geocoding.locate(place).get()
        // One more day, because the averages of the first hour need the hours before it.
        let days = min(max((query.hours + 47) / 24, 1), Self.pastDays)
        // Days begin at midnight, so the hours to come begin within the first one.
        let now = air.now()
        let daysAhead = query.ahead == 0 ? 1 : Int(now.seconds % 86_400 + 3600 * Int64(query.ahead)) / 86_400 + 1
        let answers = try await answers(
            for: [located], "hourly", scale: query.scale ?? .us, pastDays: days,
            daysAhead: min(daysAhead, Self.daysAhead))
        guard let answer = try answers.first?.get(), answer.hasHours else {
            throw ProviderFailure(Self.name, .invalidData("hourly time is missing"))
        }
        return answer.readings(of: located, query, now: now).map { $0.asked(for: place) }
    }
}
