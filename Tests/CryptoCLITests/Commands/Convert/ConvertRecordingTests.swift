import TestSupport
import Testing

@Suite("convert with recorded answers", .needsRecordings, .quick)
struct ConvertRecordingTests {
    @Test("Many lines with many pairs make one request")
    func lines() async throws {
        let text = (1...500).map { "\($0) USD SEK\n\($0) JPY USD EUR\n\($0)\n" }.joined()
        let output = try await runConvert(
            "convert - SEK NOK --csv --no-header",
            [.get(RatePath.frankfurter, answer: try .recording("frankfurter/phpeso-rates-2025-06-13-EUR.json"))],
            text: text)
        #expect(output.status == .success, "\(output.errors.prefix(300))")
        #expect(output.outputLines.count == 2000)
    }
}
