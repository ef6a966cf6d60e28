/// Why compressed bytes do not decompress.
enum InflateFault: Error, Equatable {
    /// The bytes end before their stream does.
    case cut
    /// They are not what the format says.
    case broken
    /// They would become more bytes than allowed.
    case tooLarge
}

/// Decompresses DEFLATE (RFC 1951), all at once.
///
/// libcurl's own decoder says nothing of a stream that is cut: what came of it looks like a whole answer.
struct Inflate: ~Copyable {
    /// How many bytes of the input the stream took, once it is read.
    var consumed: Int { position - bitCount / 8 }

    private let input: UnsafeRawBufferPointer
    private let limit: Int
    private var output: OutputBytes
    private var position: Int
    private var bits: UInt64 = 0
    private var bitCount = 0

    /// A stream that begins at `start` and may become at most `limit` bytes.
    init(_ input: UnsafeRawBufferPointer, from start: Int, limit: Int) {
        self.input = input
        self.limit = limit
        position = start
        output = OutputBytes(capacity: min(limit, max(1 << 12, input.count * 4)))
    }

    /// The stream's bytes.
    mutating func run() throws(InflateFault) -> [UInt8] {
        var isLast = false
        while !isLast {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try copyStored()
            case 1: try expand(Self.fixedLiterals, Self.fixedDistances)
            case 2:
                let (literals, distances) = try readCodes()
                try expand(literals, distances)
            default: throw .broken
            }
        }
        return output.array
    }

    /// At least 56 bits, or all that are left.
    private mutating func refill() {
        if input.count - position >= 8 {
            // The bits that do not fit are loaded again next time: or-ing the same bits twice changes nothing.
            let word = UInt64(littleEndian: input.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            bits |= word << UInt64(bitCount)
            position += (63 - bitCount) / 8
            bitCount |= 56
            return
        }
        while bitCount <= 56, position < input.count {
            bits |= UInt64(input[position]) << UInt64(bitCount)
            position += 1
            bitCount += 8
        }
    }

    private mutating func drop(_ count: Int) throws(InflateFault) {
        bitCount -= count
        guard bitCount >= 0 else { throw .cut }
        bits >>= UInt64(count)
    }

    private mutating func take(_ count: Int) throws(InflateFault) -> Int {
        refill()
        let value = Int(bits & (1 << UInt64(count) - 1))
        try drop(count)
        return value
    }

    private mutating func symbol(_ code: HuffmanCode.Table) throws(InflateFault) -> Int {
        refill()
        let entry = code.entry(Int(truncatingIfNeeded: bits))
        // No code begins so: with too few bits left the rest of it is missing, else there is none.
        guard entry.length > 0 else { throw bitCount < code.longest ? .cut : .broken }
        try drop(entry.length)
        return entry.symbol
    }

    private mutating func copyStored() throws(InflateFault) {
        try drop(bitCount & 7)
        let length = try take(16)
        guard try take(16) == length ^ 0xFFFF else { throw .broken }
        let start = consumed
        guard input.count - start >= length else { throw .cut }
        guard output.count + length <= limit else { throw .tooLarge }
        output.append(UnsafeRawBufferPointer(rebasing: input[start..<start + length]))
        (position, bits, bitCount) = (start + length, 0, 0)
    }

    private mutating func expand(_ literals: HuffmanCode, _ distances: HuffmanCode) throws(InflateFault) {
        try literals.withTable { (literals) throws(InflateFault) in
            try distances.withTable { (distances) throws(InflateFault) in
                try expand(literals, distances)
            }
        }
    }

    private mutating func expand(_ literals: HuffmanCode.Table, _ distances: HuffmanCode.Table) throws(InflateFault) {
        while true {
            let symbol = try symbol(literals)
            if symbol < 256 {
                guard output.count < limit else { throw .tooLarge }
                output.append(UInt8(symbol))
            } else if symbol == 256 {
                return
            } else {
                try copyMatch(symbol - 257, distances)
            }
        }
    }

    private mutating func copyMatch(_ lengthCode: Int, _ distances: HuffmanCode.Table) throws(InflateFault) {
        guard lengthCode < Self.lengths.count else { throw .broken }
        let length = Self.lengths[lengthCode].base + (try take(Self.lengths[lengthCode].extra))
        let distanceCode = try symbol(distances)
        guard distanceCode < Self.distances.count else { throw .broken }
        let distance = Self.distances[distanceCode].base + (try take(Self.distances[distanceCode].extra))
        guard distance <= output.count else { throw .broken }
        guard output.count + length <= limit else { throw .tooLarge }
        output.repeatBytes(from: distance, count: length)
    }

    /// The codes of a block of its own (section 3.2.7).
    private mutating func readCodes() throws(InflateFault) -> (HuffmanCode, HuffmanCode) {
        let literalCount = try take(5) + 257
        let distanceCount = try take(5) + 1
        let codeCount = try take(4) + 4
        var codeLengths = [UInt8](repeating: 0, count: 19)
        for place in Self.codeOrder.prefix(codeCount) { codeLengths[place] = UInt8(try take(3)) }
        let code = try HuffmanCode(codeLengths[...])
        var lengths: [UInt8] = []
        while lengths.count < literalCount + distanceCount {
            switch try code.withTable({ (table) throws(InflateFault) in try symbol(table) }) {
            case let length where length < 16: lengths.append(UInt8(length))
            case 16:
                guard let last = lengths.last else { throw .broken }
                lengths += Array(repeating: last, count: try take(2) + 3)
            case 17: lengths += Array(repeating: 0, count: try take(3) + 3)
            default: lengths += Array(repeating: 0, count: try take(7) + 11)
            }
        }
        guard lengths.count == literalCount + distanceCount, lengths[256] != 0 else { throw .broken }
        return (try HuffmanCode(lengths[..<literalCount]), try HuffmanCode(lengths[literalCount...]))
    }
}

/// The tables of section 3.2.5 and 3.2.6.
extension Inflate {
    private typealias Span = (base: Int, extra: Int)

    private static let codeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    /// Code 284 stops at 257, since 258 has a code of its own.
    private static let lengths: [Span] =
        spans(from: 3, extra: (0..<28).map { max(0, $0 / 4 - 1) }) + [(258, 0)]
    private static let distances: [Span] = spans(from: 1, extra: (0..<30).map { max(0, $0 / 2 - 1) })

    private static let fixedLiterals = HuffmanCode(
        sound: Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
            + Array(repeating: 8, count: 8))
    private static let fixedDistances = HuffmanCode(sound: Array(repeating: 5, count: 32))

    private static func spans(from first: Int, extra: [Int]) -> [Span] {
        var base = first
        return extra.map { count in
            defer { base += 1 << count }
            return (base, count)
        }
    }
}
