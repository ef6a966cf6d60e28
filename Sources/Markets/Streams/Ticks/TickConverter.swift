package import Platform

/// Converts the ticks of one market to another currency. Each amount is multiplied and divided once. The rate is
/// updated from time to time.
package struct TickConverter {
    /// The currency of converted ticks.
    package let target: Currency
    private var conversion: Conversion
    private var market: TickMarket
    private var buffer = TickBuffer()
    /// The number of ticks that could not be converted, because the result exceeds the range of a decimal of 34 digits.
    package private(set) var dropped = 0

    /// Creates a converter of a market's ticks. The conversion leads from its currency to `target`.
    package init(of market: TickMarket, to target: Currency, by conversion: Conversion, now: Timestamp) {
        self.target = target
        self.conversion = conversion
        self.market = market.converted(to: target, by: conversion, now: now)
    }

    /// Replaces the rates.
    package mutating func update(of market: TickMarket, by conversion: Conversion, now: Timestamp) {
        let market = market.converted(to: target, by: conversion, now: now)
        self.conversion = conversion
        // Otherwise keep the market, because values are kept by its identity.
        if market.quote != self.market.quote { self.market = market }
    }

    /// Calls `body` with the converted tick, unless the result exceeds the range of a decimal of 34 digits.
    package mutating func convert(_ tick: borrowing Tick, now: Timestamp, _ body: (inout Tick) -> Void) {
        do throws(ConversionFailure) {
            let quote = try tick.quote.converted(to: target, by: conversion, now: now)
            buffer.hold(quote)
            buffer.holdArrival(of: tick)
            buffer.withTick(of: market, body)
        } catch {
            dropped += 1
        }
    }
}

extension TickMarket {
    fileprivate func converted(to target: Currency, by conversion: Conversion, now: Timestamp) -> TickMarket {
        var quote = quote
        quote.currency = target
        quote.via = [quote.via, conversion.via].compactMap(\.self).joined(separator: ", ")
        quote.stale = quote.stale || conversion.isStale(at: now)
        return TickMarket(name: name, of: quote, hasCandles: hasCandles)
    }
}
