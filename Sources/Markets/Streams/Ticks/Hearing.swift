import DecimalArithmetic
import Platform
import Synchronization

/// When the ticks of a market came, by the monotonic clock in milliseconds, and what the last price was.
///
/// The thread of its connection writes, others read.
package struct Hearing: ~Copyable, Sendable {
    /// No market is quiet before this time without a tick.
    private static let shortestSilence: Int64 = 60_000
    /// Nor before so many of its usual pauses.
    private static let usualPauses: Int64 = 3

    /// Below 0 before the first tick.
    private let first = Atomic<Int64>(-1)
    private let last = Atomic<Int64>(-1)
    private let pauses = Atomic<Int64>(0)
    private let longest = Atomic<Int64>(0)
    /// The bytes of the last price, as two words with zeros at the end; 0 for one of more than 16 bytes.
    private let firstDigits = Atomic<UInt64>(0)
    private let lastDigits = Atomic<UInt64>(0)
    /// Since when it was when it was last found quiet.
    private let checked = Atomic<Int64>(-1)

    /// Takes a tick.
    @inline(__always)
    func take(_ text: borrowing NumberText, at moment: Int64) {
        let before = last.load(ordering: .relaxed)
        if before != moment {
            if before < 0 {
                first.store(moment, ordering: .relaxed)
            } else {
                pauses.store(pauses.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
                let pause = moment &- before
                if pause > longest.load(ordering: .relaxed) { longest.store(pause, ordering: .relaxed) }
            }
            last.store(moment, ordering: .relaxed)
        }
        var words: (UInt64, UInt64) = (0, 0)
        if unsafe text.bytes.count <= 16 {
            unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyBytes(from: text.bytes) }
        }
        firstDigits.store(words.0, ordering: .relaxed)
        lastDigits.store(words.1, ordering: .relaxed)
    }

    /// When the last tick came; below 0 before the first.
    var lastTick: Int64 { last.load(ordering: .relaxed) }

    /// The longest time without a tick until a moment; nil before the first.
    func longestSilence(at moment: Int64) -> Int64? {
        lastTick < 0 ? nil : max(longest.load(ordering: .relaxed), moment - lastTick)
    }

    /// The price of the last tick; nil before the first, and for a price of more than 16 digits.
    var lastPrice: Number? {
        let words = (firstDigits.load(ordering: .relaxed), lastDigits.load(ordering: .relaxed))
        let bytes = unsafe withUnsafeBytes(of: words) { unsafe Array($0.prefix { $0 != 0 }) }
        return Number(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns since when there was no tick, if that is three times the usual pause, and at least a minute; once after
    /// each tick. The time before the connection `opened` does not count.
    func quietSince(_ opened: Int64, at moment: Int64) -> Int64? {
        let (last, count) = (lastTick, pauses.load(ordering: .relaxed))
        let since = max(last, opened)
        guard count > 0, since != checked.load(ordering: .relaxed) else { return nil }
        let usual = (last - first.load(ordering: .relaxed)) / count
        guard moment - since >= max(Self.shortestSilence, Self.usualPauses * usual) else { return nil }
        checked.store(since, ordering: .relaxed)
        return since
    }
}
