import Platform

/// A dialect and what its markets had last: reads messages into complete ticks. Used on one thread.
final class StreamReader<Dialect: StreamDialect> {
    // Unchecked, since a message's reading calls nothing that comes back to it, and the check costs on every message.
    @exclusivity(unchecked) private var dialect: Dialect
    /// What the markets had last.
    @exclusivity(unchecked) private(set) var held: HeldTicks
    /// How the provider wants its socket to be kept.
    let rules: StreamRules

    /// A reader of a connection; `held` is what the connection before it told.
    init(_ dialect: Dialect, held: HeldTicks? = nil) {
        self.dialect = dialect
        self.held = held ?? HeldTicks(ofChanges: Dialect.sendsChanges)
        rules = dialect.rules
    }

    /// What to send for the markets that a connection begins with.
    func begin(with markets: [TickMarket]) -> [String] {
        held.begin(with: markets)
        return dialect.subscribe(to: markets)
    }

    /// What to send for more markets.
    func subscribe(to markets: [TickMarket]) -> [String] {
        held.add(markets)
        return dialect.subscribe(to: markets)
    }

    /// What to send for fewer.
    func unsubscribe(from markets: [TickMarket]) -> [String] {
        held.remove(markets)
        return dialect.unsubscribe(from: markets)
    }

    /// Reads one message as the dialect does; `emit` gets complete ticks.
    @inline(__always)
    func read(
        _ message: UnsafeBufferPointer<UInt8>, at arrival: Timestamp, _ emit: (Tick) -> Void
    ) throws -> StreamNews? {
        try dialect.read(message, at: arrival) { held.complete($0, emit) }
    }
}
