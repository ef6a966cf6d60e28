import CryptoCLI
import TestSupport
import Testing

@Suite("watch: sockets that want to be pinged", .quick, .endsHang)
struct WatchPingTests {
    /// What keeps a provider's socket alive.
    struct Rule: Sendable, CustomStringConvertible {
        let stream: ListedStream
        /// What the tool sends, how often, and what comes back.
        let ping: String
        let every: Duration
        let pong: String
        /// How often the server pings by itself; nil where it does not.
        let serverPing: Duration?
        let silence: Duration
        let shown: String

        var description: String { stream.provider }

        static let all = [
            Rule(
                stream: .btse, ping: "ping", every: .seconds(15), pong: "pong", serverPing: nil, silence: .seconds(30),
                shown: "30 s"),
            Rule(
                stream: .wazirX, ping: #"{"event":"ping"}"#, every: .seconds(300),
                pong: #"{"data":{"timeout_duration":1800},"event":"pong","id":0}"#, serverPing: .seconds(50),
                silence: .seconds(110), shown: "1 min 50 s"),
        ]
    }

    @Test(
        "a quiet socket is kept alive by its provider's ping; without a sign of life it is opened again",
        arguments: Rule.all)
    func quiet(rule: Rule) async throws {
        let stream = rule.stream
        let kept = stream.socket { peer in
            try peer.send(text: stream.frame(["BTC"], "1"))
            for _ in 0..<3 {
                for _ in 0..<(rule.serverPing.map { Int(rule.every / $0) } ?? 1) {
                    if rule.serverPing != nil {
                        try peer.send(.ping())
                        try peer.expectPong()
                    }
                    try peer.wait(rule.serverPing ?? rule.every)
                }
                try peer.expectText(rule.ping)
                try peer.send(text: rule.pong)
                // What follows a message's answer comes after it was read.
                try peer.send(.ping())
                try peer.expectPong()
            }
            try peer.send(text: stream.frame(["BTC"], "2"))
            try peer.send(.ping())
            try peer.expectPong()
            try peer.expectLeave()
        }
        let again = stream.socket { peer in
            try peer.send(text: stream.frame(["BTC"], "3"))
            try peer.expectLeave()
        }
        let run = try await withLiveWatch(
            "BTC --count 3 \(stream.options)", [stream.list("BTC"), kept, stream.list("BTC"), again]
        ) { watch, _ in
        }
        #expect(run.status == .success)
        #expect(run.outputLines == ["BTC,1", "BTC,2", "BTC,3"])
        #expect(
            run.errorLines == [
                "crypto: \(stream.provider): no data for \(rule.shown); connecting again in 0.2 s",
                "crypto: \(stream.provider): back after a gap of \(rule.shown)",
            ])
    }
}
