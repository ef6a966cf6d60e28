package import Platform
package import Transport

/// An error of a provider. It holds facts only; `row` says what follows from its kind, in messages too.
public struct ProviderFailure: Error, Sendable, Hashable {
    /// The provider's name.
    public var provider: String
    /// The kind of error.
    package var reason: Reason
    /// The pause that the provider requested; nil if it requested none.
    public var retryAfter: Duration?
    /// How long the program leaves the provider alone, which refused with too many requests and named no time; nil if
    /// it does not.
    package var hold: Duration?
    /// The failures of all providers of a chain, including this one, in the order asked; empty if only one was asked.
    package private(set) var chain: [ProviderFailure] = []
    /// The file that a missing or wrong key may be set in; nil if there is none.
    package private(set) var keyFile: String?

    /// Creates a failure of a provider. Each parameter sets the property of the same name.
    package init(_ provider: String, _ reason: Reason, retryAfter: Duration? = nil) {
        self.provider = provider
        self.reason = reason
        self.retryAfter = retryAfter
    }

    /// Hashes the provider's name, which is enough to tell the few failures of a run apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(provider)
    }

    /// Returns the failure of a provider that does not know a symbol.
    public static func unknownSymbol(_ symbol: Symbol, at provider: String) -> ProviderFailure {
        ProviderFailure(provider, .unknownSymbol(symbol))
    }

    /// Returns the failure of a provider that does not know a place.
    public static func unknownPlace(_ place: String, at provider: String) -> ProviderFailure {
        ProviderFailure(provider, .unknownCity(place, candidates: []))
    }

    /// Returns the failure of a provider that does not have something, such as `lists`.
    public static func unsupported(_ what: String, at provider: String) -> ProviderFailure {
        ProviderFailure(provider, .notKept(what))
    }

    /// Returns the failure of a provider whose answer cannot be read: the problem and its place.
    public static func invalidData(_ problem: String, at provider: String) -> ProviderFailure {
        ProviderFailure(provider, .invalidData(problem))
    }

    /// The kinds of failure. `words` is the provider's message, not yet escaped.
    package enum Reason: Error, Sendable, Equatable {
        /// No complete HTTP response was received.
        case transport(TransportError)
        /// An HTTP error status without a more specific meaning.
        case status(Int, words: String?)
        /// Too many requests: status 418 or 429, or a message with that meaning.
        case rateLimited(words: String?)
        /// The program or its address is blocked, whatever it requests and however long it waits.
        case blocked(words: String?)
        /// The provider says in a response with another status that it is busy or down for a while: a message with the
        /// meaning of status 503.
        case unavailable(words: String?)
        /// The key is missing or wrong according to the provider: status 401, or a message with that meaning.
        case unauthorized(words: String?)
        /// The provider needs a key and none is set; no request was sent.
        case missingKey
        /// The key is not known, for a reason of this machine; no request was sent.
        case noKey(KeyProblem)
        /// The provider's own host no longer exists, and the variable for another host is not set; no request was
        /// sent.
        case noHost
        /// No request may be sent, and no answer is kept that is new enough.
        case notCached
        /// A response that violates the protocol: the problem and its position.
        case invalidData(String)
        /// A quote of this symbol was received, but without a price.
        case noPrice(Symbol)
        /// The provider has no candle of this symbol that begins between the two moments.
        case noCandles(Symbol, from: Timestamp, to: Timestamp)
        /// The provider does not know the symbol; nil if it does not name which of several.
        case unknownSymbol(Symbol?)
        /// The provider does not know the place; nil if it does not name which of several. `candidates` are similar
        /// names that it knows, best first.
        case unknownCity(String?, candidates: [String])
        /// None of the provider's stations within so many kilometres of the place has measured lately. `nearest` is the
        /// nearest station and its distance, `Auburn 29th St, 3.2 km`; nil if the provider has none.
        case noStation(near: String, within: Int, nearest: String?)
        /// The provider does not quote in this currency.
        case cannotQuote(Currency)
        /// The provider has no past prices in this coin, though it may have current ones.
        case noPast(in: Currency)
        /// The provider does not quote in this currency, and the exchange rates to convert to it are not available.
        /// `because` is the failure of the rates' provider.
        indirect case noRate(Currency, because: ProviderFailure)
        /// The age of the provider's rate from one code to another is not accepted: its time, and the reason; nil if it
        /// comes from an old response in the cache.
        case staleRate(from: String, to: String, of: Timestamp, AgeFault?)
        /// The ages of the provider's prices of these assets are not accepted. `since` is the time of the worst one.
        case oldPrices(of: [String], since: Timestamp, AgeFault)
        /// The ages of the provider's readings of these places are not accepted. `since` is the time of the worst one.
        case oldReadings(of: [String], since: Timestamp, AgeFault)
        /// The provider's data come from an old response in the cache. They are used, or refused by `--strict`.
        case staleAnswer(isUsed: Bool)
        /// There is no provider, or no currency, of this name, which stands in place of the provider's.
        case unknownName
        /// The provider does not do this job.
        case cannot(ProviderJob)
        /// The provider does this job, but does not have this kind of data: `candles of 1m`,
        /// `candles of 1h before 2024-03-01`.
        case notKept(String)
        /// The server closed the stream, with or without a code of RFC 6455, section 7.4.
        case streamClosed(code: UInt16?, words: String? = nil)
        /// The stream is open, but nothing was received for this long.
        case streamSilent(Duration)
    }

    /// Creates the failure of a chain from its providers' failures, in the order asked; nil if there are none. It is
    /// one that the user must correct, alone. Otherwise it is the last failure that is more than unknown data, or the
    /// first one, with the others in `chain`.
    ///
    /// - Parameter failures: The failures in the order asked.
    package init?(chain failures: [ProviderFailure]) {
        if let own = failures.first(where: \.isOfTheUser) {
            self = own
            return
        }
        guard let decisive = failures.last(where: { !$0.isSkippable }) ?? failures.first else { return nil }
        self = decisive.among(failures)
    }

    /// Returns the same failure with those of other providers, one per provider.
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
    package var members: [ProviderFailure] { chain.isEmpty ? [self] : chain }

    /// Returns the same failure with the key masked in the provider's message.
    package func hiding(_ secret: Secret?) -> ProviderFailure {
        guard let secret else { return self }
        var copy = self
        copy.reason = reason.mapWords { secret.hidden(in: $0) }
        copy.chain = chain.map { $0.hiding(secret) }
        return copy
    }

    /// Returns the same failure with the file that a key may be set in, if it is about a missing or wrong key.
    package func naming(keyFile: String?) -> ProviderFailure {
        var copy = self
        if [.missingKey, .unauthorized].contains(code) { copy.keyFile = keyFile }
        return copy
    }

    /// Returns the same failure for one symbol, and for its currency if several were requested.
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

    /// True if a later attempt may succeed.
    public var isTransient: Bool { has(.transient) }

    /// True for a quote without a price.
    package var isOfNoPrice: Bool {
        if case .noPrice = reason { true } else { false }
    }

    /// Whether the symbol is unknown to all providers that were asked.
    package var isUnknownSymbol: Bool { members.allSatisfy { $0.code == .unknownSymbol } }

    /// True if the user must correct something before any provider is asked: the file of keys.
    package var isOfTheUser: Bool {
        if case .noKey(let problem) = reason { problem.kind == .file } else { false }
    }

    /// True if another provider may have the data and this one just does not.
    package var isSkippable: Bool { has(.skippable) }

    /// Whether the kind of the failure has a trait.
    package func has(_ trait: Traits) -> Bool { row.traits.contains(trait) }
}

extension Collection<ProviderFailure> {
    /// The shortest pause before another walk that a provider requested; where none did and all are left alone, until
    /// the first one may be asked. Nil if there is none.
    package var requestedPause: Duration? {
        if let requested = compactMap(\.retryAfter).min() { return requested }
        let faults = filter { !$0.isSkippable }
        return faults.allSatisfy { $0.hold != nil } ? faults.compactMap(\.hold).min() : nil
    }

    /// True if the chain with these failures is worth another walk: the providers that could have the data failed, all
    /// for a reason that passes.
    package var areWorthAnotherWalk: Bool {
        let faults = filter { !$0.isSkippable }
        return !faults.isEmpty && faults.allSatisfy(\.isTransient)
    }
}

extension ProviderFailure.Reason {
    /// Returns the meaning of an HTTP status if the provider's message has no more specific one.
    package static func general(_ status: Int, words: String?) -> ProviderFailure.Reason {
        switch status {
        case 401: .unauthorized(words: words)
        case 418, 429: .rateLimited(words: words)
        default: .status(status, words: words)
        }
    }

    /// Returns the same reason with the provider's message changed.
    package func mapWords(_ change: (String) -> String) -> ProviderFailure.Reason {
        switch self {
        case .status(let status, let words): .status(status, words: words.map(change))
        case .rateLimited(let words): .rateLimited(words: words.map(change))
        case .blocked(let words): .blocked(words: words.map(change))
        case .unavailable(let words): .unavailable(words: words.map(change))
        case .unauthorized(let words): .unauthorized(words: words.map(change))
        case .invalidData(let problem): .invalidData(change(problem))
        case .streamClosed(let code, let words): .streamClosed(code: code, words: words.map(change))
        default: self
        }
    }
}

extension Result where Failure == ProviderFailure {
    /// Whether the failure is an unknown symbol.
    package var isOfUnknownSymbol: Bool {
        if case .failure(let failure) = self, case .unknownSymbol = failure.reason { true } else { false }
    }

    /// Whether the provider refuses what is asked for with status 400.
    package var isOfBadRequest: Bool {
        if case .failure(let failure) = self, case .status(400, _) = failure.reason { true } else { false }
    }
}

/// The jobs that a provider can do.
public enum ProviderJob: String, Sendable, Hashable, CaseIterable {
    /// The top assets, or the markets of an exchange.
    case list
    /// Current prices of symbols.
    case price
    /// Past candles, or past hours of air quality.
    case history
    /// A stream of ticks or readings.
    case watch
    /// Exchange rates of fiat currencies.
    case rates
    /// Current air quality of places.
    case air
    /// Air quality of the hours to come.
    case forecast
}
