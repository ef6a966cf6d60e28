/// The effect on the output of an invalid member of an answer or message.
package struct MemberRole: Sendable {
    package enum Effect: Sendable, Equatable {
        /// The output does not change.
        case none
        /// Fields of its row are null; nothing else changes.
        case null([String])
        /// Fields of the row have other values, as they are written in JSON.
        case set([String: String])
        /// The row is left out, and reported.
        case dropped
        /// The row is left out silently, since it is empty.
        case gone
        /// All rows are left out.
        case nothing
        /// The answer is invalid. The command exits with this status.
        case fails(Int32)
    }

    /// If the member is missing, null or empty.
    package let absent: Effect
    /// If its value has another type.
    package private(set) var odd: Effect
    /// Different effects of single changes.
    private var special: [MemberChange: Effect] = [:]
    /// The index of the row of the member in the output; nil for all rows.
    package private(set) var row: Int? = 0

    package func effect(of change: MemberChange) -> Effect {
        special[change] ?? (change.isAbsent ? absent : odd)
    }
}

// MARK: - As text

extension MemberRole {
    /// Reads `EFFECT`, or several that are separated by ` | `: the first if the member is missing, null or empty, and
    /// `odd EFFECT` if it has another type, which is the first one too unless given. `missing EFFECT`, `null EFFECT`,
    /// `empty EFFECT` and `as VALUE EFFECT` are those of single changes. `row N` is the row of the output that the
    /// member belongs to, the first unless given, and `row all` says all rows.
    init?(_ text: String) {
        var items = text.split(separator: " | ")[...]
        guard let first = items.popFirst(), let absent = Effect(first) else { return nil }
        (self.absent, odd) = (absent, absent)
        for item in items {
            let words = item.split(separator: " ", maxSplits: 1)
            guard words.count == 2 else { return nil }
            if words[0] == "row" {
                row = Int(words[1])
                continue
            }
            let parts = words[1].split(separator: " ", maxSplits: 1)
            guard let effect = Effect(words[0] == "as" ? parts.last ?? "" : words[1]) else { return nil }
            switch words[0] {
            case "odd": odd = effect
            case "missing": special[.missing] = effect
            case "null": special[.null] = effect
            case "empty": special[.empty] = effect
            case "as": special[.odd(String(parts[0]))] = effect
            default: return nil
            }
        }
    }
}

extension MemberRole.Effect {
    /// Reads `ignored`, `dropped`, `gone`, `nothing`, `fails STATUS`, `unknown FIELD FIELD` or `set {"FIELD":VALUE}`.
    fileprivate init?(_ text: Substring) {
        let words = text.split(separator: " ").map(String.init)
        switch words.first {
        case "ignored": self = .none
        case "dropped": self = .dropped
        case "gone": self = .gone
        case "nothing": self = .nothing
        case "unknown": self = .null(Array(words.dropFirst()))
        case "fails":
            guard words.count == 2, let status = Int32(words[1]) else { return nil }
            self = .fails(status)
        case "set":
            guard case .object(let members)? = try? AnswerTree(String(text.dropFirst(4))) else { return nil }
            self = .set(Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value.text) }))
        default: return nil
        }
    }
}
