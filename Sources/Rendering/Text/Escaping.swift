/// Copies text and replaces characters that could control a terminal: C0, DEL, C1, the line and paragraph separators,
/// and all bidi marks, embeddings, overrides and isolates.
///
/// A format adds ASCII characters that it has to escape, such as the quote of JSON.
struct Escaping: Sendable {
    /// Bit n is set when ASCII character n is replaced.
    private let low: UInt64
    private let high: UInt64
    /// Leaves out what it would replace.
    static let removing = Escaping { _, _ in }
    private let replace: @Sendable (UInt32, inout [UInt8]) -> Void

    /// Replaces all control characters except those of `keeping`, and the ASCII characters of `and`. `replace` appends
    /// the replacement.
    init(
        and own: String = "", keeping: String = "",
        replace: @escaping @Sendable (UInt32, inout [UInt8]) -> Void
    ) {
        self.replace = replace
        let isReplaced: (UInt8) -> Bool = { byte in
            (byte < 0x20 || byte == 0x7F || own.utf8.contains(byte)) && !keeping.utf8.contains(byte)
        }
        let mask: (Range<UInt8>) -> UInt64 = { bytes in
            bytes.filter(isReplaced).reduce(0) { $0 | 1 << UInt64($1 & 63) }
        }
        low = mask(0..<64)
        high = mask(64..<128)
    }

    /// Replaces ASCII characters by literals, and any other control character as `replace` does.
    init(
        _ literals: KeyValuePairs<Unicode.Scalar, StaticString>,
        replace: @escaping @Sendable (UInt32, inout [UInt8]) -> Void = { TerminalText.replace($0, to: &$1) }
    ) {
        let known = literals.map { (scalar: $0.value, literal: $1) }
        self.init(and: literals.map { String($0.key) }.joined()) { scalar, bytes in
            guard let literal = known.first(where: { $0.scalar == scalar })?.literal else {
                return replace(scalar, &bytes)
            }
            bytes.append(literal)
        }
    }

    /// Appends `text` with its replacements.
    func write(_ text: String, to bytes: inout [UInt8]) {
        if unsafe text.utf8.withContiguousStorageIfAvailable({ unsafe write($0, to: &bytes) }) == nil {
            unsafe Array(text.utf8).withUnsafeBufferPointer { unsafe write($0, to: &bytes) }
        }
    }

    private func write(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        var start = 0
        var index = 0
        while index < text.count {
            guard let (scalar, length) = unsafe replaced(in: text, at: index) else {
                index += 1
                continue
            }
            unsafe bytes.append(contentsOf: text[start..<index])
            replace(scalar, &bytes)
            index += length
            start = index
        }
        unsafe bytes.append(contentsOf: text[start...])
    }

    /// Returns the scalar at `index` and its length if it has to be replaced. The text is valid UTF-8.
    @inline(__always)
    private func replaced(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> (UInt32, Int)? {
        let byte = unsafe text[index]
        guard byte < 0x80 else { return unsafe Self.steering(text, at: index) }
        let mask = byte < 64 ? low : high
        return mask >> UInt64(byte & 63) & 1 == 1 ? (UInt32(byte), 1) : nil
    }

    /// Returns the scalar at `index` and its length if it is a control character. The text is valid UTF-8.
    private static func steering(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> (UInt32, Int)? {
        switch unsafe text[index] {
        case 0xC2 where unsafe text[index + 1] < 0xA0:
            return unsafe (UInt32(text[index + 1]), 2)
        case 0xD8 where unsafe text[index + 1] == 0x9C:
            return (0x061C, 2)
        case 0xE2 where unsafe text[index + 1] == 0x80 || text[index + 1] == 0x81:
            let scalar = unsafe 0x2000 | UInt32(text[index + 1] & 1) << 6 | UInt32(text[index + 2] & 0x3F)
            return TerminalText.isSteering(scalar) ? (scalar, 3) : nil
        default:
            return nil
        }
    }
}

extension [UInt8] {
    /// Appends the bytes of a literal.
    mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { unsafe append(contentsOf: $0) }
    }

    /// Appends decimal digits.
    package mutating func append(decimal number: Int) {
        let start = count
        var rest = number.magnitude
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
            rest /= 10
        } while rest > 0
        if number < 0 { append(UInt8(ascii: "-")) }
        self[start...].reverse()
    }
}
