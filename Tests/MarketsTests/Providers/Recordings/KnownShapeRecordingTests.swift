import Markets
import ProviderKit
import TestSupport
import Testing

@Suite("Recorded answers against their known shapes", .needsRecordings, .quick)
struct KnownShapeRecordingTests {
    /// The recordings of what a check asks for.
    static let checked = RecordedCase.sound.filter { known($0) != nil }

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
