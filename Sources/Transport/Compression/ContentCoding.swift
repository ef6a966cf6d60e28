/// The compressions that are asked for, and their ends checked: nothing may be missing, broken, or left over.
enum ContentCoding: Sendable, Equatable {
    /// RFC 1952.
    case gzip
    /// RFC 1950, or RFC 1951 without it, as some servers understand the name.
    case deflate

    /// What the request says.
    static let accepted = "gzip, deflate"

    init?(name: String) {
        switch name.lowercased() {
        case "gzip", "x-gzip": self = .gzip
        case "deflate": self = .deflate
        default: return nil
        }
    }

    /// The bytes as they were; an empty body is one in any coding.
    func decoded(_ bytes: [UInt8], limit: Int) throws(InflateFault) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        return switch self {
        case .gzip: try Self.gunzip(bytes, limit: limit)
        case .deflate: try Self.inflate(bytes, limit: limit)
        }
    }

    /// One member or several, as the format has it.
    private static func gunzip(_ bytes: [UInt8], limit: Int) throws(InflateFault) -> [UInt8] {
        var result: [UInt8] = []
        var start = 0
        while start < bytes.count {
            let (part, end) = try inflate(bytes, from: headerEnd(bytes, start), limit: limit - result.count)
            guard bytes.count - end >= 8 else { throw .cut }
            guard number(bytes[end..<end + 4].reversed()) == crc32(part),
                number(bytes[end + 4..<end + 8].reversed()) == UInt32(truncatingIfNeeded: part.count)
            else { throw .broken }
            if result.isEmpty { result = part } else { result += part }
            start = end + 8
        }
        return result
    }

    private static func headerEnd(_ bytes: [UInt8], _ start: Int) throws(InflateFault) -> Int {
        let magic: [UInt8] = [0x1F, 0x8B, 8]
        guard zip(bytes[start...], magic).allSatisfy({ $0 == $1 }) else { throw .broken }
        guard bytes.count - start >= 10 else { throw .cut }
        let flags = bytes[start + 3]
        guard flags & 0xE0 == 0 else { throw .broken }
        var end = start + 10
        if flags & 4 != 0 {
            guard bytes.count >= end + 2 else { throw .cut }
            end += 2 + Int(bytes[end]) + Int(bytes[end + 1]) << 8
        }
        // A file's name and a comment, each ended by a zero.
        for flag: UInt8 in [8, 16] where flags & flag != 0 {
            guard end < bytes.count, let zero = bytes[end...].firstIndex(of: 0) else { throw .cut }
            end = zero + 1
        }
        end += flags & 2 != 0 ? 2 : 0
        guard end < bytes.count else { throw .cut }
        return end
    }

    private static func inflate(_ bytes: [UInt8], limit: Int) throws(InflateFault) -> [UInt8] {
        let isZlib = bytes.count >= 2 && bytes[0] & 15 == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
        let (result, end) = try inflate(bytes, from: isZlib ? 2 : 0, limit: limit)
        if isZlib {
            guard bytes.count - end >= 4 else { throw .cut }
            guard bytes.count - end == 4, number(bytes[end...]) == adler32(result) else { throw .broken }
        } else if end != bytes.count {
            throw .broken
        }
        return result
    }

    private static func inflate(
        _ bytes: [UInt8], from start: Int, limit: Int
    ) throws(InflateFault) -> (bytes: [UInt8], end: Int) {
        try bytes.withUnsafeBufferPointer { (input) throws(InflateFault) in
            var inflate = Inflate(UnsafeRawBufferPointer(input), from: start, limit: limit)
            let result = try inflate.run()
            return (result, inflate.consumed)
        }
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// RFC 1952 section 8.
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        crcTables.withUnsafeBufferPointer { table in
            bytes.withUnsafeBytes { bytes in
                var crc = ~(0 as UInt32)
                var place = 0
                while place + 4 <= bytes.count {
                    crc ^= UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                    let low = table[768 + Int(crc & 255)] ^ table[512 + Int(crc >> 8 & 255)]
                    crc = low ^ table[256 + Int(crc >> 16 & 255)] ^ table[Int(crc >> 24)]
                    place += 4
                }
                for byte in bytes[place...] { crc = table[Int((crc ^ UInt32(byte)) & 255)] ^ crc >> 8 }
                return ~crc
            }
        }
    }

    /// Four tables of 256: what a byte does to the register at once, and with one to three zeros behind it.
    private static let crcTables: [UInt32] = {
        var tables = (0..<256 as Range<UInt32>).map { byte in
            (0..<8).reduce(byte) { crc, _ in (crc >> 1) ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        for place in 256..<1024 {
            let before = tables[place - 256]
            tables.append(tables[Int(before & 255)] ^ before >> 8)
        }
        return tables
    }()

    /// RFC 1950 section 8.2.
    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65521
            high = (high + low) % 65521
        }
        return high << 16 | low
    }
}
