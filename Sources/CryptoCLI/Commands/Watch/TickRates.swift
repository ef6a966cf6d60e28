import Markets
import Platform
import Synchronization

/// The conversions of ticks to the requested currencies. If a provider streams in another currency, rates are requested
/// when a market is added, and again every five minutes; if that fails, the old ones are used.
final class TickRates: Sendable {
    /// The time after which rates are requested again.
    static let interval = Duration.seconds(300)

    fileprivate struct Route {
        var market: TickMarket
        let target: Currency
        /// Nil if ticks are in the requested currency.
        var conversion: Conversion?
    }

    /// The number of removed markets that are remembered, so that their last ticks are left out.
    fileprivate static let remembered = 1000

    fileprivate struct State {
        var routes: [Symbol: Route] = [:]
        /// By provider and name: symbols of one market share its value, which identifies its ticks.
        var markets: [String: TickMarket] = [:]
        /// The symbols of each market.
        var symbols: [ObjectIdentifier: Set<Symbol>] = [:]
        /// The markets without a symbol, in the order in which they lost their last one.
        var unwanted = KeyedList<ObjectIdentifier, TickMarket>()
        /// The markets whose routes have changed.
        var changed: [TickMarket] = []
    }

    private let session: Session
    /// Whether rows have the change of a price.
    private let showsChange: Bool
    private let choice: CurrencyChoice
    /// By provider.
    private let markets: [String: ConvertingMarket]
    private let first: ConvertingMarket?
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())
    /// Receives the new paths of a market's ticks.
    private let open: @Sendable (TickPaths) -> Void

    init(
        _ session: Session, choice: CurrencyChoice, chain: TickChain, showsChange: Bool,
        open: @escaping @Sendable (TickPaths) -> Void
    ) {
        (self.session, self.showsChange) = (session, showsChange)
        self.choice = choice
        markets = chain.markets
        first = chain.links.first.flatMap { chain.markets[$0.name] }
        now = chain.now
        self.open = open
    }

    /// Finds the conversion of a market's ticks to the currency of a symbol. Returns the market to subscribe to.
    func admit(_ market: TickMarket, _ symbol: Symbol) async -> Result<TickMarket, ProviderFailure> {
        let target = symbol.quote ?? choice.currency
        var route = Route(market: market, target: market.currency)
        if market.currency != target, let converting = markets[market.provider] {
            switch await conversion(market, to: target, converting) {
            case .success(let conversion):
                route = Route(market: route.market, target: target, conversion: conversion)
                if showsChange, !conversion.knowsOpening(of: market.provider) {
                    session.notices.sayUnknownChange(in: target)
                }
            case .failure(let failure):
                guard choice.allowsOtherCurrency, symbol.quote == nil else { return .failure(failure) }
            }
        }
        return .success(change { $0.set(route, for: symbol) })
    }

    /// Removes a symbol.
    func forget(_ symbol: Symbol) {
        change { $0.remove(symbol) }
    }

    /// Requests the rates that the first provider is known to need for symbols, while it looks up their markets.
    func prepare(_ symbols: [Symbol]) async {
        await first?.prepareRates(for: Set(symbols.map { $0.quote ?? choice.currency }))
    }

    /// Requests all rates again, and finds the conversion of each pair of currencies of a provider once.
    func refresh() async {
        let routes = state.withLock(\.routes).values.filter { $0.conversion != nil }
        for provider in Set(routes.map(\.market.provider)) { markets[provider]?.refreshRates() }
        let groups = Dictionary(grouping: routes) { "\($0.market.provider) \($0.market.currency) \($0.target)" }
        for (_, group) in groups.sorted(by: { $0.key < $1.key }) {
            let (market, target) = (group[0].market, group[0].target)
            guard let converting = markets[market.provider] else { continue }
            switch await conversion(market, to: target, converting) {
            case .success(let conversion):
                let names = Set(group.map(\.market.name))
                change { state in
                    for (symbol, route) in state.routes
                    where route.market.provider == market.provider && route.target == target
                        && route.conversion != nil && names.contains(route.market.name)
                    {
                        state.routes[symbol]?.conversion = conversion
                        state.changed.append(route.market)
                    }
                }
            case .failure(let failure):
                session.notices.sayOldRate(failure)
            }
        }
    }

    /// Changes routes, and reports the paths of the changed markets, under one lock so that the last report is the
    /// newest.
    private func change<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        state.withLock { state in
            defer { state.changed = [] }
            let result = change(&state)
            var seen: Set<ObjectIdentifier> = []
            for market in state.changed where seen.insert(ObjectIdentifier(market)).inserted {
                open(state.paths(of: market))
            }
            for market in state.forgetUnwanted() {
                open(TickPaths(market: market, isOwn: true, conversions: []))
            }
            return result
        }
    }

    private func conversion(
        _ market: TickMarket, to target: Currency, _ converting: ConvertingMarket
    ) async -> Result<Conversion, ProviderFailure> {
        await converting.conversion(from: market.currency, to: target).flatMap { conversion in
            session.notices.review(conversion, at: now()).map(Result.failure) ?? .success(conversion)
        }
    }
}

extension TickRates.State {
    /// Sets a symbol's route. Returns the value that identifies its market, the first one that was set.
    fileprivate mutating func set(_ route: TickRates.Route, for symbol: Symbol) -> TickMarket {
        var route = route
        let name = name(of: route.market)
        route.market = markets[name] ?? route.market
        let key = ObjectIdentifier(route.market)
        remove(symbol)
        (routes[symbol], markets[name], unwanted[key]) = (route, route.market, nil)
        symbols[key, default: []].insert(symbol)
        changed.append(route.market)
        return route.market
    }

    /// Removes a symbol's route.
    fileprivate mutating func remove(_ symbol: Symbol) {
        guard let market = routes.removeValue(forKey: symbol)?.market else { return }
        let key = ObjectIdentifier(market)
        symbols[key]?.remove(symbol)
        if symbols[key]?.isEmpty != false { (symbols[key], unwanted[key]) = (nil, market) }
        changed.append(market)
    }

    /// Forgets the oldest markets if there are too many. Returns those.
    fileprivate mutating func forgetUnwanted() -> [TickMarket] {
        var forgotten: [TickMarket] = []
        while unwanted.count > TickRates.remembered, let (key, market) = unwanted.first {
            (unwanted[key], markets[name(of: market)]) = (nil, nil)
            forgotten.append(market)
        }
        return forgotten
    }

    private func name(of market: TickMarket) -> String { "\(market.provider) \(market.name)" }

    fileprivate func paths(of market: TickMarket) -> TickPaths {
        let routes = (symbols[ObjectIdentifier(market)] ?? []).compactMap { self.routes[$0] }
        let conversions = Dictionary(
            routes.compactMap { route in route.conversion.map { (route.target, $0) } },
            uniquingKeysWith: { first, _ in first })
        return TickPaths(
            market: market, isOwn: routes.contains { $0.conversion == nil },
            conversions: conversions.sorted { $0.key.code < $1.key.code }.map { ($0.key, $0.value) })
    }
}
