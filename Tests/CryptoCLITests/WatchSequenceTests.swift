import CryptoCLI
import TestSupport
import Testing

@Suite("watch: recorded streams through breaks and restarts", .timeLimit(.minutes(2)))
struct WatchSequenceTests {
    @Test(
        "W10: wherever a stream breaks, its recorded ticks come out as rows, none lost while connected, none invented",
        .needsRecordings, arguments: RecordedStream.all)
    func everywhere(stream: RecordedStream) async throws {
        let frames = try stream.frames()
        for cut in 0...frames.count {
            let ending = RecordedStream.Ending.allCases[cut % RecordedStream.Ending.allCases.count]
            let exchanges = [
                stream.connection(playing: frames[..<cut], then: ending),
                // The server is starting anew.
                .get(stream.path, answer: .status(503)),
                stream.connection(playing: frames[cut...], then: .close(1001)),
                stream.connection(playing: frames, then: nil),
            ]
            let rows = stream.rows(brokenBefore: cut) + stream.rows()
            let run = try await withLiveWatch(
                "\(stream.arguments) --count \(rows.count)", try stream.lists() + exchanges, clock: StillClock()
            ) { watch, _ in
                try await watch.clock.passPauses(upTo: .seconds(5), until: "all rows of cut \(cut)") {
                    watch.console.output.split(separator: "\n").count >= rows.count
                }
            }
            #expect(run.outputLines == rows, "cut before \(cut)")
            #expect(run.status == stream.status, "cut before \(cut): \(run.errors)")
            #expect(!run.errors.contains("left out"))
        }
    }
}
