import Markets
import Platform
import Synchronization

/// The conversions of ticks to the requested currencies. If a provider streams in another currency, rates are requested
/// when a market is added, and again every five minutes; if that fails, the old ones are used.
final class TickConversions: Sendable {
    /// The time after which rates are requested again.
    static let interval = Duration.seconds(300)

    /// The currency in which a provider streams, and the one that is asked for.
    fileprivate struct Need: Hashable {
        let provider: String
        let from: Currency
        let to: Currency

        var order: String { "\(provider) \(from) \(to)" }
    }

    /// What a symbol needs, and its conversion: nil if its ticks are passed on in their own currency.
    fileprivate typealias Route = (need: Need, conversion: Conversion?)

    /// A market with the routes of its symbols, which share its value: that identifies its ticks.
    fileprivate typealias Routed = (market: TickMarket, routes: [Symbol: Route])

    /// The number of removed markets that are remembered, so that their last ticks are left out.
    fileprivate static let remembered = 1000

    fileprivate struct State {
        /// By provider and name, also those that lost their last symbol.
        var markets: [String: Routed] = [:]
        /// The markets of symbols, by the same name.
        var names: [Symbol: String] = [:]
        /// The markets without a symbol, in the order in which they lost their last one.
        var unwanted = KeyedList<String, TickMarket>()
        /// The markets whose routes have changed.
        var changed: [String] = []
    }

    private let context: RunContext
    /// Whether rows have the change of a price.
    private let showsChange: Bool
    private let choice: CurrencyChoice
    private let chain: TickChain
    private let state = Mutex(State())
    /// Receives the new paths of a market's ticks.
    private let open: @Sendable (RequestedCurrencies) -> Void

    init(
        _ context: RunContext, choice: CurrencyChoice, chain: TickChain, showsChange: Bool,
        open: @escaping @Sendable (RequestedCurrencies) -> Void
    ) {
        (self.context, self.showsChange) = (context, showsChange)
        (self.choice, self.chain) = (choice, chain)
        self.open = open
    }

    /// Finds the conversion of a market's ticks to the currency of a symbol. Returns the market to subscribe to.
    func resolve(_ market: TickMarket, _ symbol: Symbol) async -> Result<TickMarket, ProviderFailure> {
        let target = symbol.quote ?? choice.currency
        let need = Need(provider: market.provider, from: market.currency, to: target)
        var known: Conversion?
        if market.currency != target, let result = await conversion(need) {
            switch result {
            case .success(let conversion):
                known = conversion
                if showsChange, !conversion.knowsOpening(of: market.provider) {
                    context.notices.sayUnknownChange(in: target)
                }
            case .failure(let failure):
                guard choice.allowsOtherCurrency, symbol.quote == nil, failure.has(.noPath) else {
                    return .failure(failure)
                }
                context.notices.sayUnconverted(by: market.provider, market.currency)
            }
        }
        return .success(change { [known] in $0.set((need, known), of: market, for: symbol) })
    }

    /// Removes a symbol.
    func forget(_ symbol: Symbol) {
        change { $0.remove(symbol) }
    }

    /// Requests the rates that the first provider is known to need for symbols, while it looks up their markets.
    func prepare(_ symbols: [Symbol]) async {
        guard let first = chain.links.first, let market = chain.markets[first.name] else { return }
        await market.prepareRates(for: symbols.map { $0.quote ?? choice.currency })
    }

    /// Requests all rates again, and finds the conversion of each pair of currencies of a provider once.
    func refresh() async {
        let needs = state.withLock(\.needs)
        for provider in Set(needs.map(\.provider)) { chain.markets[provider]?.rates.refresh() }
        for need in needs.sorted(by: { $0.order < $1.order }) {
            switch await conversion(need) {
            case .success(let conversion)?: change { $0.update(need, to: conversion) }
            case .failure(let failure)?: context.notices.sayOldRate(failure)
            case nil: break
            }
        }
    }

    /// Changes routes, and reports the paths of the changed markets, under one lock so that the last report is the
    /// newest.
    private func change<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        state.withLock { state in
            let result = change(&state)
            state.takeChanges().forEach(open)
            return result
        }
    }

    /// Finds a conversion by the market of the provider; nil if its ticks are converted already.
    private func conversion(_ need: Need) async -> Result<Conversion, ProviderFailure>? {
        await chain.markets[need.provider]?.conversion(from: need.from, to: need.to).flatMap {
            context.notices.reviewed($0, at: chain.now(), isPast: false)
        }
    }
}

extension TickConversions.State {
    /// What is converted.
    fileprivate var needs: Set<TickConversions.Need> {
        Set(markets.values.flatMap { $0.routes.values.compactMap { $0.conversion == nil ? nil : $0.need } })
    }

    /// Sets a symbol's route. Returns the value that identifies its market, the first one that was set.
    fileprivate mutating func set(_ route: TickConversions.Route, of market: TickMarket, for symbol: Symbol)
        -> TickMarket
    {
        remove(symbol)
        let name = "\(market.provider) \(market.name)"
        (names[symbol], unwanted[name]) = (name, nil)
        var routed = markets[name] ?? (market, [:])
        routed.routes[symbol] = route
        markets[name] = routed
        changed.append(name)
        return routed.market
    }

    /// Sets the conversion where there was one.
    fileprivate mutating func update(_ need: TickConversions.Need, to conversion: Conversion) {
        for (name, routed) in markets {
            for (symbol, route) in routed.routes where route.need == need && route.conversion != nil {
                markets[name]?.routes[symbol]?.conversion = conversion
                changed.append(name)
            }
        }
    }

    /// Removes a symbol's route.
    fileprivate mutating func remove(_ symbol: Symbol) {
        guard let name = names.removeValue(forKey: symbol) else { return }
        markets[name]?.routes[symbol] = nil
        if let routed = markets[name], routed.routes.isEmpty { unwanted[name] = routed.market }
        changed.append(name)
    }

    /// Returns the new paths of the changed markets, and of the oldest that are forgotten because they are too many.
    fileprivate mutating func takeChanges() -> [RequestedCurrencies] {
        var paths = changed.withoutRepeats.compactMap { name in markets[name].map { RequestedCurrencies($0) } }
        changed = []
        while unwanted.count > TickConversions.remembered, let (name, market) = unwanted.first {
            (unwanted[name], markets[name]) = (nil, nil)
            paths.append(RequestedCurrencies(market: market, isOwn: true, conversions: []))
        }
        return paths
    }
}

extension RequestedCurrencies {
    fileprivate init(_ routed: TickConversions.Routed) {
        let conversions = Dictionary(
            routed.routes.values.compactMap { route in route.conversion.map { (route.need.to, $0) } },
            uniquingKeysWith: { first, _ in first })
        self.init(
            market: routed.market, isOwn: routed.routes.values.contains { $0.conversion == nil },
            conversions: conversions.sorted { $0.key.code < $1.key.code }.map { ($0.key, $0.value) })
    }
}
