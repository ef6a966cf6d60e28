import CommandLineKit
import Markets
import Platform
import Transport

extension Failure {
    /// The failure of a provider or of a whole chain, with its exit status and advice.
    init(_ failure: ProviderFailure) {
        if failure.isOfTheUser, case .noKey(let problem) = failure.reason {
            self.init(.configuration, problem.words)
            return
        }
        if let cause = failure.causeOnThisMachine {
            let (status, fact, advice) =
                cause.reason == .unreachable(.dns)
                ? (.unavailable, "no network: no host name can be resolved", "--provider sample needs none")
                : Self.reading(cause)
            self.init(status, "\(fact); \(advice)")
            return
        }
        let (status, _, advice) = Self.reading(failure)
        let facts = Self.facts(of: failure)
        let introduction = facts.count > 1 ? "no provider could answer: " : ""
        self.init(status, introduction + (facts + (advice.isEmpty ? [] : [advice])).joined(separator: "; "))
    }

    /// Returns the facts without advice, for the notice that names the next provider.
    static func fact(of failure: ProviderFailure) -> String {
        facts(of: failure).joined(separator: "; ")
    }

    /// Returns the notice about a provider that failed, after which another one is tried.
    static func line(of failure: ProviderFailure, next: String) -> String { "\(fact(of: failure)); trying \(next)" }

    /// Returns each provider of a chain with its reason, in order; neighbors with the same reason share a
    /// line.
    private static func facts(of failure: ProviderFailure) -> [String] {
        var groups: [(providers: [String], reason: String)] = []
        for member in failure.members {
            let reason = reason(of: member)
            if let last = groups.indices.last, groups[last].reason == reason {
                groups[last].providers.append(member.provider)
            } else {
                groups.append(([member.provider], reason))
            }
        }
        return groups.map { "\($0.providers.joined(separator: ", ")): \($0.reason)" }
    }

    /// Returns the fact without the provider's name.
    static func reason(of failure: ProviderFailure) -> String {
        reading(failure).fact
    }

    private static func reading(
        _ failure: ProviderFailure
    ) -> (status: ExitStatus, fact: String, advice: String) {
        switch failure.reason {
        case .transport(let error):
            guard case .invalidURL(let text) = error.reason else { return reading(error) }
            let variables = ProviderTable.named(failure.provider)?.urlVariables ?? []
            return (.usage, words(invalidURL: text), "check \(variables.joined(separator: " or "))")
        case .status(let status, let words):
            return refusal(status, quoted(words))
        case .rateLimited(let words):
            let advice = wait(failure.retryAfter ?? (words == nil ? failure.hold : nil), words)
            return (.tryLater, "too many requests" + quoted(words), "\(advice) or try another --provider")
        case .blocked(let words):
            return (
                .unavailable, "refuses this program or address" + quoted(words), "try another --provider"
            )
        case .unavailable(let words):
            return (.tryLater, "is busy or down for a while" + quoted(words), "try later or another --provider")
        case .unauthorized(let words):
            guard let advice = keyAdvice(for: failure) else {
                return (.noPermission, "refused, though it takes no key" + quoted(words), "try another --provider")
            }
            return (.noPermission, "the key is missing or wrong" + quoted(words), advice)
        case .missingKey:
            return (.noPermission, "needs a key", keyAdvice(for: failure) ?? "")
        case .noKey(let problem):
            switch problem.kind {
            case .file: return (.configuration, problem.words, "")
            case .command: return (.configuration, problem.words, "")
            case .slowCommand: return (.tryLater, problem.words, "run it in a shell to see what it waits for")
            }
        case .invalidData(let problem):
            return (.invalidData, "invalid answer: \(problem)", "try another --provider")
        case .noPrice(let symbol):
            let fact = "invalid answer: \(symbol.bare) has no price above 0"
            return (.invalidData, fact, "try another --provider")
        case .noCandles(let symbol, let from, let to):
            return (.unknownName, "no candle of \(symbol.bare) \(period(from, to))", "choose another period")
        case .unknownSymbol(let symbol):
            return (.unknownName, "unknown symbol" + (symbol.map { " '\($0)'" } ?? ""), "")
        case .unknownCity(let name, let candidates):
            let (fact, advice) = words(unknown: name, at: failure.provider, candidates)
            return (.unknownName, fact, advice)
        case .noStation(let place, let distance, let nearest):
            let (fact, advice) = words(noStationNear: place, within: distance, nearest)
            return (.unknownName, fact, advice)
        case .cannotQuote(let currency):
            return refusal(of: currency)
        case .noPast(let currency):
            guard isKnown(currency.code) else { return refusal(of: currency) }
            return (.unknownName, "has no past prices in \(currency)", "ask for them in USD, or try another --provider")
        case .noRate(let currency, let cause):
            let (status, _, advice) = reading(cause)
            let facts = fact(of: cause)
            let shown = cause.chain.isEmpty ? ": \(facts)" : " (\(facts))"
            return (status, "no conversion to \(currency)\(shown)", advice)
        case .staleRate(let from, let to, let time, let fault):
            let reason = fault?.words ?? "an old answer"
            return (
                .tryLater, "the rate from \(from) to \(to) dates from \(time), \(reason)",
                "try later or another --provider"
            )
        case .oldPrices(let names, let time, let fault):
            return (.tryLater, words("price", of: names, since: time, fault), "try another --provider")
        case .oldReadings(let names, let time, let fault):
            return (.tryLater, words("reading", of: names, since: time, fault), "try another --provider")
        case .staleAnswer(isUsed: true):
            return (.tryLater, "an old answer is used", "")
        case .staleAnswer(isUsed: false):
            return (
                .tryLater, "the answer is old, which --strict does not accept",
                "try later without --offline, or another --provider"
            )
        case .notKeptOffline:
            return (.unavailable, "no answer in the cache that is new enough", "run the same command without --offline")
        case .streamClosed(let code, let words):
            let code = code.map { " with code \($0)" } ?? ""
            return (.unavailable, "closed the stream\(code)\(quoted(words))", "try later or another --provider")
        case .noHost:
            let variable = hostVariable(of: failure.provider)
            let others = ProviderTable.replacements(for: failure.provider).joined(separator: ", ")
            return (
                .unavailable, "its public host is gone",
                "set \(variable) to a host that speaks the same protocol, or try --provider \(others)"
            )
        case .streamSilent(let time):
            return (.tryLater, "no data for \(time.shown)", "try later or another --provider")
        case .cannot(let job):
            return (.usage, "has no \(words(job))", "'--provider help' lists the choices")
        case .notKept(let what):
            return (.usage, "has no \(what)", "choose other --candles or another --provider")
        }
    }

    /// Returns the advice after too many requests. Where the provider named no time, its message may be about a quota
    /// or a ban, which no short wait ends.
    private static func wait(_ pause: Duration?, _ words: String?) -> String {
        if let pause, pause >= .seconds(1) { return "wait \(pause.components.seconds) s" }
        return words == nil ? "wait a little" : "try later"
    }

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

    /// Returns where to set a provider's key; nil if the provider takes none.
    private static func keyAdvice(for failure: ProviderFailure) -> String? {
        guard let provider = ProviderTable.named(failure.provider), provider.key != .none else { return nil }
        let file = failure.keyFile.map { ", or '\(provider.name) = KEY' in \($0)" } ?? ""
        return "set \(provider.keyVariable)" + file + (provider.keyNote.map { "; \($0)" } ?? "")
    }

    /// Returns the variable that replaces a provider's host: that of its stream if it has nothing else.
    private static func hostVariable(of provider: String) -> String {
        ProviderTable.named(provider).map { $0.variablePrefix + ($0.host.isEmpty ? "_WS_URL" : "_URL") } ?? ""
    }

    /// Returns a period in words: as days if they are whole, else as times.
    private static func period(_ from: Timestamp, _ to: Timestamp) -> String {
        let day: Int64 = 86_400
        guard from.seconds.isMultiple(of: day), (to.seconds + 1).isMultiple(of: day) else {
            return "from \(from) to \(to)"
        }
        return from.day == to.day ? "on \(from.day)" : "from \(from.day) to \(to.day)"
    }

    /// A provider may refuse with any status, even 200.
    private static func refusal(
        _ status: Int, _ words: String
    ) -> (status: ExitStatus, fact: String, advice: String) {
        switch status {
        case 200: (.unavailable, "refused" + words, "try another --provider")
        case 407: (.unavailable, "refused by the proxy with status 407" + words, proxyPassword)
        case 408: (.tryLater, "timed out waiting for the request (408)" + words, "try later or another --provider")
        default: (.unavailable, "refused with status \(status)" + words, "try another --provider")
        }
    }

    private static func quoted(_ words: String?) -> String {
        guard let words, !words.isEmpty else { return "" }
        return ": \(words.prefix(200))"
    }
}

// MARK: - Transport

extension Failure {
    /// Says that a host has no address, if that was the reason.
    static func missingAddress(_ error: TransportError) -> String? {
        error.reason == .unreachable(.dns) ? words(.dns, error.host) : nil
    }

    private static func reading(_ error: TransportError) -> (status: ExitStatus, fact: String, advice: String) {
        let host = error.host
        switch error.reason {
        case .unreachable(let reason):
            return (.unavailable, words(reason, host), advice(for: reason))
        case .timedOut(let milliseconds, .attempt):
            return (.tryLater, "no answer from \(host) in \(milliseconds) ms", "raise --timeout or try later")
        case .timedOut(_, .deadline):
            return (.tryLater, "no answer from \(host) before the deadline", "raise --deadline or try later")
        case .invalid(let fault):
            return (.invalidData, "\(host) sent \(words(fault))", "try another --provider")
        case .redirect(let fault):
            return (.unavailable, "\(host) redirects \(words(fault))", "check the provider's URL")
        case .libraryMissing(let text):
            return (
                .unavailable, "libcurl cannot be opened (\(text))", "install libcurl 4 (the package libcurl4 of Debian)"
            )
        case .noThread(.processes):
            return (
                .unavailable, "no thread can be started: the limit on processes and threads is reached",
                "raise 'ulimit -u', or pids.max of the container"
            )
        case .noThread(.addressSpace):
            return (.unavailable, "no thread can be started: the limit on memory is reached", "raise 'ulimit -v'")
        case .secretOverPlainHTTP:
            return (.unavailable, "a key is never sent to \(host) over plain http", "use https")
        case .invalidURL(let text):
            return (.usage, words(invalidURL: text), "check the provider's URL variable")
        case .invalidHeader(let name):
            return (
                .configuration, "the key holds a character that is not allowed in the header '\(name)'", "check the key"
            )
        case .notRecorded(let url):
            return (.unavailable, "the record has no further answer to \(url)", "record the same command again")
        case .cancelled:
            return (.tryLater, "not requested: the command ended first", "")
        }
    }

    private static func words(invalidURL text: String) -> String {
        let scheme = text.split(bytes: "://").first.map(String.init) ?? ""
        let isForeign = scheme != text && !["http", "https", "ws", "wss"].contains(scheme.lowercased())
        return "\(text.inQuotes) is not a URL" + (isForeign ? " of http or https" : "")
    }

    /// What a machine lacks on which nothing can be reached yet. The texts are those of OpenSSL and GnuTLS.
    private static func advice(for reason: Unreachable) -> String {
        switch reason {
        case .proxy(let text, _) where text.contains(bytes: " 407"): return proxyPassword
        case .proxy(_, let variable?): return "check the variable \(variable)"
        case .proxy(_, nil): return "check the variables https_proxy, http_proxy and ALL_PROXY"
        case .certificate(let text):
            func says(_ words: String...) -> Bool { words.contains { text.lowercased().contains(bytes: $0) } }
            if says("not yet valid", "not yet activated", "expired") {
                return "check the clock of this machine, or try another --provider"
            }
            let isUntrusted = says(
                "issuer", "self-signed", "self signed", "verify locations", "setting certificate", "cafile",
                "trust anchors", "signer not found")
            guard isUntrusted else { return "check the network or try another --provider" }
            return "install the package ca-certificates, or set SSL_CERT_FILE to a file of trusted certificates"
        default: return "check the network or try another --provider"
        }
    }

    private static var proxyPassword: String {
        "write user and password into the proxy's URL: http://USER:PASSWORD@HOST:PORT"
    }

    private static func words(_ job: ProviderJob) -> String {
        switch job {
        case .list: "list"
        case .price: "current prices"
        case .history: "history"
        case .watch: "live prices"
        case .rates: "exchange rates"
        case .air: "air quality"
        case .forecast: "forecast"
        }
    }

    private static func words(_ reason: Unreachable, _ host: String) -> String {
        switch reason {
        case .dns: "no address for \(host)"
        case .connect(let text): "no connection to \(host): \(text)"
        case .tls(let text): "no secure connection to \(host): \(text)"
        case .certificate(let text): "the certificate of \(host) is not valid: \(text)"
        case .proxy(let text, _): "the proxy on the way to \(host) failed: \(text)"
        case .reset(let bytes): "\(host) reset the connection after \(bytes) bytes"
        case .cut(let bytes, let expected?): "\(host) closed the connection after \(bytes) of \(expected) bytes"
        case .cut(let bytes, nil): "\(host) closed the connection after \(bytes) bytes"
        case .headerCut: "\(host) closed the connection within the header"
        case .other(let text): "\(host): \(text)"
        }
    }

    private static func words(_ fault: InvalidAnswer) -> String {
        switch fault {
        case .notHTTP: "something that is not HTTP"
        case .malformedHeader(let name): "a malformed header '\(name)'"
        case .headerTooLarge(let limit): "a header over \(limit) bytes"
        case .twoLengths(let first, let second): "two lengths, \(first) and \(second)"
        case .malformedChunks: "malformed chunks"
        case .tooLarge(let limit): "over \(limit >> 20) MiB"
        case .unaskedEncoding(let name): "the encoding '\(name)', which was not requested"
        case .brokenCompression: "a broken or cut compressed body"
        case .lengthUnknown: "a body without an end"
        case .emptyBody: "an empty body"
        case .unaskedStatus(let status): "status \(status), which was not requested"
        }
    }

    private static func words(_ fault: RedirectFault) -> String {
        switch fault {
        case .loop: "in a loop"
        case .tooMany(let limit): "more than \(limit) times"
        case .downgrade(let url): "from https to plain \(url)"
        case .scheme(let scheme): "to the scheme '\(scheme)', which is not followed"
        case .noLocation(let status): "with status \(status) but without a location"
        case .badLocation(let text): "to '\(text)', which is not a URL"
        case .wouldRevealKey: "to another host that would see the key"
        }
    }
}
