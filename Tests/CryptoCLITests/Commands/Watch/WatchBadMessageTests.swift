import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("watch: invalid messages", .quick, .endsHang, .virtualTime)
struct WatchBadMessageTests {
    /// A stream's way to tell a price, as it stands, of BTC in USD or USDT.
    private struct Feed: CustomTestStringConvertible {
        let provider: String
        let path: String
        let frame: @Sendable (_ price: String) -> String

        var testDescription: String { provider }
    }

    private static let feeds = [
        Feed(provider: "coinbase", path: "/") { StreamFrames.coinbase("BTC-USD", $0) },
        Feed(provider: "kraken", path: "/v2") {
            #"{"channel":"ticker","type":"update","data":[{"symbol":"BTC/USD","bid":1,"last":\#($0),"change_pct":1}]}"#
        },
        Feed(provider: "binance", path: "/stream") {
            #"{"stream":"btcusdt@ticker","data":{"e":"24hrTicker","s":"BTCUSDT","c":\#($0),"o":"4"}}"#
        },
    ]

    private static let bad: [(name: String, message: @Sendable (Feed) -> [ServerFrame])] = [
        ("empty", { _ in [.text("")] }), ("not JSON", { _ in [.text("<html>502 Bad Gateway</html>")] }),
        ("truncated", { [.text(String($0.frame("7").dropLast(9)))] }),
        ("two in one", { [.text($0.frame("7") + $0.frame("7"))] }),
        ("nested 10,000 deep", { _ in [.text(String(repeating: "[", count: 10_000))] }),
        (
            "nested 10,000 deep in a whole message",
            { _ in
                let depth = 10_000
                let value = String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
                return [.text(#"{"type":"ticker","channel":"ticker","data":\#(value)}"#)]
            }
        ),
        ("a price of null", { [.text($0.frame("null"))] }), ("a price NaN", { [.text($0.frame("NaN"))] }),
        ("a price \"NaN\"", { [.text($0.frame(#""NaN""#))] }), ("a price below 0", { [.text($0.frame(#""-7""#))] }),
        ("a price of an object", { [.text($0.frame("{}"))] }),
        ("a price that no number holds", { [.text($0.frame("1e400000"))] }),
        ("bytes that are no text", { _ in [.binary([0, 255, 0x7B])] }),
        ("fragments of what is no JSON", { _ in ServerFrame.fragments(ofText: "no, no, no", size: 3) }),
    ]

    @Test(
        "each is left out and reported, on a line of its own, and the stream continues with whole rows",
        arguments: feeds, bad.indices)
    private func leftOut(_ feed: Feed, _ index: Int) async throws {
        let (name, message) = Self.bad[index]
        let script: WebSocketScript = { peer in
            try peer.send([.text(feed.frame("5"))] + message(feed) + [.text(feed.frame("6.50"))])
            try peer.waitUntilClientLeaves()
        }
        let run = try await Self.watch(feed, script)
        #expect(run.status == .success, "\(name): \(run.errors)")
        #expect(run.output == "5\r\n6.5\r\n", "\(name)")
        #expect(run.errorLines.count == 1, "\(name): \(run.errors)")
        #expect(run.errors.hasPrefix("crypto: \(feed.provider): skipped a message: "), "\(name): \(run.errors)")
    }

    @Test("a price of 1e400 is a number, and printed exactly", arguments: feeds)
    private func large(_ feed: Feed) async throws {
        let script: WebSocketScript = { peer in
            try peer.send(texts: [feed.frame("1e400"), feed.frame("6")])
            try peer.waitUntilClientLeaves()
        }
        let run = try await Self.watch(feed, script)
        #expect(run.output == "1" + String(repeating: "0", count: 400) + "\r\n6\r\n")
        #expect(run.errors.isEmpty)
    }

    @Test("of ten thousand such messages some lines tell, and the rows are whole")
    func many() async throws {
        let script: WebSocketScript = { peer in
            let batch = Array(repeating: ServerFrame.text("{"), count: 1000)
            for _ in 0..<10 { try peer.send(batch) }
            try peer.send(text: StreamFrames.coinbase("BTC-USD", "5"))
            try peer.waitUntilClientLeaves()
        }
        let run = try await runWatch("BTC --count 1 --fields price --csv --no-header", [script])
        #expect(run.output == "5\r\n")
        #expect(run.errorLines.count == 6)
    }

    private static func watch(_ feed: Feed, _ script: @escaping WebSocketScript) async throws -> ToolRun {
        try await withLoopbackServer([.webSocket(feed.path, script: script)]) { server in
            await runTool(
                "watch BTC/\(feed.provider == "binance" ? "USDT" : "USD") --provider \(feed.provider) --count 2"
                    + " --deadline 20s --fields price --csv --no-header",
                server.streams(of: feed.provider))
        }
    }
}
