/// Prices of fiat currencies, by exchange rates. They have no market and no change.
public struct CurrencyPrices: Sendable {
    private let prices: ProviderChain
    private let rates: ExchangeRates

    /// Creates prices without sending a request.
    ///
    /// - Parameters:
    ///   - prices: The providers of coins, for prices in a coin; none if there are no links.
    ///   - rates: The rates of fiat currencies.
    public init(prices: ProviderChain, rates: ExchangeRates) {
        (self.prices, self.rates) = (prices, rates)
    }

    /// Returns the prices of currencies, one result per symbol, in order. Rates that several need are requested together.
    ///
    /// - Parameters:
    ///   - symbols: Tickers that are codes of currencies, or pairs of them.
    ///   - choice: The quote currency; a pair has its own.
    /// - Returns: The quotes, or why there are none.
    public func quotes(
        _ symbols: [Symbol], in choice: CurrencyChoice
    ) async -> [Result<Quote, ProviderFailure>] {
        let pairs = symbols.map { symbol in
            symbol.currency.map { ConversionBook.Pair(from: $0, to: symbol.quote ?? choice.currency) }
        }
        var book = ConversionBook(prices: prices, rates: rates)
        var results = await book.conversions(pairs.compactMap(\.self))[...]
        return zip(symbols, pairs).map { symbol, pair in
            guard let pair, let result = results.popFirst() else { return .failure(failure(.unknownSymbol(symbol))) }
            return result.map { quote(of: pair, by: $0) }.mapError { missing in
                if let cause = missing.causes.first(where: { !$0.isSkippable }) { return cause }
                guard case .unknown(Asset(pair.from)) = missing.failure else { return failure(.cannotQuote(pair.to)) }
                return failure(.unknownSymbol(symbol))
            }
        }
    }

    private func failure(_ reason: ProviderFailure.Reason) -> ProviderFailure {
        ProviderFailure(rates.first.name, reason)
    }

    private func quote(of pair: ConversionBook.Pair, by conversion: Conversion) -> Quote {
        let now = rates.first.client.now()
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

extension CurrencyPrices {
    /// Returns the prices as the client of a chain.
    package var client: MarketClient {
        MarketClient(
            list: { _ throws(ProviderFailure) in throw failure(.cannot(.list)) },
            quotes: { await quotes($0, in: $1) }, now: rates.first.client.now)
    }
}

extension Symbol {
    /// The currency whose code of ISO 4217 the ticker is; nil for any other symbol. Coins may have the same ticker.
    package var currency: Currency? { ticker.flatMap { Currency($0) }.flatMap { $0.isFiat ? $0 : nil } }

    /// Whether the ticker is the code of a currency that no large coin has.
    package var isCurrency: Bool { currency.map { Asset.depositCurrencies.contains($0.code) } ?? false }
}
