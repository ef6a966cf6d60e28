import Platform

/// A dialect and what its markets had last: reads messages into complete ticks.
struct StreamReader<Dialect: StreamDialect> {
    private var dialect: Dialect
    /// What the markets had last.
    private(set) var held: HeldTicks

    /// A reader of a connection; `held` is what the connection before it told.
    init(_ dialect: Dialect, held: HeldTicks? = nil) {
        self.dialect = dialect
        self.held = held ?? HeldTicks(ofChanges: Dialect.sendsChanges)
    }

    /// How the provider wants its socket to be kept.
    var rules: StreamRules { dialect.rules }

    /// What to send for the markets that a connection begins with.
    mutating func begin(with markets: [TickMarket]) -> [String] {
        held.begin(with: markets)
        return dialect.subscribe(to: markets)
    }

    /// What to send for more markets.
    mutating func subscribe(to markets: [TickMarket]) -> [String] {
        held.add(markets)
        return dialect.subscribe(to: markets)
    }

    /// What to send for fewer.
    mutating func unsubscribe(from markets: [TickMarket]) -> [String] {
        held.remove(markets)
        return dialect.unsubscribe(from: markets)
    }

    /// Reads one message as the dialect does; `emit` gets complete ticks.
    @inline(__always)
    mutating func read(
        _ message: UnsafeBufferPointer<UInt8>, at arrival: Timestamp, _ emit: (Tick) -> Void
    ) throws -> StreamNews? {
        try Self.read(message, at: arrival, by: &dialect, &held, emit)
    }

    /// Both as arguments: a closure over a part of `self` would be one over all of it.
    @inline(__always)
    private static func read(
        _ message: UnsafeBufferPointer<UInt8>, at arrival: Timestamp, by dialect: inout Dialect,
        _ held: inout HeldTicks, _ emit: (Tick) -> Void
    ) throws -> StreamNews? {
        try dialect.read(message, at: arrival) { held.complete($0, emit) }
    }
}
