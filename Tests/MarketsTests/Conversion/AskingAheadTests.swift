import DecimalArithmetic
import Markets
import Synchronization
import TestSupport
import Testing
import Transport

@Suite("Needs known beforehand are requested together with the quotes", .quick, .endsHang)
struct AskingAheadTests {
    private typealias Answer = @Sendable (Symbol) async -> Result<Quote, ProviderFailure>

    /// Binance's market in kronor, with quotes by `answer` and rates by `rates`. Binance does not quote in dollars.
    private static func market(
        rates client: RateClient = .fixed(.success(.of("EUR", "SEK=11"))), events: Recorder = Recorder(),
        _ answer: @escaping Answer
    ) -> MarketClient {
        let market = MarketClient(
            list: MarketClient.unimplemented().list,
            quotes: { symbols, _ in
                var results: [Result<Quote, ProviderFailure>] = []
                for symbol in symbols { results.append(await answer(symbol)) }
                return results
            }, now: { TestClock().now })
        let rates = RateChain(
            links: [.init(name: "test", client: client), .init(name: "two", client: client)],
            retry: RetryPolicy(retries: 0), deadline: .none, time: TestClock().source, random: { 1 },
            observe: { if case .step(_, let next, _) = $0 { events.add("trying \(next)") } })
        return ConvertingMarket(.listed("binance"), market, rates: ExchangeRates(rates)).client
    }

    private static func quote(_ symbol: Symbol) -> Result<Quote, ProviderFailure> {
        guard symbol.bare != "XYZ" else { return .failure(ProviderFailure("binance", unknown("XYZ"))) }
        var quote = Quote(time: TestClock().now, symbol: symbol.bare, currency: .usdt, provider: "binance")
        quote.kind = symbol.bare == "EUR" ? .fiat : .coin
        quote.price = Number(symbol.bare == "EUR" ? "1.25" : "50000")
        return .success(quote)
    }

    @Test("the pair and the rates are requested before the quote arrives, each once")
    func together() async throws {
        let (gates, openings) = (0..<2).reduce(into: ([AsyncStream<Void>](), [AsyncStream<Void>.Continuation]())) {
            let (gate, opening) = AsyncStream<Void>.makeStream()
            $0.0.append(gate)
            $0.1.append(opening)
            _ = $1
        }
        let record = Recorder()
        var rates = RateClient.fixed(.success(.of("EUR", "SEK=11")))
        rates.latest = { [latest = rates.latest] () throws(ProviderFailure) in
            record.add("rates")
            openings[0].finish()
            return try await latest()
        }
        let market = Self.market(rates: rates) { symbol in
            record.add("\(symbol)")
            // Without the requests of the pair and of the rates this would never return.
            if symbol.bare == "BTC" { for gate in gates { for await _ in gate {} } } else { openings[1].finish() }
            return Self.quote(symbol)
        }
        let quote = try #require(try await market.quotes(["BTC"], in: .sek).first).get()
        #expect(quote.price == Number("440000") && quote.currency == .sek)
        #expect(quote.rateProviders == ["binance", "test"])
        #expect(record.names.sorted() == ["BTC", "EUR/USDT", "rates"])
    }

    @Test("Nothing more is requested for a stock at a provider of coins")
    func notAvailable() async throws {
        let record = Recorder()
        let market = Self.market(rates: .unimplemented()) { symbol in
            record.add("\(symbol)")
            // Other requests have the time to begin.
            for _ in 0..<100 { await Task.yield() }
            return .failure(ProviderFailure("binance", unknown("AAPL")))
        }
        _ = try await market.quotes(["stock:AAPL"], in: .sek)
        #expect(record.names == ["stock:AAPL"])
    }

    @Test("nothing more is requested if the provider may have the price itself")
    func notNeeded() async throws {
        let record = Recorder()
        let market = Self.market(rates: .unimplemented()) { symbol in
            record.add("\(symbol)")
            return Self.quote(symbol).map { quote in
                var quote = quote
                quote.currency = .eur
                return quote
            }
        }
        #expect(try await market.quotes(["BTC"], in: .eur).first?.get().price == Number("50000"))
        #expect(record.names == ["BTC"])
    }

    @Test("an unknown symbol remains unknown, and the failures of rates that are not needed are not reported")
    func unknownSymbol() async throws {
        let events = Recorder()
        let down = RateClient.fixed(.failure(ProviderFailure("test", .status(503, words: nil))))
        let market = Self.market(rates: down, events: events) { Self.quote($0) }
        let failure = try await market.quotes(["XYZ"], in: .sek).first?.failure
        #expect(failure == ProviderFailure("binance", unknown("XYZ")))
        #expect(events.names == [])
        let needed = try await market.quotes(["BTC"], in: .sek).first?.failure
        #expect(needed?.isSkippable == false)
        #expect(events.names == ["trying two"])
    }

    final class Recorder: Sendable {
        private let lines = Mutex<[String]>([])

        var names: [String] { lines.withLock { $0 } }

        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }
}
