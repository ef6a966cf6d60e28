/// An answer or message, and the role of each of its members.
package struct AnswerRoles: Sendable {
    /// The path of the answer's request, or the market of the message.
    package let path: String
    package let body: AnswerBody
    /// By the end of the path of a member; the longest match applies.
    package let roles: [String: MemberRole]
    /// The path of another row, whose members are not changed.
    private let other: String?

    /// Reads `@ GET PATH`, a body and `MEMBER = ROLE` for each member. `other PATH` after the path leaves out a second
    /// row, `null TEXT` is how a body that is not JSON writes no value.
    package init(_ block: ProviderFile.Block) {
        let words = block.words
        func option(_ name: String) -> String? {
            words.firstIndex(of: name).map { $0 + 1 < words.count ? words[$0 + 1] : "" }
        }
        path = words.count > 2 ? words[2] : ""
        other = option("other")
        body =
            block.text.contains("«")
            ? .parts(Self.marked(block.text), null: option("null")) : .json(block.text)
        roles = block.values.mapValues { text in
            guard let role = MemberRole(text) else { fatalError("\(block.heading): \(text) is no role") }
            return role
        }
    }

    /// The members that are changed.
    package var members: [String] {
        body.members.filter { member in other.map { !member.hasPrefix($0) } ?? true }
    }

    /// The key of the role of a member.
    package func roleName(of member: String) -> String? {
        roles.keys.filter { member == $0 || member.hasSuffix("." + $0) }.max { $0.count < $1.count }
    }

    /// Whether every role is that of a member.
    package var isUsed: Bool { Set(members.compactMap(roleName)) == Set(roles.keys) }

    /// Returns the parts of a text in which members are marked as `«NAME¦BEFORE¦VALUE¦AFTER»`.
    private static func marked(_ text: String) -> [AnswerBody.Part] {
        text.split(separator: "«", omittingEmptySubsequences: false).enumerated().flatMap { index, piece in
            guard index > 0, let end = piece.firstIndex(of: "»") else { return [AnswerBody.Part(value: String(piece))] }
            let words = piece[..<end].split(separator: "¦", omittingEmptySubsequences: false).map(String.init)
            guard words.count == 4 else { return [] }
            return [
                AnswerBody.Part(name: words[0], start: words[1], value: words[2], end: words[3]),
                AnswerBody.Part(value: String(piece[piece.index(after: end)...])),
            ]
        }
    }
}
