import Platform
import TestSupport
import Testing
import Transport

@testable import Markets

/// The names of its markets, and the socket.
@Suite("CryptoCompare's ticks", .quick)
struct CryptoCompareTickTests {
    @Test(
        "A symbol means the index, in the requested currency",
        arguments: [
            ("btc", "5~CCCAGG~BTC~USD"), ("ETH/EUR", "5~CCCAGG~ETH~EUR"), ("id:1182", nil), ("stock:AAPL", nil),
            ("a~b", nil),
        ] as [(String, String?)])
    func names(text: String, name: String?) throws {
        let symbol = try Symbol(text)
        let market = CryptoCompareStream.market(of: symbol, in: symbol.quote ?? .usd)
        #expect(market.success?.name == name)
        if name == nil { #expect(market.failure == ProviderFailure("cryptocompare", .unknownSymbol(symbol))) }
    }

    @Test("A name is sent as a JSON string, whatever it contains")
    func escapes() {
        var stream = CryptoCompareStream()
        let texts = stream.subscribe(to: [tickMarket("5~CCCAGG~\"\\\u{7}~USD", "X", of: "cryptocompare")])
        #expect(texts == [##"{"action":"SubAdd","subs":["5~CCCAGG~\"\\\u0007~USD"]}"##])
    }

    @Test("A row of the list is streamed from the exchange of its last trade, or from the index if it names none")
    func listed() async throws {
        let rows = [
            ("BTC", #""LASTMARKET":"Coinbase","#), ("ETH", #""LASTMARKET":"CCCAGG","#), ("XRP", ""),
            ("LTC", #""LASTMARKET":"a~b","#),
        ].map { #"{"CoinInfo":{"Id":"1-\#($0)","Name":"\#($0)"},"RAW":{"USD":{\#($1)"PRICE":1}}}"# }
        let list = Exchange.get(
            "/data/top/totaltoptiervolfull",
            answer: .json(
                #"{"Message":"Success","Data":[\#((rows + [#"{"CoinInfo":{"Name":"NEW"}}"#]).joined(separator: ","))]}"#
            ))
        try await withLoopbackServer([list]) { server in
            let quotes = try await MarketProvider.cryptocompare.client(server, key: "secret").top(limit: 9).quotes
            let markets = try MarketProvider.cryptocompare.ticks(server, key: "secret").listed(quotes)
            #expect(
                markets.map(\.name) == [
                    "2~Coinbase~BTC~USD", "5~CCCAGG~ETH~USD", "5~CCCAGG~XRP~USD", "5~CCCAGG~LTC~USD",
                    "5~CCCAGG~NEW~USD",
                ])
            #expect(markets[0].quote.id == "1-BTC" && markets[0].symbol == "BTC" && markets[0].currency == .usd)
        }
    }

    @Test("Without a key no request is sent")
    func missingKey() async throws {
        try await withLoopbackServer([]) { server in
            let source = try MarketProvider.cryptocompare.ticks(server)
            let missing = ProviderFailure("cryptocompare", .missingKey)
            #expect(await source.markets([try Symbol("btc")], .usd).map(\.failure) == [missing])
            #expect(await source.failure(TickSubscriptions([tickMarket("x", "X", of: "cryptocompare")])) == missing)
            #expect(server.connectionCount == 0)
        }
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
            try peer.expectText(#"{"action":"SubAdd","subs":["5~CCCAGG~ETH~USD"]}"#)
            try peer.expectText(#"{"action":"SubRemove","subs":["5~CCCAGG~BTC~USD"]}"#)
            try peer.send(texts: ["<done>"])
            try peer.expectClose(1000)
        }
        try await withLoopbackServer([socket]) { server in
            let source = try MarketProvider.cryptocompare.ticks(server, key: "secret")
            let (log, subscriptions) = (StreamLog(), TickSubscriptions())
            subscriptions.add(await source.markets([try Symbol("btc")], .usd).compactMap(\.success))
            let failure = try await source.running(subscriptions, log) {
                try await expectEventually("two ticks") { log.ticks.count == 2 }
                subscriptions.add(await source.markets([try Symbol("eth")], .usd).compactMap(\.success))
                subscriptions.remove(["5~CCCAGG~BTC~USD"])
                try await expectEventually("the last message") { log.events.count == 3 }
            }
            #expect(failure == nil)
            #expect(log.prices == ["BTC 2", "BTC 3"] && log.ticks.map(\.["open"]) == ["1", "1"])
            #expect(log.events.first == .opened(provider: "cryptocompare"))
            #expect(log.events.dropFirst().allSatisfy { if case .dropped = $0 { true } else { false } })
        }
    }

    @Test("A key in an error message is not shown")
    func keySaidBack() async throws {
        let socket = Exchange.webSocket("/v2", query: "api_key=secret1") { peer in
            try peer.send(text: #"{"TYPE":"401","MESSAGE":"UNAUTHORIZED","INFO":"secret1 is no key"}"#)
            try peer.waitUntilClientLeaves()
        }
        try await withLoopbackServer([socket]) { server in
            let source = try MarketProvider.cryptocompare.ticks(server, key: "secret1")
            let market = tickMarket("5~CCCAGG~BTC~USD", "BTC", of: "cryptocompare")
            let failure = await source.failure(TickSubscriptions([market]))
            let expected = ProviderFailure.Reason.unauthorized(words: "UNAUTHORIZED: *** is no key")
            #expect(failure == ProviderFailure("cryptocompare", expected))
        }
    }
}
