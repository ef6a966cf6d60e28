import DecimalArithmetic
import Markets
import TestSupport
import Testing

/// Kraken's tickers of September 2026.
extension CoinRecordingTests {
    @Test("Kraken's ticker of 2026: BTC by the key of its first assets, with today's open")
    func krakenTicker2026() async throws {
        let answer = try Answer.recording("kraken/ticker-xbtusd-20260919.json")
        try await withLoopbackServer([.get("/0/public/Ticker", query: "pair=XBTUSD", answer: answer)]) { server in
            var facts = try await MarketProvider.listed("kraken").client(server).quotes(["BTC"])[0].get().facts
            // 534.1 of 80878.1.
            #expect(facts.removeValue(forKey: "change_percent")?.hasPrefix("0.66037654") == true)
            #expect(
                facts == [
                    "time": "2024-03-01T12:00:00Z", "symbol": "BTC", "id": "XXBTZUSD", "market": "XBTUSD",
                    "kind": "coin", "price": "81412.2", "currency": "USD", "open": "80878.1", "high": "81915",
                    "low": "80823.7", "change": "534.1", "bid": "81416", "ask": "81416.1", "provider": "kraken",
                ])
        }
    }

    /// The keys of the recording, whose pairs are none of those that the exchange lists without being asked for them.
    private static let shares = [
        "TSLAx", "AAPLx", "NVDAx", "SPYx", "AMZNx", "AVGOx", "COINx", "GLDx", "GOOGLx", "METAx", "MSFTx", "MSTRx",
        "IWMx", "SLVx", "MARAx", "RIOTx", "CLSKx", "QQQx",
    ]

    @Test("Kraken's tokenised shares: one that was never traded has no price, one without a seller no ask")
    func krakenShares() async throws {
        let pairs = Self.shares.map { #""\#($0)USD":{"altname":"\#($0)USD","base":"\#($0)","quote":"ZUSD"}"# }
        let exchanges: [Exchange] = [
            .get(
                "/0/public/AssetPairs", answer: .json(#"{"error":[],"result":{\#(pairs.joined(separator: ","))}}"#)),
            .get("/0/public/Ticker", answer: try .recording("kraken/ticker-xstocks-20260919.json")),
        ]
        let list = try await withLoopbackServer(exchanges) { server in
            try await MarketProvider.listed("kraken").client(server).top(limit: 100)
        }
        #expect(list.dropped.isEmpty)
        #expect(Set(list.quotes.compactMap(\.id)) == Set(Self.shares.map { "\($0)USD" }))
        #expect(list.quotes.filter { $0.price == nil }.map(\.id) == ["CLSKxUSD"])
        #expect(Set(list.quotes.filter { $0.ask == nil }.map(\.symbol)) == ["IWMX", "MARAX", "RIOTX", "CLSKX"])
        let expected = [
            "QQQxUSD": "720.76896 721.40676 721.80538 719.39372 720.76896 720.77893",
            "TSLAxUSD": "364.96 364.04 365.17 364.04 364.96 365.02", "RIOTxUSD": "23.58 23.41 23.58 23.41 18.5 -",
            "CLSKxUSD": "- - - - 0.21 -",
        ]
        for (id, line) in expected {
            let quote = try #require(list.quotes.first { $0.id == id })
            let numbers = [quote.price, quote.open, quote.high, quote.low, quote.bid, quote.ask]
            #expect(numbers.map { $0?.description ?? "-" }.joined(separator: " ") == line, "\(id)")
        }
    }
}
