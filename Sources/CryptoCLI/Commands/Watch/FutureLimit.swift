import Markets
import Platform

/// The time beyond which a tick is ahead of this machine's clock.
///
/// It is checked for every tick, so the text of a time is parsed only if its minute may be too late.
struct FutureLimit {
    /// The second for which `minute` was computed.
    private var second = Int64.min
    /// The first 16 characters of the limit, `2026-11-28T10:12`, in the order of the texts.
    private var minute = UInt128(0)

    /// Returns whether a tick's own time is more than two minutes ahead.
    @inline(__always)
    mutating func isBefore(_ time: borrowing TickTime, at now: Timestamp) -> Bool {
        if time.isArrival { return false }
        let text = unsafe time.canonicalBytes
        if text.count >= 16 {
            if now.seconds != second { move(to: now) }
            if unsafe Self.order(of: text) < minute { return false }
        }
        return time.timestamp.age(at: now) < 0
    }

    private mutating func move(to now: Timestamp) {
        second = now.seconds
        var text: [UInt8] = []
        now.advanced(bySeconds: 120).write(to: &text)
        minute = unsafe text.withUnsafeBufferPointer { unsafe Self.order(of: $0) }
    }

    /// Returns the first 16 bytes of a text as a number with the order of the texts.
    private static func order(of text: UnsafeBufferPointer<UInt8>) -> UInt128 {
        UInt128(bigEndian: unsafe UnsafeRawBufferPointer(text).loadUnaligned(as: UInt128.self))
    }
}
