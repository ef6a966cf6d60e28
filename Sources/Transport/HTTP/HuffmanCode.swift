/// A canonical prefix code as a table over its longest code's bits, lowest bit first (RFC 1951 section 3.2.2).
struct HuffmanCode {
    /// The bits of the longest code.
    let longest: Int
    /// A symbol above four bits of its code's length; 0 where no code begins so.
    private let table: [UInt16]

    /// A code from its symbols' lengths, 0 for a symbol without one.
    init(_ lengths: ArraySlice<UInt8>) throws(InflateFault) {
        guard let code = Self(lengths: lengths) else { throw .broken }
        self = code
    }

    /// A code that RFC 1951 itself gives.
    init(sound lengths: [UInt8]) {
        self = Self(lengths: lengths[...]) ?? Self(longest: 0, table: [0])
    }

    /// The symbol whose code the bits begin with, and the code's length; 0 where there is none.
    func entry(_ bits: Int) -> (symbol: Int, length: Int) {
        let entry = table.withUnsafeBufferPointer { $0[bits & ($0.count - 1)] }
        return (Int(entry >> 4), Int(entry & 15))
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

/// Bytes that grow at their end and are read back from there.
struct OutputBytes: ~Copyable {
    private(set) var count = 0
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int

    init(capacity: Int) {
        self.capacity = max(1, capacity)
        start = .allocate(capacity: self.capacity)
    }

    deinit {
        start.deallocate()
    }

    var array: [UInt8] {
        Array(UnsafeBufferPointer(start: start, count: count))
    }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        start[count] = byte
        count += 1
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.baseAddress else { return }
        reserve(bytes.count)
        UnsafeMutableRawPointer(start + count).copyMemory(from: first, byteCount: bytes.count)
        count += bytes.count
    }

    /// Appends what stands `distance` bytes before the end; the bytes may come to be as they are read.
    mutating func repeatBytes(from distance: Int, count length: Int) {
        reserve(length)
        let target = start + count
        if distance >= length {
            target.update(from: target - distance, count: length)
        } else {
            for index in 0..<length { target[index] = target[index - distance] }
        }
        count += length
    }

    private mutating func reserve(_ more: Int) {
        guard count + more > capacity else { return }
        capacity = max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: start, count: count)
        start.deallocate()
        start = larger
    }
}
