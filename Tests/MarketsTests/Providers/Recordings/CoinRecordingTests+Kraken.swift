import DecimalArithmetic
import Markets
import TestSupport
import Testing

/// Kraken's tickers of September 2026.
extension CoinRecordingTests {
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
