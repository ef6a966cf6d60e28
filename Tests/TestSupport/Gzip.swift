/// gzip streams (RFC 1952) for test answers, created without a compressor.
package enum Gzip {
    /// The bytes as a valid gzip stream of stored blocks: whole, but not smaller.
    package static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream = header
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(0xFFFF)
            stream.append(rest.isEmpty ? 1 : 0)
            stream += littleEndian(UInt16(block.count)) + littleEndian(~UInt16(block.count)) + block
        } while !rest.isEmpty
        return stream + littleEndian(crc32(bytes)) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
    }

    /// A valid stream of `megabytes` × 1,048,576 equal bytes, spaces unless given, in about a 160th of that.
    ///
    /// It is one final block of fixed Huffman codes (RFC 1951, 3.2.6): the byte once, then copies of length 258 from
    /// distance 1, 13 bits each, and the rest as literals.
    package static func bomb(megabytes: Int, of byte: UInt8 = 0x20) -> [UInt8] {
        precondition(byte < 144 && megabytes > 0)
        let total = megabytes << 20
        let (copies, rest) = (total - 1).quotientAndRemainder(dividingBy: 258)
        var bits = BitWriter()
        bits.append(0b011, 3)
        bits.appendCode(UInt32(byte) + 0x30, 8)
        for _ in 0..<copies { bits.append(0b0_0000_1010_0011, 13) }
        for _ in 0..<rest { bits.appendCode(UInt32(byte) + 0x30, 8) }
        bits.appendCode(0, 7)
        let checksum = crc32(megabytes: megabytes, of: byte)
        return header + bits.finished() + littleEndian(checksum) + littleEndian(UInt32(truncatingIfNeeded: total))
    }

    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

    private static func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    /// CRC-32 of RFC 1952, section 8.
    static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
    }

    /// The checksum of many equal bytes without reading each: the effect of a byte on the register is an affine map
    /// over GF(2), which is squared twenty times.
    private static func crc32(megabytes: Int, of byte: UInt8) -> UInt32 {
        func afterOneByte(_ register: UInt32) -> UInt32 {
            table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] ^ (register >> 8)
        }
        var constant = afterOneByte(0)
        var columns = (0..<32).map { afterOneByte(1 << $0) ^ constant }
        func linear(_ register: UInt32) -> UInt32 {
            (0..<32).reduce(0) { register >> $1 & 1 == 1 ? $0 ^ columns[$1] : $0 }
        }
        for _ in 0..<20 {
            constant ^= linear(constant)
            columns = columns.map(linear)
        }
        return ~(0..<megabytes).reduce(~0) { register, _ in linear(register) ^ constant }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
    }
}

/// Bits packed from the least significant one, as in deflate.
private struct BitWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count: UInt64 = 0

    /// A number, least significant bit first.
    mutating func append(_ value: UInt32, _ width: UInt64) {
        pending |= UInt64(value) << count
        count += width
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            count -= 8
        }
    }

    /// A Huffman code, most significant bit first.
    mutating func appendCode(_ code: UInt32, _ width: UInt64) {
        var reversed: UInt32 = 0
        for bit in 0..<width where code >> UInt32(bit) & 1 == 1 { reversed |= 1 << UInt32(width - 1 - bit) }
        append(reversed, width)
    }

    consuming func finished() -> [UInt8] {
        count == 0 ? bytes : bytes + [UInt8(truncatingIfNeeded: pending)]
    }
}
