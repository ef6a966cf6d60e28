import CryptoCLI
import TestSupport
import Testing

@Suite("watch: cryptocompare's streamer", .quick, .endsHang)
struct WatchCryptoCompareTests {
    private static let fields = "--csv --no-header --fields symbol,price"

    private static func socket(_ script: @escaping WebSocketScript) -> Exchange {
        .webSocket("/v2", query: ["api_key": "a-test-key"], script: script)
    }

    private static func message(_ action: String, _ subscriptions: String...) -> String {
        #"{"action":"\#(action)","subs":[\#(subscriptions.map { "\"\($0)\"" }.joined(separator: ","))]}"#
    }

    private static func index(_ symbol: String, _ price: String) -> String {
        #"{"TYPE":"5","MARKET":"CCCAGG","FROMSYMBOL":"\#(symbol)","TOSYMBOL":"USD","FLAGS":1,"PRICE":\#(price)}"#
    }

    /// A coin of the list, by id, ticker and the exchange of its last trade.
    private static func coin(_ id: String, _ symbol: String, at exchange: String?) -> String {
        let market = exchange.map { #","LASTMARKET":"\#($0)""# } ?? ""
        return #"{"CoinInfo":{"Id":"\#(id)","Name":"\#(symbol)","FullName":"\#(symbol) Coin","Internal":"\#(symbol)"},"#
            + #""RAW":{"USD":{"TYPE":"5","MARKET":"CCCAGG","PRICE":1\#(market)}}}"#
    }

    private static func list(_ coins: String...) -> Exchange {
        .get(
            CryptoCompareAnswers.listPath,
            answer: .json(#"{"Message":"Success","Type":100,"Data":[\#(coins.joined(separator: ","))]}"#))
    }

    private static let ethereum = coin("7605", "ETH", at: "Coinbase")
    private static let bitcoin = coin("1182", "BTC", at: nil)
    private static let litecoin = coin("3808", "LTC", at: "Kraken")

    @Test("--top takes the ticker of the exchange that the list names, by a recorded tick's row", .needsRecordings)
    func top() async throws {
        let tick = try RecordedStream.whole("cryptocompare/ws2-type2-coinbase-ethusd-20200327.json")
        let script: WebSocketScript = { peer in
            try peer.expectText(Self.message("SubAdd", "2~Coinbase~ETH~USD", "5~CCCAGG~BTC~USD"))
            try peer.send(texts: [
                Self.index("ETH", "9"), tick,
                #"{"TYPE":"2","MARKET":"Coinbase","FROMSYMBOL":"ETH","TOSYMBOL":"USD","PRICE":136}"#,
            ])
            try peer.expectClose(1000)
        }
        let run = try await withLiveWatch(
            "--top 2 -p cryptocompare --count 2", [Self.list(Self.ethereum, Self.bitcoin), Self.socket(script)],
            clock: StillClock()
        ) { _, server in
            try await expectEventually("the list, then the socket") { server.requests.count == 2 }
            #expect(server.requests.map(\.path) == [CryptoCompareAnswers.listPath, "/v2"])
        }
        let facts = [
            "time": "2020-03-27T14:23:56Z", "symbol": "ETH", "id": "7605", "name": "ETH Coin",
            "market": "CCCAGG", "price": "135.5", "currency": "USD", "volume": "25627607.6662005",
            "provider": "cryptocompare", "age": "123975364",
        ]
        // What a later frame leaves out stays; its time is that of its coming.
        let changed = ["price": "136", "time": "2024-03-01T12:00:00Z", "age": "0"]
        #expect(run.outputLines == [TickJSON.row(facts), TickJSON.row(facts.merging(changed) { $1 })])
        #expect(run.status == .success)
        #expect(run.errors.isEmpty)
    }

    @Test("the recorded list, whose coins have no exchange, is the index's", .needsRecordings)
    func recordedList() async throws {
        let script: WebSocketScript = { peer in
            try peer.expectText(Self.message("SubAdd", "5~CCCAGG~BTC~USD", "5~CCCAGG~XRP~USD", "5~CCCAGG~ETH~USD"))
            try peer.send(text: Self.index("XRP", "0.5"))
            try peer.expectClose(1000)
        }
        let list = Exchange.get(
            CryptoCompareAnswers.listPath,
            answer: try .recording("cryptocompare/dominikz-top-totalvol-20190208.json"))
        let run = try await withLiveWatch(
            "--top 3 -p cryptocompare --count 1 \(Self.fields),name,id", [list, Self.socket(script)],
            clock: StillClock()
        ) { _, _ in }
        #expect(run.outputLines == ["XRP,0.5,XRP,5031"])
    }

    @Test(
        "each minute only what the list adds is SubAdd, only what it removes SubRemove, on the open connection")
    func keepsStep() async throws {
        let (clock, minutes) = (StillClock(), StepGate(open: 0))
        let passMinute: @Sendable (WebSocketPeer, Int) throws -> Void = { peer, minute in
            while !minutes.isOpen(minute) { try peer.wait(.milliseconds(1)) }
            try peer.passMinute(of: clock)
        }
        let script: WebSocketScript = { peer in
            try peer.expectText(Self.message("SubAdd", "2~Coinbase~ETH~USD", "5~CCCAGG~BTC~USD"))
            try peer.send(text: Self.index("BTC", "1"))
            try passMinute(peer, 0)
            // As long as the board: what is new is added, and nothing removed.
            try peer.expectText(Self.message("SubAdd", "2~Kraken~LTC~USD"))
            try peer.send(text: Self.index("BTC", "2"))
            try passMinute(peer, 1)
            // Shorter: what is missing is removed.
            try peer.expectText(Self.message("SubRemove", "2~Coinbase~ETH~USD", "5~CCCAGG~BTC~USD"))
            try peer.send(texts: [
                #"{"TYPE":"17","MESSAGE":"UNSUBSCRIBECOMPLETE","SUB":"2~Coinbase~ETH~USD"}"#, Self.index("BTC", "3"),
                #"{"TYPE":"2","MARKET":"Kraken","FROMSYMBOL":"LTC","TOSYMBOL":"USD","PRICE":4}"#,
            ])
            try peer.expectClose(1000)
        }
        let exchanges = [
            Self.list(Self.ethereum, Self.bitcoin), Self.list(Self.ethereum, Self.litecoin), Self.list(Self.litecoin),
            Self.socket(script),
        ]
        let run = try await withLiveWatch(
            "--top 2 -p cryptocompare --timeout 1h --count 3 \(Self.fields)", exchanges, clock: clock
        ) { watch, server in
            try await watch.expectOutput("BTC,1\r\n")
            try await expectEventually("the list's pause") { clock.pauses.contains(.seconds(60)) }
            minutes.open(1)
            try await watch.expectOutput("BTC,1\r\nBTC,2\r\n")
            // The stream counts as silent after two minutes, of which one is left.
            try await expectEventually("the list's pause") { clock.pauses.count { $0 == .seconds(60) } == 2 }
            #expect(server.requests.count == 3)
            minutes.open(2)
        }
        #expect(run.outputLines == ["BTC,1", "BTC,2", "LTC,4"])
        #expect(run.errors.isEmpty)
    }

    @Test("lines of stdin are SubAdd and SubRemove on the open connection; a wrong one is its symbol's alone: 66")
    func lines() async throws {
        let script: WebSocketScript = { peer in
            try peer.expectText(Self.message("SubAdd", "5~CCCAGG~BTC~USD"))
            try peer.send(text: Self.index("BTC", "1"))
            try peer.expectText(Self.message("SubAdd", "5~CCCAGG~ETH~USD", "5~CCCAGG~NOPE~USD"))
            try peer.send(texts: [
                #"{"TYPE":"500","MESSAGE":"INVALID_SUB","PARAMETER":"5~CCCAGG~NOPE~USD","INFO":"We have not integrated it"}"#,
                Self.index("ETH", "2"),
            ])
            try peer.expectText(Self.message("SubRemove", "5~CCCAGG~BTC~USD"))
            try peer.send(texts: [Self.index("BTC", "9"), Self.index("ETH", "3")])
            try peer.expectClose(1000)
        }
        let run = try await withLiveWatch(
            "BTC - -p cryptocompare --count 3 \(Self.fields)", [Self.socket(script)], clock: StillClock()
        ) { watch, _ in
            try await watch.expectOutput("BTC,1\r\n")
            watch.input.type("add ETH nope\n")
            try await watch.expectOutput("BTC,1\r\nETH,2\r\n")
            watch.input.type("remove btc\n")
        }
        #expect(run.outputLines == ["BTC,1", "ETH,2", "ETH,3"])
        #expect(run.status == .unknownName)
        #expect(
            run.errorLines == [
                "crypto: unknown symbol 'nope' (asked: cryptocompare); 'crypto list --search nope -p cryptocompare' searches by name"
            ])
    }

    @Test(
        "a recorded refusal of a running stream is reported with its kind, and tried again no sooner than after 5 s",
        .needsRecordings,
        arguments: [
            ("cryptocompare/ws2-500-force-disconnect.json", "FORCE_DISCONNECT"),
            ("cryptocompare/ws2-429-too-many-sockets.json", "TOO_MANY_SOCKETS_MAX_1_PER_CLIENT"),
        ])
    func refusals(recording: String, words: String) async throws {
        let frame = try RecordedStream.whole(recording)
        let first: WebSocketScript = { peer in
            try peer.expectText(Self.message("SubAdd", "5~CCCAGG~BTC~USD"))
            try peer.send(texts: [Self.index("BTC", "1"), frame, Self.index("BTC", "9")])
            try peer.expectClose(1000)
        }
        let second: WebSocketScript = { peer in
            try peer.expectText(Self.message("SubAdd", "5~CCCAGG~BTC~USD"))
            try peer.send(text: Self.index("BTC", "2"))
            try peer.expectClose(1000)
        }
        let run = try await withLiveWatch(
            "BTC -p cryptocompare --count 2 \(Self.fields)", [Self.socket(first), Self.socket(second)],
            clock: StillClock()
        ) { watch, server in
            try await expectEventually("the pause") { watch.clock.pauses.contains(.seconds(5)) }
            #expect(server.requests.count == 1)
            try await watch.clock.pass(.seconds(5))
        }
        #expect(run.status == .success)
        #expect(run.outputLines == ["BTC,1", "BTC,2"])
        try #require(run.errorLines.count == 2)
        #expect(run.errorLines[0].contains(words) && run.errorLines[0].hasSuffix("; connecting again in 5 s"))
        #expect(run.errorLines[1] == "crypto: cryptocompare: back after a gap of 5 s")
    }

    @Test("a key that is rejected while the stream runs is 77 at once, and shown nowhere", .needsRecordings)
    func rejected() async throws {
        let control = try Recordings.lines("cryptocompare/ws2-documented-control-messages.ndjson")
        let script: WebSocketScript = { peer in
            try peer.expectText(Self.message("SubAdd", "5~CCCAGG~BTC~USD"))
            try peer.send(texts: [Self.index("BTC", "1"), control[6]])
            try peer.expectClose(1000)
        }
        let run = try await withLiveWatch(
            "BTC -p cryptocompare \(Self.fields)", [Self.socket(script)], clock: StillClock()
        ) { _, _ in }
        #expect(run.status == .noPermission)
        #expect(run.outputLines == ["BTC,1"])
        #expect(run.errorLines.count == 1 && run.errors.contains("CRYPTO_CRYPTOCOMPARE_KEY"))
        #expect(!run.errors.contains("a-test-key"))
    }
}
