import JSONReader
import Platform

/// The protocol of one provider's socket: the messages that are sent to it, and the meaning of those that it sends.
///
/// A value that uses no socket and no thread, and a clock only for times in its messages. Each connection has its own.
/// `StreamReader` adds the values that a message leaves out.
protocol StreamDialect: Sendable {
    /// The members that are read, of the outermost object of a message and of its rows.
    associatedtype Key: RawRepresentable<String> & CaseIterable & Sendable

    /// Where the rows of a message are; by default a message has none.
    static var rows: JSONFields<Key>.Rows { get }

    /// The members that are not needed and not read; none by default.
    var unread: [Key] { get }

    /// True if a message holds only what has changed since the one before; false by default.
    static var sendsChanges: Bool { get }

    /// The provider's rules for the connection.
    var rules: StreamRules { get }

    /// True once data of the subscription arrived; always true by default, for `rules` that do not depend on it.
    var isServed: Bool { get }

    /// The messages of the next two functions; nil by default, for a dialect that writes them itself.
    static var subscription: SubscriptionTemplate? { get }

    /// Returns the messages that subscribe to markets, at least one, on a new connection or on an open one.
    mutating func subscribe(to markets: [TickMarket]) -> [String]

    /// Returns the messages that unsubscribe from markets, at least one.
    mutating func unsubscribe(from markets: [TickMarket]) -> [String]

    /// Reads one message that arrived at `arrival`, and calls `emit` for each tick in it, in order. `emit` completes
    /// the tick in place, after which it is not used again.
    ///
    /// Returns what else it means; nil for ticks alone, greetings, acknowledgements and heartbeats. Emits only ticks of
    /// `markets`, and only with a price that is a number above 0 in JSON's grammar. A price of 0 means no trade and is
    /// no tick. If messages hold only changes, a tick without a price has other changed values. Throws for an invalid
    /// message, of which the valid rows or none were emitted.
    mutating func read(
        _ message: JSONMessage<Key>, at arrival: Timestamp, of markets: inout TickMarketTable,
        _ emit: (inout Tick) -> Void
    ) throws -> StreamNews?
}

extension StreamDialect {
    static var rows: JSONFields<Key>.Rows { .none }
    static var sendsChanges: Bool { false }
    static var subscription: SubscriptionTemplate? { nil }
    var unread: [Key] { [] }
    var isServed: Bool { true }

    func subscribe(to markets: [TickMarket]) -> [String] {
        Self.subscription?.subscribe(to: markets) ?? []
    }

    func unsubscribe(from markets: [TickMarket]) -> [String] {
        Self.subscription?.unsubscribe(from: markets) ?? []
    }
}

/// The meaning of a message beside its ticks.
package enum StreamNews: Sendable, Equatable {
    /// The provider refuses one market and continues to send the others. The name is nil if it does not say which.
    case refused(market: String?, ProviderFailure.Reason)
    /// The provider ends the stream or refuses the connection: a wrong key, too many sockets, a restart.
    case ending(ProviderFailure.Reason)
    /// The provider does not serve the subscription at all.
    case unserved(ProviderFailure.Reason)
    /// The provider's numbers prove that messages did not arrive.
    case skipped(TickEvent.Loss)
    /// The answer to a ping, which says nothing about the subscription.
    case pong
}
