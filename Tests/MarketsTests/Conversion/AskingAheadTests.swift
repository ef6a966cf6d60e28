import DecimalArithmetic
import Markets
import Synchronization
import TestSupport
import Testing
import Transport

@Suite("Pairs asked for together with the quotes that need them", .timeLimit(.minutes(1)))
struct AskingAheadTests {
    private typealias Answer = @Sendable (Symbol) async -> Result<Quote, ProviderFailure>

    /// Binance's market in kronor, its quotes by `answer`; a dollar is no currency of its own, and 1 EUR is 11 SEK.
    private static func market(asksAhead: Bool, _ answer: @escaping Answer) -> MarketClient {
        let client = MarketClient(
            list: MarketClient.unimplemented().list,
            quotes: { symbols, _ in
                var results: [Result<Quote, ProviderFailure>] = []
                for symbol in symbols { results.append(await answer(symbol)) }
                return results
            }, now: { TestClock().now })
        let rates = RateChain(
            links: [.init(name: "test", client: .fixed(.success(.of("EUR", "SEK=11"))))],
            retry: RetryPolicy(retries: 0), deadline: .none, time: TestClock().source, random: { 1 },
            observe: { _ in })
        return ConvertingMarket(
            .listed("binance"), client, rates: { currencies, _ in await rates.rates(of: currencies) },
            asksAhead: asksAhead
        ).client
    }

    private static func quote(_ symbol: Symbol) -> Result<Quote, ProviderFailure> {
        guard symbol.bare != "XYZ" else { return .failure(ProviderFailure("binance", unknown("XYZ"))) }
        var quote = Quote(time: TestClock().now, symbol: symbol.bare, currency: .usdt, provider: "binance")
        quote.kind = symbol.bare == "EUR" ? .fiat : .coin
        quote.price = Number(symbol.bare == "EUR" ? "1.25" : "50000")
        return .success(quote)
    }

    @Test("the pair is asked for before the quote has come, once, and the price is the same", arguments: [false, true])
    func together(asksAhead: Bool) async throws {
        let (gate, opening) = AsyncStream<Void>.makeStream()
        let record = Recorder()
        let market = Self.market(asksAhead: asksAhead) { symbol in
            record.add(symbol)
            // Without the pair's request this would wait for ever.
            if asksAhead, symbol.bare == "BTC" { for await _ in gate {} } else { opening.finish() }
            return Self.quote(symbol)
        }
        let quote = try #require(try await market.quotes(["BTC"], in: .sek).first).get()
        #expect(quote.price == Number("440000") && quote.currency == .sek)
        #expect(record.names.sorted() == ["BTC", "EUR/USDT"])
    }

    @Test("nothing is asked for ahead where the provider may have the price itself")
    func notNeeded() async throws {
        let record = Recorder()
        let market = Self.market(asksAhead: true) { symbol in
            record.add(symbol)
            return Self.quote(symbol).map { quote in
                var quote = quote
                quote.currency = .eur
                return quote
            }
        }
        #expect(try await market.quotes(["BTC"], in: .eur).first?.get().price == Number("50000"))
        #expect(record.names == ["BTC"])
    }

    @Test("a symbol that nobody knows stays unknown, whatever was asked for ahead")
    func unknownSymbol() async throws {
        let market = Self.market(asksAhead: true) { Self.quote($0) }
        let failure = try await market.quotes(["XYZ"], in: .sek).first?.failure
        #expect(failure == ProviderFailure("binance", unknown("XYZ")))
    }

    private final class Recorder: Sendable {
        private let symbols = Mutex<[String]>([])

        var names: [String] { symbols.withLock { $0 } }

        func add(_ symbol: Symbol) { symbols.withLock { $0.append("\(symbol)") } }
    }
}
