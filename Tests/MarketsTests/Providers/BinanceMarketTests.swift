@testable import MarketProviders
import JSONReader
import TestSupport
import Testing

@testable import Markets

@Suite("Base and quote currency of Binance's markets", .quick)
struct BinanceMarketTests {
    private enum InfoKey: String, CaseIterable {
        case symbols
        static let keys = JSONKeys<Self>()
    }

    private enum MarketKey: String, CaseIterable {
        case symbol, baseAsset, quoteAsset
        static let keys = JSONKeys<Self>()
    }

    private struct Market {
        var parts: [MarketKey: String] = [:]
    }

    private static func markets(_ name: String) throws -> [Market] {
        try JSONReader.read(try Recordings.bytes(name)) { reader in
            var markets: [Market] = []
            try reader.readObject(InfoKey.keys) { _, reader in
                try reader.readArray { reader in
                    var market = Market()
                    try reader.readObject(MarketKey.keys) { key, reader in
                        market.parts[key] = try reader.readString().makeString()
                    }
                    markets.append(market)
                }
            }
            return markets
        }
    }

    static let catalogues = Recordings.names(of: "binance").filter { $0.contains("xchangeInfo") }

    @Test(
        "Every market of a recorded exchangeInfo is split as the exchange does", .needsRecordings,
        arguments: catalogues)
    func recorded(name: String) throws {
        // binance.us tested with a market of 123 in 456.
        let markets = try Self.markets(name).filter { $0.parts[.quoteAsset] != "456" }
        #expect(markets.count > 10)
        var listed = BinanceMarkets(markets.compactMap { $0.parts[.symbol] })
        let wrong = markets.filter { market in
            guard let pair = market.parts[.symbol].flatMap({ listed.pair(of: $0) }) else { return true }
            return pair.base != market.parts[.baseAsset] || pair.quote.code != market.parts[.quoteAsset]
        }
        #expect(wrong.map { $0.parts[.symbol] } == [])
    }

    @Test(
        arguments: [
            (["ADAEUR"], ["ADA"], "ADA/EUR"), (["ADAEUR", "ADAUSDT"], [], "ADA/EUR"),
            (["ADAEUR", "ADUSDT"], ["AD"], "AD/AEUR"),
            (["BTCUSDT"], [], "BTC/USDT"), (["EURUSDT"], [], "EUR/USDT"), (["币安人生USDT"], [], "币安人生/USDT"),
            (["123456"], [], nil), (["USDT"], [], nil),
        ] as [([String], Set<String>, String?)])
    func splits(names: [String], bases: Set<String>, expected: String?) {
        var markets = BinanceMarkets(names, knownBases: bases)
        let pair = markets.pair(of: names[0])
        #expect(pair.map { "\($0.base)/\($0.quote)" } == expected)
    }
}
