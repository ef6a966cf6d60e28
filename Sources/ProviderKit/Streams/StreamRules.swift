/// What a provider requires of a client of its stream.
package struct StreamRules: Sendable, Equatable {
    /// The time without a message after which the stream counts as dead: twice its heartbeat, or 90 s if none is known.
    package let silence: Duration
    /// A text to send regularly.
    package let ping: Ping?
    /// The shortest pause before a new connection.
    package let pause: Duration
    /// The messages with changes of subscriptions that the provider takes; nil if it takes any number.
    package let changes: Changes?
    /// True if the provider accepts an unknown symbol and sends nothing for it, so that the client has to ask
    /// whether the symbol exists.
    package let hidesUnknownSymbols: Bool
    /// True if the ticks of each market end.
    package let ends: Bool
    /// True if it is not known that the provider still serves the subscription: until its first data, an answer to a
    /// ping does not show that it does.
    package let mayBeUnserved: Bool

    /// A text to send regularly.
    package struct Ping: Sendable, Equatable {
        /// The text.
        let text: String
        /// The time between two of them.
        let every: Duration
        /// The answer, if it is not JSON.
        package let answer: String?

        package init(text: String, every: Duration, answer: String? = nil) {
            (self.text, self.every, self.answer) = (text, every, answer)
        }
    }

    /// So many messages of a connection in a time.
    package struct Changes: Sendable, Equatable {
        let count: Int
        let time: Duration

        package init(_ count: Int, in time: Duration) {
            (self.count, self.time) = (count, time)
        }
    }

    /// Creates rules; without arguments, those of a provider without special rules.
    package init(
        silence: Duration = .seconds(90), ping: Ping? = nil, pause: Duration = .zero, changes: Changes? = nil,
        hidesUnknownSymbols: Bool = false, ends: Bool = false, mayBeUnserved: Bool = false
    ) {
        (self.silence, self.ping, self.pause, self.changes) = (silence, ping, pause, changes)
        (self.hidesUnknownSymbols, self.ends, self.mayBeUnserved) = (hidesUnknownSymbols, ends, mayBeUnserved)
    }
}
