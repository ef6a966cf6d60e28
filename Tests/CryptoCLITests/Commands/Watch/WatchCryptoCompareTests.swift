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

    @Test(
        "each minute only what the list adds is SubAdd, only what it removes SubRemove, on the open connection")
    func keepsStep() async throws {
        let minutes = StepGate(open: 0)
        let passMinute: @Sendable (WebSocketPeer, Int) throws -> Void = { peer, minute in
            try peer.wait { minutes.isOpen(minute) }
            try peer.passMinute()
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
            "--top 2 -p cryptocompare --timeout 1h --count 3 \(Self.fields)", exchanges
        ) { watch, server in
            try await watch.expectOutput("BTC,1\r\n")
            await watch.clock.expectPause(.seconds(60))
            minutes.open(1)
            await watch.clock.pass(.seconds(60))
            try await watch.expectOutput("BTC,1\r\nBTC,2\r\n")
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
            "BTC - -p cryptocompare --count 3 \(Self.fields)", [Self.socket(script)]
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
}
