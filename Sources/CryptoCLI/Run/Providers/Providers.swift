import CommandLineKit
import Markets
import Platform
import ProviderKit
import Synchronization
import Transport

/// The providers of a run, as clients and as chains of them.
final class Providers: Sendable {
    let common: CommonOptions
    let notices: Notices
    let environment: Environment
    private let deadline: Deadline
    private let http: HTTPClient
    private let configuration: HTTPConfiguration
    private let keys: KeyRing
    /// The values of quotes to request although a provider does not send them unasked.
    private let extras: QuoteExtras
    /// The kept answers; nil if none are kept.
    let cache: AnswerCache?
    /// Whether the same data are asked for again and again.
    let isRepeated: Bool
    private let waiting: WaitingLine?
    private let log: RequestLog?
    /// How fast the requests to each provider's own host follow each other, by its name.
    private let paces = Mutex<[String: RequestPace]>([:])

    /// Creates the providers of a run without sending a request.
    init(
        _ common: CommonOptions, _ environment: Environment, _ deadline: Deadline, _ notices: Notices,
        _ waiting: WaitingLine?, extras: QuoteExtras, isRepeated: Bool, log: RequestLog? = nil
    ) {
        (self.common, self.environment, self.deadline) = (common, environment, deadline)
        (self.notices, self.waiting, self.log) = (notices, waiting, log)
        (self.extras, self.isRepeated) = (extras, isRepeated)
        let console = environment.console
        let observe: @Sendable (HTTPEvent) -> Void = { console.say(Self.line(for: $0)) }
        var configuration = HTTPConfiguration(
            timeout: common.timeout, deadline: deadline, userAgent: UserAgent.plain.text(of: CryptoTool.agent),
            trust: Trust(environment: environment.variables), time: environment.time,
            observe: common.verbose ? observe : nil)
        configuration.record = environment.record
        configuration.network = environment.network
        self.configuration = configuration
        http = environment.http(configuration)
        keys = KeyRing(environment, deadline)
        cache = Self.cache(common, environment, configuration, waiting)
    }

    /// Returns the providers that the options select. Throws if the named providers do not fit the purpose.
    func selection(
        for purpose: ProviderSelection.Purpose, withFigures: Bool = false, hasCurrencies: Bool = false
    ) throws(Failure) -> ProviderSelection {
        try translating(
            ProviderSelection(
                common.providers, for: purpose, in: environment.providers, isStrict: common.strict,
                withFigures: withFigures, hasCurrencies: hasCurrencies)
        ) { Failure($0, common.origins) }
    }

    /// Returns a chain of providers with converted quotes. All of them share the rates. Quotes must have a price,
    /// except rows of a list.
    func converting(
        _ providers: [Provider], for job: ProviderJob, needsPrice: Bool = true, rates: ExchangeRates? = nil
    ) -> ProviderChain {
        let rates = rates ?? ExchangeRates { self.rateChain() }
        return chain(of: providers, for: job) { provider in
            let make = needsPrice ? provider.make : provider.makeUnpriced
            return { ConvertingMarket(provider, make($0), rates: rates).client }
        }
    }

    /// Returns a provider's market with conversion to every currency.
    func converting(_ provider: Provider, _ client: MarketClient) -> ConvertingMarket {
        ConvertingMarket(provider, client, rates: ExchangeRates(rateChain(), onOldRates: notices.sayOldRate))
    }

    /// Returns the chains of prices for a conversion. That of tokens is nil if no named provider has any. The job is
    /// `price` or `history`.
    func priceChains(for job: ProviderJob) throws(Failure) -> (coins: ProviderChain, tokens: ProviderChain?) {
        let selection = try selection(for: .conversion(job))
        let tokens = selection[.token].isEmpty ? nil : chain(of: selection[.token], for: job) { $0.make }
        return (chain(of: selection[.coin], for: job) { $0.make }, tokens)
    }

    /// Returns the chain of fiat rates, for any command.
    func rateChain() -> RateChain {
        let providers = environment.providers.rates(named: common.providers, isStrict: common.strict)
        return chain(of: providers, for: .rates) { $0.makeRates }
    }

    /// Returns the providers of the prices of symbols. If all of these are money, a provider that has only rates may be
    /// named.
    func selection(
        of symbols: [Symbol], for job: ProviderJob, ofFavorites: Bool
    ) throws(Failure) -> ProviderSelection {
        try selection(
            for: symbols.areAllCurrencies(areFavorites: ofFavorites) ? .conversion(.price) : .quotes(job),
            withFigures: symbols.contains { $0.figure != nil }, hasCurrencies: ofFavorites)
    }

    /// Returns the chain that is asked for symbols of one kind, and the names of its providers. Of currencies that is
    /// one link, whose client asks all providers of rates.
    func chain(
        of kind: AssetKind, for job: ProviderJob, _ symbols: [Symbol], by selection: ProviderSelection,
        needsPrice: Bool = true, rates: ExchangeRates
    ) async -> (chain: ProviderChain, asked: [String]) {
        if kind == .fiat { return (currencyChain(rates), rateChain().links.map(\.name)) }
        let markets = await ordered(selection.providers(for: symbols), for: symbols)
        return (converting(markets, for: job, needsPrice: needsPrice, rates: rates), markets.map(\.name))
    }

    /// The prices of currencies by these rates, as a chain. The rates have a chain of their own, which asks again.
    func currencyChain(_ rates: ExchangeRates) -> ProviderChain {
        ProviderChain(
            links: [.init(name: rateChain().links[0].name, client: rates.client(with: conversionPrices))],
            retry: RetryPolicy(retries: 0), deadline: deadline, time: environment.time, random: environment.random,
            observe: { _ in })
    }

    /// The chain of prices for conversions; without providers if those that are named have no coins.
    var conversionPrices: ProviderChain {
        chain(of: (try? selection(for: .conversion(.price))[.coin]) ?? [], for: .price) { $0.make }
    }

    /// Returns the clients of providers as a chain for a job, with the retries and the deadline of the options.
    func chain<Client>(
        of providers: [Provider], for job: ProviderJob, _ make: (Provider) -> (ProviderSettings) -> Client
    ) -> ClientChain<Client> {
        let links = providers.map { provider in
            ClientChain<Client>.Link(
                provider, client: make(provider)(settings(of: provider)),
                lastResort: lastResort.map { make(provider)(settings(of: provider, $0)) })
        }
        var chain = ClientChain<Client>(
            links: links, retry: RetryPolicy(retries: common.retries ?? CommonOptions.defaultRetries),
            deadline: deadline, time: environment.time,
            random: environment.random, observe: { [self] in report($0) })
        chain.memory = memory(of: providers, for: job)
        return chain
    }

    /// The URL that replaces the host of a provider; nil without one.
    func url(of provider: Provider) -> String? {
        environment.variable(provider.variablePrefix + "_URL")
    }

    func settings(of provider: Provider) -> ProviderSettings {
        settings(of: provider, policy)
    }

    /// Returns the client of a provider that only reads the cache.
    func offlineClient(of provider: Provider) -> MarketClient {
        var policy = CachePolicy()
        policy.isOffline = true
        return provider.make(settings(of: provider, policy))
    }

    private func settings(of provider: Provider, _ policy: CachePolicy) -> ProviderSettings {
        let prefix = provider.variablePrefix
        let agent = provider.agent.text(of: CryptoTool.agent)
        var client = http.sending(userAgent: agent)
        if let log { client = log.watching(client, of: provider.name) }
        var sockets = configuration
        sockets.userAgent = agent
        var settings = ProviderSettings(
            http: waiting?.watching(client, of: provider.name) ?? client, base: url(of: provider),
            streamBase: environment.variable(prefix + "_WS_URL"),
            time: environment.time, sockets: policy.isOffline ? nil : sockets, seed: common.seed, rate: common.rate)
        settings.key = keys.key(of: provider)
        settings.extras = extras
        settings.pace = pace(of: provider)
        (settings.cache, settings.cachePolicy) = (cache, policy)
        for (word, variable) in environment.providers.otherVariables(of: provider) {
            settings.otherBases[word] = environment.variable(variable)
        }
        return settings
    }

    /// The pace of a provider, which all clients of the run share; nil without one.
    private func pace(of provider: Provider) -> RequestPace? {
        paces.withLock { paces in
            let pace = paces[provider.name] ?? provider.pace(environment.time, until: deadline)
            paces[provider.name] = pace
            return pace
        }
    }

    /// Returns the providers of some symbols in the order in which they are asked: for more than a few tokens those of
    /// a default chain come last that take one token a request without a key.
    private func ordered(_ markets: [Provider], for symbols: [Symbol]) async -> [Provider] {
        guard common.providers == nil, symbols.count(where: { $0.token != nil }) > Self.fewTokens else {
            return markets
        }
        var last: [Provider] = []
        for market in markets where market.takesOneTokenWithoutKey {
            // A key that cannot be known fails when the provider is asked.
            do {
                if try await keys.key(of: market).look() == nil { last.append(market) }
            } catch {}
        }
        return markets.filter { market in !last.contains { $0.name == market.name } } + last
    }

    /// How many tokens may be asked for with a request each.
    private static let fewTokens = 5

    /// Reports what a chain does between two answers. If all providers fail, the error of the command names them.
    func report(_ event: ChainEvent) {
        switch event {
        case .step(let failure, let next, _):
            if common.verbose { notices.say(Failure.line(of: failure, next: next, in: environment.providers)) }
        case .done(let steps, let isAnswered):
            guard isAnswered, !common.verbose else { return }
            for step in steps {
                notices.sayBesideRows(Failure.line(of: step.failure, next: step.next, in: environment.providers))
            }
        case .lastResort(let failure):
            notices.sayOnce(Failure.fact(of: failure, in: environment.providers))
        case .pause(let pause):
            if common.verbose { environment.console.say("trying again in \(pause.milliseconds) ms") }
            waiting?.pause(for: pause)
        }
    }

    private static func line(for event: HTTPEvent) -> String {
        switch event {
        case .started(let url): "GET \(url)"
        case .redirected(let status, let url): "\(status): redirected to \(url)"
        case .answered(let url, let status, let milliseconds, let bytes):
            "\(status) from \(url) in \(milliseconds) ms, \(bytes) bytes"
        case .failed(let url, let error, let milliseconds):
            "no answer from \(url) after \(milliseconds) ms"
                + (error.reason == .unreachable(.dns) ? ": \(error.row.fact)" : "")
        }
    }
}

extension [Symbol] {
    /// Whether they are currencies, so that only providers of rates are asked for them.
    func areAllCurrencies(areFavorites: Bool) -> Bool {
        !isEmpty && allSatisfy { $0.kinds(isFavorite: areFavorites) == [.fiat] }
    }
}
