public import Platform
public import Transport

/// What kept a provider from answering: facts only; prose and exit codes are made in one place above.
public struct ProviderFailure: Error, Sendable, Equatable {
    /// The provider's name.
    public var provider: String
    /// What happened.
    public var reason: Reason
    /// How long the provider asked to be left alone, where it did.
    public var retryAfter: Duration?
    /// What each provider of a chain said, this one included, in the order asked; empty where only one was asked.
    public private(set) var chain: [ProviderFailure] = []

    /// What happened, and at whom.
    public init(_ provider: String, _ reason: Reason, retryAfter: Duration? = nil) {
        self.provider = provider
        self.reason = reason
        self.retryAfter = retryAfter
    }

    /// The kinds of failure. `words` are the provider's own, not yet made harmless.
    public enum Reason: Error, Sendable, Equatable {
        /// No whole HTTP answer came.
        case transport(TransportError)
        /// An HTTP status that is no success and nothing more special.
        case status(Int, words: String?)
        /// Asked too often: 418, 429, or so in words.
        case rateLimited(words: String?)
        /// The program or its address is refused, whatever is asked and however long it waits.
        case blocked(words: String?)
        /// The key is missing or wrong as the provider sees it: 401, or so in words.
        case unauthorized(words: String?)
        /// The provider needs a key and has none; it was not asked.
        case missingKey
        /// The provider's own host is gone, and the variable that would name another is not set; nobody was asked.
        case noHost(variable: String)
        /// An answer that is not what the protocol says: what, and where in it.
        case invalidData(String)
        /// A quote of this symbol came, and has no price.
        case noPrice(Symbol)
        /// The provider has no candle of this symbol that begins between the two moments.
        case noCandles(Symbol, from: Timestamp, to: Timestamp)
        /// The provider does not know what was asked for; nil where it does not say which of several.
        case unknownSymbol(Symbol?)
        /// The provider does not know the place; nil where it does not say which of several. `candidates` are names it knows
        /// that may have been meant, best first.
        case unknownCity(String?, candidates: [String])
        /// The provider does not quote in this currency.
        case cannotQuote(Currency)
        /// The provider does not quote in this currency, and the rates that could lead there did not come: whose, and why.
        indirect case noRate(Currency, because: ProviderFailure)
        /// The provider's rate from one code to another is too old: of when, and whether because an old answer stands in.
        case staleRate(from: String, to: String, of: Timestamp, isOldAnswer: Bool)
        /// The provider's price of this symbol is an old answer that stands in.
        case staleAnswer(symbol: String)
        /// The provider does not do this job.
        case cannot(ProviderJob)
        /// The provider does this job, but keeps no such thing: `candles of 1m`, `candles of 1h before 2024-03-01`.
        case notKept(String)
        /// The stream's other side closed it, with a code of RFC 6455, 7.4 or none.
        case streamClosed(code: UInt16?, words: String? = nil)
        /// The stream is open, and nothing came for so long.
        case streamSilent(Duration)
    }

    /// What a chain comes to whose providers failed so, in the order asked: the last failure that is more than not knowing
    /// the thing, else the first, with those of the others. Nil without a failure.
    public init?(chain failures: [ProviderFailure]) {
        guard let decisive = failures.last(where: { !$0.isPassedOver }) ?? failures.first else { return nil }
        self = decisive.among(failures)
    }

    /// The same failure with what other providers said, each provider once.
    package func among(_ failures: [ProviderFailure]) -> ProviderFailure {
        var said: [ProviderFailure] = []
        for failure in failures.flatMap(\.members) where !said.contains(where: { $0.provider == failure.provider }) {
            said.append(failure)
        }
        var copy = self
        copy.chain = said.count > 1 ? said : []
        return copy
    }

    /// The failures of a chain, or the failure itself.
    public var members: [ProviderFailure] { chain.isEmpty ? [self] : chain }

    /// The same failure, a key that the provider says back made unreadable.
    package func hiding(_ secret: Secret?) -> ProviderFailure {
        guard let secret else { return self }
        var copy = self
        copy.reason = reason.mapWords { secret.hidden(in: $0) }
        copy.chain = chain.map { $0.hiding(secret) }
        return copy
    }

    /// The same failure as it concerns one symbol, and its currency where several were asked for.
    package func about(_ symbol: Symbol, in currency: Currency? = nil) -> ProviderFailure {
        var copy = self
        switch (reason, currency) {
        case (.unknownSymbol, _): copy.reason = .unknownSymbol(symbol)
        case (.cannotQuote, let currency?): copy.reason = .cannotQuote(currency)
        default: break
        }
        copy.chain = chain.map { $0.about(symbol, in: currency) }
        return copy
    }

    /// True where a later try of the same thing may succeed.
    public var isPassing: Bool {
        switch reason {
        case .transport(let error): error.isPassing
        case .status(let status, _): HTTPResponse.isPassing(status: status)
        case .rateLimited, .streamClosed, .streamSilent: true
        default: false
        }
    }

    /// True where another provider may well know the answer and this one merely has no such thing.
    public var isPassedOver: Bool {
        switch reason {
        case .unknownSymbol, .unknownCity, .cannotQuote, .cannot, .notKept, .noCandles: true
        default: false
        }
    }
}

extension ProviderFailure.Reason {
    /// What an HTTP status means where the provider's words say nothing more special.
    package static func general(_ status: Int, words: String?) -> ProviderFailure.Reason {
        switch status {
        case 401: .unauthorized(words: words)
        case 418, 429: .rateLimited(words: words)
        default: .status(status, words: words)
        }
    }

    /// The same reason with the provider's words changed.
    package func mapWords(_ change: (String) -> String) -> ProviderFailure.Reason {
        switch self {
        case .status(let status, let words): .status(status, words: words.map(change))
        case .rateLimited(let words): .rateLimited(words: words.map(change))
        case .blocked(let words): .blocked(words: words.map(change))
        case .unauthorized(let words): .unauthorized(words: words.map(change))
        case .invalidData(let problem): .invalidData(change(problem))
        case .streamClosed(let code, let words): .streamClosed(code: code, words: words.map(change))
        case .streamSilent, .transport, .missingKey, .noHost, .noPrice, .noCandles, .unknownSymbol, .unknownCity,
            .cannotQuote, .noRate, .staleRate, .staleAnswer, .cannot, .notKept:
            self
        }
    }
}

extension Result where Failure == ProviderFailure {
    /// Whether the provider does not know the symbol.
    package var isOfUnknownSymbol: Bool {
        if case .failure(let failure) = self, case .unknownSymbol = failure.reason { true } else { false }
    }
}

/// What a provider can be asked to do.
public enum ProviderJob: String, Sendable, Hashable, CaseIterable {
    case list, price, history, watch, rates, air
}
