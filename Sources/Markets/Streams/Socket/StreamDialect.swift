public import Platform

/// One provider's socket as a language: what is said to it, and what its messages mean.
///
/// A value that knows no socket, clock or thread. One is made for each connection. What a message leaves out of a market's
/// numbers is filled by others.
public protocol StreamDialect: Sendable {
    /// True where a message holds only what has changed since the one before, false unless a dialect says so.
    static var sendsChanges: Bool { get }

    /// What the provider asks of whoever keeps its socket.
    var rules: StreamRules { get }

    /// The messages that ask for ticks of these markets, on a connection just opened or already running.
    mutating func subscribe(to markets: [TickMarket]) -> [String]

    /// The messages that end them.
    mutating func unsubscribe(from markets: [TickMarket]) -> [String]

    /// Reads one message that came at `arrival`: `emit` is called for each tick in it, in their order.
    ///
    /// Returns what else it says; nil for ticks alone, greetings, acknowledgements and heartbeats. Only ticks of markets
    /// subscribed to are emitted, and only with a price that is a number above 0 written in JSON's grammar; 0 stands for
    /// what never happened, and is no tick. Where messages are of changes a tick without a price tells the others. Throws
    /// for a message that makes no sense; nothing of it was emitted, or the sound part.
    mutating func read(
        _ message: UnsafeBufferPointer<UInt8>, at arrival: Timestamp, _ emit: (Tick) -> Void
    ) throws -> StreamNews?
}

extension StreamDialect {
    /// False.
    public static var sendsChanges: Bool { false }
}

/// How a provider wants its socket to be kept.
public struct StreamRules: Sendable, Equatable {
    /// A stream that is silent for longer counts as dead: twice its heartbeat, 90 s where none is known.
    public var silence = Duration.seconds(90)
    /// A text to be sent regularly.
    public var ping: Ping?
    /// The shortest pause before connecting again.
    public var pause = Duration.zero
    /// True where an unknown symbol is accepted and stays silent, so that somebody has to ask whether it exists.
    public var hidesUnknownSymbols = false
    /// True where the ticks of each market come to an end.
    public var ends = false

    /// A text to be sent regularly.
    public struct Ping: Sendable, Equatable {
        /// What is sent.
        public var text: String
        /// How often.
        public var every: Duration

        /// A ping.
        public init(text: String, every: Duration) {
            self.text = text
            self.every = every
        }
    }

    /// The rules where a provider has none of its own.
    public init(
        silence: Duration = .seconds(90), ping: Ping? = nil, pause: Duration = .zero, hidesUnknownSymbols: Bool = false,
        ends: Bool = false
    ) {
        self.silence = silence
        self.ping = ping
        self.pause = pause
        self.hidesUnknownSymbols = hidesUnknownSymbols
        self.ends = ends
    }
}

/// What a message says beside ticks.
public enum StreamNews: Sendable, Equatable {
    /// A market's ticks will not come; the others' do. The name is the market's, nil where the provider does not say
    /// which.
    case refused(market: String?, ProviderFailure.Reason)
    /// The provider ends the stream, or will not have us: a wrong key, too many sockets, a restart.
    case ending(ProviderFailure.Reason)
}
