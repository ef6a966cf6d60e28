@testable import MarketProviders
import Platform
import TestSupport
import Testing

@testable import Markets

private func reading(_ markets: String...) -> Reading<BinanceStream> {
    Reading(BinanceStream(), markets, "binance")
}

private func market(_ name: String) -> TickMarket { tickMarket(name, name, of: "binance") }

private func request(_ method: String, _ streams: String, _ id: Int) -> String {
    #"{"method":"\#(method)","params":[\#(streams)],"id":\#(id)}"#
}

@Suite("Binance's stream", .quick)
struct BinanceStreamTests {
    @Test("More than 200 markets come from the stream of all markets, which replaces single streams")
    func all() {
        let many = (0..<201).map { market("A\($0)USDT") }
        let all = #""!miniTicker@arr""#
        var stream = reading()
        #expect(stream.subscribe(many) == [request("SUBSCRIBE", all, 1)])
        #expect(stream.subscribe([market("BTCUSDT")]).isEmpty && stream.unsubscribe([many[0]]).isEmpty)
        let rows = ["BTCUSDT", "A0USDT", "A1USDT"].map { #"{"e":"24hrMiniTicker","E":5,"s":"\#($0)","c":"1"}"# }
        let message = #"{"stream":"!miniTicker@arr","data":[\#(rows.joined(separator: ","))]}"#
        #expect(stream.outcome(message).ticks.map { $0["market"] } == ["BTCUSDT", "A1USDT"])

        var growing = reading()
        #expect(growing.subscribe(Array(many.prefix(200))).map { $0.prefix(20) } == [#"{"method":"SUBSCRIBE"#])
        let before = many.prefix(200).map { #""\#($0.name.lowercased())@ticker""# }.joined(separator: ",")
        #expect(
            growing.subscribe([many[0], many[200]]) == [
                request("UNSUBSCRIBE", before, 2), request("SUBSCRIBE", all, 3),
            ])
    }
}
