/// The keys to read of an object. It is created once per enum of keys, and finds keys without building a `String`.
///
///     enum Key: String, CaseIterable { case symbol = "s", price = "c" }
///     static let keys = JSONKeys<Key>()
public struct JSONKeys<Key: Sendable>: Sendable {
    @usableFromInline let cases: [Key]
    @usableFromInline let names: JSONKeyNames

    /// Creates the keys of all cases of `Key`, at most 64.
    public init() where Key: RawRepresentable<String> & CaseIterable {
        self.init(Key.allCases.map { ($0.rawValue, $0) })
    }

    /// Creates keys of members that all mean the same.
    public init(_ names: String...) where Key == Void {
        self.init(names.map { ($0, ()) })
    }

    /// Creates keys of members by their own names.
    public init(named names: String...) where Key == String {
        self.init(names.map { ($0, $0) })
    }

    /// Creates keys from unique names, at most 64.
    public init(_ names: [(name: String, key: Key)]) {
        // A key path would be made again for each type of keys, which takes longer than the rest.
        cases = names.map { $0.key }
        self.names = JSONKeyNames(names.map { $0.name })
    }
}

extension JSONKeys: ExpressibleByDictionaryLiteral {
    /// Creates keys from unique names and their meanings.
    public init(dictionaryLiteral names: (String, Key)...) {
        self.init(names.map { ($0, $1) })
    }
}

/// The names of keys, whatever they mean. A class instance, so that passing it on does not count references of its
/// parts.
@usableFromInline
final class JSONKeyNames: Sendable {
    private let entries: [Entry]
    /// The text of all names, one after the other.
    private let text: [UInt8]
    /// A hash table of indices into `entries`, at least half empty.
    private let slots: [UInt8]

    /// The length of a name and its first eight bytes, which is all of a short name.
    private struct Entry: Sendable {
        let word: UInt64
        let count: Int
        let offset: Int
    }

    private static var empty: UInt8 { .max }

    init(_ names: [String]) {
        precondition(names.count <= 64)
        var (entries, text, slots) = ([Entry](), [UInt8](), [UInt8](repeating: Self.empty, count: 128))
        for (index, name) in names.enumerated() {
            let bytes = Array(name.utf8)
            let word = unsafe bytes.prefix(8).withUnsafeBufferPointer { unsafe Self.firstWordBytewise($0) }
            var slot = Self.slot(word, bytes.count)
            while slots[slot] != Self.empty { slot = (slot + 1) & 127 }
            slots[slot] = UInt8(index)
            entries.append(Entry(word: word, count: bytes.count, offset: text.count))
            text += bytes
        }
        (self.entries, self.text, self.slots) = (entries, text, slots)
    }

    /// Returns the index of a name; nil if it is none of them. Up to `end`, bytes after the name may be read.
    @inline(__always)
    func index(of name: JSONString, readableTo end: UnsafePointer<UInt8>) -> Int? {
        unsafe name.hasEscapes ? index(ofEscaped: name) : index(of: name.bytes, readableTo: end)
    }

    @inline(never)
    private func index(ofEscaped name: JSONString) -> Int? {
        unsafe name.withUTF8 { bytes in
            unsafe bytes.baseAddress.flatMap { unsafe index(of: bytes, readableTo: $0 + bytes.count) }
        }
    }

    @inline(__always)
    private func index(of name: UnsafeBufferPointer<UInt8>, readableTo end: UnsafePointer<UInt8>) -> Int? {
        let word = unsafe Self.firstWord(name, readableTo: end)
        var slot = Self.slot(word, name.count)
        while slots[slot] != Self.empty {
            let index = Int(slots[slot])
            let entry = entries[index]
            if unsafe entry.word == word && entry.count == name.count && (name.count <= 8 || matches(name, entry)) {
                return index
            }
            slot = (slot + 1) & 127
        }
        return nil
    }

    /// Whether a name with the same length and the same first eight bytes is equal to an entry.
    private func matches(_ name: UnsafeBufferPointer<UInt8>, _ entry: Entry) -> Bool {
        unsafe text.withUnsafeBufferPointer { text in
            var place = 8
            while unsafe place < entry.count && text[entry.offset + place] == name[place] { place += 1 }
            return place == entry.count
        }
    }

    @inline(__always)
    private static func slot(_ word: UInt64, _ count: Int) -> Int {
        Int(truncatingIfNeeded: ((word ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15) >> 57)
    }

    /// Returns the first eight bytes of a name, padded with zeros if it is shorter.
    @inline(__always)
    private static func firstWord(_ name: UnsafeBufferPointer<UInt8>, readableTo end: UnsafePointer<UInt8>) -> UInt64 {
        guard let first = name.baseAddress, unsafe end - first >= 8 else { return unsafe firstWordBytewise(name) }
        let word = unsafe UInt64(littleEndian: UnsafeRawPointer(first).loadUnaligned(as: UInt64.self))
        return name.count >= 8 ? word : word & ~(UInt64.max << UInt64(truncatingIfNeeded: name.count * 8))
    }

    @inline(never)
    private static func firstWordBytewise(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        name.indices.reduce(0) { unsafe $0 | UInt64(name[$1]) << UInt64($1 * 8) }
    }
}
