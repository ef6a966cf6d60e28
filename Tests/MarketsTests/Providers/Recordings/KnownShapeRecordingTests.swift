import Markets
import ProviderKit
import TestSupport
import Testing

@Suite("Recorded answers against their known shapes", .needsRecordings, .quick)
struct KnownShapeRecordingTests {
    /// Answers of an older form, or about another coin than the one that a check asks for.
    private static let others = [
        "cnbc/itvquote-", "cryptocompare/histoday-v1-", "cryptocompare/pricemultifull-ETH-", "kraken/Ticker-BCHEUR",
    ]

    /// The recordings of what a check asks for.
    static let checked = RecordedCase.sound.filter { recorded in
        known(recorded) != nil && !others.contains(where: recorded.file.hasPrefix)
    }

    private static func known(_ recorded: RecordedCase) -> AnswerShape? {
        guard recorded.envelope == nil else { return nil }
        let job: ProviderJob =
            switch recorded.job {
            case .quotes: .price
            case .list: .list
            case .past: .history
            case .rates: .rates
            }
        return AnswerShape.known(recorded.provider, job, path: recorded.path)
    }

    @Test("No member that was always there is gone, and none has another type", arguments: checked)
    func same(recorded: RecordedCase) throws {
        let known = try #require(Self.known(recorded))
        var differences = known.differences(of: try AnswerShape(of: try Recordings.bytes(recorded.file)))
        differences.new = []
        #expect(differences.words == [])
    }

    @Test("There are such recordings of several providers")
    func several() {
        #expect(Set(Self.checked.map(\.provider)).count >= 4)
    }
}
