import Markets
import Platform
import Synchronization

/// The ways that ticks take into the currencies asked for. Where a provider streams in another, rates are looked up when a
/// market is first wanted and again every five minutes; where that fails the ones before stand (REQUIREMENTS C2, C4, C7).
final class TickRates: Sendable {
    /// How often rates are looked up.
    static let interval = Duration.seconds(300)

    fileprivate struct Route {
        let market: TickMarket
        let target: Currency
        /// Nil where ticks come in the currency wanted.
        var conversion: Conversion?
    }

    fileprivate struct State {
        var routes: [Symbol: Route] = [:]
        /// By provider and name: symbols that share a market share its value, by which its ticks are known.
        var markets: [String: TickMarket] = [:]
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
        var route = Route(market: state.withLock { $0.shared(market) }, target: market.currency)
        if market.currency != target, let converting = markets[market.provider] {
            switch await conversion(market, to: target, converting) {
            case .success(let conversion):
                route = Route(market: route.market, target: target, conversion: conversion)
            case .failure(let failure):
                guard choice.ownIsFine, symbol.quote == nil else { return .failure(failure) }
            }
        }
        change { routes in
            [routes.updateValue(route, forKey: symbol)?.market, route.market].compactMap(\.self)
        }
        return .success(route.market)
    }

    /// Takes note that nobody wants a symbol's ticks any more.
    func forget(_ symbol: Symbol) {
        change { routes in [routes.removeValue(forKey: symbol)?.market].compactMap(\.self) }
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
                change { routes in
                    let concerned = routes.filter { _, route in
                        route.market.provider == market.provider && route.target == target && route.conversion != nil
                            && names.contains(route.market.name)
                    }
                    for symbol in concerned.keys { routes[symbol]?.conversion = conversion }
                    return concerned.values.map(\.market)
                }
            case .failure(let failure):
                session.tellKept(failure)
            }
        }
    }

    /// Changes routes, and opens the paths of the markets whose have changed. In one piece: what is told last is so.
    private func change(_ change: (inout [Symbol: Route]) -> [TickMarket]) {
        state.withLock { state in
            var told: Set<ObjectIdentifier> = []
            for market in change(&state.routes) where told.insert(ObjectIdentifier(market)).inserted {
                open(state.paths(of: market))
            }
        }
    }

    private func conversion(
        _ market: TickMarket, to target: Currency, _ converting: ConvertingMarket
    ) async -> Result<Conversion, ProviderFailure> {
        var (graph, cause) = await converting.rates(from: market.currency, to: target)
        do throws(ConversionFailure) {
            let conversion = try graph.conversion(from: graph.asset(market.currency), to: graph.asset(target))
            if session.common.strict, conversion.isStale(at: now()) {
                return .failure(ProviderFailure(market.provider, .cannotQuote(target)))
            }
            return .success(conversion)
        } catch {
            let reason: ProviderFailure.Reason = cause.map { .noRate(target, because: $0) } ?? .cannotQuote(target)
            return .failure(ProviderFailure(market.provider, reason))
        }
    }
}

extension TickRates.State {
    /// The value that stands for a market, the first that was told of it.
    fileprivate mutating func shared(_ market: TickMarket) -> TickMarket {
        let key = "\(market.provider) \(market.name)"
        if let known = markets[key] { return known }
        markets[key] = market
        return market
    }

    fileprivate func paths(of market: TickMarket) -> TickPaths {
        let routes = routes.values.filter { $0.market === market }
        let conversions = Dictionary(
            routes.compactMap { route in route.conversion.map { (route.target, $0) } },
            uniquingKeysWith: { first, _ in first })
        return TickPaths(
            market: market, isOwn: routes.contains { $0.conversion == nil },
            conversions: conversions.sorted { $0.key.code < $1.key.code }.map { ($0.key, $0.value) })
    }
}
