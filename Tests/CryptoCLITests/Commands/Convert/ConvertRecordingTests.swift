import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("convert with recorded answers", .needsRecordings, .quick, .virtualTime)
struct ConvertRecordingTests {
    @Test("Many lines with many pairs make one request")
    func lines() async throws {
        let text = (1...500).map { "\($0) USD SEK\n\($0) JPY USD EUR\n\($0)\n" }.joined()
        let rates = try Answer.recording("frankfurter/phpeso-rates-2025-06-13-EUR.json")
        let run = try await withLoopbackServer([.get(RatePath.frankfurter, answer: rates)]) { server in
            await runTool(
                ["convert", "-", "SEK", "NOK", "--csv", "--no-header"], server.variables(for: "frankfurter"),
                time: TestClock(start: Timestamp(seconds: 1_749_816_000)).source, input: input(Array(text.utf8)))
        }
        #expect(run.status == .success, "\(run.errors.prefix(300))")
        #expect(run.outputLines.count == 2000)
    }
}
