@testable import MarketProviders
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

@Suite("CryptoCompare's streamer", .quick, .virtualTime)
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

    @Test("A refused market is not unsubscribed from, which would be an error")
    func refusedIsForgotten() {
        var stream = reading(bitcoin, "5~CCCAGG~NOPE~USD")
        _ = stream.outcome(#"{"TYPE":"500","MESSAGE":"INVALID_SUB","PARAMETER":"5~CCCAGG~NOPE~USD"}"#)
        #expect(stream.unsubscribe([market("5~CCCAGG~NOPE~USD")]).isEmpty)
        #expect(stream.outcome(tick(#""PRICE":1"#)).ticks.count == 1)
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

    @Test("A name is sent as a JSON string, whatever it contains")
    func escapes() {
        var stream = CryptoCompareStream()
        let texts = stream.subscribe(to: [tickMarket("5~CCCAGG~\"\\\u{7}~USD", "X", of: "cryptocompare")])
        #expect(texts == [##"{"action":"SubAdd","subs":["5~CCCAGG~\"\\\u0007~USD"]}"##])
    }

    @Test("Markets are added and removed on the open connection; stopping closes it")
    func conversation() async throws {
        let socket = Exchange.webSocket("/v2", query: "api_key=secret") { peer in
            try peer.expectText(#"{"action":"SubAdd","subs":["5~CCCAGG~BTC~USD"]}"#)
            try peer.send(texts: [
                #"{"TYPE":"20","MESSAGE":"STREAMERWELCOME"}"#, "<oops>",
                #"{"TYPE":"5","MARKET":"CCCAGG","FROMSYMBOL":"BTC","TOSYMBOL":"USD","PRICE":2,"OPENDAY":1}"#,
                #"{"TYPE":"5","MARKET":"CCCAGG","FROMSYMBOL":"BTC","TOSYMBOL":"USD","PRICE":3}"#,
            ])
            try peer.expectText(#"{"action":"SubRemove","subs":["5~CCCAGG~BTC~USD"]}"#)
            try peer.expectText(#"{"action":"SubAdd","subs":["5~CCCAGG~ETH~USD"]}"#)
            try peer.send(texts: ["<done>"])
            try peer.expectClose(1000)
        }
        try await withLoopbackServer([socket]) { server in
            let source = try Provider.cryptocompare.ticks(server, key: "secret")
            let (log, subscriptions) = (StreamLog(), TickSubscriptions())
            subscriptions.add(await source.markets([try Symbol("btc")], .usd).compactMap(\.success))
            let failure = try await source.running(subscriptions, log) {
                try await expectEventually("two ticks") { log.ticks.count == 2 }
                subscriptions.remove(["5~CCCAGG~BTC~USD"])
                subscriptions.add(await source.markets([try Symbol("eth")], .usd).compactMap(\.success))
                try await expectEventually("the last message") { log.events.count == 3 }
            }
            #expect(failure == nil)
            #expect(log.prices == ["BTC 2", "BTC 3"] && log.ticks.map(\.["open"]) == ["1", "1"])
            #expect(log.events.first == .opened(provider: "cryptocompare"))
            #expect(log.events.dropFirst().allSatisfy { if case .dropped = $0 { true } else { false } })
        }
    }
}
