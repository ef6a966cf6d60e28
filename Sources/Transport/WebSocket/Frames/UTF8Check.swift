/// Checks that bytes received in pieces are UTF-8 (Unicode 15, table 3-7). It fails at the first byte that no valid
/// text can have at its position.
struct UTF8Check {
    /// The number of bytes still missing from the current character.
    private var missing = 0
    /// The allowed values of the next byte.
    private var next: ClosedRange<UInt8> = continuation

    private static let continuation: ClosedRange<UInt8> = 0x80...0xBF

    /// True if the text may end here.
    var isComplete: Bool { missing == 0 }

    /// Checks the next piece. Returns false if the text is invalid whatever follows.
    @inline(__always)
    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = unsafe missing == 0 ? Self.countASCII(bytes, from: 0) : 0
        return unsafe start == bytes.count || takeSlowly(bytes, from: start)
    }

    private mutating func takeSlowly(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        var index = start
        while index < bytes.count {
            guard unsafe step(bytes[index]) else { return false }
            index += 1
            if missing == 0 { index = unsafe Self.countASCII(bytes, from: index) }
        }
        return true
    }

    @inline(__always)
    private mutating func step(_ byte: UInt8) -> Bool {
        guard missing == 0 else {
            guard next.contains(byte) else { return false }
            missing -= 1
            next = Self.continuation
            return true
        }
        switch byte {
        case ..<0x80: return true
        case 0xC2...0xDF: expect(1)
        case 0xE0: expect(2, 0xA0...0xBF)
        case 0xED: expect(2, 0x80...0x9F)
        case 0xE1...0xEF: expect(2)
        case 0xF0: expect(3, 0x90...0xBF)
        case 0xF1...0xF3: expect(3)
        case 0xF4: expect(3, 0x80...0x8F)
        default: return false
        }
        return true
    }

    private mutating func expect(_ count: Int, _ first: ClosedRange<UInt8> = Self.continuation) {
        missing = count
        next = first
    }

    /// Returns the end of the ASCII bytes from `start` on, compared a word at a time.
    @inline(__always)
    private static func countASCII(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        let high: UInt64 = 0x8080_8080_8080_8080
        var index = start
        while index + 64 <= raw.count {
            var union: UInt64 = 0
            for offset in stride(from: 0, to: 64, by: 8) {
                unsafe union |= raw.loadUnaligned(fromByteOffset: index + offset, as: UInt64.self)
            }
            guard union & high == 0 else { break }
            index += 64
        }
        while index + 8 <= raw.count, unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & high == 0 {
            index += 8
        }
        while index < raw.count, unsafe raw[index] < 0x80 { index += 1 }
        return index
    }
}
