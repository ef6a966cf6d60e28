import AirQuality
import CommandLineKit
import Markets
import Platform
import Synchronization
import Transport

/// One run of a command: its common options, the world, and the client and deadline made of both.
struct Session: Sendable {
    let common: CommonOptions
    let environment: Environment
    let deadline: Deadline
    let http: HTTPClient
    private let configuration: HTTPConfiguration
    private let told = OncePerRun()

    /// Starts the clock of `--deadline`; asks nothing.
    init(_ common: CommonOptions, _ environment: Environment, isStream: Bool = false) {
        self.common = common
        self.environment = environment
        let limit = common.timeLimit(isStream: isStream)
        deadline = limit.map { Deadline(after: $0, on: environment.time) } ?? .none
        environment.armWatchdog(limit)
        let console = environment.console
        let observe: @Sendable (HTTPEvent) -> Void = { console.say(Self.line(for: $0)) }
        configuration = HTTPConfiguration(
            timeout: common.timeout, deadline: deadline, userAgent: UserAgent.plain.text(of: CryptoTool.agent),
            trust: Trust(environment: environment.variables), time: environment.time,
            observe: common.verbose ? observe : nil)
        http = environment.http(configuration)
    }

    /// A line on stderr that `--quiet` leaves out.
    func notice(_ line: String) {
        if !common.quiet { environment.console.say(line) }
    }

    /// As `notice`, once a run.
    func noticeOnce(_ line: String) {
        if told.insert(line) { notice(line) }
    }

    /// Says what a provider wants to be said of its data, and which sources of his are to be named with it.
    func tellAttribution(of name: String, with sources: [String] = []) {
        guard let words = ProviderTable.named(name)?.attribution else { return }
        var told: Set<String> = []
        let names = sources.filter { told.insert($0).inserted }
        noticeOnce("\(name): \(words)" + (names.isEmpty ? "" : "; measured by \(names.joined(separator: ", "))"))
    }

    private static func line(for event: HTTPEvent) -> String {
        switch event {
        case .started(let url): "GET \(url)"
        case .redirected(let status, let url): "\(status): redirected to \(url)"
        case .answered(let url, let status, let milliseconds, let bytes):
            "\(status) from \(url) in \(milliseconds) ms, \(bytes) bytes"
        case .failed(let url, _, let milliseconds): "no answer from \(url) after \(milliseconds) ms"
        }
    }
}

/// The notices that a run has given.
private final class OncePerRun: Sendable {
    private let lines = Mutex<Set<String>>([])

    /// True the first time.
    func insert(_ line: String) -> Bool {
        lines.withLock { $0.insert(line).inserted }
    }
}

// MARK: - Providers

extension Session {
    /// The providers to ask for a job, in order: those named, else the default chain. Where providers of coins and of stocks
    /// are named, those of coins: nobody's failure turns the one into the other.
    func chain(for job: ProviderJob) throws(Failure) -> ProviderChain {
        converting(Self.ofOneKind(try named(for: job) ?? MarketProvider.defaultChain(for: job)))
    }

    /// The providers that are named for a job, in order; nil where nobody is named.
    func named(for job: ProviderJob) throws(Failure) -> [MarketProvider]? {
        guard let names = common.providers else { return nil }
        // One that has rates or stocks only is named for them.
        return try providers(named: names, in: MarketProvider.all, for: job) {
            $0.jobs == [.rates] || $0.kinds == [.stock]
        }
    }

    /// The providers of air quality to ask for a job, in order: those named, else the default chain.
    func airProviders(for job: ProviderJob) throws(Failure) -> [AirQualityProvider] {
        guard let names = common.providers else { return AirQualityProvider.defaultChain }
        return try providers(named: names, in: AirQualityProvider.all, for: job)
    }

    /// Those who have coins, where there are any.
    static func ofOneKind(_ providers: [MarketProvider]) -> [MarketProvider] {
        let coins = providers.filter { $0.kinds.contains(.coin) }
        return coins.isEmpty ? providers : coins
    }

    /// A chain of providers whose quotes are converted, and have a price unless they are a list's.
    func converting(_ providers: [MarketProvider], needsPrice: Bool = true) -> ProviderChain {
        chain(of: providers) { provider in
            { converting(provider, needsPrice ? provider.make($0) : provider.makeUnpriced($0)).client }
        }
    }

    /// A provider's market in every currency. Where `rates` are shared with others, all asks ahead.
    func converting(
        _ provider: MarketProvider, _ client: MarketClient, sharing shared: RateChain? = nil
    ) -> ConvertingMarket {
        let rates = shared ?? rateChain()
        return ConvertingMarket(
            provider, client, rates: { await tellingRates(of: $0, rates, $1) },
            rateHistory: { from, to throws(ProviderFailure) in try await rates.history(from: from, to: to) },
            asksAhead: shared != nil)
    }

    /// Whose list says what is at the top, in its own currency: those named who have one, else the default chain.
    func topChain() throws(Failure) -> ProviderChain {
        chain(of: MarketProvider.chain(for: .list, named: try named())) { $0.make }
    }

    /// What would be a notice about a passed-over provider is an error under `--strict`: nobody is next.
    func asked<Provider: ProviderEntry>(_ providers: [Provider]) -> [Provider] {
        Array(common.strict ? providers.prefix(1) : providers[...])
    }

    /// The rates of currencies; whose they are is said where he wants it said. Rates that a command can do without are
    /// not waited for a second time.
    private func tellingRates(of currencies: [Currency], _ chain: RateChain, _ isNeeded: Bool) async -> RateAnswer {
        var chain = chain
        if !isNeeded { chain.retry = RetryPolicy(retries: 0) }
        let answer = await chain.rates(of: currencies)
        for table in answer.tables { tellAttribution(of: table.provider) }
        return answer
    }

    /// The providers of prices, now or in the past, for a command that needs rates too: those named that have them of
    /// coins; the default chain where those named have only rates, or nobody is named.
    func priceChain(for job: ProviderJob = .price) throws(Failure) -> ProviderChain {
        let named = try named()
        let providers = MarketProvider.chain(for: job, named: named)
        let able = providers.map(\.name)
        if let first = named.first, !named.contains(where: { able.contains($0.name) || $0.jobs.contains(.rates) }) {
            throw cannot(first.name, job == .price ? .rates : job)
        }
        if let first = named.first, able.isEmpty { throw cannot(first.name, job) }
        return chain(of: providers) { $0.make }
    }

    /// The providers of fiat rates: a chain of their own, narrowed only by names of those who have rates.
    func rateChain() -> RateChain {
        let named = (common.providers ?? []).compactMap { MarketProvider.named($0.lowercased()) }
        return chain(of: MarketProvider.chain(for: .rates, named: named)) { $0.makeRates }
    }

    func chain<Provider: ProviderEntry, Client>(
        of providers: [Provider], _ make: (Provider) -> (ProviderSettings) -> Client
    ) -> ClientChain<Client> {
        let links = asked(providers).map { ClientChain<Client>.Link(name: $0.name, client: make($0)(settings(of: $0))) }
        return ClientChain<Client>(
            links: links, retry: RetryPolicy(retries: common.retries ?? CommonOptions.defaultRetries),
            deadline: deadline, time: environment.time,
            random: environment.random, observe: { tell($0) })
    }

    /// All that are named, for whatever job; empty where nobody is.
    private func named() throws(Failure) -> [MarketProvider] {
        let named = try (common.providers ?? []).map { name throws(Failure) in
            try provider(named: name, in: MarketProvider.all, for: .price)
        }
        try refuseMixed(named)
        return named
    }

    /// Made-up prices never replace real ones, and no real provider is asked for what is made up: a chain is of one kind.
    private func refuseMixed(_ providers: [some ProviderEntry]) throws(Failure) {
        guard let made = providers.first(where: \.isMadeUp), let real = providers.first(where: { !$0.isMadeUp }) else {
            return
        }
        throw .option(
            "provider", "what \(made.name) says is made up, and does not go with \(real.name); name one kind",
            common.origins)
    }

    /// A provider that was named for a job that it does not do.
    private func cannot(_ name: String, _ job: ProviderJob) -> Failure {
        .option("provider", Failure(ProviderFailure(name, .cannot(job))).message, common.origins)
    }

    /// The provider of a name; one of another kind does not do the job.
    private func provider<Provider: ProviderEntry>(
        named name: String, in all: [Provider], for job: ProviderJob
    ) throws(Failure) -> Provider {
        if let provider = all.first(where: { $0.name == name.lowercased() }) { return provider }
        if let other = ProviderTable.named(name.lowercased()) {
            throw cannot(other.name, job)
        }
        throw Failure(unknownProvider: name, known: all.map(\.name), common.origins)
    }

    /// Those named that do the job, each once; of several, one that is named `forOthers` need not.
    private func providers<Provider: ProviderEntry>(
        named names: [String], in all: [Provider], for job: ProviderJob,
        forOthers: (Provider) -> Bool = { _ in false }
    ) throws(Failure) -> [Provider] {
        var providers: [Provider] = []
        for name in names {
            let provider = try provider(named: name, in: all, for: job)
            guard provider.does(job) || names.count > 1 && forOthers(provider) else {
                throw cannot(provider.name, job)
            }
            guard !providers.contains(where: { $0.name == provider.name }) else {
                throw .option("provider", "\(name.inQuotes) is named twice", common.origins)
            }
            providers.append(provider)
        }
        try refuseMixed(providers)
        let able = providers.filter { $0.does(job) }
        guard !able.isEmpty else { throw cannot(providers[0].name, job) }
        return able
    }

    func settings(of provider: some ProviderEntry) -> ProviderSettings {
        let prefix = provider.variablePrefix
        let agent = provider.agent.text(of: CryptoTool.agent)
        var sockets = configuration
        sockets.userAgent = agent
        var settings = ProviderSettings(
            http: http.sending(userAgent: agent), base: environment.variable(prefix + "_URL"),
            streamBase: environment.variable(prefix + "_WS_URL"), key: environment.variable(prefix + "_KEY"),
            time: environment.time, sockets: sockets, seed: common.seed, rate: common.rate)
        for word in provider.otherHosts.keys {
            settings.otherBases[word] = environment.variable("\(prefix)_\(word)_URL")
        }
        return settings
    }

    private func tell(_ event: ChainEvent) {
        switch event {
        case .step(let failure, let next, let walk):
            // Said once; a later walk that fails in the same way is news to nobody.
            let line = "\(Failure.fact(of: failure)); asking \(next)"
            if common.verbose { notice(line) } else if walk == 0 { noticeOnce(line) }
        case .pause(let pause):
            if common.verbose { environment.console.say("trying again in \(pause.milliseconds) ms") }
        }
    }

    /// The currency to quote in. What can be no code is refused before anybody is asked; any other may be some coin's.
    func currency() throws(Failure) -> CurrencyChoice {
        guard let text = common.currency else {
            return CurrencyChoice(.usd, allowsOtherCurrency: common.providers != nil && !common.strict)
        }
        do throws(Failure) {
            return CurrencyChoice(try Failure.currency(text))
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
