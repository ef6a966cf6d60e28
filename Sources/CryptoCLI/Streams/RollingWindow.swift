import DecimalArithmetic

/// The values of the stretch of time before a row: the oldest, the highest, the lowest and the mean.
///
/// The window ends before the row itself, so that the row's value can be compared with it. A value holds until the next
/// one. So the window has the value that held when it began, and all since. It knows nothing until its first value is
/// as old as it is long.
///
/// Values within 1/64 of the length share a bucket, so that there are at most 66 buckets. If the window begins within a
/// bucket, all of the bucket counts: the window is exact to 1/64 of its length.
struct RollingWindow {
    /// What can be asked.
    enum Function: String, CaseIterable {
        case move, high, low, mean
    }

    /// One value, or all values of a stretch of time.
    private struct Bucket {
        let first: ExactDecimal
        let begin: Duration
        var last, high, low: ExactDecimal
        var end: Duration
        /// Nil if it is beyond the range of decimals.
        var sum: ExactDecimal?
        var count = 1

        init(_ value: ExactDecimal, at time: Duration) {
            (first, last, high, low, sum, begin, end) = (value, value, value, value, value, time, time)
        }

        mutating func add(_ later: Bucket) {
            (last, end) = (later.last, later.end)
            (high, low) = (max(high, later.high), min(low, later.low))
            if let left = sum, let right = later.sum { sum = try? left + right } else { sum = nil }
            count += later.count
        }
    }

    /// The seconds by which a value may be late. Behind an older one the clock was set back.
    private static var setBack: Duration { .seconds(600) }

    private let length: Duration
    private let bucketLength: Duration
    /// Whether values of the same time are one that changes; an older one then comes too late.
    private let isRevised: Bool
    private var began = Duration.zero
    /// The newest value, which is in no bucket yet.
    private var newest: Bucket?
    /// The oldest first. The first one has the value that held when the window began.
    private var buckets: [Bucket] = []
    /// All buckets together.
    private var all: Bucket?

    init(_ length: Duration, isRevised: Bool = false) {
        (self.length, self.isRevised) = (length, isRevised)
        bucketLength = length / 64
    }

    /// The number of buckets.
    var bucketCount: Int { buckets.count }

    /// Takes a value. Its time is counted from the same moment as those of the others; a value that is late counts as
    /// one of the newest time.
    mutating func take(_ value: ExactDecimal, at time: Duration) {
        guard let newest, time >= newest.end - Self.setBack else {
            buckets.removeAll(keepingCapacity: true)
            (self.newest, began, all) = (Bucket(value, at: time), time, nil)
            return
        }
        guard !isRevised || time > newest.end else {
            if time == newest.end { self.newest = Bucket(value, at: time) }
            return
        }
        if let last = buckets.last, newest.end - last.begin < bucketLength {
            buckets[buckets.count - 1].add(newest)
        } else {
            buckets.append(newest)
        }
        if all == nil { all = newest } else { all?.add(newest) }
        self.newest = Bucket(value, at: max(time, newest.end))
        leaveOut(before: max(time, newest.end) - length)
    }

    /// Removes what is older than the value that held at a moment.
    private mutating func leaveOut(before begin: Duration) {
        let gone = buckets.dropFirst().prefix { $0.begin <= begin }.count
        buckets.removeFirst(gone)
        let isHeld = buckets[0].end <= begin && buckets[0].count > 1
        if isHeld { buckets[0] = Bucket(buckets[0].last, at: buckets[0].end) }
        guard gone > 0 || isHeld else { return }
        all = buckets.dropFirst().reduce(into: buckets[0]) { $0.add($1) }
    }

    /// Returns the result of a function for the newest value, which is not in the window itself; nil until the window
    /// is full. `move` is the percentage from the oldest value of the window to the newest one; it is unknown if the
    /// oldest value is 0 or less.
    func value(of function: Function) -> ExactDecimal? {
        guard let newest, let all, newest.end - began >= length else { return nil }
        switch function {
        case .move: return all.first > 0 ? try? (newest.last - all.first).percentage(of: all.first) : nil
        case .high: return all.high
        case .low: return all.low
        case .mean: return try? all.sum?.divided(by: ExactDecimal(all.count))
        }
    }
}
