import Platform
import TestSupport
import Testing

@testable import Markets

private func reading(_ markets: String...) -> Reading<OKXStream> { Reading(OKXStream(), markets, "okx") }

private func request(_ verb: String, _ markets: String...) -> String {
    let arguments = markets.map { #"{"channel":"tickers","instId":"\#($0)"}"# }
    return #"{"op":"\#(verb)","args":[\#(arguments.joined(separator: ","))]}"#
}

/// What a recorded message says, read by other means; nothing for what has no ticker.
private func expected(_ line: String) -> StreamOutcome {
    let message = RecordedMessage(text: line)
    guard let market = message["instId"], let time = message["ts"].flatMap(Int64.init) else { return .nothing }
    let (moment, keys) = (
        Timestamp(exactMilliseconds: time)?.description ?? "",
        [
            "price": "last", "open": "open24h", "high": "high24h", "low": "low24h", "bid": "bidPx", "ask": "askPx",
            "volume": "volCcy24h",
        ]
    )
    return .tick(message.facts(of: market, "okx", time: moment, keys))
}

@Suite("OKX's stream")
struct OKXStreamTests {
    @Test("One message subscribes to all markets; without markets none is sent")
    func subscriptions() {
        var stream = reading("BTC-USDT", "ETH-EUR")
        #expect(stream.subscription == [request("subscribe", "BTC-USDT", "ETH-EUR")])
        let sol = tickMarket("SOL-USDT", "SOL", of: "okx")
        #expect(stream.subscribe([sol]) == [request("subscribe", "SOL-USDT")])
        #expect(stream.unsubscribe([sol]) == [request("unsubscribe", "SOL-USDT")])
        #expect(stream.subscribe([]).isEmpty && reading().subscription.isEmpty)
    }

    @Test("The arguments of a message are less than 64 KB")
    func manySubscriptions() {
        let names = (0..<5000).map { "COIN\($0)-USDT" }
        let messages = Reading(OKXStream(), names, "okx").subscription
        #expect(messages.count == 4)
        #expect(messages.allSatisfy { $0.utf8.count < 64_000 })
        let sent = messages.flatMap { $0.matches(of: /"instId":"([^"]*)"/).map { String($0.1) } }
        #expect(sent == names)
    }

    @Test("A ping every 20 seconds keeps the connection open; subscriptions are limited by the hour")
    func rules() {
        let ping = StreamRules.Ping(text: "ping", every: .seconds(20), answer: "pong")
        let changes = StreamRules.Changes(480, in: .seconds(3600))
        #expect(
            OKXStream().rules
                == StreamRules(silence: .seconds(40), ping: ping, pause: .seconds(1), changes: changes))
        var stream = reading("BTC-USDT")
        #expect(stream.outcome("pong") == .news(.pong))
    }

    @Test(
        "Every line of the recorded sessions is read by value and in order: futures, swaps and an option too",
        .needsRecordings,
        arguments: [("okx/ws-tickers-20220513.ndjson", 28), ("okx/ws-tickers-kinds-20220602.ndjson", 6)])
    func recorded(file: String, ticks: Int) throws {
        let lines = try Recordings.lines(file)
        let markets = Set(lines.compactMap { RecordedMessage(text: $0)["instId"] }).sorted()
        var stream = Reading(OKXStream(), markets, "okx")
        for (index, line) in lines.enumerated() {
            #expect(stream.outcome(line).asSent == expected(line), "line \(index)")
        }
        #expect(lines.count { expected($0) != .nothing } == ticks)
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
