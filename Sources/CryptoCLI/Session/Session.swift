import AirQuality
import CommandLineKit
import Markets
import Platform
import ProviderKit
import Rendering
import Synchronization
import Transport

/// One run of a command: its common options, its environment, and the HTTP client and deadline made of both.
final class Session: Sendable {
    let common: CommonOptions
    let environment: Environment
    let deadline: Deadline
    let http: HTTPClient
    /// The values of quotes to request although a provider does not send them unasked.
    private let extras: QuoteExtras
    private let configuration: HTTPConfiguration
    private let keys: KeyRing
    /// The kept answers; nil if none are kept.
    let cache: AnswerCache?
    /// Whether the same data are asked for again and again.
    let isRepeated: Bool
    private let printed = OncePerRun()
    private let searched = OncePerRun()
    /// The providers whose attribution was looked up.
    let attributed = OncePerRun()
    /// Nil for a stream, with `--quiet`, and off a terminal.
    private let waiting: WaitingLine?

    /// Creates the session and starts the clock of `--deadline`. No request is sent. A session that `isRepeated` asks
    /// for the same data again and again: it needs no kept ones, and its view has its own line for what it waits for.
    init(
        _ common: CommonOptions, _ environment: Environment, extras: QuoteExtras = [], isStream: Bool = false,
        isRepeated: Bool = false
    ) {
        (self.common, self.extras) = (common, extras)
        self.isRepeated = isRepeated
        let waiting = isRepeated || common.quiet ? nil : WaitingLine(environment)
        var environment = environment
        if let waiting { environment.console = waiting.console(before: environment.console) }
        (self.environment, self.waiting) = (environment, waiting)
        let limit = common.timeLimit(isStream: isStream)
        deadline = limit.map { Deadline(after: $0, on: environment.time) } ?? .none
        environment.armWatchdog(limit)
        let console = environment.console
        let observe: @Sendable (HTTPEvent) -> Void = { console.say(Self.line(for: $0)) }
        var configuration = HTTPConfiguration(
            timeout: common.timeout, deadline: deadline, userAgent: UserAgent.plain.text(of: CryptoTool.agent),
            trust: Trust(environment: environment.variables), time: environment.time,
            observe: common.verbose ? observe : nil)
        configuration.record = environment.record
        self.configuration = configuration
        http = environment.http(configuration)
        keys = KeyRing(self.environment, deadline)
        cache = Self.cache(common, self.environment, configuration, waiting)
    }

    /// Prints a line on stderr, unless `--quiet` is set.
    func notice(_ line: String) {
        if !common.quiet { environment.console.say(line) }
    }

    /// Does the same as `notice`, once per run for each line.
    func noticeOnce(_ line: String) {
        if printed.insert(line) { notice(line) }
    }

    /// Does the same for a line that belongs to rows: it waits for the first one, except with `--verbose`.
    func noticeBesideRows(_ line: String) {
        if common.verbose { return noticeOnce(line) }
        environment.console.rowNotices.add { [self] in noticeOnce(line) }
    }

    /// Says that the command now waits for its input, and not for a provider.
    func waitForInput() { waiting?.rest() }

    /// Returns true once in a run: for its only search for an unknown symbol.
    func isFirstSearch() -> Bool { searched.insert("an unknown symbol") }

    /// Prints the attribution that a provider requires, once per run. It names the sources.
    func printAttribution(of name: String, with sources: [String] = []) {
        guard let words = ProviderTable.named(name)?.attribution else { return }
        var seen: Set<String> = []
        let names = sources.filter { seen.insert($0).inserted }
        noticeBesideRows("\(name): \(words)" + (names.isEmpty ? "" : "; measured by \(names.joined(separator: ", "))"))
    }

    /// Reports the failures of a command and returns its status: that of the first failure, otherwise `noMatch` without
    /// rows. `search` and `market` are the values of these options.
    func status(
        after failures: [Failure], isEmpty: Bool = false, search: String? = nil, market: String? = nil
    ) -> ExitStatus {
        for failure in failures { environment.console.say(failure) }
        if let failure = failures.first { return failure.status }
        return isEmpty ? noMatch(("market", market), ("search", search), ("if", common.condition)) : .success
    }

    /// Returns the status of a command without matching rows. A person at a terminal does not see it, so a notice names
    /// the options that were given; elsewhere it says all, as with grep.
    func noMatch(_ options: (name: String, text: String?)...) -> ExitStatus {
        let given = options.compactMap { option in option.text.map { "--\(option.name) \($0.inQuotes)" } }
        let isSeen = isAtTerminal && !common.outputFormat.isClearWithoutRows
        let verb = common.once ? "newly matches" : "matches"
        // Text as in symbol == "btc".
        let hasText = options.contains {
            $0.text?.utf8.contains { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") } ?? false
        }
        let hint = hasText ? "; text matches in the same case only" : ""
        if !given.isEmpty, isSeen { notice("no row \(verb) \(given.joined(separator: " and "))\(hint)") }
        return .noMatch
    }

    /// Says at a terminal, once for each currency, why converted ticks have no change.
    func noticeUnknownChange(in currency: Currency) {
        guard isAtTerminal else { return }
        noticeOnce("the change in \(currency) is unknown: the price of a day ago would need the rate of that time")
    }

    /// Whether a person sees both rows and notices.
    private var isAtTerminal: Bool {
        environment.console.columns != nil && environment.console.noticeColumns() != nil
    }

    private static func line(for event: HTTPEvent) -> String {
        switch event {
        case .started(let url): "GET \(url)"
        case .redirected(let status, let url): "\(status): redirected to \(url)"
        case .answered(let url, let status, let milliseconds, let bytes):
            "\(status) from \(url) in \(milliseconds) ms, \(bytes) bytes"
        case .failed(let url, let error, let milliseconds):
            "no answer from \(url) after \(milliseconds) ms" + (Failure.missingAddress(error).map { ": \($0)" } ?? "")
        }
    }
}

/// What a run has done, and does only once: the notices that it has printed, for example.
final class OncePerRun: Sendable {
    private let lines = Mutex<Set<String>>([])

    /// Adds a line. Returns true the first time.
    func insert(_ line: String) -> Bool {
        lines.withLock { $0.insert(line).inserted }
    }
}

// MARK: - Providers

extension Session {
    /// Returns the providers that the options select. Throws if the named providers do not fit the purpose.
    func selection(for purpose: ProviderSelection.Purpose) throws(Failure) -> ProviderSelection {
        do throws(OptionProblem) {
            return try ProviderSelection(common.providers, for: purpose, isStrict: common.strict)
        } catch {
            throw Failure(error, common.origins)
        }
    }

    /// Returns a chain of providers with converted quotes. All of them share the rates. Quotes must have a price,
    /// except rows of a list.
    func converting(
        _ providers: [MarketProvider], needsPrice: Bool = true, rates: ExchangeRates? = nil
    ) -> ProviderChain {
        let rates = rates ?? ExchangeRates(rateChain())
        return chain(of: providers) { provider in
            let make = needsPrice ? provider.make : provider.makeUnpriced
            return { ConvertingMarket(provider, make($0), rates: rates).client }
        }
    }

    /// Returns a provider's market with conversion to every currency.
    func converting(_ provider: MarketProvider, _ client: MarketClient) -> ConvertingMarket {
        ConvertingMarket(provider, client, rates: ExchangeRates(rateChain(), kept: noticeOldRate))
    }

    /// Returns the chain of prices for a conversion: the job is `price` or `history`.
    func priceChain(for job: ProviderJob = .price) throws(Failure) -> ProviderChain {
        chain(of: try selection(for: .conversion(job)).coins) { $0.make }
    }

    /// Returns the chain of fiat rates, for any command.
    func rateChain() -> RateChain {
        chain(of: ProviderSelection.rates(named: common.providers, isStrict: common.strict)) { $0.makeRates }
    }

    /// Returns the clients of providers as a chain, with the retries and the deadline of the options.
    func chain<Provider: ProviderEntry, Client>(
        of providers: [Provider], _ make: (Provider) -> (ProviderSettings) -> Client
    ) -> ClientChain<Client> {
        let links = providers.map { provider in
            ClientChain<Client>.Link(
                name: provider.name, client: make(provider)(settings(of: provider)),
                lastResort: lastResort.map { make(provider)(settings(of: provider, $0)) })
        }
        return ClientChain<Client>(
            links: links, retry: RetryPolicy(retries: common.retries ?? CommonOptions.defaultRetries),
            deadline: deadline, time: environment.time,
            random: environment.random, observe: { [self] in report($0) })
    }

    func settings(of provider: some ProviderEntry) -> ProviderSettings {
        settings(of: provider, policy)
    }

    private func settings(of provider: some ProviderEntry, _ policy: CachePolicy) -> ProviderSettings {
        let prefix = provider.variablePrefix
        let agent = provider.agent.text(of: CryptoTool.agent)
        let client = http.sending(userAgent: agent)
        var sockets = configuration
        sockets.userAgent = agent
        var settings = ProviderSettings(
            http: waiting?.watching(client, of: provider.name) ?? client, base: environment.variable(prefix + "_URL"),
            streamBase: environment.variable(prefix + "_WS_URL"),
            time: environment.time, sockets: policy.isOffline ? nil : sockets, seed: common.seed, rate: common.rate)
        settings.key = keys.key(of: provider)
        settings.extras = extras
        (settings.cache, settings.cachePolicy) = (cache, policy)
        for (word, variable) in provider.otherVariables {
            settings.otherBases[word] = environment.variable(variable)
        }
        return settings
    }

    /// Reports what a chain does between two answers. If all providers fail, the error of the command names them.
    func report(_ event: ChainEvent) {
        switch event {
        case .step(let failure, let next, _):
            if common.verbose { notice(Failure.line(of: failure, next: next)) }
        case .done(let steps, let isAnswered):
            guard isAnswered, !common.verbose else { return }
            for step in steps { noticeBesideRows(Failure.line(of: step.failure, next: step.next)) }
        case .lastResort(let failure):
            noticeOnce(Failure.fact(of: failure))
        case .pause(let pause):
            if common.verbose { environment.console.say("trying again in \(pause.milliseconds) ms") }
            waiting?.pause(for: pause)
        }
    }

    /// Returns the currency to quote in. Text that cannot be a code is rejected without a request; any other code may
    /// be that of a coin.
    func currency() throws(Failure) -> CurrencyChoice {
        guard let text = common.currency else {
            return CurrencyChoice(.usd, allowsOtherCurrency: common.providers != nil && !common.strict)
        }
        do throws(Failure) {
            return CurrencyChoice(try Failure.currency(text, isAlone: true))
        } catch {
            throw Failure(error.status, OptionProblem("currency", error.message).text(common.origins))
        }
    }
}

extension Duration {
    /// Whole milliseconds, rounded down.
    var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
