import DecimalArithmetic
import Markets
import Platform
import ProviderKit
import Rendering

/// A tick as `watch` prints it. Its numbers are the bytes that the provider sent, and are parsed only to compute.
///
/// Valid as long as the tick that it points to: a tick is large, and a row is passed to every field.
@safe
struct TickRow {
    private let place: UnsafePointer<Tick>
    let now: Timestamp
    /// The time of the receipt as text; nil if it is not asked for.
    private let receipt: ReceiptText.Memory?

    init(_ place: UnsafePointer<Tick>, now: Timestamp, receipt: ReceiptText.Memory? = nil) {
        unsafe (self.place, self.receipt) = (place, receipt)
        self.now = now
    }

    /// The tick in its place.
    var tick: Tick {
        _read { yield unsafe place.pointee }
    }
}

extension TickRow: QuoteRepresentable {
    func number(_ part: Tick.Part) -> Number? { unsafe place.value(part) }

    func write(_ part: Tick.Part, to bytes: inout [UInt8]) -> Bool {
        if part != .open, tick[part].write(to: &bytes) { return true }
        // An open of 0 or less counts as unknown, so it has to be parsed.
        guard part.follows, let number = tick.number(part) else { return false }
        number.write(to: &bytes)
        return true
    }

    func order(of part: Tick.Part, to bound: NumberBound) -> Int? {
        let text = unsafe place.canonicalBytes(part)
        return unsafe text.count > 0 ? bound.order(of: text.span) : nil
    }

    func writeTime(to bytes: inout [UInt8]) { tick.time.write(to: &bytes) }

    var time: Timestamp { tick.time.timestamp }
    var quote: Quote {
        _read { yield unsafe place.pointee.market.quote }
    }
    var age: Int { Int(quote.kind.age(of: time, at: now)) }
    var stale: Bool { quote.stale || quote.kind.isStale(age: Int64(age)) }
    var group: String? { tick.market.group }
    var received: Timestamp? { tick.received }
    var sequence: Number? { tick.sequence.number }
    var connection: Int? { tick.connection > 0 ? Int(tick.connection) : nil }
    var direction: Tick.Direction? { tick.direction }
    var gap: StreamGap? { tick.market.gap }
    var hasOwnTime: Bool { !tick.time.isArrival }
}

extension TickRow: StreamRow {
    var origin: Unmanaged<AnyObject> { unsafe Unmanaged.passUnretained(place.pointee.market) }

    /// Returns a number by the raw value of its part, or the time at the next index, or the number of the message.
    func bytes(at index: Int) -> UnsafeBufferPointer<UInt8> {
        if let part = Tick.Part(rawValue: index) { return unsafe place.canonicalBytes(part) }
        if index == Self.sequencePlace { return unsafe place.pointee.sequence.canonicalBytes }
        if index == Self.receivedPlace { return unsafe UnsafeBufferPointer(start: receipt, count: ReceiptText.length) }
        return unsafe place.pointee.time.canonicalBytes
    }

    func isUnknown(at index: Int) -> Bool {
        guard let part = Tick.Part(rawValue: index) else {
            return unsafe index == Self.sequencePlace && place.pointee.sequence.isEmpty
        }
        return unsafe place.isUnknown(part)
    }
}
