import CryptoCLI
import TestSupport
import Testing

@Suite("watch: the paths of ticks to the currencies asked for", .quick, .endsHang, .virtualTime)
struct WatchPathTests {
    private static let fields = "--fields symbol,price,currency --csv --no-header"

    private static func rates(_ sek: String) -> Exchange {
        .get(RatePath.frankfurter, answer: latestRates(#""USD":1.25,"SEK":\#(sek)"#, date: "2024-03-01"))
    }

    private static let krakenRefusal =
        #"{"error":"Currency pair not supported ETH.E/USD","method":"subscribe","success":false,"symbol":"ETH.E/USD"}"#

    @Test("symbols that one market of the stream answers share it: each tick comes out once in each currency")
    func shared() async throws {
        let isOver = StepGate(open: 0)
        let script: WebSocketScript = { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            // The rate may come after the first ticks.
            while !isOver.isOpen(0) {
                try peer.send(text: StreamFrames.coinbase("BTC-USD", "100"))
                try peer.wait(.milliseconds(2))
            }
            try peer.send(texts: [StreamFrames.coinbase("BTC-USD", "50"), StreamFrames.coinbase("BTC-USD", "5")])
            try peer.expectClose(1000)
        }
        let run = try await withLiveWatch(
            "BTC/SEK BTC btc/usd -p coinbase,frankfurter --until price==40 \(Self.fields)",
            [Self.rates("10"), .webSocket(script: script)]
        ) { watch, _ in
            await watch.clock.pass(.milliseconds(20))
            try await watch.expectEnd(["BTC,800,SEK", "BTC,100,USD", "BTC,800,SEK"])
            isOver.open(1)
        }
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.errors.isEmpty)
        #expect(run.outputLines.suffix(5) == ["BTC,800,SEK", "BTC,50,USD", "BTC,400,SEK", "BTC,5,USD", "BTC,40,SEK"])
    }

    @Test("a removed symbol takes only its own currency along; its market stays until no symbol needs it")
    func removed() async throws {
        let isOver = StepGate(open: 0)
        let script: WebSocketScript = { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            while !isOver.isOpen(0) {
                try peer.send(text: StreamFrames.coinbase("BTC-USD", "100"))
                try peer.wait(.milliseconds(2))
            }
            // The name of ETH's market is found beside the removal.
            var wanted: Set = [
                StreamFrames.coinbaseSubscription("BTC-USD", verb: "unsubscribe"),
                StreamFrames.coinbaseSubscription("ETH-USD"),
            ]
            while !wanted.isEmpty { wanted.remove(try peer.expectText("either") { [wanted] in wanted.contains($0) }) }
            try peer.send(texts: [StreamFrames.coinbase("BTC-USD", "400"), StreamFrames.coinbase("ETH-USD", "5")])
            try peer.expectClose(1000)
        }
        let run = try await withLiveWatch(
            "BTC - -p coinbase,frankfurter --until price<10 \(Self.fields)",
            [Self.rates("10"), .webSocket(script: script)]
        ) { watch, _ in
            await watch.clock.pass(.milliseconds(20))
            try await watch.expectEnd(Array(repeating: "BTC,100,USD", count: 3))
            watch.input.type("add BTC/SEK\n")
            await watch.clock.pass(.milliseconds(20))
            try await watch.expectEnd(["BTC,800,SEK", "BTC,100,USD", "BTC,800,SEK"])
            watch.input.type("remove BTC\n")
            await watch.clock.pass(.milliseconds(20))
            try await watch.expectEnd(Array(repeating: "BTC,800,SEK", count: 3))
            watch.input.type("add ETH\nremove BTC/SEK\n")
            isOver.open(1)
        }
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.errors.isEmpty)
        let lines = run.outputLines
        #expect(lines.last == "ETH,5,USD")
        #expect(Set(lines.dropLast()) == ["BTC,100,USD", "BTC,800,SEK"])
        // Once a currency is gone nothing of it comes any more.
        let last = try #require(lines.lastIndex(of: "BTC,100,USD"))
        #expect(lines[(last + 1)...].dropLast().allSatisfy { $0 == "BTC,800,SEK" })
    }

    @Test("a stock needs no name of a provider: the stocks' own is asked again and again, beside a coin's stream")
    func stock() async throws {
        let script: WebSocketScript = { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            try peer.send(text: StreamFrames.coinbase("BTC-USD", "1"))
            try peer.expectClose(1000)
        }
        let run = try await withLiveWatch(
            "stock:AAPL BTC --count 2 --fields symbol,price,kind,provider --csv --no-header",
            [YahooAnswers.quote("AAPL"), .webSocket(script: script)]
        ) { _, _ in }
        #expect(run.status == .success, "\(run.errors)")
        #expect(Set(run.outputLines) == ["AAPL,220.5,stock,yahoo", "BTC,1,coin,coinbase"])
    }

    @Test("a coin of the list without a stream is a notice, not a failure; the others continue")
    func listedOnly() async throws {
        let odd = CoinGeckoAnswers.row("ether-two", "eth.e", name: "Ether Two", price: "1", rank: 2)
        let list = Exchange.get(CoinGeckoAnswers.path, answer: .json("[\(CoinGeckoAnswers.bitcoin),\(odd)]"))
        let isSaid = StepGate(open: 0)
        let coinbase: WebSocketScript = { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD", "ETH.E-USD"))
            try peer.send(text: StreamFrames.coinbaseRefusal("ETH.E-USD"))
            try peer.expectText(StreamFrames.coinbaseSubscription("ETH.E-USD", verb: "unsubscribe"))
            try peer.wait { isSaid.isOpen(0) }
            try peer.send(text: StreamFrames.coinbase("BTC-USD", "1"))
            try peer.expectClose(1000)
        }
        let kraken: WebSocketScript = { peer in
            _ = try peer.expectText("ETH.E/USD") { $0.contains(#""ETH.E/USD""#) }
            try peer.send(text: Self.krakenRefusal)
            _ = try? peer.expectText("an unsubscription") { _ in true }
            try peer.expectClose(1000)
        }
        let okx: WebSocketScript = { peer in
            _ = try peer.expectText("ETH.E-USDT") { $0.contains(#""ETH.E-USDT""#) }
            try peer.send(
                text: #"{"event":"error","code":"60018","msg":"channel:tickers,instId:ETH.E-USDT doesn't exist."}"#)
            _ = try? peer.expectText("an unsubscription") { _ in true }
            try peer.expectClose(1000)
        }
        let run = try await withLiveWatch(
            "--top 2 --count 1 \(Self.fields)",
            [
                list, .webSocket(script: coinbase), .webSocket("/v2", script: kraken),
                .webSocket("/ws/v5/public", script: okx),
                .get(OKXAnswers.path, query: "instId=USDT-USD", answer: OKXAnswers.market("USDT-USD", last: "1")),
            ]
        ) { watch, _ in
            try await watch.expectNotice("is on the list")
            isSaid.open(1)
        }
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.outputLines == ["BTC,1,USD"])
        let line = "crypto: ETH.E is on the list of coingecko, but not streamed by coinbase, kraken, okx, binance"
        #expect(run.errorLines.contains(line), "\(run.errors)")
    }
}
