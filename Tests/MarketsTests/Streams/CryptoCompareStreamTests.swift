import Platform
import TestSupport
import Testing

@testable import Markets

private let bitcoin = "5~CCCAGG~BTC~USD"

private func market(_ name: String) -> TickMarket {
    tickMarket(name, String(name.split(separator: "~")[2]), of: "cryptocompare")
}

private func reading(_ names: String...) -> Reading<CryptoCompareStream> {
    var reading = Reading(CryptoCompareStream(), [], "cryptocompare")
    _ = reading.subscribe(names.map(market))
    return reading
}

private func tick(_ fields: String, type: String = "5", market: String = "CCCAGG") -> String {
    #"{"TYPE":"\#(type)","MARKET":"\#(market)","FROMSYMBOL":"BTC","TOSYMBOL":"USD","FLAGS":4,\#(fields)}"#
}

@Suite("CryptoCompare's streamer", .quick)
struct CryptoCompareStreamTests {
    @Test("Markets are added and removed one by one on the open connection")
    func subscriptions() {
        var stream = Reading(CryptoCompareStream(), [], "cryptocompare")
        #expect(stream.subscription.isEmpty)
        #expect(
            stream.subscribe([market(bitcoin), market("2~Coinbase~ETH~USD")])
                == [#"{"action":"SubAdd","subs":["5~CCCAGG~BTC~USD","2~Coinbase~ETH~USD"]}"#])
        #expect(stream.subscribe([market("5~CCCAGG~XRP~EUR")]) == [#"{"action":"SubAdd","subs":["5~CCCAGG~XRP~EUR"]}"#])
        #expect(stream.unsubscribe([market(bitcoin)]) == [#"{"action":"SubRemove","subs":["5~CCCAGG~BTC~USD"]}"#])
        #expect(stream.unsubscribe([market(bitcoin)]).isEmpty)
    }

    @Test("The recorded updates of the index are read by value", .needsRecordings)
    func recordedIndex() throws {
        var stream = reading(bitcoin)
        let outcomes = try Recordings.lines("cryptocompare/ws2-type5-recorded.ndjson").map { stream.outcome($0) }
        let common = [
            "symbol": "BTC", "market": bitcoin, "kind": "coin", "currency": "USD", "provider": "cryptocompare",
            "market_cap": "976108705309.5936",
        ]
        let ticks = [
            ["time": "2024-02-13T13:53:47Z", "price": "49735.6637659428", "volume": "2449291847.091117"],
            ["time": "2020-09-18T14:44:22Z", "price": "10948.7", "volume": "245527738.84857687"],
        ]
        #expect(outcomes == ticks.map { StreamOutcome(ticks: [$0.merging(common) { first, _ in first }]) })
    }

    @Test("A frame with an invalid time is dropped, and none of its values are kept")
    func badTimes() {
        var stream = reading(bitcoin)
        for time in ["-1", "253402300800", "9223372036854775808", #""x""#, "1e308"] {
            #expect(stream.outcome(tick(#""PRICE":5,"VOLUME24HOURTO":7,"LASTUPDATE":\#(time)"#)) == .dropped)
        }
        let ticks = stream.outcome(tick(#""PRICE":6"#)).ticks
        #expect(ticks.map { $0["price"] } == ["6"] && ticks.map { $0["volume"] } == [nil])
    }

    @Test("The recorded ticker of one exchange is read by value", .needsRecordings)
    func recordedExchange() throws {
        var stream = reading("2~Coinbase~ETH~USD")
        let recorded = try Recordings.bytes("cryptocompare/ws2-type2-coinbase-ethusd-20200327.json")
        let facts = [
            "symbol": "ETH", "market": "2~Coinbase~ETH~USD", "kind": "coin", "currency": "USD",
            "provider": "cryptocompare", "time": "2020-03-27T14:23:56Z", "price": "135.5",
            "volume": "25627607.6662005",
        ]
        #expect(stream.outcome(String(decoding: recorded, as: UTF8.self)) == StreamOutcome(ticks: [facts]))
    }

    @Test("Of the documented control messages only the refused key is reported", .needsRecordings)
    func controls() throws {
        var stream = reading(bitcoin)
        let lines = try Recordings.lines("cryptocompare/ws2-documented-control-messages.ndjson")
        let types = lines.map { $0.split(separator: "\"")[3] }
        #expect(types == ["20", "16", "3", "17", "18", "999", "401"])
        for line in lines.dropLast() { #expect(stream.outcome(line) == .nothing, "\(line)") }
        let words = "UNAUTHORIZED: We only support JSON format with a valid api_key."
        #expect(stream.outcome(lines[6]) == .news(.ending(.unauthorized(words: words))))
    }

    @Test("The recorded errors 429 and 500 are of different kinds", .needsRecordings)
    func recordedErrors() throws {
        var stream = reading(bitcoin)
        let full = "TOO_MANY_SOCKETS_MAX_1_PER_CLIENT: You have reached your maximum sockets open for your subscription"
        for (name, reason) in [
            ("ws2-429-too-many-sockets", ProviderFailure.Reason.rateLimited(words: full)),
            ("ws2-500-force-disconnect", .status(500, words: "FORCE_DISCONNECT")),
        ] {
            let recorded = try Recordings.bytes("cryptocompare/\(name).json")
            #expect(stream.outcome(String(decoding: recorded, as: UTF8.self)) == .news(.ending(reason)))
        }
    }

    @Test(
        "Errors of type 500 refuse a market, end the stream or are ignored",
        arguments: [
            (
                #""INVALID_SUB","PARAMETER":"5~CCCAGG~NOPE~USD""#,
                .refused(market: "5~CCCAGG~NOPE~USD", .unknownSymbol(nil))
            ),
            (#""INVALID_SUB""#, .refused(market: nil, .unknownSymbol(nil))),
            (#""SUBSCRIPTION_UNRECOGNIZED","PARAMETER":"5~CCCAGG~NOPE~USD""#, nil),
            (#""SUBSCRIPTION_ALREADY_ACTIVE","PARAMETER":"5~CCCAGG~BTC~USD""#, nil),
            (#""INVALID_JSON","INFO":"no JSON""#, .ending(.status(500, words: "INVALID_JSON: no JSON"))),
            (#""INVALID_PARAMETER","PARAMETER":{}"#, .ending(.status(500, words: "INVALID_PARAMETER"))),
            (#"null"#, .ending(.status(500, words: nil))),
        ] as [(String, StreamNews?)])
    func errors(rest: String, news: StreamNews?) {
        var stream = reading(bitcoin, "5~CCCAGG~NOPE~USD")
        #expect(stream.outcome(#"{"TYPE":"500","MESSAGE":\#(rest)}"#) == StreamOutcome(news: news))
    }

    @Test("A refused market is not unsubscribed from, which would be an error")
    func refusedIsForgotten() {
        var stream = reading(bitcoin, "5~CCCAGG~NOPE~USD")
        _ = stream.outcome(#"{"TYPE":"500","MESSAGE":"INVALID_SUB","PARAMETER":"5~CCCAGG~NOPE~USD"}"#)
        #expect(stream.unsubscribe([market("5~CCCAGG~NOPE~USD")]).isEmpty)
        #expect(stream.outcome(tick(#""PRICE":1"#)).ticks.count == 1)
    }
}

// MARK: - Deltas

extension CryptoCompareStreamTests {
    @Test("The first frame is complete, later ones have only changes; an absent open stays")
    func deltas() throws {
        var stream = reading(bitcoin, "2~Coinbase~BTC~USD")
        let full = tick(
            #""PRICE":100,"LASTUPDATE":1618082612,"OPENDAY":80,"HIGHDAY":120.50,"LOWDAY":79,"OPEN24HOUR":1,"#
                + #""HIGH24HOUR":2,"LOW24HOUR":0.5,"VOLUME24HOURTO":5e3,"BID":99.9,"ASK":"100.1""#)
        let expected = [
            "symbol": "BTC", "market": bitcoin, "kind": "coin", "currency": "USD", "provider": "cryptocompare",
            "time": "2021-04-10T19:23:32Z", "price": "100", "open": "80", "high": "120.5", "low": "79", "change": "20",
            "change_percent": "25", "volume": "5000", "bid": "99.9", "ask": "100.1",
        ]
        #expect(stream.outcome(full) == StreamOutcome(ticks: [expected]))

        var second = stream.outcome(tick(#""PRICE":120,"OPEN24HOUR":3"#)).ticks
        try #require(second.count == 1)
        #expect(second[0].removeValue(forKey: "time") == "2024-03-01T12:00:00Z")
        let changed = ["price": "120", "change": "40", "change_percent": "50", "time": nil] as [String: String?]
        for (key, value) in expected { #expect(second[0][key] == (changed[key] ?? value), "\(key)") }

        #expect(stream.outcome(tick(#""PRICE":7"#, type: "2", market: "Coinbase")).ticks.map(\.["open"]) == [nil])
    }

    @Test("An update without a price is not a tick, and its values are kept for the next one")
    func withoutPrice() {
        var stream = reading(bitcoin)
        #expect(stream.outcome(tick(#""OPENDAY":80"#)) == .nothing)
        #expect(stream.outcome(tick(#""PRICE":null,"VOLUME24HOURTO":9"#)) == .nothing)
        let next = stream.outcome(tick(#""PRICE":100"#)).ticks
        #expect(next.map { [$0["open"], $0["volume"], $0["change"]] } == [["80", "9", "20"]])
    }

    @Test("Open, high and low are of the day from the first frame that has one, of 24 hours before")
    func dayAfterHours() {
        var stream = reading(bitcoin)
        let first = stream.outcome(tick(#""PRICE":100,"OPEN24HOUR":50,"HIGH24HOUR":200,"LOW24HOUR":40"#)).ticks
        #expect(first.map { [$0["open"], $0["high"], $0["low"]] } == [["50", "200", "40"]])
        let second = stream.outcome(tick(#""PRICE":100,"OPENDAY":80,"HIGHDAY":110"#)).ticks
        #expect(second.map { [$0["open"], $0["high"], $0["low"]] } == [["80", "110", nil]])
        let third = stream.outcome(tick(#""PRICE":100,"OPEN24HOUR":51,"LOW24HOUR":41,"OPENDAY":90"#)).ticks
        #expect(third.map { [$0["open"], $0["high"], $0["low"]] } == [["90", "110", nil]])
    }

    @Test("Markets that are not subscribed to have no ticks; one that is added again starts without values")
    func unknownMarkets() {
        var stream = reading(bitcoin)
        for frame in [
            tick(#""PRICE":1"#, type: "2"), tick(#""PRICE":1"#, market: "Coinbase"),
            #"{"TYPE":"5","MARKET":"CCCAGG","FROMSYMBOL":"btc","TOSYMBOL":"USD","PRICE":1}"#,
            #"{"TYPE":"0","M":"Coinbase","FSYM":"BTC","TSYM":"USD","P":1}"#,
        ] { #expect(stream.outcome(frame) == .nothing, "\(frame)") }
        #expect(stream.outcome(tick(#""PRICE":2,"OPENDAY":1"#)).ticks.count == 1)
        let sold = market(bitcoin)
        _ = stream.unsubscribe([sold])
        #expect(stream.outcome(tick(#""PRICE":2"#)) == .nothing)
        _ = stream.subscribe([sold])
        #expect(stream.outcome(tick(#""PRICE":2"#)).ticks.map(\.["open"]) == [nil])
    }
}

// MARK: - Hostile messages

extension CryptoCompareStreamTests {
    @Test(
        "An invalid price drops its message and changes no kept value",
        arguments: [#""NaN""#, "-1", #""-0.5""#, "1e99999", #""1,5""#, "[]", "{}", "true", #""1_000""#])
    func badPrices(price: String) {
        var stream = reading(bitcoin)
        #expect(stream.outcome(tick(#""PRICE":100,"OPENDAY":80"#)).ticks.count == 1)
        #expect(stream.outcome(tick(#""PRICE":\#(price),"OPENDAY":1"#)) == .dropped)
        #expect(stream.outcome(tick(#""PRICE":101"#)).ticks.map(\.["open"]) == ["80"])
    }

    @Test(
        "A price of any length is exact; none, an empty one and 0 are not updates",
        arguments: ["null", #""""#, "0", #""0.00""#])
    func noPrices(price: String) {
        var stream = reading(bitcoin)
        #expect(stream.outcome(tick(#""PRICE":\#(price)"#)) == .nothing)
        let long = "1" + String(repeating: "0", count: 400)
        #expect(stream.outcome(tick(#""PRICE":1e400"#)).ticks.map(\.["price"]) == [long])
        #expect(stream.outcome(tick(#""PRICE":"1.2e-07""#)).ticks.map(\.["price"]) == ["0.00000012"])
    }

    @Test("Other invalid numbers are unknown, and a kept value stays")
    func badNumbers() {
        var stream = reading(bitcoin)
        _ = stream.outcome(tick(#""PRICE":1,"OPENDAY":2,"HIGHDAY":3,"VOLUME24HOURTO":4"#))
        let bad = stream.outcome(
            tick(#""PRICE":2,"OPENDAY":0,"HIGHDAY":"NaN","LOWDAY":-1,"VOLUME24HOURTO":-4,"LASTUPDATE":null"#)
        ).ticks
        #expect(bad.map { [$0["open"], $0["high"], $0["low"], $0["volume"]] } == [["2", "3", nil, "4"]])
        #expect(bad.map(\.["time"]) == ["2024-03-01T12:00:00Z"])
    }

    @Test("An invalid or truncated message is dropped, and the stream continues")
    func hostile() {
        var stream = reading(bitcoin)
        let frame = tick(#""PRICE":100,"LASTUPDATE":1618082612"#)
        let cut = (0..<frame.count).map { String(frame.prefix($0)) }
        let twice = [#"{"TYPE":"5","TYPE":"5"}"#, tick(#""PRICE":1,"PRICE":1"#), #"{"TYPE":5.5.5}"#, #"{"TYPE":null}"#]
        for text in HostileText.all + cut + twice + ["pong", frame + frame] {
            #expect(stream.outcome(text) == .dropped, "\(text.prefix(80))")
        }
        #expect(stream.outcome(frame).ticks.count == 1)
    }
}
