public import Platform

/// The language of one provider's socket: what is sent, and what messages mean.
///
/// It is a value that knows no socket, clock or thread. Each connection gets its own. Values that a message leaves out are
/// filled in elsewhere.
public protocol StreamDialect: Sendable {
    /// True if a message contains only what changed since the previous one. The default is false.
    static var sendsChanges: Bool { get }

    /// What the provider requires of a client of its stream.
    var rules: StreamRules { get }

    /// Returns the messages that request ticks of these markets, on a new or a running connection.
    mutating func subscribe(to markets: [TickMarket]) -> [String]

    /// Returns the messages that end the ticks of these markets.
    mutating func unsubscribe(from markets: [TickMarket]) -> [String]

    /// Reads one message that arrived at `arrival`, and calls `emit` for each of its ticks, in order.
    ///
    /// Returns what the message says apart from ticks; nil for ticks alone, greetings, acknowledgements and heartbeats.
    /// Only ticks of subscribed markets are emitted, and only with a price that is a number above 0 in JSON's grammar. A
    /// price of 0 means that nothing was traded, and is no tick. If messages contain changes, a tick without a price
    /// delivers the other values. Throws for an invalid message, of which nothing or the valid part was emitted.
    mutating func read(
        _ message: UnsafeBufferPointer<UInt8>, at arrival: Timestamp, _ emit: (Tick) -> Void
    ) throws -> StreamNews?
}

extension StreamDialect {
    /// False.
    public static var sendsChanges: Bool { false }
}

/// What a message says apart from ticks.
public enum StreamNews: Sendable, Equatable {
    /// The ticks of a market will not arrive; those of the others will. The name is the market's, nil if the provider
    /// does not say which.
    case refused(market: String?, ProviderFailure.Reason)
    /// The provider ends or rejects the stream: a wrong key, too many sockets, a restart.
    case ending(ProviderFailure.Reason)
}
