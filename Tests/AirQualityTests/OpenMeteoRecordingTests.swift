import DecimalArithmetic
import Platform
import ProviderKit
import TestFixtures
import TestSupport
import Testing
import Transport

@testable import AirQuality

@Suite("Recordings: Open-Meteo", .needsRecordings, .quick)
struct OpenMeteoRecordingTests {
    private func reading(_ file: String, status: Int = 200) async throws -> Result<AirReading, ProviderFailure> {
        let answer = try Answer.recording("open-meteo/\(file).json", status: status)
        return try await withLoopbackServer([.get(OpenMeteoAnswers.airPath, answer: answer)]) { server in
            try await AirQualityProvider.listed("open-meteo").client(server).readings(["1,2"])[0]
        }
    }

    private static let place = [
        "city": "1,2", "latitude": "1", "longitude": "2", "provider": "open-meteo", "scale": "us",
    ]

    @Test("Every field of every recorded answer is read")
    func answers() async throws {
        #expect(
            try await reading("air_quality-kl-20261010").get().facts
                == Self.place.merging([
                    "time": "2026-10-10T14:00:00Z", "aqi": "155", "level": "Unhealthy", "color": "#FF0000", "face": "🙁",
                    "grid": "3.0999985,101.70001",
                ]) { $1 })
        #expect(
            try await reading("air_quality-kathmandu-20260816").get().facts
                == Self.place.merging([
                    "time": "2026-08-16T12:45:00Z", "aqi": "93", "level": "Moderate", "color": "#FFFF00", "face": "🙂",
                    "pm2_5": "13.5", "pm10": "14.7",
                ]) { $1 })
        #expect(
            try await reading("air_quality-berlin-2021-ha").get().facts
                == Self.place.merging([
                    "time": "2021-11-24T23:00:00Z", "level": "Unknown", "color": "#999999", "face": "❔", "o3": "82",
                    "grid": "52.5,13.400002", "unknown": "\(UnknownIndex.noConcentrations)",
                ]) { $1 })
    }

    @Test("Europe's index is computed from the recorded hours, and unknown without hours")
    func europe() async throws {
        func reading(_ file: String) async throws -> AirReading {
            let answer = try Answer.recording("open-meteo/\(file).json")
            return try await withLoopbackServer([.get(OpenMeteoAnswers.airPath, answer: answer)]) { server in
                try await AirQualityProvider.listed("open-meteo").client(server).readings(["1,2"], .europe)[0].get()
            }
        }
        // 3.1 µg/m³ of PM2.5 at 08:00 in New York; an index of 20 is 5 µg/m³.
        let florida = try await reading("air_quality-florida-20260925")
        #expect(florida.time.description == "2026-09-25T12:00:00Z" && florida.aqi?.description == "12")
        #expect(florida.via == "computed from concentrations: pm2_5 over 1 h" && florida.level == "Good")
        let istanbul = try await reading("air_quality-istanbul-20261001")
        #expect(istanbul.aqi == nil && istanbul.unknown == .noConcentrations)
        #expect(istanbul.concentrations[.pm10]?.description == "11.7")
    }

    @Test("A history of the recorded hours, in seconds of UTC, has those that are over and their own index")
    func history() async throws {
        let answer = try Answer.recording("open-meteo/air_quality-brno-unixtime-20261001-trimmed.json")
        let clock = TestClock(start: try #require(Timestamp(rfc3339: "2026-10-01T10:40:00Z")))
        let readings = try await withLoopbackServer([.get(OpenMeteoAnswers.airPath, answer: answer)]) { server in
            try await AirQualityProvider.listed("open-meteo").client(server, clock: clock).history(
                try Place("1,2"), AirHistoryQuery(hours: 24, scale: .europe))
        }
        // Of 72 hours, which begin with midnight in Brno.
        #expect(
            readings.map { $0.aqi?.description }
                == "28 27 29 29 29 29 29 30 30 27 24 25 29".split(separator: " ").map(String.init))
        #expect(readings.first?.time.description == "2026-09-30T22:00:00Z")
        #expect(readings.last?.time.description == "2026-10-01T10:00:00Z")
        let concentrations = readings.map { $0.concentrations[.pm2_5]?.description }
        #expect(concentrations.first == "8.8" && concentrations.last == "6.5")
        #expect(readings.allSatisfy { $0.grid?.description == "49.2,16.600002" && !$0.stale })
    }

    @Test(
        "A forecast of recorded hours: local times without a zone, and seconds of UTC",
        arguments: [
            (
                "air_quality-florida-20260925", AQIScale.us, "2026-09-25T12:10:00Z", 6, "29 29 29 30 31 33",
                "2026-09-25T13:00:00Z"
            ),
            (
                "air_quality-brno-unixtime-20261001-trimmed", AQIScale.europe, "2026-10-03T18:40:00Z", 24,
                "40 41 41", "2026-10-03T19:00:00Z"
            ),
        ])
    func forecast(
        file: String, scale: AQIScale, now: String, hours: Int, indices: String, first: String
    ) async throws {
        let answer = try Answer.recording("open-meteo/\(file).json")
        let clock = TestClock(start: try #require(Timestamp(rfc3339: now)))
        let readings = try await withLoopbackServer([.get(OpenMeteoAnswers.airPath, answer: answer)]) { server in
            try await AirQualityProvider.listed("open-meteo").client(server, clock: clock).history(
                try Place("1,2"), AirHistoryQuery(hours: 0, ahead: hours, scale: scale))
        }
        #expect(readings.map { $0.aqi?.description } == indices.split(separator: " ").map(String.init))
        #expect(readings.first?.time.description == first)
    }

    @Test("Every recorded error has its kind")
    func errors() async throws {
        let words = "Cannot initialize WeatherVariable from invalid String value tempeture_2m for key hourly"
        #expect(try await reading("error-bad-variable", status: 400).failure?.reason == .status(400, words: words))
        let count = try Answer.recording("open-meteo/geocoding-error-count.json", status: 400)
        try await withLoopbackServer([OpenMeteoAnswers.search("Delhi", count)]) { server in
            let failure = try await AirQualityProvider.listed("open-meteo").client(server).readings(["Delhi"])[0]
                .failure
            #expect(failure?.reason == .status(400, words: "Parameter count must be between 1 and 100."))
        }
    }
}
