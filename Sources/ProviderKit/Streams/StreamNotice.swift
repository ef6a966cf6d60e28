/// Something that happened to a stream besides its data.
public struct StreamNotice: Sendable, CustomStringConvertible {
    /// The kinds of notices. Later versions may have more.
    public struct Kind: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        public let rawValue: String

        /// Creates a kind of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A provider failed, and another one or the same is tried.
        public static let failed = Kind(rawValue: "failed")
        /// A stream that broke sends data again: what it sent in the time of `gap` is missing. Or `count` messages of
        /// an unbroken stream about `subject` did not arrive.
        public static let gap = Kind(rawValue: "gap")
        /// A message was invalid and is left out, or the data of a symbol or place did not come this time.
        public static let missed = Kind(rawValue: "missed")
        /// The data of `subject` will not come.
        public static let gaveUp = Kind(rawValue: "gave-up")
        /// The reader was too slow, and `count` values were dropped before the next one.
        public static let dropped = Kind(rawValue: "dropped")
    }

    /// The kind.
    public let kind: Kind
    /// The name of the provider; empty for values that were dropped.
    public let provider: String
    /// The symbol or place of which data is missing; nil for all of the provider.
    public private(set) var subject: String?
    /// The time without data.
    public private(set) var gap: Duration?
    /// The number of values that were dropped, or of messages that did not arrive.
    public private(set) var count: Int?
    /// The failure; nil without one.
    public private(set) var failure: ProviderFailure?
    /// What happened, in English.
    public let description: String

    private init(_ kind: Kind, _ provider: String, _ description: String) {
        (self.kind, self.provider, self.description) = (kind, provider, description)
    }

    private init(_ kind: Kind, _ subject: some Any, _ failure: ProviderFailure) {
        self.init(kind, failure.provider, "\(failure)")
        (self.subject, self.failure) = ("\(subject)", failure)
    }

    /// Creates the notice of a symbol or place that no provider has.
    package init(gaveUp subject: String, _ failure: ProviderFailure) { self.init(.gaveUp, subject, failure) }

    /// Creates the notice of values that a slow reader did not get.
    init(dropped count: Int) {
        self.init(.dropped, "", "\(count) values are dropped: the reader is too slow")
        self.count = count
    }

    /// Creates the notice of an event; nil for one that says nothing to a reader.
    init?(_ event: StreamEvent<some Sendable & Equatable>) {
        switch event {
        case .step(let failure, let next, _):
            self.init(.failed, failure.provider, "\(failure); trying \(next)")
            self.failure = failure
        case .pause(let pause, let failure), .lost(let failure, let pause), .polled(let failure, let pause):
            self.init(.failed, failure.provider, "\(failure); trying again in \(pause)")
            self.failure = failure
        case .back(let provider, let gap, _):
            self.init(.gap, provider, "\(provider): back after a gap of \(gap)")
            self.gap = gap
        case .skipped(let provider, let subject, let count, _, _):
            self.init(.gap, provider, "\(provider): \(count) messages about \(subject) did not arrive")
            (self.subject, self.count) = (subject, count)
        case .quiet(let subject, let provider, let market, _):
            self.init(.gap, provider, "\(provider): messages about \(market) do not arrive")
            self.subject = "\(subject)"
        case .dropped(let provider, let problem):
            self.init(.missed, provider, "\(provider): a message is left out: \(problem)")
        case .droppedMore(let provider, let count):
            self.init(.missed, provider, "\(provider): \(count) more messages are left out")
        case .missed(let subject, let failure): self.init(.missed, subject, failure)
        case .gaveUp(let subject, let failure): self.init(.gaveUp, subject, failure)
        case .opened, .live, .over: return nil
        }
    }
}
