package import DecimalArithmetic
package import Platform

/// Copies a tick, so that it can be used after the call that delivered it, or makes one of numbers. A reused buffer
/// allocates nothing.
package struct TickBuffer: Sendable {
    private var bytes: [UInt8] = []
    /// The range of the text of each part.
    private var ranges = [Range<Int>](repeating: 0..<0, count: Tick.Part.count)
    private var sequence = 0..<0
    /// The time of the tick.
    package private(set) var time = Timestamp(seconds: 0)
    private var isArrival = false
    private var received: Timestamp?
    private var connection: Int32 = 0

    /// Creates an empty buffer.
    package init() {}

    /// Creates a copy of a tick.
    package init(_ tick: borrowing Tick) { hold(tick) }

    /// Removes all numbers.
    package mutating func clear(at time: Timestamp) {
        self.time = time
        bytes.removeAll(keepingCapacity: true)
        for index in ranges.indices { ranges[index] = 0..<0 }
        (sequence, isArrival, received, connection) = (0..<0, false, nil, 0)
    }

    /// Replaces the contents with a copy of a tick.
    package mutating func hold(_ tick: borrowing Tick) {
        clear(at: tick.time.timestamp)
        for part in Tick.Part.allCases where !tick[part].isEmpty { set(part, text: tick[part]) }
        holdArrival(of: tick)
    }

    /// Copies what is known of the arrival of a tick: its number, its connection, and when.
    package mutating func holdArrival(of tick: borrowing Tick) {
        (isArrival, received, connection) = (tick.time.isArrival, tick.received, tick.connection)
        let start = bytes.count
        unsafe bytes.append(contentsOf: tick.sequence.bytes)
        sequence = start..<bytes.count
    }

    /// Sets a number as text.
    package mutating func set(_ part: Tick.Part, text: borrowing NumberText) {
        let start = bytes.count
        unsafe bytes.append(contentsOf: text.bytes)
        ranges[part.rawValue] = start..<bytes.count
    }

    /// Sets a number; nil makes it unknown.
    package mutating func set(_ part: Tick.Part, _ number: Number?) {
        let start = bytes.count
        number?.write(to: &bytes)
        ranges[part.rawValue] = start..<bytes.count
    }

    /// Calls `body` with the tick, as one of a market.
    package func withTick<Result>(of market: TickMarket, _ body: (inout Tick) throws -> Result) rethrows -> Result {
        unsafe try bytes.withUnsafeBufferPointer { bytes in
            var tick = Tick(of: UnretainedMarket(market), at: .at(time, isArrival: isArrival))
            for part in Tick.Part.allCases where !ranges[part.rawValue].isEmpty {
                tick[part] = unsafe NumberText(UnsafeBufferPointer(rebasing: bytes[ranges[part.rawValue]]))
            }
            if !sequence.isEmpty { tick.sequence = unsafe NumberText(UnsafeBufferPointer(rebasing: bytes[sequence])) }
            (tick.received, tick.connection) = (received, connection)
            return try body(&tick)
        }
    }
}

extension TickBuffer {
    /// Replaces the contents with the numbers of a quote, for providers that are polled.
    package mutating func hold(_ quote: Quote) {
        clear(at: quote.time)
        for part in Tick.Part.allCases { set(part, quote.number(part)) }
    }
}
