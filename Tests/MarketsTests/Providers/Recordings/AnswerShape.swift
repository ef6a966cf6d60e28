import JSONReader
import ProviderKit

/// What a JSON answer looks like: its members by their paths, such as `data.[].price`, the types of their values, and
/// whether each is always there. The rates of many currencies are one member, `*`.
struct AnswerShape {
    private var kinds: [String: Set<JSONKind>] = [:]
    private var counts: [String: Int] = [:]
    /// The names of members that may be missing.
    private let optional: Set<String>

    /// Reads the shape of an answer. Throws `JSONError`.
    init(of body: [UInt8], optional: Set<String> = []) throws {
        self.optional = optional
        try JSONReader.read(body) { try read(&$0, "") }
    }

    // MARK: - Reading

    private mutating func read(_ reader: inout JSONReader, _ path: String) throws {
        guard let kind = reader.next else { return try reader.skip() }
        kinds[path, default: []].insert(kind)
        counts[path, default: 0] += 1
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

    // MARK: - Comparing

    /// Returns how an answer differs from this shape: members that are gone, of another type, or new. A member below
    /// one that is gone or new is not named.
    func differences(of answer: AnswerShape) -> [String] {
        let gone = kinds.keys.filter { answer.kinds[$0] == nil && isAlways($0) && answer.hasParent(of: $0) }
        let changed = kinds.keys.filter { path in
            guard let was = kinds[path], let now = answer.kinds[path] else { return false }
            // A value that is null now and then is no other type, and one that always was had none.
            return was != [.null] && !now.subtracting(was).subtracting([.null]).isEmpty
        }
        let new = answer.kinds.keys.filter { kinds[$0] == nil && hasParent(of: $0) }
        return gone.sorted().map { "'\($0)' is gone" }
            + changed.sorted().map { "'\($0)' was \(words(of: $0)) and is \(answer.words(of: $0))" }
            + new.sorted().map { "'\($0)' is new" }
    }

    private func words(of path: String) -> String {
        (kinds[path] ?? []).map(\.rawValue).sorted().joined(separator: " or ")
    }

    /// Whether a member was in each object at its path. An element of an array is no member that could be missing.
    private func isAlways(_ path: String) -> Bool {
        let name = path.split(separator: ".").last ?? ""
        return ["", "[]", "*"].contains(name)
            || counts[path] == counts[Self.parent(of: path), default: 1] && !optional.contains(String(name))
    }

    /// Whether the object or array that would hold a member is there, and has something in it.
    private func hasParent(of path: String) -> Bool {
        guard !path.isEmpty, let kinds = kinds[Self.parent(of: path)] else { return false }
        return kinds.contains(.object) || kinds.contains(.array) && path.hasSuffix("[]")
    }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
    }
}
