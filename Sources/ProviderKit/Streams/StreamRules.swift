/// What a provider requires of a client of its stream.
public struct StreamRules: Sendable, Equatable {
    /// The time without a message after which the stream counts as dead: twice its heartbeat, or 90 s if none is known.
    public var silence = Duration.seconds(90)
    /// A text to send regularly.
    public var ping: Ping?
    /// The shortest pause before a new connection.
    public var pause = Duration.zero
    /// True if the provider accepts an unknown symbol and sends nothing for it, so that the client has to ask
    /// whether the symbol exists.
    public var hidesUnknownSymbols = false
    /// True if the ticks of each market end.
    public var ends = false

    /// A text to send regularly.
    public struct Ping: Sendable, Equatable {
        /// The text.
        public var text: String
        /// The time between two of them.
        public var every: Duration
        /// The answer, if it is not JSON.
        public var answer: String?

        /// Creates a ping.
        public init(text: String, every: Duration, answer: String? = nil) {
            self.text = text
            self.every = every
            self.answer = answer
        }
    }

    /// Creates rules; without arguments, those of a provider without special rules.
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
