import DecimalArithmetic
import Platform
import ProviderKit
import TestSupport
import Testing

@testable import CryptoCLI

@Suite("watch --stats", .quick, .endsHang)
struct WatchStatisticsTests {
    @Test("at the end one line of JSON on stderr has rows, gaps, latencies and reconnects")
    func end() async throws {
        let feed = TextFeed()
        let tick = { @Sendable (price: String) in StreamFrames.coinbase("BTC-USD", price, time: "2024-03-01T12:00:00Z")
        }
        let last = Exchange.webSocket { peer in
            try peer.send([.text(tick("6")), .ping()])
            try peer.expectText(StreamFrames.coinbaseSubscription("BTC-USD"))
            try peer.expectPong()
            try peer.expectClose(1000)
        }
        let run = try await withSteppedWatch("BTC --stats --quiet --count 3 -f none", [feed.exchange, last]) {
            watch, _ in
            try await feed.send(tick("4"))
            await watch.expectPause(.seconds(10))
            await watch.clock.pass(.milliseconds(1500))
            try await feed.send(tick("5"))
            feed.end()
            for pause in [8500, 1500, 500] { await watch.pass(.milliseconds(pause)) }
        }
        #expect(run.status == .success)
        #expect(run.output.isEmpty)
        #expect(
            run.errors
                == #"{"rows":3,"gaps":1,"seconds_lost":10.5,"longest_silence_seconds":10.5,"latency_ms_p50":1507.327,"#
                + #""latency_ms_p99":12058.623,"latency_ms_min":0,"#
                + #""reconnects":[{"reason":"silent","count":1}],"#
                + #""silences":[{"symbol":"BTC","market":"BTC-USD","provider":"coinbase","seconds":10.5}]}"# + "\n")
    }

    @Test("a percentile is off by less than a hundredth part, whatever the latencies are")
    func percentiles() throws {
        var random = SplitMix64(state: 7)
        for scale in [1, 1000, 1_000_000_000] {
            var (latencies, all) = (Latencies(), [Int64]())
            for _ in 0..<1000 {
                let latency = Int64.random(in: -Int64(scale)...Int64(scale * 9), using: &random)
                latencies.add(microseconds: latency)
                all.append(latency)
            }
            all.sort()
            for percent in [1, 50, 99, 100] {
                let exact = all[(1000 * percent + 99) / 100 - 1]
                let found = try #require(latencies.percentile(percent))
                #expect(abs(found - exact) <= max(exact.magnitude / 100, 0), "\(found) is not \(exact)")
            }
            #expect(latencies.smallest == all[0])
        }
        #expect(Latencies().percentile(50) == nil)
    }
}
