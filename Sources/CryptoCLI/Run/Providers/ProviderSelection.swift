import CommandLineKit
import Markets
import ProviderKit

/// The providers that a command asks, in order: those named with `--provider`, otherwise the default chains.
///
/// The selection depends on nothing but the names, the purpose and the table of providers. Creating one sends no
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

    private let table: ProviderTable
    private let purpose: Purpose
    private let job: ProviderJob
    private let isStrict: Bool
    private let withFigures: Bool
    /// The providers that are named, in order; nil without names.
    private let named: [Provider]?
    /// Whether a symbol may be a currency that stands alone, as in the favorites and in lines of stdin.
    private let hasCurrencies: Bool
    /// The providers of each kind of symbol but currencies, which are looked at for each of many lines.
    private var chains: [(kind: AssetKind, providers: [Provider])] = []

    /// Selects providers. With `isStrict` only the first of each chain is asked, since skipping it is an error.
    ///
    /// Throws if a name is unknown or repeated, if a provider cannot do the job, if made-up and real prices would be
    /// mixed, and if only providers of figures are named though the command is `withFigures` false.
    init(
        _ names: [String]?, for purpose: Purpose, in table: ProviderTable, isStrict: Bool = false,
        withFigures: Bool = true, hasCurrencies: Bool = false
    ) throws(OptionProblem) {
        (self.table, self.purpose, self.isStrict, self.hasCurrencies) = (table, purpose, isStrict, hasCurrencies)
        switch purpose {
        case .quotes(let job):
            (self.job, self.withFigures) = (job, withFigures)
            // Beside a provider with the job, one that has only rates, stocks or figures can be named for these.
            named = try table.named(names, for: job, mayAccompany: { $0.kinds.count == 1 && $0.kinds != [.coin] }) {
                $0.does(job)
            }
        case .futures, .consensus:
            job = purpose == .futures ? .list : .price
            self.withFigures = false
            named = try table.named(names, for: job, mayAccompany: { $0.kinds.count == 1 && $0.kinds != [.coin] }) {
                [job] in $0.does(job)
            }
        case .conversion(let job):
            (self.job, self.withFigures) = (job, false)
            named = try table.named(names, for: job == .price ? .rates : job, mayAccompany: { _ in true }) {
                $0.does(.rates, .fiat) || $0.does(job, .coin) || $0.does(job, .token)
            }
        case .air(let job):
            (self.job, self.withFigures) = (job, false)
            named = try table.named(names, for: job, isOfAir: true) { $0.does(job, nil) }
        }
        chains = [.coin, .stock, .token, .index].map { ($0, found($0)) }
        try check()
    }

    private func check() throws(OptionProblem) {
        switch purpose {
        case .air: break
        case .futures:
            if self[.coin].isEmpty { throw table.noFutures(named ?? table.defaults(for: .list, of: .coin)) }
        case .conversion:
            if let first = named?.first, self[.coin].isEmpty, self[.token].isEmpty {
                throw table.cannot(first.name, job)
            }
        case .quotes, .consensus:
            if let first = able.first, markets(withTokens: false).isEmpty { throw table.hasOnlyFigures(first) }
        }
    }

    /// The named providers that do the job.
    private var able: [Provider] { (named ?? []).filter { $0.does(job) } }

    /// The providers of one kind of thing, in the order in which they are asked; nil for places.
    subscript(kind: AssetKind?) -> [Provider] { chains.first { $0.kind == kind }?.providers ?? found(kind) }

    private func found(_ kind: AssetKind?) -> [Provider] {
        let all: [Provider]
        switch (kind, purpose) {
        case (nil, .air): all = named ?? table.defaults(for: job, of: nil)
        case (nil, _), (_, .air): return []
        case (.fiat?, _): return others(.rates, .fiat)
        case (.index?, _) where !withFigures: return []
        case (.stock?, .conversion): return []
        case (.coin?, .conversion(let job)): return others(job, .coin)
        case (.coin?, .futures): all = named.map { $0.filter { $0.does(job, .future) } } ?? []
        default: all = named.map { $0.filter { $0.does(job, kind) } } ?? table.defaults(for: job, of: kind)
        }
        // A consensus asks all its providers at once, so none is skipped. Which one has a figure depends on the figure.
        return isStrict && purpose != .consensus && kind != .index ? Array(all.prefix(1)) : all
    }

    private func others(_ job: ProviderJob, _ kind: AssetKind) -> [Provider] {
        table.chain(named, job, kind, isStrict: isStrict)
    }

    /// The providers of the list of the largest coins, for a command with another job.
    var top: [Provider] { others(.list, .coin) }

    /// The providers of one list: of coins if there are any. A failure never replaces coins by stocks.
    var list: [Provider] { self[.coin].isEmpty ? self[.stock] : self[.coin] }

    /// Returns the kinds that a symbol may have, in the order in which their providers are asked.
    func kinds(of symbol: Symbol) -> [AssetKind] {
        let kinds = symbol.kinds(isFavorite: hasCurrencies)
        guard kinds != [.fiat] else { return kinds }
        let kind = kind(of: symbol)
        return kinds.contains(.fiat) && kind != .stock ? [kind, .fiat] : [kind]
    }

    /// The kind of a symbol that is no currency: a stock if there are providers of stocks, also a bare ticker if there
    /// are no others, and an id if it is one of theirs. An id is only valid for the first provider.
    func kind(of symbol: Symbol) -> AssetKind {
        switch symbol.name {
        case .token: .token
        case .figure: .index
        case .stock: self[.stock].isEmpty ? .coin : .stock
        case .ticker: self[.coin].isEmpty && !self[.stock].isEmpty ? .stock : .coin
        case .id: able.first?.mayHaveCoins == false && !self[.stock].isEmpty ? .stock : .coin
        }
    }

    /// The providers that are asked for a symbol. Where none of those that are named has symbols of its form, the
    /// others are asked, which do not know it.
    func providers(for symbol: Symbol) -> [Provider] {
        let kind = kind(of: symbol)
        var asked = self[kind]
        if let figure = symbol.figure { asked = asked.filter { $0.figures.contains(figure) } }
        if asked.isEmpty {
            asked = [AssetKind.coin, .stock, .token, .index].lazy.map { self[$0] }.first { !$0.isEmpty } ?? []
        }
        return symbol.figure != nil && isStrict ? Array(asked.prefix(1)) : asked
    }

    /// The providers that are asked for any of some symbols, each once.
    func providers(for symbols: [Symbol]) -> [Provider] {
        symbols.flatMap { providers(for: $0) }.withoutRepeats
    }

    /// Keeps of the providers of stocks those that have splits and dividends. Throws for a named one that has none, and
    /// for a symbol that is no stock.
    mutating func keepEvents(of symbols: [Symbol], option: String) throws(OptionProblem) {
        let stocks = self[.stock]
        if named != nil, let other = (stocks.isEmpty ? self[.coin] : stocks).first(where: { !$0.hasEvents }) {
            let able = table.withEvents.joined(separator: ", ")
            throw "\(option: option): \(other.name) has no splits and dividends; '--provider' may be \(able)"
        }
        if let other = symbols.first(where: { kind(of: $0) != .stock }) { throw .noStock(other, option) }
        chains = chains.map { ($0, $0 == .stock ? $1.filter(\.hasEvents) : $1) }
    }

    /// All providers of coins, stocks and figures, each once, and of tokens if there may be any.
    func markets(withTokens: Bool) -> [Provider] {
        let all = self[.coin] + self[.stock] + self[.index]
        return (withTokens || all.isEmpty ? all + self[.token] : all).withoutRepeats
    }
}

extension [Provider] {
    /// The providers, each once.
    fileprivate var withoutRepeats: [Provider] {
        reduce(into: []) { providers, provider in
            if !providers.contains(where: { $0.name == provider.name }) { providers.append(provider) }
        }
    }
}

extension OptionProblem {
    /// An option that is for stocks, with another symbol.
    static func noStock(_ symbol: Symbol, _ option: String) -> OptionProblem {
        let hint = symbol.quote == nil && symbol.ticker != nil ? "; write stock:\(symbol.bare)" : ""
        return "\(option: option) is for stocks, and \(symbol) is none\(hint)"
    }
}

// MARK: - Names

extension ProviderTable {
    /// Returns the named providers with a job, which need not be the command's own, otherwise the default chain. If a
    /// made-up provider is named, no real one is asked.
    fileprivate func chain(
        _ named: [Provider]?, _ job: ProviderJob, _ kind: AssetKind, isStrict: Bool
    ) -> [Provider] {
        let able = (named ?? []).filter { $0.does(job, kind) }
        let isReal = named?.contains(where: \.isMadeUp) != true
        let all = able.isEmpty && isReal ? defaults(for: job, of: kind) : able
        return isStrict ? Array(all.prefix(1)) : all
    }

    /// Returns the providers of fiat rates for any command. Unknown names are ignored: the selection of the command
    /// throws them.
    func rates(named names: [String]?, isStrict: Bool) -> [Provider] {
        chain(names?.compactMap { named($0.lowercased(), isOfAir: false) }, .rates, .fiat, isStrict: isStrict)
    }

    /// Returns the providers that `--provider check` asks for a job: those with these names, otherwise all that do it
    /// and whose data is not made up.
    func checked(_ names: [String], for job: ProviderJob) throws(OptionProblem) -> [Provider] {
        guard !names.isEmpty else { return all(for: job).filter { $0.jobs.contains(job) && !$0.isMadeUp } }
        return try named(names, for: job, isOfAir: job.isOfAir) { $0.jobs.contains(job) } ?? []
    }

    /// Returns the providers with these names, in order; nil without names. Each must support the job, or, if there are
    /// several, be one that may accompany those that do.
    fileprivate func named(
        _ names: [String]?, for job: ProviderJob, isOfAir: Bool = false,
        mayAccompany: (Provider) -> Bool = { _ in false }, does: (Provider) -> Bool
    ) throws(OptionProblem) -> [Provider]? {
        guard let names else { return nil }
        var providers: [Provider] = []
        for name in names {
            let provider = try provider(name, for: job, isOfAir: isOfAir)
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

    private func provider(_ name: String, for job: ProviderJob, isOfAir: Bool) throws(OptionProblem) -> Provider {
        if let provider = named(name.lowercased(), isOfAir: isOfAir) { return provider }
        if let other = named(name.lowercased()) { throw cannot(other.name, job) }
        let words = name.split(separator: " ").map(String.init)
        if words.count > 1, words.allSatisfy({ named($0.lowercased()) != nil }) {
            throw OptionProblem("provider", "separate names with commas: \(words.joined(separator: ","))")
        }
        let known = (isOfAir ? air : prices).map(\.name)
        let hint = Failure.suggestion(for: name, in: known, or: "'--provider help' lists them")
        throw OptionProblem("provider", "unknown provider \(name.inQuotes)\(hint)")
    }

    fileprivate func cannot(_ name: String, _ job: ProviderJob) -> OptionProblem {
        OptionProblem("provider", Failure(ProviderFailure(name, .cannot(job)), in: self).message)
    }

    fileprivate func hasOnlyFigures(_ provider: Provider) -> OptionProblem {
        let figures = MarketFigure.allCases.filter(provider.figures.contains).map(\.symbol)
        return OptionProblem(
            "provider", "\(provider.name) has no coins and no stocks, only \(figures.joined(separator: ", "))")
    }

    fileprivate func noFutures(_ providers: [Provider]) -> OptionProblem {
        let able = prices.filter { $0.does(.list, .future) }.map(\.name)
        let names = providers.map(\.name).joined(separator: ", ")
        return """
            \(option: "market", "futures"): \(names) \(providers.count == 1 ? "has" : "have") none; \
            '--provider' may be \(able.joined(separator: ", "))
            """
    }
}
