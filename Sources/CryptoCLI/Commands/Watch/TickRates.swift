import Markets
import Platform
import Synchronization

/// The ways that ticks take into the currencies asked for. Where a provider streams in another, rates are looked up when a
/// market is first wanted and again every five minutes; where that fails the ones before stand (REQUIREMENTS C2, C4, C7).
final class TickRates: Sendable {
    /// How often rates are looked up.
    static let interval = Duration.seconds(300)

    fileprivate struct Route {
        var market: TickMarket
        let target: Currency
        /// Nil where ticks come in the currency wanted.
        var conversion: Conversion?
    }

    /// How many unwanted markets are remembered: their last ticks may still be on the way, and are left out.
    fileprivate static let remembered = 1000

    fileprivate struct State {
        var routes: [Symbol: Route] = [:]
        /// By provider and name: symbols that share a market share its value, by which its ticks are known.
        var markets: [String: TickMarket] = [:]
        /// Whose ticks come from a market.
        var symbols: [ObjectIdentifier: Set<Symbol>] = [:]
        /// The markets that no symbol's ticks come from any more, in the order in which they were left.
        var unwanted = KeyedList<ObjectIdentifier, TickMarket>()
        /// The markets whose routes have changed.
        var changed: [TickMarket] = []
    }

    private let session: Session
    private let choice: CurrencyChoice
    /// By provider.
    private let markets: [String: ConvertingMarket]
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())
    /// Told what a market's ticks are wanted for from now on.
    private let open: @Sendable (TickPaths) -> Void

    init(
        _ session: Session, _ choice: CurrencyChoice, _ chain: TickChain, open: @escaping @Sendable (TickPaths) -> Void
    ) {
        self.session = session
        self.choice = choice
        markets = chain.markets
        now = chain.now
        self.open = open
    }

    /// Says whether a market's ticks can be had in the currency wanted of its symbol, and sees to it; returns the market
    /// to subscribe to.
    func admit(_ market: TickMarket, _ symbol: Symbol) async -> Result<TickMarket, ProviderFailure> {
        let target = symbol.quote ?? choice.currency
        var route = Route(market: market, target: market.currency)
        if market.currency != target, let converting = markets[market.provider] {
            switch await conversion(market, to: target, converting) {
            case .success(let conversion):
                route = Route(market: route.market, target: target, conversion: conversion)
            case .failure(let failure):
                guard choice.allowsOtherCurrency, symbol.quote == nil else { return .failure(failure) }
            }
        }
        return .success(change { $0.set(route, for: symbol) })
    }

    /// Takes note that nobody wants a symbol's ticks any more.
    func forget(_ symbol: Symbol) {
        change { $0.remove(symbol) }
    }

    /// Looks all rates up again, each pair of currencies of a provider once.
    func refresh() async {
        let routes = state.withLock(\.routes).values.filter { $0.conversion != nil }
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
                session.tellKept(failure)
            }
        }
    }

    /// Changes routes, and opens the paths of the markets whose have changed. In one piece: what is told last is so.
    private func change<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        state.withLock { state in
            defer { state.changed = [] }
            let result = change(&state)
            var told: Set<ObjectIdentifier> = []
            for market in state.changed where told.insert(ObjectIdentifier(market)).inserted {
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
        var (graph, cause) = await converting.rates(from: market.currency, to: target)
        do throws(ConversionFailure) {
            let conversion = try graph.conversion(from: graph.asset(market.currency), to: graph.asset(target))
            return session.staleness(of: conversion.staleLegs(at: now())).map(Result.failure) ?? .success(conversion)
        } catch {
            if let cause, cause.provider == market.provider { return .failure(cause) }
            let reason: ProviderFailure.Reason = cause.map { .noRate(target, because: $0) } ?? .cannotQuote(target)
            return .failure(ProviderFailure(market.provider, reason))
        }
    }
}

extension TickRates.State {
    /// Sets a symbol's route; returns the value that stands for its market, the first that was told of it.
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

    /// Forgets the markets that were left first where there are too many; returns those.
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
