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

    @Test("A recorded tick has every field, wrapped or raw, single or in an array; the turnover is in quote currency")
    func fields() {
        let event =
            #"{"e":"24hrTicker","E":1648913430060,"s":"BTCUSDT","p":"-71.76000000","P":"-0.154","w":"46472.77080038","#
            + #""x":"46560.65000000","c":"46488.89000000","Q":"0.04087000","b":"46491.59000000","B":"0.03226400","#
            + #""a":"46491.60000000","A":"0.04280400","o":"46560.65000000","h":"95000.00000000","#
            + #""l":"44477.76000000","v":"2564.68508800","q":"119188022.26977675","O":1648827026946,"#
            + #""C":1648913426946,"F":4732465,"L":4840067,"n":107603}"#
        let facts = [
            "symbol": "BTCUSDT", "market": "BTCUSDT", "kind": "coin", "currency": "USD", "provider": "binance",
            "time": "2022-04-02T15:30:30.060Z", "price": "46488.89", "open": "46560.65", "high": "95000",
            "low": "44477.76", "change": "-71.76", "change_percent": "-0.15412156",
            "volume": "119188022.26977675", "bid": "46491.59", "ask": "46491.6",
        ]
        var stream = reading("BTCUSDT")
        for message in [
            event, "[\(event)]", #"{"stream":"btcusdt@ticker","data":\#(event)}"#,
            #"{"data":[\#(event)],"stream":"!ticker@arr"}"#,
        ] {
            #expect(stream.outcome(message) == .tick(facts))
        }
    }

    @Test("Keys that differ only in case are different keys, in any order")
    func cases() {
        var stream = reading("BTCUSDT")
        let rest = #""C":1,"O":2,"H":"3","L":4,"Q":"5","B":"6","A":"7","S":"ETHUSDT""#
        let event = #""e":"24hrTicker","E":1709294400500,"s":"BTCUSDT""#
        #expect(stream.outcome(#"{\#(event),\#(rest)}"#) == .dropped)
        let facts = [
            "symbol": "BTCUSDT", "market": "BTCUSDT", "kind": "coin", "currency": "USD", "provider": "binance",
            "time": "2024-03-01T12:00:00.500Z", "price": "9",
        ]
        #expect(stream.outcome(#"{\#(rest),"c":"9",\#(event)}"#) == .tick(facts))
        #expect(stream.outcome(#"{"c":"9",\#(event),\#(rest)}"#) == .tick(facts))
    }

    @Test("A market without trades sends zeros, which are not ticks; a tick without a time has that of its arrival")
    func zeros() {
        var stream = reading("BTCUSDT")
        let event = #""e":"24hrTicker","s":"BTCUSDT""#
        #expect(stream.outcome(#"{\#(event),"c":"0.00000000","o":"0.00000000"}"#) == .nothing)
        for time in ["", #","E":null"#, #","E":"""#] {
            let ticks = stream.outcome(
                #"{\#(event),"c":"2","o":"0.0","h":"0","l":"-1","b":"0.00000000","a":"0"\#(time)}"#
            ).ticks
            #expect(
                ticks == [
                    [
                        "symbol": "BTCUSDT", "market": "BTCUSDT", "kind": "coin", "currency": "USD",
                        "provider": "binance", "time": "2024-03-01T12:00:00Z", "price": "2",
                    ]
                ])
        }
    }

    @Test("An invalid row affects no other row")
    func rows() {
        var stream = reading("BTCUSDT", "ETHUSDT")
        let rows = [
            #""BTCUSDT","c":"NaN""#, #""XUSDT","c":"NaN""#, #""BTCUSDT","c":"1","c":"2""#, #""ETHUSDT","c":"6""#,
        ]
        let text = rows.map { #"{"e":"24hrMiniTicker","s":\#($0)}"# }.joined(separator: ",")
        for message in ["[5,\(text)]", #"{"stream":"!miniTicker@arr","data":[5,\#(text)]}"#] {
            let outcome = stream.outcome(message)
            #expect(outcome.isDropped && outcome.ticks.map { $0["price"] } == ["6"])
        }
        #expect(stream.outcome("[]") == .nothing)
    }

    @Test(
        "Answers to requests are ignored or end the stream, as an announced shutdown does",
        arguments: [
            (#"{"result":null,"id":1}"#, nil), (#"{"result":["btcusdt@ticker"],"id":3}"#, nil),
            (
                #"{"error":{"code":2,"msg":"Invalid request: invalid stream"},"id":1}"#,
                .ending(.status(200, words: "Invalid request: invalid stream"))
            ),
            (#"{"code":3,"msg":"Invalid JSON","id":""}"#, .ending(.status(200, words: "Invalid JSON"))),
            (#"{"code":0}"#, .ending(.status(200, words: nil))),
            (#"{"code":-1003,"msg":"Too many"}"#, .ending(.rateLimited(words: "Too many"))),
            (
                #"{"e":"serverShutdown","E":1770123456789}"#,
                .ending(.streamClosed(code: nil, words: "the server is about to shut down"))
            ),
            (
                #"{"stream":"!serverShutdown","data":{"e":"serverShutdown","E":1770123456789}}"#,
                .ending(.streamClosed(code: nil, words: "the server is about to shut down"))
            ),
        ] as [(String, StreamNews?)])
    func answers(message: String, news: StreamNews?) {
        var stream = reading("BTCUSDT")
        #expect(stream.outcome(message) == StreamOutcome(news: news))
    }
}
