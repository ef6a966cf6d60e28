import Markets
import Platform
import TestSupport
import Testing

@testable import Markets

/// One tick as text: market, price, open, change, volume, bid, ask, time.
func lines<Dialect: StreamDialect>(
    _ dialect: inout Dialect, _ message: String, news: inout [StreamNews]
) throws -> [String] {
    var message = message
    var lines: [String] = []
    let arrival = Timestamp(seconds: 1_709_294_400)
    let told = try message.withUTF8 { bytes in
        try dialect.read(bytes, at: arrival) { tick in
            let numbers = [tick.price, tick.open, tick.change, tick.volume, tick.bid, tick.ask].map {
                $0.number?.description ?? "-"
            }
            lines.append("\(tick.market.name) \(numbers.joined(separator: " ")) \(tick.time.timestamp)")
        }
    }
    if let told { news.append(told) }
    return lines
}

@Suite("Dialects of streams")
struct StreamDialectTests {
    private static func market(_ name: String, _ symbol: String, _ provider: String) -> TickMarket {
        TickMarket(name: name, symbol: symbol, currency: .usd, provider: provider)
    }

    @Test("Kraken's recorded session: status, acknowledgements, a refusal, a snapshot, a heartbeat")
    func krakenRecording() throws {
        let text = try #require(try Recordings.text("kraken/ws2-ticker-usdt-badpair-20260924.ndjson"))
        var dialect = KrakenStream()
        #expect(
            dialect.subscribe(to: [Self.market("USDT/USD", "USDT", "kraken"), Self.market("NOPE/USD", "NOPE", "kraken")])
                == [#"{"method":"subscribe","params":{"channel":"ticker","symbol":["USDT/USD","NOPE/USD"]}}"#])
        var (ticks, news) = ([String](), [StreamNews]())
        for line in text.split(separator: "\n") { ticks += try lines(&dialect, String(line), news: &news) }
        #expect(ticks == ["USDT/USD 0.99981 - 0.00005 - 0.9998 0.99981 2026-09-24T03:54:18.054886Z"])
        #expect(news == [.refused(market: "NOPE/USD", .unknownSymbol(nil))])
    }
}
