import DecimalArithmetic
import Platform
import ProviderKit
import TestFixtures
import TestSupport
import Testing

@testable import AirQuality

@Suite("Recordings: stations", .needsRecordings, .quick)
struct StationRecordingTests {
    /// A clock at a moment.
    private func clock(_ time: String) throws -> TestClock {
        TestClock(start: try #require(Timestamp(rfc3339: time)))
    }

    @Test("AirNow: the active one of the two recorded sites, with its index and concentration")
    func airNow() async throws {
        let clock = try clock("2026-07-13T00:40:00Z")
        let answer = try Answer.recording("airnow/HourlyAQObs_2026071300-2rows.dat", type: "binary/octet-stream")
        let exchange = Exchange.get(AirNowAnswers.path("2026071300"), answer: answer)
        try await withLoopbackServer([exchange]) { server in
            let client = AirQualityProvider.listed("airnow").client(server, clock: clock)
            // Nearer to the inactive site.
            let reading = try await client.readings(["47.2875,-122.2144"])[0].get()
            #expect(
                reading.facts == [
                    "time": "2026-07-13T00:00:00Z", "city": "47.2875,-122.2144", "country": "US", "latitude": "47.2875",
                    "longitude": "-122.2144", "aqi": "11", "scale": "us", "level": "Good", "color": "#00E400",
                    "face": "😀", "pm2_5": "2.1", "provider": "airnow", "via": "Auburn 29th St, 1.0 km; preliminary",
                ])
            #expect(reading.attributions == ["Washington Department of Ecology"] && reading.dropped.isEmpty)
        }
    }

    private func eea<Result>(
        at time: String, _ body: (AirQualityClient) async throws -> Result
    ) async throws -> Result {
        let exchanges: [Exchange] = [
            .get(EEAAnswers.indexPath, answer: .json(EEAAnswers.index)),
            .get(EEAAnswers.listPath, answer: try .recording("eea/raw_stations-malta-202607.json")),
            .get(
                EEAAnswers.path("MT00011"), times: .any,
                answer: try .recording("eea/current-station-malta-20260728.json")),
            .everything(.status(404)),
        ]
        let clock = try clock(time)
        return try await withLoopbackServer(exchanges) { server in
            try await body(AirQualityProvider.listed("eea").client(server, clock: clock))
        }
    }

    @Test("EEA: the newest measured hour of the recorded station, before the model's hours")
    func eea() async throws {
        let reading = try await eea(at: "2026-07-28T10:20:00Z") { try await $0.readings(["35.8989,14.5146"])[0].get() }
        #expect(
            reading.facts == [
                "time": "2026-07-26T06:00:00.000Z", "city": "35.8989,14.5146", "country": "MT", "latitude": "35.8989",
                "longitude": "14.5146", "aqi": "27", "scale": "eu", "level": "Fair", "color": "#50CCAA", "face": "🙂",
                "pm2_5": "7.94868", "pm10": "21.1125", "o3": "73.40659", "no2": "10.29213", "so2": "0.00225",
                "provider": "eea", "via": "Msida Station, 2.0 km",
            ])
        #expect(reading.stale, "two days old")
        let fresh = try await eea(at: "2026-07-26T10:00:00Z") { try await $0.readings(["35.8989,14.5146"])[0].get() }
        #expect(fresh.time == reading.time && !fresh.stale)
    }

    @Test("EEA: every measured hour of the recorded station has the band that its largest index names")
    func history() async throws {
        let readings = try await eea(at: "2026-07-28T10:20:00Z") {
            try await $0.history(try Place("35.8989,14.5146"), AirHistoryQuery(hours: 1000))
        }
        #expect(readings.count == 72 && readings.first?.time.description == "2026-07-23T07:00:00.000Z")
        #expect(readings.first?.aqi?.description == "46" && readings.first?.level == "Moderate")
        for reading in readings {
            let index = try #require(reading.aqi?.value)
            #expect(reading.scale.band(of: index) == reading.band, "\(reading.time)")
            // The same index is computed from the recorded concentrations, apart from the agency's rounding of them.
            let hour = HourlyConcentrations(
                times: [reading.time], values: reading.concentrations.mapValues { [$0.value] })
            let computed = try AQIScale.europe.index(of: hour, at: 0).get()
            #expect(try (computed.index - index).magnitude <= 2, "\(reading.time): \(index), not \(computed.index)")
        }
    }

    @Test("EEA: the recorded list has five stations, and the nearest of them is asked")
    func list() async throws {
        let failure = try await eea(at: "2026-07-28T10:20:00Z") { try await $0.readings(["36.0671,14.197"])[0] }
        // The file of Gharb is missing in the recording, and so are those of the others but Msida.
        #expect(failure.success?.via == "Msida Station, 32.8 km")
        let far = try await eea(at: "2026-07-28T10:20:00Z") { try await $0.readings(["59.33,18.07"])[0].failure }
        #expect(far?.reason == .noStation(near: "59.33,18.07", within: 50, nearest: "Gharb Station, 2602 km"))
    }
}
