/// A canonical prefix code as a table over its longest code's bits, lowest bit first (RFC 1951 section 3.2.2).
struct HuffmanCode {
    private let longest: Int
    private let table: [UInt16]

    /// The code while it is in use.
    struct Table {
        /// The bits of the longest code.
        let longest: Int
        /// A symbol above four bits of its code's length; 0 where no code begins so. As many as `longest` bits tell apart.
        fileprivate let entries: UnsafePointer<UInt16>

        /// The symbol whose code the bits begin with, and the code's length; 0 where there is none.
        func entry(_ bits: Int) -> (symbol: Int, length: Int) {
            let entry = entries[bits & (1 << longest - 1)]
            return (Int(entry >> 4), Int(entry & 15))
        }
    }

    /// A code from its symbols' lengths, 0 for a symbol without one.
    init(_ lengths: ArraySlice<UInt8>) throws(InflateFault) {
        guard let code = Self(lengths: lengths) else { throw .broken }
        self = code
    }

    /// A code that RFC 1951 itself gives.
    init(sound lengths: [UInt8]) {
        self = Self(lengths: lengths[...]) ?? Self(longest: 0, table: [0])
    }

    /// Hands the table over for the time of a block.
    func withTable<Result>(_ body: (Table) throws(InflateFault) -> Result) throws(InflateFault) -> Result {
        try table.withUnsafeBufferPointer { (entries) throws(InflateFault) in
            guard let first = entries.baseAddress else { throw .broken }
            return try body(Table(longest: longest, entries: first))
        }
    }

    private init(longest: Int, table: [UInt16]) {
        self.longest = longest
        self.table = table
    }

    /// Nil where more codes are asked for than there are.
    private init?(lengths: ArraySlice<UInt8>) {
        let longest = Int(lengths.max() ?? 0)
        var counts = [Int](repeating: 0, count: 16)
        for length in lengths where length > 0 { counts[Int(length)] += 1 }
        var next = [Int](repeating: 0, count: 17)
        for length in 1...15 { next[length + 1] = (next[length] + counts[length]) << 1 }
        guard (1...15).allSatisfy({ next[$0] + counts[$0] <= 1 << $0 }) else { return nil }
        var table = [UInt16](repeating: 0, count: 1 << longest)
        for (symbol, length) in lengths.enumerated() where length > 0 {
            let length = Int(length)
            let first = Self.reversed(next[length], count: length)
            next[length] += 1
            for place in stride(from: first, to: table.count, by: 1 << length) {
                table[place] = UInt16(symbol << 4 | length)
            }
        }
        self.init(longest: longest, table: table)
    }

    private static func reversed(_ bits: Int, count: Int) -> Int {
        (0..<count).reduce(0) { $0 | (bits >> $1 & 1) << (count - 1 - $1) }
    }
}
