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
    private let price = Atomic<UInt64>(0)
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
        price.store(unsafe Self.mark(of: text.bytes), ordering: .relaxed)
    }

    /// When the last tick came; below 0 before the first.
    var lastTick: Int64 { last.load(ordering: .relaxed) }

    /// The longest time without a tick until a moment; nil before the first.
    func longestSilence(at moment: Int64) -> Int64? {
        lastTick < 0 ? nil : max(longest.load(ordering: .relaxed), moment - lastTick)
    }

    /// Whether the last price is another one than this. False if either has an exponent.
    func differs(from number: Number) -> Bool {
        var text = number.description
        let mark = text.withUTF8 { unsafe Self.mark(of: $0) }
        let own = price.load(ordering: .relaxed)
        return mark != 0 && own != 0 && mark != own
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

    /// Returns a number that is the same for texts of one price, such as `1.50` and `1.5`; 0 for a text with an
    /// exponent. It is an FNV-1a hash of the text without zeros at the end.
    @inline(__always)
    private static func mark(of text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var end = text.count
        if unsafe text.contains(UInt8(ascii: ".")) {
            while end > 0, unsafe text[end - 1] == UInt8(ascii: "0") { end -= 1 }
            if end > 0, unsafe text[end - 1] == UInt8(ascii: ".") { end -= 1 }
        }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in 0..<end {
            let byte = unsafe text[index]
            if byte | 0x20 == UInt8(ascii: "e") { return 0 }
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return hash
    }
}
