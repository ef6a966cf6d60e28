import DecimalArithmetic
import Platform
import TestFixtures
import TestSupport
import Testing

@testable import Markets

/// A message of `stream.roles`, and the role of each of its members.
struct StreamMessage: Sendable, CustomTestStringConvertible {
    /// The file that it is in, and the place of its block there.
    let (file, place): (ProviderFile, Int)
    let answer: AnswerRoles

    static let all = ProviderFile.all("stream.roles").flatMap { file in
        file.blocks.indices.filter { file.blocks[$0].words.dropFirst().first == "message" }
            .map { StreamMessage(file: file, place: $0, answer: AnswerRoles(file.blocks[$0])) }
    }

    var provider: String { file.provider }
    var text: String { answer.body.text }
    var roles: [String: MemberRole] { answer.roles }

    var testDescription: String { "\(provider): \(text.prefix(60))" }

    /// Creates a reading that is subscribed to the market.
    func make() -> any MessageReading { reading(of: provider, [answer.path]) }

    /// Reads a message as the first of a connection.
    func read(_ text: String) -> StreamOutcome {
        var reading = make()
        return reading.outcome(text)
    }
}

@Suite("Every member of every stream's messages", .quick)
struct StreamMemberTests {
    @Test(
        "A member that is missing, null, empty or of another type drops the message if it is needed, else is unknown",
        arguments: StreamMessage.all)
    func changes(message: StreamMessage) throws {
        let body = message.answer.body
        let sound = message.read(message.text)
        let facts = try #require(sound.ticks.first)
        #expect(sound.ticks.count == 1 && !sound.isDropped)
        let written = facts.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\"\($0.value)\"" }
        try message.file.expect(["{\(written.joined(separator: ","))}"], ofBlock: message.place)
        for member in body.members {
            let name = message.answer.roleName(of: member) ?? ""
            let role = try #require(message.roles[name], "\(member) has no role")
            for change in body.changes(of: member) {
                let outcome = message.read(try body.changing(member, by: change).text)
                var expected = StreamOutcome.tick(facts)
                switch role.effect(of: change) {
                case .none: break
                case .null(let fields): expected = .tick(facts.filter { !fields.contains($0.key) })
                case .set(let fields):
                    expected = .tick(facts.merging(fields.mapValues { $0.filter { $0 != "\"" } }) { $1 })
                case .gone: expected = .nothing
                case .dropped: expected = .dropped
                case .nothing, .fails: Issue.record("\(message.provider): \(member): no effect of a message")
                }
                // Another test covers the values that follow from an open.
                let isSame = outcome == expected || !fields(outcome).isEmpty && fields(outcome) == fields(expected)
                #expect(isSame, "\(message.provider): \(member) \(change): \(outcome)")
            }
        }
        #expect(message.answer.isUsed)
    }

    /// A tick without what is computed.
    private func fields(_ outcome: StreamOutcome) -> [[String: String]] {
        outcome.ticks.map { $0.filter { !["change", "change_percent"].contains($0.key) } }
    }

    @Test(
        "Extreme numbers and times never trap, and a time outside the years 1 to 9999 is invalid",
        arguments: StreamMessage.all)
    func extremes(message: StreamMessage) throws {
        let body = message.answer.body
        let numbers = [
            "0", "-0", "9223372036854775807", "-9223372036854775808", "1e308", "-1e308", "1e-320",
            String(repeating: "1234567890", count: 40), "-62135596801", "-62135596800", "253402300799",
            "253402300800", "253402300799000", "253402300800000",
        ]
        let times = [
            "0000-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59Z",
            "9999-12-31T23:59:59-00:01", "10000-01-01T00:00:00Z",
        ]
        for member in body.members {
            for text in numbers + times.map({ "\"\($0)\"" }) + numbers.map({ "\"\($0)\"" }) {
                let outcome = message.read(try body.setting(member, to: text).text)
                for facts in outcome.ticks {
                    let time = try #require(facts["time"].flatMap { Timestamp(rfc3339: $0) }, "\(member) \(text)")
                    // Its week can be computed too.
                    let week = Timestamp(seconds: CandleWidth.week.start(of: time)).description
                    #expect(Timestamp(rfc3339: week) != nil, "\(member) \(text): \(week)")
                    for key in ["price", "open", "high", "low", "change", "volume", "bid", "ask"] {
                        let isPlain = facts[key].map { Number($0)?.description == $0 } ?? true
                        #expect(isPlain, "\(member) \(text.prefix(40)): \(key) \(facts[key] ?? "")")
                    }
                }
            }
        }
    }
}
