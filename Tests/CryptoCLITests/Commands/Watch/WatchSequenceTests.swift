import CryptoCLI
import Markets
import TestSupport
import Testing

@Suite("watch: recorded streams through breaks and restarts", .quick, .endsHang)
struct WatchSequenceTests {
    @Test(
        "wherever a stream breaks, its recorded ticks come out as rows, none lost while connected, none invented",
        .needsRecordings, arguments: RecordedStream.all)
    func everywhere(stream: RecordedStream) async throws {
        let frames = try stream.frames()
        for cut in 0...frames.count {
            let ending = RecordedStream.Ending.allCases[cut % RecordedStream.Ending.allCases.count]
            let exchanges = [
                stream.connection(playing: frames[..<cut], then: ending),
                // The server is restarting.
                .get(stream.path, answer: .status(503)),
                stream.connection(playing: frames[cut...], then: .close(1001)),
                stream.connection(playing: frames, then: nil),
            ]
            let rows = stream.rows(brokenBefore: cut) + stream.rows()
            let run = try await withLiveWatch(
                "\(stream.arguments) --count \(rows.count)", try stream.lists() + exchanges
            ) { _, _ in }
            #expect(run.outputLines == rows, "cut before \(cut)")
            #expect(run.status == stream.status, "cut before \(cut): \(run.errors)")
            #expect(!run.errors.contains("skipped "))
        }
    }

    @Test(
        "a break is said with the pause before the next attempt, and its gap with its length", .needsRecordings,
        arguments: RecordedStream.all)
    func notices(stream: RecordedStream) async throws {
        let frames = try stream.frames()
        let cut = stream.ticks[0].frame + 1
        let exchanges = [
            stream.connection(playing: frames[..<cut], then: .drop), .get(stream.path, answer: .status(503)),
            stream.connection(playing: frames[..<cut], then: .close(1001)),
            stream.connection(playing: frames, then: nil),
        ]
        let count = 2 + stream.ticks.count
        let run = try await withLiveWatch(
            "\(stream.arguments) --count \(count)", try stream.lists() + exchanges
        ) { _, _ in }
        let (first, second, third) = (stream.pauses[0].shown, stream.pauses[1].shown, stream.pauses[2].shown)
        let name = stream.provider
        let attribution = MarketProvider.named(name)?.attribution ?? "unknown symbol"
        let others = ["unknown symbol", attribution, "ahead of this machine's clock"]
        let said = run.errorLines.filter { line in !others.contains { line.contains($0) } }
        #expect(
            said == [
                "crypto: \(name): closed the stream; connecting again in \(first)",
                "crypto: \(name): refused with status 503; connecting again in \(second)",
                "crypto: \(name): back after a gap of \((stream.pauses[0] + stream.pauses[1]).shown)",
                "crypto: \(name): closed the stream with code 1001; connecting again in \(third)",
                "crypto: \(name): back after a gap of \(third)",
            ])
        #expect(run.outputLines.count == count)
        #expect(run.status == stream.status)
    }
}

extension RecordedStream {
    /// The three pauses after failures in a row: the shortest that chance allows, but not shorter than the provider
    /// wants.
    fileprivate var pauses: [Duration] {
        [.milliseconds(250), .milliseconds(500), .seconds(1)].map { max($0, pause) }
    }
}

extension Duration {
    /// As the tool says it.
    fileprivate var shown: String {
        self >= .seconds(1) ? "\(components.seconds) s" : "0.\(components.attoseconds / 100_000_000_000_000_000) s"
    }
}
