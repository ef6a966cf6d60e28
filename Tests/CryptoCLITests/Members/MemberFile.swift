import CryptoCLI
import TestFixtures
import TestSupport

/// The file `members.roles` of a directory of `Tests/Providers`: command lines, the answers that they need, and what
/// happens to the output if a member of an answer is invalid. `Tests/README.md` describes it.
struct MemberFile {
    /// The name of the provider.
    let provider: String
    private(set) var cases: [MemberCase] = []

    private let directory: String
    private var command: String?
    private var parts: [MemberCase.Part] = []
    private var part: (path: String, body: [String], other: String?, null: String?, roles: [String: MemberRole])?

    /// The cases of all providers.
    static let all: [MemberCase] = {
        let providers = Files.names(in: CaseFile.root + "/Providers").sorted()
        return providers.flatMap { provider -> [MemberCase] in
            let path = "\(CaseFile.root)/Providers/\(provider)/members.roles"
            guard let bytes = try? Files.bytes(path) else { return [] }
            do {
                return try MemberFile(provider, String(decoding: bytes, as: UTF8.self)).cases
            } catch {
                fatalError("\(path): \(error)")
            }
        }
    }()

    init(_ provider: String, _ text: String) throws {
        self.provider = provider
        directory = "\(CaseFile.root)/Providers/\(provider)"
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            do {
                try take(String(line))
            } catch {
                throw CaseError(line: index + 1, "is no part of a file of members: \(error)")
            }
        }
        try endCase()
    }

    private mutating func take(_ line: String) throws {
        if line.isEmpty || line.hasPrefix("# ") { return }
        if line.hasPrefix("$ crypto ") {
            try endCase()
            command = String(line.dropFirst("$ crypto ".count))
        } else if line.hasPrefix("@ GET ") {
            try endPart()
            part = (String(line.dropFirst("@ GET ".count)), [], nil, nil, [:])
        } else if line.hasPrefix("@ other ") {
            part?.other = String(line.dropFirst("@ other ".count))
        } else if line.hasPrefix("@ null ") {
            part?.null = String(line.dropFirst("@ null ".count))
        } else if line.hasPrefix("|") {
            part?.body.append(String(line.dropFirst(line.hasPrefix("| ") ? 2 : 1)))
        } else if let equals = line.firstRange(of: " = "), part != nil {
            part?.roles[String(line[..<equals.lowerBound])] = try MemberRole(text: line[equals.upperBound...])
        } else {
            throw CaseError(line: 0, line)
        }
    }

    private mutating func endPart() throws {
        guard let part else { return }
        self.part = nil
        var text = part.body.joined(separator: "\n")
        if part.body.count == 1, text.hasPrefix("< ") {
            text = String(decoding: try Files.bytes("\(directory)/\(text.dropFirst(2))"), as: UTF8.self)
        }
        let body: AnswerBody =
            text.contains("«") ? .parts(Self.marked(text), null: part.null) : .json(try AnswerTree(text))
        parts.append(MemberCase.Part(part.path, body, part.roles, other: part.other))
    }

    private mutating func endCase() throws {
        try endPart()
        if let command { cases.append(MemberCase(command, parts)) }
        (command, parts) = (nil, [])
    }

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

extension MemberRole {
    /// Reads `EFFECT`, or several that are separated by ` | `: the first if the member is missing, null or empty, and
    /// `odd EFFECT` if it has another type, which is the first one too unless given. `missing EFFECT`, `null EFFECT`,
    /// `empty EFFECT` and `as VALUE EFFECT` are those of single changes. `row N` is the row of the output that the
    /// member belongs to, the first unless given, and `row all` says all rows.
    fileprivate init(text: Substring) throws {
        let items = text.split(separator: " | ").map(String.init)
        let absent = try Effect(text: items[0])
        self.init(absent: absent, odd: absent)
        for item in items.dropFirst() {
            let words = item.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2 else { throw CaseError(line: 0, item) }
            switch words[0] {
            case "odd": odd = try Effect(text: words[1])
            case "missing": special[.missing] = try Effect(text: words[1])
            case "null": special[.null] = try Effect(text: words[1])
            case "empty": special[.empty] = try Effect(text: words[1])
            case "row": row = Int(words[1])
            case "as":
                let parts = words[1].split(separator: " ", maxSplits: 1).map(String.init)
                guard parts.count == 2 else { throw CaseError(line: 0, item) }
                special[.odd(parts[0])] = try Effect(text: parts[1])
            default: throw CaseError(line: 0, item)
            }
        }
    }
}

extension MemberRole.Effect {
    /// Reads `ignored`, `dropped`, `gone`, `nothing`, `fails STATUS`, `unknown FIELD FIELD` or `set {"FIELD":VALUE}`.
    fileprivate init(text: String) throws {
        let words = text.split(separator: " ").map(String.init)
        switch words.first {
        case "ignored": self = .none
        case "dropped": self = .dropped
        case "gone": self = .gone
        case "nothing": self = .nothing
        case "fails": self = .fails(.code(words.count == 2 ? Int32(words[1]) ?? 0 : 0))
        case "unknown": self = .null(Array(words.dropFirst()))
        case "set":
            guard case .object(let members) = try AnswerTree(String(text.dropFirst(4))) else { fallthrough }
            self = .set(Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value.text) }))
        default: throw CaseError(line: 0, text)
        }
    }
}
