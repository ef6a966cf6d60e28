package import Platform
import Transport

extension ProviderFailure {
    /// What follows from the kind of a failure. The texts are made when they are read, because most readers of a row
    /// want its traits.
    package struct Row {
        /// The kind for programs.
        package let code: Code
        /// The exit status of a command that ends with the failure.
        package let status: ExitStatus
        /// What `--provider check` calls a provider that fails like this.
        package let state: CheckState
        /// What decides how the program goes on.
        package let traits: Traits
        private let about: () -> String?
        private var words: () -> String = { "" }
        private var said: String?
        /// What a user of the command line can do; empty where nothing helps, or where only the command line knows it.
        package private(set) var advice: () -> String = { "" }

        /// What is known besides the code, for programs: of most kinds the provider's own message.
        var detail: String? { about() ?? said }
        /// What happened, in words.
        package var fact: String { words() + message }
        /// The provider's own message, shortened and after a colon; empty if there is none.
        package var message: String { said.map { $0.isEmpty ? "" : ": \($0.prefix(200))" } ?? "" }

        /// Creates a row without words.
        init(
            _ code: Code, _ status: ExitStatus, _ state: CheckState, _ traits: Traits = [],
            detail: @autoclosure @escaping () -> String? = nil
        ) {
            (self.code, self.status, self.state, self.traits, about) = (code, status, state, traits, detail)
        }

        /// Returns the row with words. `message` is the provider's own one.
        func saying(
            _ fact: @autoclosure @escaping () -> String, _ message: String? = nil,
            advice: @autoclosure @escaping () -> String = ""
        ) -> Row {
            var row = self
            (row.words, row.said, row.advice) = (fact, message, advice)
            return row
        }

        package static var another: String { "try another --provider" }
        static var later: String { "try later or another --provider" }
        static var proxyPassword: String {
            "write user and password into the proxy's URL: http://USER:PASSWORD@HOST:PORT"
        }
    }

    /// What decides how the program goes on after a failure.
    package struct Traits: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        /// The same question may have an answer later.
        package static let passing = Traits(rawValue: 1)
        /// The same question may have an answer at the next attempt.
        package static let transient = Traits(rawValue: 1 | 1 << 1)
        /// The provider just does not have the data, and another one may.
        package static let skippable = Traits(rawValue: 1 << 2)
        /// Every other request to the provider would fail in the same way.
        package static let ofProvider = Traits(rawValue: 1 << 3)
        /// The server says that it failed: other requests may fail, too.
        package static let ofServer = Traits(rawValue: 1 << 4)
        /// The provider may say in the body of its answer how long to wait.
        package static let pausing = Traits(rawValue: 1 << 5)
        /// A stream does not connect again: a rejected key, an unknown name, a missing host, the end of a record.
        package static let final = Traits(rawValue: 1 << 6)
        /// The provider would say the same for a while, so its answer is kept in the cache.
        package static let lasting = Traits(rawValue: 1 << 7)
        /// The next runs will probably get the same failure: the provider is not reached, refuses, or breaks its
        /// protocol. A limit of requests has a pause of its own, a key may be corrected at any moment, and the statuses
        /// 400 and 404 are about what was asked for.
        package static let outlastsRun = Traits(rawValue: 1 << 8)
        /// The provider may have wider candles than the requested ones. Not all providers say that they do not have
        /// narrow ones: some refuse the request.
        package static let wider = Traits(rawValue: 1 << 9)
        /// The provider would say the same of all older candles of the symbol.
        package static let older = Traits(rawValue: 1 << 10)
        /// No path leads to the currency at all: the provider has no such pair, and no provider of rates has the
        /// currency. Only then a price may stay in the provider's own currency.
        package static let noPath = Traits(rawValue: 1 << 11)
        /// The provider was not asked, because it could not have answered on any machine.
        package static let unable = Traits(rawValue: 1 << 12)

        /// A record takes the place of the network and has no answer.
        package static let unrecorded = Traits(rawValue: 1 << 13)

        /// The traits of a refusal with an HTTP status.
        fileprivate init(status: Int) {
            self = HTTPResponse.isTransient(status: status) ? .transient : .passing
            switch status {
            case 400: formUnion([.wider, .older])
            case 404: insert(.lasting)
            case 422: formUnion([.wider, .older, .outlastsRun])
            case 500...: formUnion([.ofServer, .outlastsRun])
            default: insert(.outlastsRun)
            }
        }
    }

    /// The row of the failure in the table of all kinds: code, exit status, state of a check, traits, fact and advice.
    /// A new kind is a case of `Reason` and a row here. The command line adds what it alone knows to a few of them:
    /// the variables of a provider, the names of currencies and of places.
    package var row: Row {
        switch reason {
        case .transport(let error): error.row
        // A provider may refuse with any status, even 200.
        case .status(200, let words): Self.refusal(200, words).saying("refused", words, advice: Row.another)
        case .status(407, let words):
            Self.refusal(407, words)
                .saying("refused by the proxy with status 407", words, advice: Row.proxyPassword)
        case .status(408, let words):
            Self.refusal(408, words, .tryLater)
                .saying("timed out waiting for the request (408)", words, advice: Row.later)
        case .status(let status, let words):
            Self.refusal(status, words).saying("refused with status \(status)", words, advice: Row.another)
        case .rateLimited(let words):
            Row(.rateLimited, .tryLater, .refused, [.transient, .ofProvider, .pausing])
                .saying("too many requests", words, advice: "\(wait(words)) or \(Row.another)")
        case .blocked(let words):
            Row(.blocked, .unavailable, .refused, [.ofProvider, .outlastsRun])
                .saying("refuses this program or address", words, advice: Row.another)
        case .unavailable(let words):
            Row(.refused, .tryLater, .refused, [.transient, .ofServer, .outlastsRun, .pausing])
                .saying("is busy or down for a while", words, advice: Row.later)
        case .unauthorized(let words):
            Row(.unauthorized, .noPermission, .refused, [.ofProvider, .final])
                .saying("the key is missing or wrong", words)
        case .missingKey:
            Row(.missingKey, .noPermission, .key, [.ofProvider, .final, .unable]).saying("needs a key")
        case .noKey(let problem) where problem.kind == .slowCommand:
            Row(.missingKey, .tryLater, .key, [.ofProvider, .final], detail: problem.words)
                .saying(problem.words, advice: "run it in a shell to see what it waits for")
        case .noKey(let problem):
            Row(.missingKey, .configuration, .key, [.ofProvider, .final], detail: problem.words)
                .saying(problem.words)
        case .noHost:
            Row(.unreachable, .unavailable, .off, [.ofProvider, .final, .unable, .outlastsRun])
                .saying("its public host is gone")
        case .notCached:
            Row(.stale, .unavailable, .changed)
                .saying("no answer in the cache that is new enough", advice: "run the same command without --offline")
        case .invalidData(let problem):
            Row(.invalidData, .invalidData, .changed, [.passing, .outlastsRun], detail: problem)
                .saying("invalid answer: \(problem)", advice: Row.another)
        case .noPrice(let symbol):
            Row(.noPrice, .invalidData, .changed, detail: symbol.description)
                .saying("invalid answer: \(symbol.bare) has no price above 0", advice: Row.another)
        case .noCandles(let symbol, let from, let to):
            Row(.noPrice, .unknownName, .changed, [.skippable, .wider], detail: "\(symbol) from \(from) to \(to)")
                .saying("no candle of \(symbol.bare) \(Self.period(from, to))", advice: "choose another period")
        case .unknownSymbol(let symbol):
            Row(
                .unknownSymbol, .unknownName, .changed, [.skippable, .final, .lasting, .older, .noPath],
                detail: symbol?.description
            )
            .saying("unknown symbol" + (symbol.map { " '\($0)'" } ?? ""))
        case .unknownCity(let name, _):
            Row(.unknownPlace, .unknownName, .changed, [.skippable, .final, .lasting], detail: name)
                .saying("unknown city")
        case .noStation(let place, _, _):
            Row(.unknownPlace, .unknownName, .stale, .skippable, detail: place)
                .saying("no current measurement near it")
        case .cannotQuote(let currency):
            Row(
                .noCurrency, .unknownName, .changed, [.skippable, .final, .lasting, .wider, .noPath],
                detail: currency.description
            )
            .saying("does not quote in \(currency)", advice: "choose another --currency or --provider")
        case .noPast(let currency):
            Row(.noCurrency, .unknownName, .changed, [.skippable, .wider, .noPath], detail: currency.description)
                .saying("has no past prices in \(currency)", advice: "ask for them in USD, or \(Row.another)")
        case .noRate(let currency, let cause):
            Row(.noCurrency, cause.row.status, .changed, detail: "\(currency): \(cause)")
                .saying("no conversion to \(currency)")
        case .staleRate(let from, let to, let time, let fault):
            Row(.stale, .tryLater, .stale, detail: "\(from) to \(to) of \(time)")
                .saying(
                    "the rate from \(from) to \(to) dates from \(time), \(fault?.words ?? "an old answer")",
                    advice: Row.later)
        case .oldPrices(let names, let time, let fault):
            Row(.stale, .tryLater, .stale, detail: "\(names.joined(separator: ", ")) of \(time)")
                .saying(Self.words("price", of: names, since: time, fault), advice: Row.another)
        case .oldReadings(let names, let time, let fault):
            Row(.stale, .tryLater, .stale, detail: "\(names.joined(separator: ", ")) of \(time)")
                .saying(Self.words("reading", of: names, since: time, fault), advice: Row.another)
        case .staleAnswer(isUsed: true): Row(.stale, .tryLater, .stale).saying("an old answer is used")
        case .staleAnswer(isUsed: false):
            Row(.stale, .tryLater, .stale)
                .saying(
                    "the answer is old, which --strict does not accept",
                    advice: "try later without --offline, or another --provider")
        case .unknownName:
            Row(.unsupported, .usage, .changed, [.final, .unable]).saying("is neither a provider nor a currency")
        case .cannot(let job):
            Row(.unsupported, .usage, .changed, [.skippable, .final, .older, .noPath, .unable], detail: job.rawValue)
                .saying("has no \(job.words)", advice: "'--provider help' lists the choices")
        case .notKept(let what):
            Row(.unsupported, .usage, .changed, [.skippable, .wider, .older, .unable], detail: what)
                .saying("has no \(what)", advice: "choose other --candles or another --provider")
        case .streamClosed(let code, let words):
            Row(
                .streamEnded, .unavailable, .refused, .transient,
                detail: Self.joined(code.map { "code \($0)" }, words)
            )
            .saying("closed the stream" + (code.map { " with code \($0)" } ?? ""), words, advice: Row.later)
        case .streamSilent(let time):
            Row(.streamEnded, .tryLater, .unreachable, .transient, detail: "no data for \(time)")
                .saying("no data for \(time.shown)", advice: Row.later)
        }
    }
}

// MARK: - Parts of rows

extension ProviderFailure {
    /// Returns the advice after too many requests. Where the provider named no time, its message may be about a quota
    /// or a ban, which no short wait ends.
    private func wait(_ words: String?) -> String {
        if let pause = retryAfter ?? (words == nil ? hold : nil), pause >= .seconds(1) {
            return "wait \(pause.components.seconds) s"
        }
        return words == nil ? "wait a little" : "try later"
    }

    /// Returns the row of a refusal with an HTTP status, without words.
    private static func refusal(_ status: Int, _ words: String?, _ exit: ExitStatus = .unavailable) -> Row {
        Row(.refused, exit, .refused, Traits(status: status), detail: joined("status \(status)", words))
    }

    private static func joined(_ parts: String?...) -> String { parts.compactMap(\.self).joined(separator: ": ") }

    /// Returns the fact that prices or readings are old, or ahead of the clock. Of many it names the first three.
    private static func words(
        _ what: String, of names: [String], since time: Timestamp, _ fault: AgeFault
    ) -> String {
        guard names.count > 1 else { return "the \(what) of \(names.first ?? "") dates from \(time), \(fault.words)" }
        let shown = names.prefix(3).joined(separator: ", ")
        let more = names.count > 3 ? " and \(names.count - 3) more" : ""
        let worst = if case .ahead = fault { "the latest" } else { "the oldest" }
        return "the \(what)s of \(shown)\(more) are \(fault.words), \(worst) of \(time.day)"
    }

    /// Returns a period in words: as days if they are whole, else as times.
    private static func period(_ from: Timestamp, _ to: Timestamp) -> String {
        let day: Int64 = 86_400
        guard from.seconds.isMultiple(of: day), (to.seconds + 1).isMultiple(of: day) else {
            return "from \(from) to \(to)"
        }
        return from.day == to.day ? "on \(from.day)" : "from \(from.day) to \(to.day)"
    }
}

extension ProviderJob {
    fileprivate var words: String {
        switch self {
        case .list: "list"
        case .price: "current prices"
        case .history: "history"
        case .watch: "live prices"
        case .rates: "exchange rates"
        case .air: "air quality"
        case .forecast: "forecast"
        }
    }
}
