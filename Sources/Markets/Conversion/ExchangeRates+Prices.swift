import DecimalArithmetic
import Platform

extension ExchangeRates {
    /// Returns the rates as the prices of fiat currencies. They have no market and no change. Of the past there is one
    /// a day.
    ///
    /// - Parameter prices: The providers of coins, for prices in a coin; none if there are no links.
    /// - Returns: The client of a chain.
    package func client(with prices: ProviderChain) -> MarketClient {
        MarketClient(
            list: { _ throws(ProviderFailure) in throw self.failure(.cannot(.list)) },
            quotes: { await self.quotes($0, in: $1, prices) }, now: first.client.now,
            history: { query throws(ProviderFailure) in try await self.candles(query) })
    }

    /// Returns the prices of currencies, one result per symbol, in order. Rates that several need are requested
    /// together.
    private func quotes(
        _ symbols: [Symbol], in choice: CurrencyChoice, _ prices: ProviderChain
    ) async -> [Result<Quote, ProviderFailure>] {
        let pairs = symbols.map { symbol in
            symbol.currency.map { ConversionBook.Pair(from: $0, to: symbol.quote ?? choice.currency) }
        }
        var book = ConversionBook(prices: prices, rates: self)
        var results = await book.conversions(pairs.compactMap(\.self))[...]
        return zip(symbols, pairs).map { symbol, pair in
            guard let pair, let result = results.popFirst() else { return .failure(failure(.unknownSymbol(symbol))) }
            return result.map { quote(of: pair, by: $0) }.mapError { missing in
                if let cause = missing.causes.first(where: { !$0.isSkippable }) { return cause }
                if let ended = pair.ended(at: first.client.now()) { return failure(.cannotQuote(ended)) }
                guard case .unknown(Asset(pair.from)) = missing.failure else { return failure(.cannotQuote(pair.to)) }
                return failure(.unknownSymbol(symbol))
            }
        }
    }

    /// Returns the rates of the days on which any were published, as candles whose four prices are the same. A moment
    /// has those last published on or before its day, which are a single price of their own day: Friday's on a Sunday.
    private func candles(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        let (symbol, now, day) = (query.symbol, first.client.now(), CandleWidth.day)
        guard let currency = symbol.currency else { throw failure(.unknownSymbol(symbol)) }
        guard query.width.seconds >= day.seconds else { throw query.notKept(by: first.name, from: [day]) }
        let target = symbol.quote ?? query.currency.currency
        guard target.isFiat else { throw failure(.noPast(in: target)) }
        let first = Timestamp(seconds: query.width.start(of: query.from))
        let moment = query.moments.last
        let start = max(moment == nil ? first : first.advanced(bySeconds: -RatePeriod.lead), Self.firstRates)
        let end = min(moment ?? query.to, now)
        guard start <= end else { return [] }
        let period = RatePeriod(ofCandlesFrom: first, to: end, [currency, target])
        let isFixed = period.currencies.count == 1
        let answer = isFixed ? RateAnswer(tables: [], missing: []) : await history(period)
        for missing in answer.missing {
            guard case .cannotQuote = missing.failure.reason else { throw missing.failure }
            throw failure(missing.currency == currency ? .unknownSymbol(symbol) : .cannotQuote(target))
        }
        // The answer may be for a longer period.
        let tables = answer.tables.filter { period.from <= $0.time && $0.time <= period.to }
        let paths = PastPaths(bridges: [], tables: tables)
        // A fixed rate is that of every day.
        let published =
            isFixed
            ? stride(from: day.start(of: start), through: end.seconds, by: Int(day.seconds)).map { $0 }
            : tables.map { day.start(of: $0.time) }
        let days = Set(published.map { Timestamp(seconds: $0) }).sorted()
        let candles = days.filter { start <= $0 && $0 <= end }.compactMap { time -> Candle? in
            let one = Number(1)
            var unit = Candle(
                time: time, symbol: currency.code, open: one, high: one, low: one, close: one, currency: currency,
                provider: "")
            unit.isRate = true
            guard var candle = try? paths.convert(unit, to: target) else { return nil }
            candle.provider = candle.rateProviders.first ?? ""
            return candle
        }
        guard moment != nil, let last = candles.last, last.time < first else {
            return try query.pick(from: candles, of: day, now: now)
        }
        return [last]
    }

    /// The year of the first rates of any provider, 1948.
    private static let firstRates = Timestamp(seconds: -694_310_400)

    private func failure(_ reason: ProviderFailure.Reason) -> ProviderFailure {
        ProviderFailure(first.name, reason)
    }

    private func quote(of pair: ConversionBook.Pair, by conversion: Conversion) -> Quote {
        let now = first.client.now()
        // A currency in itself has no provider.
        var quote = Quote(
            time: conversion.time ?? now, symbol: pair.from.code, currency: pair.to,
            provider: conversion.providers.first ?? "")
        quote.kind = .fiat
        quote.price = Number(conversion.rate)
        quote.via = conversion.legs.count > 1 ? conversion.via : nil
        quote.rateProviders = conversion.providers
        quote.staleLegs = conversion.staleLegs(at: now)
        quote.stale = !quote.staleLegs.isEmpty
        return quote
    }
}

extension Symbol {
    /// The money whose code the ticker is; nil for any other symbol. Coins may have the same ticker.
    package var currency: Currency? { ticker.flatMap { Currency($0) }.flatMap { $0.isFiat ? $0 : nil } }

    /// Returns the kinds of what it may name by its form, in the order in which their providers are asked.
    ///
    /// A pair of two currencies or, of the favorites, a currency has an exchange rate. A coin may have the same ticker
    /// and is asked for first, unless it is known that there is none: no large coin has the ticker of a pair, and none
    /// at all is called like a currency that stands alone.
    ///
    /// - Parameter isFavorite: Whether it is one of the favorites.
    /// - Returns: One kind, or `coin` and `fiat`.
    package func kinds(isFavorite: Bool) -> [AssetKind] {
        switch name {
        case .token: return [.token]
        case .figure: return [.index]
        case .stock: return [.stock]
        case .id: return [.coin]
        case .ticker:
            guard let currency, isFavorite || isCurrencyPair else { return [.coin] }
            let isOnlyMoney =
                Asset.depositCurrencies.contains(currency.code) || !Currency.iso4217.contains(currency.code)
                || isCurrencyPair && !Asset.largeCoins.contains(currency.code)
            return isOnlyMoney ? [.fiat] : [.coin, .fiat]
        }
    }

    /// Whether it is a pair of two currencies, such as USD/SEK.
    package var isCurrencyPair: Bool { currency != nil && quote?.isFiat == true }
}
