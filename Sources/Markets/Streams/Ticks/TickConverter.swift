public import Platform

/// Ticks of one market in another currency, exactly: each is multiplied and divided once, by a rate that is looked up
/// anew from time to time (REQUIREMENTS C2, C4, C5).
public struct TickConverter {
    /// What its ticks come out in.
    public let target: Currency
    private var conversion: Conversion
    private var market: TickMarket
    private var buffer = TickBuffer()
    /// How many ticks could not be converted, because 34 digits do not hold the result.
    public private(set) var dropped = 0

    /// A converter of a market's ticks; the conversion leads from its currency to `target`.
    public init(of market: TickMarket, to target: Currency, by conversion: Conversion, now: Timestamp) {
        self.target = target
        self.conversion = conversion
        self.market = Self.converted(market, target, conversion, now)
    }

    /// Takes the rates of now; until then the ones before stand.
    public mutating func update(of market: TickMarket, by conversion: Conversion, now: Timestamp) {
        let market = Self.converted(market, target, conversion, now)
        self.conversion = conversion
        // The same market where nothing is to be seen of the change: what is held by market stays held.
        if market.via != self.market.via || market.stale != self.market.stale { self.market = market }
    }

    /// Hands over the tick in the target currency; nothing where that has no place in 34 digits.
    public mutating func convert(_ tick: Tick, now: Timestamp, _ body: (Tick) -> Void) {
        do throws(ConversionFailure) {
            let quote = try tick.quote.converted(to: target, by: conversion, now: now)
            buffer.hold(quote)
            buffer.withTick(of: market, body)
        } catch {
            dropped += 1
        }
    }

    private static func converted(
        _ market: TickMarket, _ target: Currency, _ conversion: Conversion, _ now: Timestamp
    ) -> TickMarket {
        TickMarket(
            name: market.name, market: market.market, symbol: market.symbol, id: market.id, fullName: market.fullName,
            kind: market.kind, currency: target, provider: market.provider,
            via: [market.via, conversion.via].compactMap(\.self).joined(separator: ", "),
            stale: market.stale || conversion.isStale(at: now))
    }
}
