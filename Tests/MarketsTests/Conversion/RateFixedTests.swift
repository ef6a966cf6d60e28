import Markets
import Platform
import TestSupport
import Testing
import Transport

@Suite("Built-in rates", .quick)
struct RateFixedTests {
    private static func client(_ name: String, _ clock: TestClock) -> RateClient {
        Provider.listed(name).makeRates(
            ProviderSettings(http: .curl(HTTPConfiguration(userAgent: "test")), time: clock.source))
    }

    @Test("sample has the ECB's currencies on its fixed clock")
    func sample() async throws {
        let client = Self.client("sample", TestClock(start: Timestamp(seconds: 1_800_000_000)))
        let table = try await client.latest()
        #expect(table.base == .eur && table.rates.count == 31 && table.provider == "sample")
        #expect(table.time.description == "2024-03-01T12:00:00Z" && client.now() == table.time)
        #expect(table.rate("USD") == "1.0813" && table.rate("SEK") == "11.1893")
        #expect(try await client.latest() == table)
    }

    @Test("mock publishes new rates every 10 seconds")
    func mock() async throws {
        let clock = TestClock(start: Timestamp(seconds: 1_709_294_407))
        let client = Self.client("mock", clock)
        #expect(client.refreshInterval == .seconds(10))
        var times: [String] = []
        for _ in 0..<3 {
            let table = try await client.latest()
            #expect(table.rates.count == 31 && table.provider == "mock")
            times.append(table.time.description)
            clock.advance(by: client.refreshInterval)
        }
        #expect(times == ["2024-03-01T12:00:00Z", "2024-03-01T12:00:10Z", "2024-03-01T12:00:20Z"])
    }
}
