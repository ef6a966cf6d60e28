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
    static let checked = RecordedFiles.answers(of: ["recorded-answers.txt", "recorded-past.txt"]).filter { answer in
        known(answer) != nil && !others.contains(where: answer.recording.hasPrefix)
    }

    private static func known(_ answer: RecordedFiles.Answer) -> AnswerShape? {
        let job: ProviderJob =
            answer.command.contains("crypto list") ? .list : answer.command.contains("--from") ? .history : .price
        return AnswerShape.known(answer.provider, job, path: answer.path)
    }

    @Test("No member that was always there is gone, and none has another type", arguments: checked)
    func same(answer: RecordedFiles.Answer) throws {
        let known = try #require(Self.known(answer))
        var differences = known.differences(of: try AnswerShape(of: try Recordings.bytes(answer.recording)))
        differences.new = []
        #expect(differences.words == [])
    }

    @Test("There are such recordings of several providers")
    func several() {
        #expect(Set(Self.checked.map(\.provider)).count >= 4)
    }
}
