import DecimalArithmetic
import Platform

extension ConvertingMarket {
    /// Returns the candles in the requested currency, each converted by the rates of its own day: the last ones published
    /// on or before it, so that a weekend has Friday's. Prices are converted; volumes are in units of the asset.
    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        do throws(ProviderFailure) {
            return try await candles(query)
        } catch {
            throw error.ofPast
        }
    }

    private func candles(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        guard let ask = market.history else { throw ProviderFailure(provider.name, .cannot(.history)) }
        var query = query
        if !provider.kinds.contains(.stock) { query.from = max(query.from, Self.firstCoin) }
        guard query.from <= query.to else { return [] }
        let target = query.symbol.quote ?? query.currency.currency
        let candles = try await inAnyCurrency(query.currency, of: query.symbol) {
            [query] choice, isOwn throws(ProviderFailure) in
            var own = query
            own.currency = choice
            if isOwn { own.symbol = own.symbol.withoutQuote }
            return try await ask(own)
        }
        guard let own = candles.first?.currency, own != target else { return candles }
        do throws(ProviderFailure) {
            return try await converted(candles, to: target, for: query, ask: ask)
        } catch {
            if query.currency.allowsOtherCurrency, query.symbol.quote == nil { return candles }
            throw error
        }
    }

    /// The day of Bitcoin's first block, 2009-01-03: no coin has older candles, and the days since the year 1 are thousands
    /// of pages. All pages since then are requested, as a market may have been closed for years in between.
    private static let firstCoin = Timestamp(seconds: 1_230_940_800)

    private typealias Ask = @Sendable (HistoryQuery) async throws(ProviderFailure) -> [Candle]

    private func converted(
        _ candles: [Candle], to target: Currency, for asked: HistoryQuery, ask: Ask
    ) async throws(ProviderFailure) -> [Candle] {
        // Rates are needed for the days with candles, which may be few of the requested ones.
        var query = asked
        query.from = candles.map(\.time).min() ?? asked.from
        query.to = candles.map(\.time).max() ?? asked.to
        let bridges = try await bridges(from: candles[0].currency, to: target, query, ask)
        let needsRates = !bridges.contains { $0.currency == target || $0.symbol == target.code }
        let fiat = bridges.flatMap(\.fiatCurrencies) + [candles[0].currency, target].filter(\.isFiat)
        let answer = needsRates ? await rates.history(period(of: query, for: Set(fiat))) : nil
        let paths = PastPaths(bridges: bridges, tables: answer?.tables ?? [])
        var converted: [Candle] = []
        for candle in candles {
            do throws(ConversionFailure) {
                converted.append(try paths.convert(candle, to: target))
            } catch {
                throw answer?.failure ?? ProviderFailure(provider.name, .cannotQuote(target))
            }
        }
        return converted
    }

    /// The candles of the provider's own pairs that lead from a coin it quotes in to a fiat currency.
    private func bridges(
        from currency: Currency, to target: Currency, _ query: HistoryQuery, _ ask: Ask
    ) async throws(ProviderFailure) -> [Candle] {
        guard !currency.isFiat || !target.isFiat else { return [] }
        var candles: [Candle] = []
        for name in provider.bridges {
            guard let pair = try? Symbol(name), pair.bare == currency.code || pair.quote == currency else { continue }
            var bridge = query
            bridge.symbol = pair
            candles += try await ask(bridge)
        }
        return candles
    }

    /// The rates from a week before the first candle on, as holidays may be long.
    private func period(of query: HistoryQuery, for currencies: Set<Currency>) -> RatePeriod {
        let day: Int64 = 86_400
        let from = Timestamp(seconds: query.from.seconds / day * day - 7 * day)
        return RatePeriod(from: from, to: query.to, currencies: currencies)
    }
}

/// The rates of past days: the candles of a provider's own pairs, and tables of one or several providers, those of each
/// oldest first.
private struct PastPaths {
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
        var graph = RateGraph()
        graph.add(bridges.filter { $0.time == candle.time }.map(\.quote))
        for tables in tables {
            if let table = tables.last(where: { $0.time <= candle.time }) { graph.add(table) }
        }
        let conversion = try graph.conversion(from: graph.asset(candle.currency), to: graph.asset(target))
        return try candle.converted(to: target, by: conversion)
    }
}

extension ProviderFailure {
    /// The same failure for past prices: those in a coin need other pairs than current ones.
    fileprivate var ofPast: ProviderFailure {
        guard case .cannotQuote(let currency) = reason, !currency.isFiat else { return self }
        var copy = self
        copy.reason = .noPast(in: currency)
        return copy
    }
}

extension Candle {
    /// The fiat currencies that a pair leads from and to.
    fileprivate var fiatCurrencies: [Currency] { quote.fiatCurrencies }

    /// The closing price as a quote.
    var quote: Quote {
        var quote = Quote(time: time, symbol: symbol, currency: currency, provider: provider)
        quote.market = symbol
        quote.price = close
        return quote
    }

    /// Returns the candle in another currency. Each price is multiplied and divided exactly and rounded once.
    fileprivate func converted(
        to currency: Currency, by conversion: Conversion
    ) throws(ConversionFailure) -> Candle {
        var candle = self
        candle.currency = currency
        candle.rateProviders = conversion.providers
        candle.staleLegs += conversion.staleLegs(at: time)
        candle.stale = stale || !candle.staleLegs.isEmpty
        do throws(ArithmeticError) {
            candle.open = Number(try conversion.convert(open.value))
            candle.high = Number(try conversion.convert(high.value))
            candle.low = Number(try conversion.convert(low.value))
            candle.close = Number(try conversion.convert(close.value))
        } catch {
            throw .overflow(from: conversion.from, to: conversion.to)
        }
        return candle
    }
}
