import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

/// Answers that are a part of a recording, or made of several.
@Suite("IEX, CNBC and WazirX, recorded in parts", .needsRecordings, .quick, .virtualTime)
struct StockRecordingTests {
    @Test("IEX's quotes of 2018, each taken out of the batch that they were recorded in")
    func iexBatch() async throws {
        let prices = ["FB": ["182.93", "-0.83", "-0.452", "183.76"], "MSFT": ["96.43", "0.25", "0.26", "96.18"]]
        let bytes = try Recordings.bytes("iex/legacy-1.0-batch-quote-fb-msft-2018.json")
        let text = String(decoding: bytes, as: UTF8.self)
        for (symbol, facts) in prices {
            let start = try #require(text.firstRange(of: #""\#(symbol)":{"quote":"#)).upperBound
            let body = String(text[start...].prefix { $0 != "}" }) + "}"
            let exchange = Exchange.get("/1.0/stock/\(symbol)/quote", answer: .json(body))
            let sent = try await withLoopbackServer([exchange]) { server in
                try await Provider.listed("iex").client(server).quotes([symbol])[0].get().facts
            }
            #expect(["price", "change", "change_percent", "open"].map { sent[$0] } == facts, "\(symbol)")
        }
    }

    @Test("CNBC's rows of a yield, which is no price, and of an index that it does not know")
    func cnbcUnknown() async throws {
        let rows = try String(decoding: Recordings.bytes("cnbc/rows-us2y-ftsemib.ndjson"), as: UTF8.self)
        let list = rows.split(separator: "\n").joined(separator: ",")
        let body = Answer.json(#"{"FormattedQuoteResult":{"FormattedQuote":[\#(list)]}}"#)
        try await withLoopbackServer([.get("/quote-html-webservice/restQuote/symbolType/symbol", answer: body)]) {
            server in
            let results = try await Provider.listed("cnbc").client(server).quotes(["US2Y", "stock:.FTSEMIB"])
            #expect(results[0].success == nil)
            #expect(results[1].failure?.reason == unknown("stock:.FTSEMIB"))
        }
    }

    /// The facts of a quote, with the session of the exchange, from a recording in an envelope.
    private static func facts(
        _ provider: String, _ symbol: String, at path: String, _ recording: String, in envelope: String
    ) async throws -> [String: String] {
        let body = envelope.replacing("*", with: String(decoding: try Recordings.bytes(recording), as: UTF8.self))
        return try await withLoopbackServer([.get(path, answer: .json(body))]) { server in
            let provider = Provider.listed(provider)
            var settings = ProviderSettings(http: provider.testHTTP, base: server.url, time: TestClock().source)
            settings.extras = .session
            let choice = CurrencyChoice(.usd, allowsOtherCurrency: true)
            return try await provider.make(settings).quotes([try Symbol(symbol)], choice)[0].get().facts
        }
    }

    @Test("CNBC's fund before the market opens has the close of the day before, and the trade since then")
    func cnbcEarly() async throws {
        let facts = try await Self.facts(
            "cnbc", "SOXL", at: "/quote-html-webservice/restQuote/symbolType/symbol",
            "cnbc/restquote-soxl-premarket-20260818.json", in: #"{"FormattedQuoteResult":{"FormattedQuote":[*]}}"#)
        #expect(
            facts == [
                "time": "2026-08-17T00:00:00Z", "symbol": "SOXL", "id": "SOXL", "kind": "stock", "price": "151.53",
                "currency": "USD", "provider": "cnbc", "session": "pre", "extended_price": "137.27",
                "extended_change_percent": "-9.41067775", "extended_time": "2026-08-18T11:20:13.618Z",
            ])
    }

    @Test("WazirX's market with its time as text, in the array that it comes in")
    func wazirx() async throws {
        let facts = try await Self.facts(
            "wazirx", "BTC/USDT", at: "/sapi/v1/tickers/24hr", "wazirx/ccxt-ticker24hr-btcusdt-20240313.json",
            in: "[*]")
        #expect(
            facts == [
                "time": "2024-03-13T11:10:41Z", "symbol": "BTC", "id": "btcusdt", "kind": "coin", "market": "btcusdt",
                "price": "73216", "currency": "USDT", "open": "72046", "high": "73638", "low": "69000",
                "change": "1170", "change_percent": "1.62396247", "bid": "73122", "ask": "73216", "provider": "wazirx",
            ])
    }
}
