import Markets
import Platform
import TestFixtures
import TestSupport
import Testing
import Transport

/// The rates of past days.
@Suite("Past rates", .quick, .virtualTime)
struct RateHistoryTests {
    @Test("A currency is there on the days on which it was published", .needsRecordings)
    func published() async throws {
        let exchange = Exchange.get(
            "/stats/eurofxref/eurofxref-hist.xml", answer: try .recording("ecb/pricehist-eurofxref-hist-partial.xml"))
        let days = try await withLoopbackServer([exchange]) { server in
            let settings = ProviderSettings(
                http: .curl(.ofTest()), base: server.url,
                time: TestClock(start: .of("2021-06-25T20:00:00Z")).source)
            let history = try #require(Provider.listed("ecb").makeRates(settings).history)
            return try await history(RatePeriod(from: .of("1999-01-08"), to: .of("2021-01-04"), currencies: []))
        }
        #expect(days.map { $0.rates.count } == [28, 33])
        #expect(days[0].rate("CYP") != nil && days[0].rate("CNY") == nil)
        #expect(days[1].rate("CYP") == nil && days[1].rate("CNY") != nil)
    }
}
