import Platform
import TestSupport
import Testing

@testable import Markets

private func reading(_ markets: String...) -> Reading<OKXStream> { Reading(OKXStream(), markets, "okx") }

@Suite("OKX's stream", .quick)
struct OKXStreamTests {
    @Test("The arguments of a message are less than 64 KB")
    func manySubscriptions() {
        let names = (0..<5000).map { "COIN\($0)-USDT" }
        let messages = Reading(OKXStream(), names, "okx").subscription
        #expect(messages.count == 4 && messages.allSatisfy { $0.utf8.count < 64_000 })
        let sent = messages.flatMap { $0.matches(of: /"instId":"([^"]*)"/).map { String($0.1) } }
        #expect(sent == names)
    }

    @Test("The documented message; another channel, which has no latest price; a refusal in words", .needsRecordings)
    func single() throws {
        var stream = reading("BTC-USDT", "NMR-USDT")
        let documented = stream.outcome(try Recordings.bytes("okx/ws-tickers-documented.json"))
        #expect(documented.ticks.map { $0["price"] } == ["9999.99"] && !documented.isDropped)
        let outcomes = try Recordings.lines("okx/ws-index-tickers-20250606.ndjson").map { stream.outcome($0) }
        #expect(outcomes == [.nothing, .dropped, .dropped])
        let refusal = stream.outcome(try Recordings.bytes("okx/ws-error-60018.json"))
        #expect(refusal == .news(.refused(market: "NMR-USDT", .unknownSymbol(nil))))
        #expect(stream.outcome("pong") == .news(.pong))
    }

    @Test(
        "An error refuses a market or ends the stream, and so does the notice before the server restarts",
        arguments: [
            (
                #""event":"error","code":"60018","msg":"channel:tickers,instId:X-Y doesn't exist.""#,
                StreamNews.refused(market: "X-Y", .unknownSymbol(nil))
            ),
            (#""event":"error","code":"60018","msg":"Wrong URL""#, .refused(market: nil, .unknownSymbol(nil))),
            (#""event":"error","code":"60014","msg":"Too many""#, .ending(.rateLimited(words: "Too many"))),
            (
                #""event":"error","code":"60012","msg":"Illegal request: x""#,
                .ending(.status(200, words: "Illegal request: x"))
            ),
            (#""event":"error""#, .ending(.status(200, words: nil))),
            (
                #""event":"notice","code":"64008","msg":"The connection will soon be closed.""#,
                .ending(.streamClosed(code: nil, words: "The connection will soon be closed."))
            ),
            (#""event":"notice","code":"1","msg":"Hello""#, nil),
            (#""event":"unsubscribe","arg":{"channel":"tickers","instId":"BTC-USDT"},"connId":"a4d3ae55""#, nil),
        ] as [(String, StreamNews?)])
    func news(members: String, news: StreamNews?) {
        var stream = reading("BTC-USDT")
        #expect(stream.outcome("{\(members)}") == StreamOutcome(news: news))
    }

    @Test("The rows of a message that are not subscribed to have no ticks; an invalid row affects no other row")
    func rows() {
        var stream = reading("BTC-USDT")
        let rows = [
            #"{"instId":"ETH-USDT","last":"2"}"#, #"{"instId":"BTC-USDT","last":""}"#, "5",
            #"{"instId":"BTC-USDT","last":"7","bidPx":"0","volCcy24h":"-1"}"#,
        ]
        let outcome = stream.outcome(#"{"arg":{"channel":"tickers"},"data":[\#(rows.joined(separator: ","))]}"#)
        #expect(outcome.isDropped && outcome.ticks.map { $0["price"] } == ["7"])
        #expect(outcome.ticks.map { $0["bid"] } == [nil] && outcome.ticks.map { $0["volume"] } == [nil])
    }
}
