import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing
import Transport

@Suite("Rates of past days", .quick)
struct PastRateTests {
    private static let days = ["2026-11-19", "2026-11-20"]

    /// A market with one candle a day, at 10 dollars or at 10 of another currency.
    private static func market(_ rates: ExchangeRates, quotesIn currency: Currency = .usd) -> MarketClient {
        let market = MarketClient(
            list: MarketClient.unimplemented().list, quotes: MarketClient.unimplemented().quotes,
            now: { TestClock().now },
            history: { _ throws(ProviderFailure) in
                days.map { day in
                    let price = Number(10)
                    return Candle(
                        time: .of(day), symbol: "BTC", open: price, high: price, low: price, close: price, volume: nil,
                        currency: currency, provider: "coinbase")
                }
            })
        return ConvertingMarket(.listed("coinbase"), market, rates: rates).client
    }

    /// A provider with the same rates on each day but for the last digit, which is that of the day.
    private static func provider(_ name: String, _ rates: String?, _ log: Log) -> RateChain.Link {
        var client = RateClient.unimplemented()
        client.history = { period throws(ProviderFailure) in
            log.add("\(name): \(period.from.day) \(period.to.day) \(period.currencies.map(\.code).sorted())")
            guard let rates else { throw ProviderFailure(name, .status(403, words: nil)) }
            return days.map { day in
                .of("EUR", rates.replacing("_", with: String(day.suffix(1))), provider: name, time: day + "T00:00:00Z")
            }
        }
        return .init(name: name, client: client)
    }

    private static func chain(_ links: [RateChain.Link], _ log: Log) -> RateChain {
        RateChain(
            links: links, retry: RetryPolicy(retries: 0), deadline: .none, time: TestClock().source, random: { 1 },
            observe: { event in
                if case .step(let failure, let next, _) = event { log.add("\(failure.provider)→\(next)") }
            })
    }

    private static func closes(
        in currency: Currency, _ links: [RateChain.Link], _ log: Log, then: (ExchangeRates) async -> Void = { _ in }
    ) async throws -> [String] {
        let rates = ExchangeRates(chain(links, log))
        let query = HistoryQuery(
            symbol: try Symbol("BTC"), currency: CurrencyChoice(currency), from: .of(days[0]), to: .of(days[1]),
            width: .day)
        let history = try #require(market(rates).history)
        let candles = try await history(query)
        await then(rates)
        #expect(candles.allSatisfy { $0.currency == currency })
        return candles.map { "\($0.close) \($0.rateProviders.joined(separator: "+"))" }
    }

    @Test("A longer period is not asked for ahead once a conversion has asked")
    func tooLate() async throws {
        let log = Log()
        let longer = RatePeriod(
            ofCandlesFrom: .of("2026-11-01"), to: .of(Self.days[1]), [Self.dirham, .usd])
        let closes = try await Self.closes(in: Self.dirham, [Self.provider("a", "USD=1 AED=3._", log)], log) { rates in
            await rates.prepareFirst(longer)
        }
        #expect(closes == ["39 a", "30 a"] && log.all == ["a: \(Self.asked)"])
    }

    private static let asked = #"2026-11-12 2026-11-20 ["AED", "USD"]"#
    private static let dirham = Currency("AED") ?? .usd

    @Test("A provider is asked only for currencies that the ones before it lack; without past rates it is not asked")
    func lacking() async throws {
        let log = Log()
        let latest = RateChain.Link(name: "latest", client: .unimplemented())
        let links = [
            Self.provider("a", "USD=2", log), latest, Self.provider("b", "USD=1 AED=3._", log),
            Self.provider("c", "USD=1 AED=9", log),
        ]
        #expect(try await Self.closes(in: Self.dirham, links, log) == ["39 b", "30 b"])
        #expect(log.all == ["a: \(Self.asked)", "a→b", "b: \(Self.asked)"])
        let enough = Log()
        #expect(
            try await Self.closes(in: .eur, [Self.provider("a", "USD=2", enough), links[2]], enough) == ["5 a", "5 a"])
        #expect(enough.all.count == 1)
    }

    @Test("Candles stay in the provider's currency only if no provider has a rate of it")
    func ownCurrency() async throws {
        func candles(_ rates: String?, quotesIn currency: Currency) async throws(ProviderFailure) -> [Candle] {
            let chain = RateChain(
                links: [Self.provider("a", rates, Log())], retry: RetryPolicy(retries: 0), deadline: .none,
                time: TestClock().source, random: { 1 }, observe: { _ in })
            guard let symbol = try? Symbol("BTC"),
                let history = Self.market(ExchangeRates(chain), quotesIn: currency).history
            else { return [] }
            return try await history(
                HistoryQuery(
                    symbol: symbol, currency: CurrencyChoice(.usd, allowsOtherCurrency: true), from: .of(Self.days[0]),
                    to: .of(Self.days[1]), width: .day))
        }
        let own = try await candles("USD=2", quotesIn: Self.dirham)
        #expect(own.map(\.currency) == [Self.dirham, Self.dirham] && own.allSatisfy(\.isUnconverted))
        await #expect(throws: ProviderFailure("a", .status(403, words: nil))) {
            try await candles(nil, quotesIn: Self.dirham)
        }
        // A rate of 0, that of the second day, is none.
        let (pair, day) = (try Symbol("AED/USD"), Timestamp.of(Self.days[1]))
        await #expect(throws: ProviderFailure("coinbase", .noCandles(pair, from: day, to: day))) {
            try await candles("USD=2 AED=_", quotesIn: Self.dirham)
        }
    }

    @Test("After a failure the next provider is asked for all of them")
    func failing() async throws {
        let log = Log()
        let links = [Self.provider("a", nil, log), Self.provider("b", "USD=1 AED=3._", log)]
        #expect(try await Self.closes(in: Self.dirham, links, log) == ["39 b", "30 b"])
    }

    @Test(
        "If no provider has the currency, the failure is that of a provider that could have it, otherwise the currency")
    func none() async throws {
        let log = Log()
        let lacking = Self.provider("b", "USD=1", log)
        await #expect(throws: ProviderFailure("coinbase", .cannotQuote(Self.dirham))) {
            try await Self.closes(in: Self.dirham, [lacking], log)
        }
        let error = await #expect(throws: ProviderFailure.self) {
            try await Self.closes(in: Self.dirham, [Self.provider("a", nil, log), lacking], log)
        }
        #expect(error?.reason == .status(403, words: nil) && error?.members.map(\.provider) == ["a", "b"])
        await #expect(throws: ProviderFailure("latest", .cannot(.history))) {
            try await Self.closes(in: Self.dirham, [.init(name: "latest", client: .unimplemented())], log)
        }
    }
}
