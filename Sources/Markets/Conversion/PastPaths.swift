import DecimalArithmetic

/// The rates of past days: the candles of a provider's own pairs, and tables of one or several providers, those of each
/// oldest first.
struct PastPaths {
    let bridges: [Candle]
    let tables: [[RateTable]]

    init(bridges: [Candle], tables: [RateTable]) {
        self.bridges = bridges
        var names: [String] = []
        for table in tables where !names.contains(table.provider) { names.append(table.provider) }
        self.tables = names.map { name in tables.filter { $0.provider == name } }
    }

    /// Returns a candle in another currency, by the last rates on or before its day.
    func convert(_ candle: Candle, to target: Currency) throws(ConversionFailure) -> Candle {
        var graph = RateGraph(at: candle.time)
        graph.add(bridges.filter { $0.time == candle.time }.map(\.quote))
        for tables in tables {
            if let table = tables.last(where: { $0.time <= candle.time }) { graph.add(table) }
        }
        let conversion = try graph.conversion(from: graph.asset(candle.currency), to: graph.asset(target))
        return try candle.converted(to: target, by: conversion)
    }
}

extension Candle {
    /// Returns the candle in another currency. Each price is multiplied and divided exactly and rounded once.
    fileprivate func converted(
        to currency: Currency, by conversion: Conversion
    ) throws(ConversionFailure) -> Candle {
        var candle = self
        candle.currency = currency
        candle.rateProviders = conversion.providers
        candle.staleLegs += conversion.staleLegs(at: time, isPast: true)
        candle.stale = stale || !candle.staleLegs.isEmpty
        do throws(ArithmeticError) {
            candle.close = Number(try conversion.convert(close.value))
            for price in [\Candle.open, \.high, \.low] {
                guard let sent = self[keyPath: price] else { continue }
                candle[keyPath: price] = Number(try conversion.convert(sent.value))
            }
        } catch {
            throw .overflow(from: conversion.from, to: conversion.to)
        }
        return candle
    }
}
