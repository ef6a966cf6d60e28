import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: --top and its list", .quick, .endsHang, .virtualTime)
struct WatchTopTests {
    private static let solana = CoinGeckoAnswers.row("solana", "sol", name: "Solana", price: "150", rank: 3)
    private static let fields = "--fields symbol,price --csv --no-header"

    private static func list(_ rows: String...) -> Exchange {
        .get(CoinGeckoAnswers.path, answer: .json("[" + rows.joined(separator: ",") + "]"))
    }

    @Test("coins that the list adds and removes are subscribed and unsubscribed on the open connection")
    func keepsStep() async throws {
        let script: WebSocketScript = { peer in
            peer.keepsAlive = true
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD", "ETH-USD"))
            try peer.send(text: StreamFrames.coinbase("BTC-USD", "1"))
            try peer.expectText(StreamFrames.coinbaseSubscription("SOL-USD"))
            try peer.send(text: StreamFrames.coinbase("SOL-USD", "2"))
            try peer.expectText(StreamFrames.coinbaseSubscription("ETH-USD", verb: "unsubscribe"))
            try peer.send(texts: [StreamFrames.coinbase("ETH-USD", "7"), StreamFrames.coinbase("SOL-USD", "3")])
            try peer.expectClose(1000)
        }
        let (bitcoin, ethereum) = (CoinGeckoAnswers.bitcoin, CoinGeckoAnswers.ethereum)
        let exchanges = [
            Self.list(bitcoin, ethereum), Self.list(bitcoin, ethereum, Self.solana), Self.list(bitcoin, Self.solana),
            .webSocket(script: script),
        ]
        let run = try await withLiveWatch("--top 3 --count 3 \(Self.fields)", exchanges) { watch, server in
            try await watch.expectOutput("BTC,1\r\n")
            await watch.clock.pass(.seconds(60))
            try await watch.expectOutput("BTC,1\r\nSOL,2\r\n")
            #expect(server.requests.count == 3)
            await watch.clock.pass(.seconds(60))
        }
        #expect(run.status == .success)
        #expect(run.outputLines == ["BTC,1", "SOL,2", "SOL,3"])
        #expect(run.errors.isEmpty)
    }

    @Test("an empty list and a failed one change nothing, and are reported; the list is asked once a minute, not more")
    func badLists() async throws {
        let isOver = StepGate(open: 0)
        let script: WebSocketScript = { peer in
            peer.keepsAlive = true
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            try peer.send(text: StreamFrames.coinbase("BTC-USD", "1"))
            try peer.wait { isOver.isOpen(0) }
            try peer.send(text: StreamFrames.coinbase("BTC-USD", "2"))
            // The next message is the end's: nothing was unsubscribed.
            try peer.expectClose(1000)
        }
        let exchanges = [
            Self.list(CoinGeckoAnswers.bitcoin), Self.list(), Self.list(CoinGeckoAnswers.bitcoin),
            .get(CoinGeckoAnswers.path, answer: .response(body: Array("<html>".utf8))),
            Self.list(CoinGeckoAnswers.bitcoin), .webSocket(script: script),
            .get(CoinMarketCapAnswers.listPath, times: .any, answer: .status(403)),
            .get("/v1/tickers", times: .any, answer: .status(403)),
            .get(BinanceAnswers.path, times: .any, answer: .status(403)),
        ]
        let run = try await withLiveWatch(
            "--top 1 --count 2 --retries 0 \(Self.fields)", exchanges
        ) { watch, server in
            try await watch.expectOutput("BTC,1\r\n")
            let count = { server.requests.count { $0.path == CoinGeckoAnswers.path } }
            for round in 2...5 {
                #expect(count() == round - 1)
                await watch.clock.expectPause(.seconds(60))
                await watch.clock.pass(.seconds(60))
                try await expectEventually("list \(round)") { count() == round }
            }
            await watch.clock.expectPause(.seconds(60))
            isOver.open(1)
        }
        #expect(run.status == .success)
        #expect(run.errorLines.filter { $0.contains("the previous list is kept") }.count == 2)
        #expect(run.errors.contains("an empty list"))
    }

    @Test("the list is asked for again when the stream broke, not only at its minute")
    func reload() async throws {
        let first: WebSocketScript = { peer in
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            try peer.send(text: StreamFrames.coinbase("BTC-USD", "1"))
            try peer.drop()
        }
        let second: WebSocketScript = { peer in
            var wanted = Set(["BTC-USD", "ETH-USD"])
            while !wanted.isEmpty {
                let text = try peer.expectText("a subscription") { $0.contains("subscribe") }
                wanted = wanted.filter { !text.contains($0) }
            }
            try peer.send(text: StreamFrames.coinbase("ETH-USD", "2"))
            try peer.expectClose(1000)
        }
        let exchanges = [
            Self.list(CoinGeckoAnswers.bitcoin), Self.list(CoinGeckoAnswers.bitcoin, CoinGeckoAnswers.ethereum),
            .webSocket(script: first), .webSocket(script: second),
        ]
        let run = try await withLiveWatch("--top 2 --count 2 \(Self.fields)", exchanges) { _, _ in }
        #expect(run.outputLines == ["BTC,1", "ETH,2"])
        #expect(run.errors.contains("back after a gap of"))
    }

    @Test("a coin whose namesake leaves the list keeps its ticks")
    func namesakes() async throws {
        let other = CoinGeckoAnswers.row("bitcoin-two", "btc", name: "Bitcoin Two", rank: 2)
        let script: WebSocketScript = { peer in
            peer.keepsAlive = true
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            try peer.send(text: StreamFrames.coinbase("BTC-USD", "1"))
            try peer.expectText(StreamFrames.coinbaseSubscription("ETH-USD"))
            try peer.send(text: StreamFrames.coinbase("BTC-USD", "2"))
            try peer.expectClose(1000)
        }
        let exchanges = [
            Self.list(CoinGeckoAnswers.bitcoin, other), Self.list(CoinGeckoAnswers.bitcoin),
            Self.list(CoinGeckoAnswers.bitcoin, CoinGeckoAnswers.ethereum), .webSocket(script: script),
        ]
        let run = try await withLiveWatch("--top 2 --count 2 \(Self.fields)", exchanges) { watch, server in
            try await watch.expectOutput("BTC,1\r\n")
            await watch.clock.pass(.seconds(60))
            try await expectEventually("the second list") { server.requests.count == 3 }
            await watch.clock.expectPause(.seconds(60))
            await watch.clock.pass(.seconds(60))
        }
        #expect(run.outputLines == ["BTC,1", "BTC,2"])
    }
}
