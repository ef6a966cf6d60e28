import Markets
import Platform
import ProviderKit
import Rendering

/// Marks the ticks of a stream with what the fields need that say how a tick came, and finds the gaps before them.
struct TickMarks {
    private let gapLog: GapLog?
    /// Which of the fields are used.
    private let (isDating, isNumbering, hasGaps): (Bool, Bool, Bool)
    let isPointing: Bool
    /// True if no tick has to be marked.
    let isNone: Bool
    private let receipt = ReceiptText()
    /// The number of the newest connection of each provider, and of all.
    private var connections: [String: Int32] = [:]
    private var count: Int32 = 0
    /// The last number that was looked up, because most streams have one provider.
    private var last: (market: ObjectIdentifier, connection: Int32)?
    /// The prices of the last rows.
    private var prices = LastPrices()

    /// Creates marks for these fields.
    init(_ used: Set<String>, _ gapLog: GapLog?) {
        self.gapLog = gapLog
        (isDating, isNumbering) = (used.contains("received"), used.contains("connection"))
        (isPointing, hasGaps) = (used.contains("direction"), gapLog != nil)
        isNone = gapLog == nil && used.isDisjoint(with: FieldTable<TickRow>.markNames)
    }

    /// Counts a new connection of a provider.
    mutating func connect(_ provider: String) {
        count += 1
        (connections[provider], last) = (count, nil)
    }

    /// Sets what fields need of a tick.
    mutating func mark(_ tick: inout Tick, now: Timestamp) {
        tick.received = now
        if isNumbering {
            let market = ObjectIdentifier(tick.market)
            if last?.market != market { last = (market, connections[tick.market.provider] ?? 0) }
            tick.connection = last?.connection ?? 0
        }
        point(&tick)
    }

    /// Compares the price of a tick with that of the row before.
    mutating func point(_ tick: inout Tick) {
        if isPointing { tick.direction = prices.direction(of: tick) }
    }

    /// Keeps the price of a tick that became a row.
    mutating func follow(_ tick: borrowing Tick) {
        if isPointing { prices.keep(tick) }
    }

    /// Forgets a market in these currencies; nil for all.
    mutating func remove(_ market: TickMarket, in currencies: Set<Currency>?) {
        last = nil
        prices.remove(market, in: currencies)
    }
}

extension TickMarks {
    /// Returns the time of a tick's receipt as text; nil if it is not asked for.
    func receipt(of tick: borrowing Tick) -> ReceiptText.Memory? {
        guard isDating, let received = tick.received else { return nil }
        return unsafe receipt.text(of: received)
    }
}

/// The time at which a batch of ticks was received, as text, written once for all of them.
@safe
final class ReceiptText {
    /// So many bytes.
    typealias Memory = UnsafePointer<UInt8>

    /// The number of bytes of `2024-03-01T12:00:00.123456Z`.
    static var length: Int { 27 }

    private var time: Timestamp?
    private var bytes: [UInt8] = []
    private let memory: UnsafeMutableBufferPointer<UInt8>

    init() { unsafe memory = .allocate(capacity: Self.length) }

    deinit { unsafe memory.deallocate() }

    /// Returns the text of a time, which is valid until the next call.
    func text(of received: Timestamp) -> Memory? {
        if received != time {
            time = received
            bytes.removeAll(keepingCapacity: true)
            received.inMicroseconds.write(to: &bytes)
            _ = unsafe memory.update(fromContentsOf: bytes)
        }
        return unsafe UnsafePointer(memory.baseAddress)
    }
}

// MARK: - Gaps

extension TickMarks {
    /// Whether a tick may have a gap before it.
    var mayFollowGap: Bool { hasGaps && gapLog?.concernsTicks == true }

    /// Returns the gaps to print before a tick.
    func gaps(before tick: borrowing Tick, now: Timestamp) -> [StreamGap] {
        gapLog?.take(before: tick, now: now) ?? []
    }

    /// Returns the gaps that are not printed at the end of the run, also those that last until then.
    func lastGaps() -> [StreamGap] { gapLog?.takeAll() ?? [] }
}
