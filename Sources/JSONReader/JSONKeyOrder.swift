/// What stands between the values of an object, step by step, as it stood in the object read before.
///
/// A stream's messages repeat their keys in the same order: bytes that are the same as last time, from behind a value to the
/// next one, mean the same, and are neither searched for their ends nor looked up. Whatever differs is read as without
/// this, and remembered.
public struct JSONKeyOrder: Sendable {
    @usableFromInline var entries: [Entry] = []

    /// No order known yet.
    public init() {}

    /// The bytes from behind a value to the next one, 24 at most: `,"best_bid_size":`.
    @usableFromInline
    struct Entry: Sendable {
        /// Eight bytes each, where the masks have ones.
        @usableFromInline let words: (UInt64, UInt64, UInt64)
        @usableFromInline let masks: (UInt64, UInt64, UInt64)
        @usableFromInline let count: Int
        /// The index of the key's case; below 0 where it is not read.
        @usableFromInline let index: Int

        /// What no bytes are equal to, for keys that are too long.
        static let none = Entry()

        private init() {
            (words, masks) = ((1, 0, 0), (0, 0, 0))
            (count, index) = (0, -1)
        }

        init(_ bytes: UnsafeBufferPointer<UInt8>, index: Int) {
            let count = bytes.count
            words = (Self.word(bytes, 0), Self.word(bytes, 8), Self.word(bytes, 16))
            masks = (Self.mask(count), Self.mask(count - 8), Self.mask(count - 16))
            (self.count, self.index) = (count, index)
        }

        private static func mask(_ count: Int) -> UInt64 {
            count >= 8 ? .max : count <= 0 ? 0 : (1 << UInt64(count * 8)) - 1
        }

        private static func word(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt64 {
            bytes.dropFirst(start).prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    @usableFromInline static var longest: Int { 24 }
    /// Objects with more keys are read without help from there on.
    private static var mostKeys: Int { 64 }

    /// How many bytes the step's are and whose key they hold, where they stand at `place`.
    @inlinable
    @inline(__always)
    func match(_ step: Int, at place: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> (count: Int, index: Int)? {
        guard step < entries.count, end - place >= Self.longest else { return nil }
        let entry = entries[step]
        let raw = UnsafeRawPointer(place)
        let first = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self)) & entry.masks.0 ^ entry.words.0
        let second =
            UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) & entry.masks.1 ^ entry.words.1
        let third =
            UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self)) & entry.masks.2 ^ entry.words.2
        return first | second | third == 0 ? (entry.count, entry.index) : nil
    }

    /// Remembers what stands at a step: the bytes from behind a value to the next one.
    @usableFromInline
    @inline(never)
    mutating func learn(_ step: Int, from first: UnsafePointer<UInt8>, to value: UnsafePointer<UInt8>, index: Int?) {
        guard step <= entries.count, step < Self.mostKeys else { return }
        let bytes = UnsafeBufferPointer(start: first, count: value - first)
        let entry = bytes.count <= Self.longest ? Entry(bytes, index: index ?? -1) : .none
        if step == entries.count { entries.append(entry) } else { entries[step] = entry }
    }
}
