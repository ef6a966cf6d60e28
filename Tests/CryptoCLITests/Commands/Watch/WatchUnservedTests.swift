#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: a topic that is no longer served", .quick, .endsHang)
struct WatchUnservedTests {
    private static let stream = ListedStream.btse
    private static let tickerPath = "/public-api/market/v1/ticker/24hr"
    private static let options =
        "-p btse --csv --no-header --fields symbol,market,price,open,change,change_percent,volume"

    /// A market's row, with a ratio of three decimals as the exchange rounds it, or with another one.
    private static func row(_ market: String, _ last: String, ratio: String = "0.014") -> String {
        #"{"symbol":"\#(market)","lastPrice":"\#(last)","openPrice":"100","highPrice":"102","lowPrice":"99.5","#
            + #""volume":"1234.50","closeTime":1709294390,"priceChange":"9","priceChangePercent":"\#(ratio)"}"#
    }

    private static func ticker(_ rows: String...) -> Exchange {
        .get(
            tickerPath,
            answer: .json(#"{"success":true,"code":1,"msg":"Success","data":[\#(rows.joined(separator: ","))]}"#))
    }

    private static func notice(_ reason: String) -> String {
        "crypto: btse: \(reason); its prices are requested every 1 min instead"
    }

    private static let refusal =
        #"{"severity":"ERROR","errors":[{"arg":"coinIndex","error":{"code":1005,"message":"No such topic."}}]}"#

    @Test("Where it is refused the ticker is polled every minute, with one notice")
    func refused() async throws {
        let socket = Self.stream.socket { peer in
            try peer.send(text: Self.refusal)
            try peer.expectClose(1000)
        }
        let exchanges = [
            Self.stream.list("BTC", "ETH"), socket,
            Self.ticker(Self.row("ETH-USD", "98.5"), Self.row("BTC-USD", "101.37")),
            Self.ticker(Self.row("ETH-USD", "98.5"), Self.row("BTC-USD", "101.4", ratio: "0.01")),
        ]
        let run = try await withLiveWatch("BTC ETH --count 4 \(Self.options)", exchanges) {
            watch, server in
            try await watch.expectOutput(
                "BTC,BTC-USD,101.37,100,1.37,1.37,1234.5\r\nETH,ETH-USD,98.5,100,-1.5,-1.5,1234.5\r\n")
            await watch.clock.pass(pause: .seconds(60))
            try await expectEventually("the ticker again") { server.requests.count == 4 }
            #expect(
                server.requests.map(\.path) == [
                    Self.stream.listPath, Self.stream.path, Self.tickerPath, Self.tickerPath,
                ]
            )
            #expect(server.requests.last?.parameter("symbols") == #"["BTC-USD","ETH-USD"]"#)
        }
        #expect(run.status == .success)
        #expect(run.outputLines[2] == "BTC,BTC-USD,101.4,100,1.4,1.4,1234.5")
        #expect(run.errorLines == [Self.notice("refused: No such topic.")], "\(run.errors)")
    }

    /// Lets time pass on a connection, second by second, and answers its pings every 15 seconds.
    private static func pass(_ seconds: Range<Int>, _ peer: WebSocketPeer) throws {
        for second in seconds {
            try peer.wait(.seconds(1))
            guard (second + 1) % 15 == 0 else { continue }
            try peer.expectText("ping")
            try peer.send(text: "pong")
            try synchronize(with: peer)
        }
    }

    /// Returns when everything that was sent before is read.
    private static func synchronize(with peer: WebSocketPeer) throws {
        try peer.send(.ping())
        try peer.expectPong()
    }

    @Test(
        "Where nothing but pongs arrives for 30 seconds the ticker is polled; --for and Ctrl-C end it",
        arguments: [true, false])
    func silent(isInterrupted: Bool) async throws {
        let socket = Self.stream.socket { peer in
            try peer.send(text: #"{"event":"subscribe","channel":["coinIndex"]}"#)
            try Self.synchronize(with: peer)
            try Self.pass(0..<29, peer)
            try peer.expectLeave()
        }
        let exchanges = [
            Self.stream.list("BTC"), socket, Self.ticker(Self.row("BTC-USD", "101.37")),
            Self.ticker(Self.row("BTC-USD", "101.38")),
        ]
        let end = isInterrupted ? "" : "--for 2m"
        let run = try await withLiveWatch("BTC \(end) \(Self.options)", exchanges) { watch, _ in
            await watch.clock.pass(.seconds(30))
            try await watch.expectOutput("BTC,BTC-USD,101.37,100,1.37,1.37,1234.5\r\n")
            await watch.clock.pass(pause: .seconds(60))
            try await watch.expectEnd(["BTC,BTC-USD,101.38,100,1.38,1.38,1234.5"])
            if isInterrupted { watch.signals.send(.end(SIGINT)) }
        }
        #expect(run.status == (isInterrupted ? .signal(SIGINT) : .success))
        #expect(run.outputLines.count == 2)
        #expect(run.errorLines == [Self.notice("no data for 30 s")])
    }

    @Test("Where data come late, or not again for long, nothing is polled")
    func slow() async throws {
        let socket = Self.stream.socket { peer in
            try Self.pass(0..<20, peer)
            try peer.send(text: #"{"event":"subscribe","channel":["coinIndex"]}"#)
            try Self.synchronize(with: peer)
            try Self.pass(20..<44, peer)
            try peer.send(text: Self.stream.frame(["BTC"], "1"))
            try Self.synchronize(with: peer)
            try Self.pass(44..<104, peer)
            try peer.send(text: Self.stream.frame(["BTC"], "2"))
            try peer.expectLeave()
        }
        let exchanges = [Self.stream.list("BTC"), socket]
        let run = try await withLiveWatch("BTC --count 2 \(Self.stream.options)", exchanges) { _, _ in }
        #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
        #expect(run.outputLines == ["BTC,1", "BTC,2"])
    }

    @Test("Many markets are one request without names, and symbols of stdin are polled without another socket")
    func many() async throws {
        let coins = (0..<60).map { "C\($0)" }
        let socket = Self.stream.socket { peer in
            try peer.send(text: Self.refusal)
            try peer.expectClose(1000)
        }
        let rows = coins.map { Self.row("\($0)-USD", "101.37") }.joined(separator: ",")
        let exchanges = [
            Exchange.get(Self.stream.listPath, answer: Self.stream.list(coins)), socket, Self.ticker(rows),
            Self.ticker(rows + "," + Self.row("C60-USD", "5")),
        ]
        let names = coins.joined(separator: " ")
        let run = try await withLiveWatch(
            "\(names) - --until price==5 -p btse --csv --no-header --fields symbol,price", exchanges
        ) { watch, server in
            try await expectEventually("all rows") { watch.console.output.split(separator: "\r\n").count == 60 }
            watch.input.type("add C60\n")
            try await expectEventually("the new symbol") { watch.console.output.contains("C60,5\r\n") }
            #expect(server.requests.map(\.target).suffix(2) == [Self.tickerPath, Self.tickerPath])
        }
        #expect(run.status == .success && run.outputLines.first == "C0,101.37", "\(run.errors)")
        #expect(run.errorLines.count == 1)
    }
}
