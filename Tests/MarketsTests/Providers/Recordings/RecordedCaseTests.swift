import Markets
import TestSupport
import Testing

/// The recorded answers of all providers, byte for byte over real sockets, and what their clients make of them.
@Suite("Recorded answers", .needsRecordings, .quick)
struct RecordedCaseTests {
    @Test("Every recorded price, list, past and table of rates, every field", arguments: RecordedCase.sound)
    func answers(recorded: RecordedCase) async throws {
        let outcome = try await recorded.play()
        #expect(outcome == recorded.outcome)
    }

    @Test("Every recorded error, whatever its status, in the provider's words", arguments: RecordedCase.refusals)
    func refusals(recorded: RecordedCase) async throws {
        let outcome = try await recorded.play()
        #expect(outcome == recorded.outcome)
    }

    @Test("Every provider with recordings has a case", arguments: RecordedCase.folders)
    func isComplete(folder: String) {
        let provider = RecordedCase.provider(of: folder)
        let isThere = RecordedCase.all.contains { $0.provider == provider }
        #expect(isThere || Recordings.names(of: folder).isEmpty)
    }

    /// Errors that tests of their own read: of streams, and one for which a second request is sent.
    private static let others: Set = [
        "coinbase-exchange/bennycode-ws-ticker-unsubscribe-error.json", "coinbase-exchange/ws-errors.ndjson",
        "okx/ws-error-60018.json", "nasdaq/error-1001-unknown-symbol-20261005.json",
    ]

    @Test("No recorded error is forgotten", arguments: RecordedCase.folders)
    func noErrorIsForgotten(folder: String) {
        let recorded = Recordings.names(of: folder).filter { $0.contains("error") && !Self.others.contains($0) }
        let refused = Set(RecordedCase.refusals.map(\.file) + RateRecordingTests.fixerErrors)
        for file in recorded { #expect(refused.contains(file), "\(file)") }
    }
}
