import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("the built tool: ticks while stdout is blocked", .needsBuiltProduct("crypto"), .endsHang)
struct WatchFloodTests {
    @Test("with --interval ticks are read and conflated also while stdout is blocked", .quick)
    func conflatedWhileBlocked() async throws { try await expectConflated(megabytes: 20, peak: 40) }

    @Test("with --interval and a blocked stdout the memory stays the same for three times as many ticks", .long)
    func conflatedForLong() async throws { try await expectConflated(megabytes: 64, peak: 40) }

    /// Expects that so many bytes of ticks are read while stdout is blocked, within so many MiB of memory. All buffers
    /// of the system between the two processes hold 10 MB at most.
    private func expectConflated(megabytes: Int, peak limit: Int) async throws {
        let sent = Counter()
        let symbols = (0..<40).map { "S\($0)" }
        let outcome = try await runBuiltWatch(
            symbols + ["--interval", "1ms"], shell: #"mkfifo "$0/f"; exec 3<>"$0/f"; exec "$@" >&3"#,
            scripts: { _ in
                [
                    { peer in
                        try peer.expectText("a subscription") { $0.contains("subscribe") }
                        let frames = symbols.map { StreamFrames.coinbase("\($0)-USD", "5") }
                        while true {
                            try peer.send(texts: frames)
                            sent.add(1)
                        }
                    }
                ]
            },
            meanwhile: { process in
                try await expectEventually("\(megabytes) MB read") { sent.value * 40 * 190 > megabytes * 1_000_000 }
                let peak = try #require(process.peakMemory)
                #expect(peak < limit << 10, "\(peak) KiB")
                process.signal(SIGTERM)
            })
        #expect(outcome.status == .signalled(SIGTERM))
    }
}
