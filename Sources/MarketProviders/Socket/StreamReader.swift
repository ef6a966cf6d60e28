import JSONReader
import Platform

/// Reads the messages of a connection as complete ticks: the dialect reads their values, and those that a message
/// leaves out are taken from the message before it.
struct StreamReader<Dialect: StreamDialect> {
    private var dialect: Dialect
    private var fields: JSONFields<Dialect.Key>
    /// The markets that are subscribed to.
    private var markets = TickMarketTable()
    /// The last numbers of each market.
    private(set) var last: LastTicks
    private var times = WrittenTime()

    /// Creates a reader of a connection. `last` has the numbers of the connection before it.
    init(_ dialect: Dialect, last: LastTicks? = nil) {
        self.dialect = dialect
        fields = JSONFields(rows: Dialect.rows, unread: dialect.unread)
        self.last = last ?? LastTicks(ofChanges: Dialect.sendsChanges)
    }

    /// The provider's rules for the connection.
    var rules: StreamRules { dialect.rules }

    /// True once data of the subscription arrived.
    var isServed: Bool { dialect.isServed }

    /// Returns the messages to send for the first markets of a connection.
    mutating func begin(with markets: [TickMarket]) -> [String] {
        last.begin(with: markets)
        return messages(adding: markets)
    }

    /// Returns the messages to send for more markets.
    mutating func subscribe(to markets: [TickMarket]) -> [String] {
        last.add(markets)
        return messages(adding: markets)
    }

    private mutating func messages(adding markets: [TickMarket]) -> [String] {
        self.markets.add(markets)
        return markets.isEmpty ? [] : dialect.subscribe(to: markets)
    }

    /// Returns the messages to send for fewer markets. They leave out those that a dialect has removed.
    mutating func unsubscribe(from markets: [TickMarket]) -> [String] {
        last.remove(markets)
        let known = markets.filter { self.markets.contains($0.name) }
        self.markets.remove(known)
        return known.isEmpty ? [] : dialect.unsubscribe(from: known)
    }

    /// Reads one message and calls `emit` with complete ticks. Throws what `StreamDialect.read` throws, and
    /// `JSONError`.
    @inline(__always)
    mutating func read(
        _ text: UnsafeBufferPointer<UInt8>, at arrival: Timestamp, _ emit: (inout Tick) -> Void
    ) throws -> StreamNews? {
        do {
            return unsafe try Self.read(
                text, at: arrival, dialect: &dialect, fields: &fields, markets: &markets, last: &last, times: &times,
                emit: emit)
        } catch {
            guard let answer = rules.ping?.answer, unsafe text.elementsEqual(answer.utf8) else { throw error }
            return .pong
        }
    }

    /// The parts are arguments because a closure that uses one part of `self` has exclusive access to all of it.
    @inline(__always)
    private static func read(
        _ text: UnsafeBufferPointer<UInt8>, at arrival: Timestamp, dialect: inout Dialect,
        fields: inout JSONFields<Dialect.Key>, markets: inout TickMarketTable, last: inout LastTicks,
        times: inout WrittenTime, emit: (inout Tick) -> Void
    ) throws -> StreamNews? {
        unsafe try fields.read(text) { message in
            try dialect.read(message, at: arrival, of: &markets) { tick in
                last.complete(&tick) { times.write(&$0, emit) }
            }
        }
    }
}

/// The time of the last tick as text, so that the row of each tick copies it.
private struct WrittenTime {
    private var moment = Timestamp(seconds: 0)
    private var text: [UInt8] = []

    /// Gives the time of a tick its text and calls `emit`.
    @inline(__always)
    mutating func write(_ tick: inout Tick, _ emit: (inout Tick) -> Void) {
        guard unsafe tick.time.canonicalBytes.isEmpty else { return emit(&tick) }
        let (time, isArrival) = (tick.time.timestamp, tick.time.isArrival)
        if text.isEmpty || time.seconds != moment.seconds {
            text.removeAll(keepingCapacity: true)
            time.write(to: &text)
        } else if time != moment {
            time.rewriteFraction(in: &text)
        }
        moment = time
        unsafe text.withUnsafeBufferPointer { text in
            tick.time = unsafe TickTime(canonicalBytes: text, moment: time, isArrival: isArrival)
            emit(&tick)
        }
    }
}
