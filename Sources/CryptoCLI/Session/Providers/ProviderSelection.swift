import AirQuality
import CommandLineKit
import Markets

/// The providers that a command asks, in order: those named with `--provider`, otherwise the default chains.
///
/// The selection depends on nothing but the names, the purpose and the tables of providers. Creating one sends no
/// request.
struct ProviderSelection: Sendable {
    /// The purpose that providers are selected for.
    enum Purpose: Sendable, Equatable {
        /// Quotes, candles or ticks: the job is `list`, `price`, `history` or `watch`.
        case quotes(ProviderJob)
        /// A list of futures.
        case futures
        /// Current prices of several providers at once.
        case consensus
        /// Rates, and prices of coins: the job of the prices is `price` or `history`.
        case conversion(ProviderJob)
        /// Readings of air quality: the job is `air` or `history`.
        case air(ProviderJob)
    }

    /// The providers of coins, of futures for their list.
    private(set) var coins: [MarketProvider] = []
    /// The providers of stocks.
    private(set) var stocks: [MarketProvider] = []
    /// The providers of tokens.
    private(set) var tokens: [MarketProvider] = []
    /// The providers of figures of the market; empty where none is asked for.
    private(set) var figures: [MarketProvider] = []
    /// The providers of air quality.
    private(set) var air: [AirQualityProvider] = []
    /// Whether an id is one of a provider of stocks. An id is only valid for the first provider.
    private var idIsStock = false
    /// The providers that are named; nil without names, and for air quality.
    private var named: [MarketProvider]?
    private let purpose: Purpose
    private let isStrict: Bool

    /// Selects providers. With `isStrict` only the first of each chain is asked, since skipping it is an error.
    ///
    /// Throws if a name is unknown or repeated, if a provider cannot do the job, if made-up and real prices would be
    /// mixed, and if only providers of figures are named though the command is `withFigures` false.
    init(
        _ names: [String]?, for purpose: Purpose, isStrict: Bool = false, withFigures: Bool = true
    ) throws(OptionProblem) {
        (self.purpose, self.isStrict) = (purpose, isStrict)
        switch purpose {
        case .quotes(let job): try selectQuotes(names, job, withFigures: withFigures)
        case .futures:
            try selectQuotes(names, .list, withFigures: false)
            try keepFutures()
        case .consensus: try selectQuotes(names, .price, withFigures: false)
        case .conversion(let job): try selectConversion(names, job)
        case .air(let job):
            air =
                try Self.named(names, for: job) { $0.does(job) }
                ?? AirQualityProvider.defaultChain
        }
        if isStrict { keepFirst(purpose) }
    }

    /// Whether a symbol is asked of the providers of stocks: a stock if there are any, a bare ticker if there are no
    /// others, an id if it is one of theirs.
    func isStock(_ symbol: Symbol) -> Bool {
        switch symbol.name {
        case .stock: !stocks.isEmpty
        case .ticker: coins.isEmpty && !stocks.isEmpty
        case .id: idIsStock && !stocks.isEmpty
        case .token, .figure: false
        }
    }

    /// The providers that are asked for a symbol. Where none of those that are named has symbols of its form, the
    /// others are asked, which do not know it.
    func providers(for symbol: Symbol) -> [MarketProvider] {
        let able =
            switch symbol.name {
            case .token: tokens
            case .figure(let figure): figures.filter { figure.providers.contains($0.name) }
            case .ticker, .id, .stock: isStock(symbol) ? stocks : coins
            }
        let asked = [able, coins, stocks, tokens, figures].first { !$0.isEmpty } ?? []
        return symbol.figure != nil && isStrict ? Array(asked.prefix(1)) : asked
    }

    /// The providers that are asked for any of some symbols, each once.
    func providers(for symbols: [Symbol]) -> [MarketProvider] {
        symbols.flatMap { providers(for: $0) }.withoutRepeats
    }

    /// The providers of fiat rates; empty if a made-up provider without rates is named.
    var rates: [MarketProvider] { others(.rates) }

    /// The providers of the list of the largest coins, for a command with another job.
    var top: [MarketProvider] { others(.list) }

    private func others(_ job: ProviderJob) -> [MarketProvider] {
        if case .air = purpose { return [] }
        let all = Self.chain(named, job)
        return isStrict ? Array(all.prefix(1)) : all
    }

    /// The providers of one list: of coins if there are any. A failure never replaces coins by stocks.
    var list: [MarketProvider] { coins.isEmpty ? stocks : coins }

    /// Keeps of the providers of stocks those that have splits and dividends. Throws for a named one that has none, and
    /// for a symbol that is no stock.
    mutating func keepEvents(
        of symbols: [Symbol], option: String, areNamed: Bool
    ) throws(OptionProblem) {
        if areNamed, let other = (stocks.isEmpty ? coins : stocks).first(where: { !$0.hasEvents }) {
            let able = MarketProvider.withEvents.joined(separator: ", ")
            throw "\(option: option): \(other.name) has no splits and dividends; '--provider' may be \(able)"
        }
        if let other = symbols.first(where: { !isStock($0) }) { throw .noStock(other, option) }
        stocks.removeAll { !$0.hasEvents }
    }

    /// All providers of coins, stocks and figures, each once, and of tokens if there may be any.
    func markets(withTokens: Bool) -> [MarketProvider] {
        let all = coins + stocks + figures
        return (withTokens || all.isEmpty ? all + tokens : all).withoutRepeats
    }
}

extension [MarketProvider] {
    /// The providers, each once.
    fileprivate var withoutRepeats: [MarketProvider] {
        reduce(into: []) { markets, provider in
            if !markets.contains(where: { $0.name == provider.name }) { markets.append(provider) }
        }
    }
}

extension MarketProvider {
    /// The names of the providers that have splits and dividends.
    static var withEvents: [String] { all.filter(\.hasEvents).map(\.name) }
}

extension OptionProblem {
    /// An option that is for stocks, with another symbol.
    static func noStock(_ symbol: Symbol, _ option: String) -> OptionProblem {
        let hint = symbol.quote == nil && symbol.ticker != nil ? "; write stock:\(symbol.bare)" : ""
        return "\(option: option) is for stocks, and \(symbol) is none\(hint)"
    }
}

// MARK: - Purposes

extension ProviderSelection {
    private mutating func selectQuotes(
        _ names: [String]?, _ job: ProviderJob, withFigures: Bool
    ) throws(OptionProblem) {
        // Beside a provider with the job, one that has only rates, stocks or figures can be named for these.
        named = try Self.named(names, for: job, mayAccompany: \.isForOthers) { $0.does(job) }
        let able = named?.filter { $0.does(job) }
        coins = able?.filter(\.hasTickers) ?? MarketProvider.defaultChain(for: job)
        tokens = (able ?? MarketProvider.defaultTokenChain).filter { $0.doesWithTokens(job) }
        stocks = able?.filter { $0.kinds.contains(.stock) } ?? MarketProvider.defaultStockChain
        if withFigures, job == .price || job == .watch {
            let all = MarketProvider.defaultFigureChain
            figures = able?.filter { provider in all.contains { $0.name == provider.name } } ?? all
        }
        if markets(withTokens: false).isEmpty, let first = able?.first { throw Self.hasOnlyFigures(first.name) }
        idIsStock = able?.first.map { !$0.kinds.contains(.coin) } ?? false
    }

    private mutating func selectConversion(_ names: [String]?, _ job: ProviderJob) throws(OptionProblem) {
        let missing = job == .price ? ProviderJob.rates : job
        named = try Self.named(names, for: missing, mayAccompany: { _ in true }) {
            $0.jobs.contains(.rates) || $0.hasCoins(for: job) || $0.doesWithTokens(job)
        }
        coins = Self.chain(named, job)
        tokens = (named ?? MarketProvider.defaultTokenChain).filter { $0.doesWithTokens(job) }
        if coins.isEmpty, tokens.isEmpty, let first = named?.first { throw Self.cannot(first.name, job) }
    }

    private mutating func keepFutures() throws(OptionProblem) {
        let futures = list.filter { $0.kinds.contains(.future) }
        guard !futures.isEmpty else { throw Self.noFutures(list) }
        coins = futures
    }

    private mutating func keepFirst(_ purpose: Purpose) {
        air = Array(air.prefix(1))
        // A consensus asks all its providers at once, so none is skipped.
        guard purpose != .consensus else { return }
        coins = Array(coins.prefix(1))
        stocks = Array(stocks.prefix(1))
        tokens = Array(tokens.prefix(1))
    }

    /// The providers of fiat rates for any command. Unknown names are ignored: the selection of the command throws
    /// them.
    static func rates(named names: [String]?, isStrict: Bool) -> [MarketProvider] {
        let rates = chain(names?.compactMap { MarketProvider.named($0.lowercased()) }, .rates)
        return isStrict ? Array(rates.prefix(1)) : rates
    }

    /// The named providers with a job, which need not be the command's own, otherwise the default chain. If a made-up
    /// provider is named, no real one is asked.
    private static func chain(_ named: [MarketProvider]?, _ job: ProviderJob) -> [MarketProvider] {
        let able = (named ?? []).filter { $0.hasCoins(for: job) }
        let isReal = named?.contains(where: \.isMadeUp) != true
        return able.isEmpty && isReal ? MarketProvider.defaultChain(for: job) : able
    }
}

extension MarketProvider {
    /// Whether it has only rates, only stocks, only tokens or only figures of the market.
    fileprivate var isForOthers: Bool {
        jobs == [.rates] || kinds == [.stock] || kinds == [.index] || isOnlyOfTokens
    }

    /// Whether it has coins by their tickers.
    fileprivate var hasTickers: Bool { kinds.contains(.coin) && !isOnlyOfTokens }

    fileprivate func hasCoins(for job: ProviderJob) -> Bool { jobs.contains(job) && hasTickers }
}

// MARK: - Names

extension ProviderSelection {
    /// Returns the providers that `--provider check` asks for a job: those with these names, otherwise all that do it
    /// and whose data is not made up.
    static func checked(_ names: [String], for job: ProviderJob) throws(OptionProblem) -> [any ProviderEntry] {
        func chosen<Provider: ProviderEntry>(_: Provider.Type) throws(OptionProblem) -> [any ProviderEntry] {
            guard !names.isEmpty else { return Provider.all.filter { $0.jobs.contains(job) && !$0.isMadeUp } }
            return try named(names, for: job) { (provider: Provider) in provider.jobs.contains(job) } ?? []
        }
        return job.isOfAir ? try chosen(AirQualityProvider.self) : try chosen(MarketProvider.self)
    }

    /// Returns the providers with these names, in order; nil without names. Each must support the job, or, if there are
    /// several, be one that may accompany those that do.
    private static func named<Provider: ProviderEntry>(
        _ names: [String]?, for job: ProviderJob, mayAccompany: (Provider) -> Bool = { _ in false },
        does: (Provider) -> Bool
    ) throws(OptionProblem) -> [Provider]? {
        guard let names else { return nil }
        var providers: [Provider] = []
        for name in names {
            let provider: Provider = try provider(name, for: job)
            guard does(provider) || names.count > 1 && mayAccompany(provider) else { throw cannot(provider.name, job) }
            guard !providers.contains(where: { $0.name == provider.name }) else {
                throw OptionProblem("provider", "\(name.inQuotes) is named twice")
            }
            providers.append(provider)
        }
        if let madeUp = providers.first(where: \.isMadeUp), let real = providers.first(where: { !$0.isMadeUp }) {
            throw OptionProblem(
                "provider",
                "the data of \(madeUp.name) is made up and cannot be combined with \(real.name); name one kind")
        }
        if let first = providers.first, !providers.contains(where: does) { throw cannot(first.name, job) }
        return providers
    }

    private static func provider<Provider: ProviderEntry>(
        _ name: String, for job: ProviderJob
    ) throws(OptionProblem) -> Provider {
        if let provider = Provider.named(name.lowercased()) { return provider }
        if let other = ProviderTable.named(name.lowercased()) { throw cannot(other.name, job) }
        let words = name.split(separator: " ").map(String.init)
        if words.count > 1, words.allSatisfy({ ProviderTable.named($0.lowercased()) != nil }) {
            throw OptionProblem("provider", "separate names with commas: \(words.joined(separator: ","))")
        }
        let hint = Failure.suggestion(for: name, in: Provider.all.map(\.name), or: "'--provider help' lists them")
        throw OptionProblem("provider", "unknown provider \(name.inQuotes)\(hint)")
    }

    private static func cannot(_ name: String, _ job: ProviderJob) -> OptionProblem {
        OptionProblem("provider", Failure(ProviderFailure(name, .cannot(job))).message)
    }

    private static func hasOnlyFigures(_ name: String) -> OptionProblem {
        let figures = MarketFigure.allCases.filter { $0.providers.contains(name) }.map(\.symbol)
        return OptionProblem(
            "provider", "\(name) has no coins and no stocks, only \(figures.joined(separator: ", "))")
    }

    private static func noFutures(_ providers: [MarketProvider]) -> OptionProblem {
        let able = MarketProvider.all.filter { $0.kinds.contains(.future) && $0.jobs.contains(.list) }.map(\.name)
        let names = providers.map(\.name).joined(separator: ", ")
        return """
            \(option: "market", "futures"): \(names) \(providers.count == 1 ? "has" : "have") none; \
            '--provider' may be \(able.joined(separator: ", "))
            """
    }
}
