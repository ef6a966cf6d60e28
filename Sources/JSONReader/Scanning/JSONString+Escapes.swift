extension JSONString {
    /// Returns the bytes with escapes decoded. The escapes are already checked.
    @usableFromInline
    @inline(never)
    func decodedBytes() -> [UInt8] {
        var decoded: [UInt8] = []
        unsafe decoded.reserveCapacity(bytes.count)
        appendDecoded(to: &decoded)
        return decoded
    }

    /// Appends the bytes with escapes decoded.
    func appendDecoded(to decoded: inout [UInt8]) {
        var rest = unsafe bytes[...]
        while let backslash = unsafe rest.firstIndex(of: UInt8(ascii: "\\")) {
            unsafe decoded.append(contentsOf: rest[..<backslash])
            unsafe rest = rest[(backslash + 1)...]
            if unsafe rest.first == UInt8(ascii: "u") {
                unsafe decoded.append(contentsOf: String(Self.character(&rest)).utf8)
            } else {
                unsafe decoded.append(Self.byte(escapedAs: rest.removeFirst()))
            }
        }
        unsafe decoded.append(contentsOf: rest)
    }

    private static func byte(escapedAs letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }

    /// Consumes `uD83D\uDE00` or `u00E5`. The preceding backslash is already consumed.
    private static func character(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Unicode.Scalar {
        let unit = unsafe codeUnit(rest)
        unsafe rest = rest.dropFirst(5)
        guard 0xD800...0xDBFF ~= unit, unsafe rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
            return Unicode.Scalar(unit) ?? "\u{FFFD}"
        }
        let low = unsafe codeUnit(rest.dropFirst())
        guard 0xDC00...0xDFFF ~= low else { return "\u{FFFD}" }
        unsafe rest = rest.dropFirst(6)
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
    }

    /// Returns the value of the four hexadecimal digits after a `u`.
    private static func codeUnit(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
        unsafe text.dropFirst().prefix(4).reduce(0) { $0 << 4 | UInt32(UInt8.hexadecimalValue($1) ?? 0) }
    }
}

extension UInt8 {
    /// Returns the value of a hexadecimal digit.
    static func hexadecimalValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
