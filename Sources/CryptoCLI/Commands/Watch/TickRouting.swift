import Markets
import Platform

/// What a market's ticks are wanted for: as they are, in other currencies, or, once nobody wants them, for nothing.
struct TickPaths: Sendable {
    let market: TickMarket
    /// Whether they are wanted in the market's own currency.
    let isOwn: Bool
    /// The other currencies, each once, and the ways there.
    let conversions: [(target: Currency, conversion: Conversion)]
}

/// Where a market's ticks come out.
struct TickRouting {
    /// Held, so that no other market can come to lie where it lay.
    let market: TickMarket
    private(set) var isOwn = true
    var converters: [TickConverter] = []

    init(market: TickMarket) {
        self.market = market
    }

    /// Whether ticks simply pass.
    var isPlain: Bool { isOwn && converters.isEmpty }

    /// What its ticks come out in.
    var currencies: Set<Currency> {
        Set(converters.map(\.target)).union(isOwn ? [market.currency] : [])
    }

    /// The routing that these paths ask for; a converter that goes on is kept, and takes the rates of now.
    func opened(for paths: TickPaths, now: Timestamp) -> TickRouting {
        var routing = TickRouting(market: market)
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
