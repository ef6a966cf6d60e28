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

    /// Prints the attribution that a provider requires, once a run, with the sources that are to be named in it.
    func printAttribution(of name: String, with sources: [String] = []) {
        guard let words = ProviderTable.named(name)?.attribution else { return }
        var seen: Set<String> = []
        let names = sources.filter { seen.insert($0).inserted }
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
    /// The providers that the options select. Throws if the names make no sense for the purpose.
    func selection(for purpose: ProviderSelection.Purpose) throws(Failure) -> ProviderSelection {
        do throws(OptionProblem) {
            return try ProviderSelection(common.providers, for: purpose, isStrict: common.strict)
        } catch {
            throw Failure(error, common.origins)
        }
    }

    /// A chain of providers whose quotes are converted, by rates that all share. Quotes have a price unless they are
    /// rows of a list.
    func converting(
        _ providers: [MarketProvider], needsPrice: Bool = true, rates: ExchangeRates? = nil
    ) -> ProviderChain {
        let rates = rates ?? ExchangeRates(rateChain())
        return chain(of: providers) { provider in
            let make = needsPrice ? provider.make : provider.makeUnpriced
            return { ConvertingMarket(provider, make($0), rates: rates).client }
        }
    }

    /// A provider's market in every currency.
    func converting(_ provider: MarketProvider, _ client: MarketClient) -> ConvertingMarket {
        ConvertingMarket(provider, client, rates: ExchangeRates(rateChain(), kept: tellKept))
    }

    /// The chain of prices for a conversion: the job is `price` or `history`.
    func priceChain(for job: ProviderJob = .price) throws(Failure) -> ProviderChain {
        chain(of: try selection(for: .conversion(job)).coins) { $0.make }
    }

    /// The chain of fiat rates, for any command.
    func rateChain() -> RateChain {
        chain(of: ProviderSelection.rates(named: common.providers, isStrict: common.strict)) { $0.makeRates }
    }

    /// The clients of providers as a chain, with the retries and the deadline of the options.
    func chain<Provider: ProviderEntry, Client>(
        of providers: [Provider], _ make: (Provider) -> (ProviderSettings) -> Client
    ) -> ClientChain<Client> {
        let links = providers.map { ClientChain<Client>.Link(name: $0.name, client: make($0)(settings(of: $0))) }
        return ClientChain<Client>(
            links: links, retry: RetryPolicy(retries: common.retries ?? CommonOptions.defaultRetries),
            deadline: deadline, time: environment.time,
            random: environment.random, observe: { tell($0) })
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
