/// By what a row of a file is known.
struct RowIdentity: Sendable {
    /// A hash of all that a row is known by.
    var key: UInt64
    /// A hash of all that it says, except what each run says differently.
    var whole: UInt64
    /// The first bytes of its time, in the order of the bytes.
    var time: UInt128

    /// Creates the identity of a row. One that is known by all that it says has no other hash.
    init(key: UInt64, whole: UInt64? = nil, time: UInt128) {
        (self.key, self.whole, self.time) = (key, whole ?? key, time)
    }
}

/// Which rows a file has, without all of their keys in memory: the file may be larger.
///
/// It keeps the keys and the other hashes of the latest blocks of the file. Of earlier blocks it knows only the first
/// and the last time. Such a block is read again for a row of a time in it. That is rare, because rows are mostly
/// appended in the order of time.
struct RowIndex {
    private struct Block {
        /// The lines of the block, by their places in the file. Lines of this run may be between them.
        var ranges: [Range<Int>] = []
        var times: ClosedRange<UInt128>?
        /// Nil for an early block.
        var keys: Set<UInt64>? = []
    }

    /// The bytes of a block.
    var size = 1 << 20
    /// The number of blocks whose keys are kept.
    var kept = 16

    private var blocks: [Block] = []
    /// The bytes of the last block so far.
    private var filled = 0

    /// Adds the rows of whole lines at a place. Their keys are not kept if so many bytes follow that they would be
    /// dropped.
    mutating func add(_ rows: [RowIdentity], at range: Range<Int>, before following: Int) {
        guard !range.isEmpty else { return }
        if blocks.isEmpty || filled >= size {
            if blocks.count >= kept { blocks[blocks.count - kept].keys = nil }
            blocks.append(Block())
            filled = 0
        }
        filled += range.count
        let last = blocks.count - 1
        if following > (kept + 1) * size { blocks[last].keys = nil }
        if let end = blocks[last].ranges.last?.upperBound, end == range.lowerBound {
            blocks[last].ranges[blocks[last].ranges.count - 1] =
                blocks[last].ranges[blocks[last].ranges.count - 1].lowerBound..<range.upperBound
        } else {
            blocks[last].ranges.append(range)
        }
        guard var (first, latest) = rows.first.map({ ($0.time, $0.time) }) else { return }
        for row in rows {
            first = min(first, row.time)
            latest = max(latest, row.time)
        }
        blocks[last].times =
            blocks[last].times.map { min($0.lowerBound, first)...max($0.upperBound, latest) } ?? first...latest
        if blocks[last].keys != nil { for row in rows { blocks[last].keys?.formUnion([row.key, row.whole]) } }
    }

    /// Returns the keys of those rows that the file has, and the hashes of all that those say. `read` returns those in
    /// a part of the file.
    func keys(
        among rows: [RowIdentity], read: (Range<Int>) throws(Failure) -> Set<UInt64>
    ) throws(Failure) -> Set<UInt64> {
        guard let first = rows.map(\.time).min(), let last = rows.map(\.time).max() else { return [] }
        var found: Set<UInt64> = []
        for block in blocks {
            guard let times = block.times, times.overlaps(first...last) else { continue }
            let sought = rows.filter { times.contains($0.time) }.flatMap { [$0.key, $0.whole] }
            if let keys = block.keys {
                found.formUnion(sought.filter(keys.contains))
            } else if !sought.isEmpty {
                for range in block.ranges { found.formUnion(try read(range).intersection(sought)) }
            }
        }
        return found
    }
}
