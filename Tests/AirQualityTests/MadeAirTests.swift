import DecimalArithmetic
import Platform
import ProviderKit
import TestSupport
import Testing
import Transport

@testable import AirQuality

@Suite("Providers: the list, sample, mock and fixed", .quick)
struct MadeAirTests {
    private static let names = Provider.defaultPlaces.map(\.description)

    @Test("The list has its providers and the default one")
    func list() {
        #expect(
            ProviderTable.airQuality.air.map(\.name) == [
                "open-meteo", "waqi", "airnow", "eea", "city-ws", "sample", "mock",
            ])
        #expect(ProviderTable.airQuality.defaults(for: .air, of: nil).map(\.name) == ["open-meteo"])
        #expect(
            ProviderTable.airQuality.defaults(for: .air, of: nil).allSatisfy { !$0.isOnlyNamed && $0.key != .required })
        #expect(
            ProviderTable.airQuality.air.filter { $0.jobs.contains(.history) }.map(\.name) == [
                "open-meteo", "eea", "city-ws", "sample", "mock",
            ])
        #expect(
            ProviderTable.airQuality.air.filter { $0.jobs.contains(.forecast) }.map(\.name) == [
                "open-meteo", "sample", "mock",
            ])
        let streaming = ProviderTable.airQuality.air.filter { $0.makeAirStream != nil }
        #expect(streaming.map(\.name) == ["city-ws", "sample", "mock"])
        #expect(streaming.map(\.name) == ProviderTable.airQuality.air.filter { $0.jobs.contains(.watch) }.map(\.name))
        #expect(Provider.listed("city-ws").summary.contains("CRYPTO_CITY_WS_WS_URL"))
        #expect(
            Self.names == [
                "Mumbai", "Bengaluru", "Delhi", "Kolkata", "Bhubaneswar", "Chennai", "Pune", "Hyderabad", "Indore",
                "Jaipur", "Chandigarh", "Lucknow",
            ])
    }

    @Test("The sample has thirty days of hours")
    func sampleHistory() async throws {
        let client = Provider.listed("sample").client()
        let rows = try await client.history(try Place("Delhi"), AirHistoryQuery(hours: 9999))
        #expect(rows.count == 720)
        #expect(rows.first?.time.description == "2024-01-31T13:00:00Z")
        #expect(rows.last?.time == client.now())
        #expect(rows.allSatisfy { $0.aqi != nil && $0.concentrations.count == 6 })
        #expect(rows.last?.aqi == (try await client.readings(["Delhi"])[0].get().aqi))
        let one = try await client.history(try Place("Delhi"), AirHistoryQuery(hours: 1, scale: .us))
        #expect(one.count == 1 && one[0].scale == .us && one[0].via != nil)
    }

    @Test("The forecast of the sample is what its readings are in those hours", arguments: AQIScale.all)
    func sampleForecast(scale: AQIScale) async throws {
        let rows = try await Provider.listed("sample").client().history(
            try Place("Delhi"), AirHistoryQuery(hours: 0, ahead: 120, scale: scale))
        #expect(rows.count == 120)
        for (index, row) in rows.enumerated() {
            let client = SampleAir.air(at: Int64(index) + 1).client
            let reading = try await client.readings(["Delhi"], scale)[0].get()
            #expect(row == reading)
        }
        let both = try await Provider.listed("sample").client().history(
            try Place("Delhi"), AirHistoryQuery(hours: 2, ahead: 1))
        #expect(
            both.map(\.time.description) == [
                "2024-03-01T11:00:00Z", "2024-03-01T12:00:00Z", "2024-03-01T13:00:00Z",
            ])
    }

    @Test("The client for no requests fails a test that sends one")
    func unimplemented() async throws {
        await withKnownIssue {
            let client = AirQualityClient.unimplemented()
            _ = client.now()
            let results = try await client.readings(["Delhi"])
            #expect(results.map { $0.failure?.reason } == [.cannot(.air)])
            await #expect(throws: ProviderFailure("unimplemented", .cannot(.history))) {
                try await client.history(try Place("Delhi"), AirHistoryQuery(hours: 1))
            }
        }
    }

    @Test("The mock has the same values for the same time and seed, and changes over time")
    func mock() async throws {
        let provider = Provider.listed("mock")
        let clock = TestClock()
        func indices(_ seed: UInt64) async -> [Number?] {
            await provider.client(clock: clock, seed: seed).readings(Provider.defaultPlaces, nil)
                .map { $0.success?.aqi }
        }
        let first = await indices(1)
        #expect(await indices(1) == first)
        #expect(await indices(2) != first)
        #expect(first.allSatisfy { ($0?.isNegative).map { !$0 } ?? false })
        clock.advance(by: .seconds(10))
        #expect(await indices(1) != first)
        let rows = try await provider.client(clock: clock).history(try Place("Pune"), AirHistoryQuery(hours: 48))
        #expect(rows.count == 48 && Set(rows.map(\.aqi)).count > 10)
        for scale in AQIScale.all {
            let readings = await provider.client(clock: clock).readings(Provider.defaultPlaces, scale)
            #expect(readings.allSatisfy { $0.success?.aqi.map { Int($0.description) != nil } ?? false }, "\(scale)")
        }
    }
}

@Suite("Chains of air quality providers", .quick)
struct AirQualityChainTests {
    /// A client with the same answer for every place.
    private func client(_ name: String, _ result: Result<Int, ProviderFailure.Reason>) -> AirQualityChain.Link {
        let answer: @Sendable () throws(ProviderFailure) -> AirReading = { () throws(ProviderFailure) in
            switch result {
            case .success(let aqi):
                return AirReading(
                    time: TestClock().now, city: "X", aqi: Number(ExactDecimal(aqi)), scale: .us, provider: name)
            case .failure(let reason): throw ProviderFailure(name, reason)
            }
        }
        return AirQualityChain.Link(
            name: name,
            client: AirQualityClient(
                readings: { places, _ in places.map { _ in Result(catching: answer) } },
                history: { _, _ throws(ProviderFailure) in [try answer()] }, now: { TestClock().now }))
    }

    private func chain(_ links: [AirQualityChain.Link]) -> AirQualityChain {
        AirQualityChain(
            links: links, retry: RetryPolicy(retries: 0), deadline: .none, time: TestClock().source, random: { 0 },
            observe: { _ in })
    }

    @Test("A provider that does not know a place is skipped, and a place that none knows is unknown")
    func unknown() async throws {
        let unknown = ProviderFailure.Reason.unknownCity("X", candidates: ["Y"])
        let found = await chain([client("a", .failure(unknown)), client("b", .success(7))])
            .readings([try Place("X")], scale: nil)
        #expect(found[0].success?.reading.provider == "b" && found[0].success?.link.name == "b")
        let none = await chain([client("a", .failure(unknown)), client("b", .failure(unknown))])
            .readings([try Place("X")], scale: nil)
        #expect(none[0].failure?.members == ["a", "b"].map { ProviderFailure($0, unknown) })
    }

    @Test("A station is requested from the first provider only, and a history from the first provider that has it")
    func first() async throws {
        let links = [client("a", .failure(.cannot(.history))), client("b", .success(7))]
        let station = await chain(links).readings([try Place("@1")], scale: nil)
        #expect(station[0].failure == ProviderFailure("a", .cannot(.history)))
        let past = try await chain(links).history(of: try Place("X"), AirHistoryQuery(hours: 1))
        #expect(past.link.name == "b" && past.readings.count == 1)
    }
}
