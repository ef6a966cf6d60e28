package import JSONReader

/// What a JSON answer looks like: its members by their paths, such as `data.[].price`, the types of their values, and
/// whether each is always there. The rates of many currencies are one member, `*`.
package struct AnswerShape: Equatable, Sendable {
    /// A member of all objects at one path.
    package struct Member: Equatable, Sendable {
        package var kinds: Set<JSONKind> = []
        package var isAlways = true
    }

    /// The members by their paths; the whole answer is the one without a name.
    package private(set) var members: [String: Member] = [:]

    /// Reads the shape of an answer, to compare it with a `known` one: what is inside of a member that is new is not
    /// read then, since it may be as deep and its names as long as the answer. Throws `JSONError` if it is no JSON.
    package init(of body: [UInt8], comparedWith known: AnswerShape? = nil) throws {
        var reading = ShapeReading(known: known)
        try JSONReader.read(body) { try reading.read(&$0, "") }
        members = reading.members
    }
}

// MARK: - Reading

/// The members of an answer while it is read.
private struct ShapeReading {
    private let known: AnswerShape?
    private var kinds: [String: Set<JSONKind>] = [:]
    private var counts: [String: Int] = [:]

    init(known: AnswerShape?) { self.known = known }

    /// Reads the value at a path.
    mutating func read(_ reader: inout JSONReader, _ path: String) throws {
        guard let kind = reader.next else { return try reader.skip() }
        kinds[path, default: []].insert(kind)
        counts[path, default: 0] += 1
        if let known, known.members[path] == nil { return try reader.skip() }
        switch kind {
        case .object: try readObject(&reader, path.isEmpty ? "" : path + ".")
        case .array: try reader.readArray { try read(&$0, path.isEmpty ? "[]" : path + ".[]") }
        case .string, .number, .bool, .null: try reader.skip()
        }
    }

    private mutating func readObject(_ reader: inout JSONReader, _ start: String) throws {
        let before = reader
        var (names, isOfNumbers): ([String], Bool) = ([], true)
        try reader.readMap { name, reader in
            names.append(name.shown)
            isOfNumbers = isOfNumbers && reader.next == .number
        }
        let isOfCurrencies = isOfNumbers && names.count { Currency($0)?.isFiat ?? false } * 2 > names.count
        reader = before
        try reader.readMap { name, reader in
            try read(&reader, start + (isOfCurrencies ? "*" : name.shown))
        }
    }

    var members: [String: AnswerShape.Member] {
        var members: [String: AnswerShape.Member] = [:]
        for (path, kinds) in kinds {
            let parent = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
            // An element of an array is no member that could be missing.
            let isElement = path.hasSuffix("[]") || path.hasSuffix("*") || path.isEmpty
            members[path] = AnswerShape.Member(
                kinds: kinds, isAlways: isElement || counts[path] == counts[parent, default: 1])
        }
        return members
    }
}

// MARK: - Comparing

extension AnswerShape {
    /// What is different in an answer: members that are gone, of another type, or new.
    package struct Differences: Equatable, Sendable {
        package var gone: [String] = []
        package var changed: [(path: String, was: Set<JSONKind>, now: Set<JSONKind>)] = []
        package var new: [String] = []

        package static func == (left: Differences, right: Differences) -> Bool {
            left.gone == right.gone && left.new == right.new
                && left.changed.elementsEqual(right.changed) {
                    $0.path == $1.path && $0.was == $1.was && $0.now == $1.now
                }
        }
    }

    /// Returns how another answer differs from this shape. A member below one that is gone or new is not named.
    package func differences(of other: AnswerShape) -> Differences {
        var differences = Differences()
        for path in members.keys.sorted() {
            guard let known = members[path] else { continue }
            guard let found = other.members[path] else {
                if known.isAlways, other.hasParent(of: path) { differences.gone.append(path) }
                continue
            }
            // A value that is null now and then is no other type, and one that always was had none.
            let strange = found.kinds.subtracting(known.kinds).subtracting([.null])
            if !strange.isEmpty, known.kinds != [.null] { differences.changed.append((path, known.kinds, found.kinds)) }
        }
        differences.new = other.members.keys.filter { members[$0] == nil && hasParent(of: $0) }.sorted()
        return differences
    }

    /// Whether the object or array that would hold a member is there, and has something in it.
    private func hasParent(of path: String) -> Bool {
        guard !path.isEmpty else { return false }
        let parent = path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
        guard let kinds = members[parent]?.kinds else { return false }
        return kinds.contains(.object) || kinds.contains(.array) && path.hasSuffix("[]")
    }
}

extension AnswerShape.Differences {
    /// The most new members that are named.
    private static let mostNamed = 5

    /// What is different, in words, the most important first; empty for nothing.
    package var words: [String] {
        let others = new.count - Self.mostNamed
        return gone.map { "'\($0)' is gone" }
            + changed.map { "'\($0.path)' was \(Self.words($0.was)) and is \(Self.words($0.now))" }
            + new.prefix(Self.mostNamed).map { "'\($0)' is new" } + (others > 0 ? ["\(others) more are new"] : [])
    }

    private static func words(_ kinds: Set<JSONKind>) -> String {
        kinds.map(\.rawValue).sorted().joined(separator: " or ")
    }
}

// MARK: - As text

extension AnswerShape {
    private static let letters: [(kind: JSONKind, letter: Character)] = [
        (.object, "o"), (.array, "a"), (.string, "s"), (.number, "n"), (.bool, "b"), (.null, "-"),
    ]

    /// The members in the order of their paths, each with the letters of its types, and `?` if it may be missing.
    package var text: String {
        members.sorted { $0.key < $1.key }.map { path, member in
            let kinds = Self.letters.filter { member.kinds.contains($0.kind) }.map(\.letter)
            return "\(path):\(String(kinds))\(member.isAlways ? "" : "?")"
        }.joined(separator: " ")
    }

    /// Creates a shape from its text.
    package init(text: some StringProtocol) {
        for word in text.split(separator: " ") {
            guard let colon = word.lastIndex(of: ":") else { continue }
            let types = word[word.index(after: colon)...]
            members[String(word[..<colon])] = Member(
                kinds: Set(Self.letters.filter { types.contains($0.letter) }.map(\.kind)),
                isAlways: !types.hasSuffix("?"))
        }
    }

    /// The known shape of the answer of a provider, when it is checked for a job; nil for one without.
    package static func known(_ provider: String, _ job: ProviderJob, path: String) -> AnswerShape? {
        let title = title(provider, job, path: path)
        for paragraph in knownText.split(separator: "\n\n") where paragraph.hasPrefix(title + "\n") {
            return AnswerShape(text: paragraph.dropFirst(title.utf8.count + 1).replacing("\n", with: " "))
        }
        return nil
    }

    /// The name of an answer: the days and moments in a path differ.
    package static func title(_ provider: String, _ job: ProviderJob, path: String) -> String {
        var title = "\(provider) \(job.rawValue) "
        var digits = ""
        for character in path + " " {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            title += digits.utf8.count < 8 ? digits : "*"
            digits = ""
            title.append(character)
        }
        return String(title.dropLast())
    }
}
