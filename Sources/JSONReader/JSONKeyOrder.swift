/// The keys of an object in the order they stood in the ones read before it.
///
/// A stream's messages repeat their order: a key that stands where it stood last time is found by comparing its bytes,
/// neither searched for its end nor looked up. Whatever differs is read as without it, and remembered.
public struct JSONKeyOrder: Sendable {
    @usableFromInline var entries: [Entry] = []

    /// No order known yet.
    public init() {}

    /// A key with its quotes and the colon behind it, 16 bytes at most.
    @usableFromInline
    struct Entry: Sendable {
        /// The first eight bytes, and the next, where the masks have ones.
        @usableFromInline let words: (UInt64, UInt64)
        @usableFromInline let masks: (UInt64, UInt64)
        @usableFromInline let count: Int
        /// The index of its case; below 0 where it is not read.
        @usableFromInline let index: Int

        /// A key that is too long to be kept: no bytes are those of it.
        static let none = Entry(words: (1, 0), masks: (0, 0), count: 0, index: -1)

        init(words: (UInt64, UInt64), masks: (UInt64, UInt64), count: Int, index: Int) {
            (self.words, self.masks, self.count, self.index) = (words, masks, count, index)
        }

        init(_ key: UnsafeBufferPointer<UInt8>, index: Int) {
            let masks = (Self.mask(key.count), Self.mask(key.count - 8))
            self.init(words: (Self.word(key, 0), Self.word(key, 8)), masks: masks, count: key.count, index: index)
        }

        private static func mask(_ count: Int) -> UInt64 {
            count >= 8 ? .max : count <= 0 ? 0 : 1 << UInt64(count * 8) - 1
        }

        private static func word(_ key: UnsafeBufferPointer<UInt8>, _ start: Int) -> UInt64 {
            key.dropFirst(start).prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
    }

    /// Objects with more keys are read without help from there on.
    private static var mostKeys: Int { 64 }

    /// The entry of a step, where the key that it expects stands at `place`.
    @inlinable
    @inline(__always)
    func match(_ step: Int, at place: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> (count: Int, index: Int)? {
        guard step < entries.count, end - place >= 16 else { return nil }
        let raw = UnsafeRawPointer(place)
        let low = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
        let high = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        let entry = entries[step]
        guard low & entry.masks.0 == entry.words.0, high & entry.masks.1 == entry.words.1 else { return nil }
        return (entry.count, entry.index)
    }

    /// Remembers what stands at a step: the bytes from a key's quote on to its value.
    @usableFromInline
    @inline(never)
    mutating func learn(_ step: Int, from first: UnsafePointer<UInt8>, to value: UnsafePointer<UInt8>, index: Int?) {
        guard step <= entries.count, step < Self.mostKeys else { return }
        let isShort = value - first <= 16 && value[-1] == UInt8(ascii: ":")
        let key = UnsafeBufferPointer(start: first, count: value - first)
        let entry = isShort ? Entry(key, index: index ?? -1) : .none
        if step == entries.count { entries.append(entry) } else { entries[step] = entry }
    }
}
