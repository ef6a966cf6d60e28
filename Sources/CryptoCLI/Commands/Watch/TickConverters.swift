import Markets
import Platform

/// The requested currencies of a market's ticks; none after its last symbol was removed.
struct RequestedCurrencies: Sendable {
    let market: TickMarket
    /// True if the market's own currency is requested.
    let isOwn: Bool
    /// The other currencies, each once, with the conversions to them.
    let conversions: [(target: Currency, conversion: Conversion)]
}

/// Routes the ticks of a market to its requested currencies.
struct TickConverters {
    /// Retained, so that no other market gets its address.
    let market: TickMarket
    private(set) var isOwn = true
    var converters: [TickConverter] = []

    init(market: TickMarket) {
        self.market = market
    }

    /// True if ticks pass unchanged.
    var isPlain: Bool { isOwn && converters.isEmpty }

    /// The currencies of routed ticks.
    var currencies: Set<Currency> {
        Set(converters.map(\.target)).union(isOwn ? [market.currency] : [])
    }

    /// Returns the routing for these paths. Converters to the same currencies are kept, with the new rates.
    func opened(for paths: RequestedCurrencies, now: Timestamp) -> TickConverters {
        var routing = TickConverters(market: market)
        routing.isOwn = paths.isOwn
        routing.converters = paths.conversions.map { target, conversion in
            guard var known = converters.first(where: { $0.target == target }) else {
                return TickConverter(of: market, to: target, by: conversion, now: now)
            }
            known.update(of: market, by: conversion, now: now)
            return known
        }
        return routing
    }
}
