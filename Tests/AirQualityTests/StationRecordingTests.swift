import DecimalArithmetic
import Platform
import ProviderKit
import TestFixtures
import TestSupport
import Testing

@testable import AirQuality

@Suite("Recordings: stations", .needsRecordings, .quick, .virtualTime)
struct StationRecordingTests {
    @Test("EEA: every measured hour of the recorded station has the band that its largest index names")
    func history() async throws {
        let exchanges: [Exchange] = [
            .get(EEAAnswers.indexPath, answer: .json(EEAAnswers.index)),
            .get(EEAAnswers.listPath, answer: try .recording("eea/raw_stations-malta-202607.json")),
            .get(EEAAnswers.path("MT00011"), answer: try .recording("eea/current-station-malta-20260728.json")),
            .everything(.status(404)),
        ]
        let clock = TestClock(start: try #require(Timestamp(rfc3339: "2026-07-28T10:20:00Z")))
        let readings = try await withLoopbackServer(exchanges) { server in
            try await Provider.listed("eea").client(server, clock: clock).history(
                try Place("35.8989,14.5146"), AirHistoryQuery(hours: 1000))
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
}
