public import DecimalArithmetic
public import Platform
public import ProviderKit
import Transport

/// The prices, lists, candles and live ticks of a provider, or of several that are asked in turn.
///
/// ```swift
/// import Markets
///
/// /// Returns the price of a symbol, such as `BTC` or `stock:AAPL`, in US dollars, and then those of its live ticks.
/// func prices(of symbol: String, from provider: Provider) async throws -> [Number] {
///     let market = try provider.market()
///     var prices = [try await market.price(of: symbol, in: .usd)]
///     for try await quote in market.ticks([symbol]) {
///         if let price = quote.price { prices.append(price) }
///     }
///     return prices
/// }
/// ```
///
/// A request that fails is repeated at the next provider, and at all of them after a pause if the failure passes.
/// Creating a market sends no request.
public struct Market: Sendable {
    /// The providers, in the order in which they are asked.
    public let providers: [Provider]
    /// What is used to ask them.
    public let options: ProviderOptions

    /// Creates a market.
    ///
    /// - Parameters:
    ///   - providers: The providers, in the order in which they are asked. At least one.
    ///   - options: How they are asked.
    /// - Throws: `ProviderFailure` with the code `missingKey` if a provider needs a key that `options` does not have.
    public init(_ providers: [Provider], options: ProviderOptions = ProviderOptions()) throws(ProviderFailure) {
        precondition(!providers.isEmpty, "a market needs a provider")
        for provider in providers { try options.checkKey(of: provider.name, provider.key) }
        (self.providers, self.options) = (providers, options)
    }

    /// Returns the current price of a symbol.
    ///
    /// - Parameters:
    ///   - symbol: A symbol, such as `BTC`, `BTC/EUR` or `stock:AAPL`.
    ///   - currency: The currency of the price, unless the symbol is a pair.
    /// - Returns: The price.
    /// - Throws: `ProviderFailure` if no provider has it, also for a text that is not a symbol.
    public func price(of symbol: String, in currency: Currency = .usd) async throws(ProviderFailure) -> Number {
        let quote = try await quote(of: symbol, in: currency)
        guard let price = quote.price else { throw ProviderFailure(quote.provider, .unknownSymbol(nil)) }
        return price
    }

    /// Returns the current quote of a symbol, which has a price.
    ///
    /// - Parameters:
    ///   - symbol: A symbol, such as `BTC`, `BTC/EUR` or `stock:AAPL`.
    ///   - currency: The currency of the price, unless the symbol is a pair.
    /// - Returns: The quote.
    /// - Throws: `ProviderFailure` if no provider has it, also for a text that is not a symbol.
    public func quote(of symbol: String, in currency: Currency = .usd) async throws(ProviderFailure) -> Quote {
        try await quotes(of: [symbol], in: currency)[0].get()
    }

    /// Returns the current quotes of symbols, with one request where a provider allows it.
    ///
    /// - Parameters:
    ///   - symbols: Symbols, such as `BTC`, `BTC/EUR` or `stock:AAPL`.
    ///   - currency: The currency of the prices, except those of pairs.
    /// - Returns: One result per symbol, in order.
    public func quotes(
        of symbols: [String], in currency: Currency = .usd
    ) async -> [Result<Quote, ProviderFailure>] {
        let parsed = symbols.map(parse)
        let known = parsed.compactMap { try? $0.get() }
        var answers = await chain().quotes(known, in: CurrencyChoice(currency)).map { $0.map(\.quote) }[...]
        return parsed.map { symbol in
            switch symbol {
            case .success: answers.popFirst() ?? .failure(ProviderFailure(providers[0].name, .unknownSymbol(nil)))
            case .failure(let failure): .failure(failure)
            }
        }
    }

    /// Returns the first assets of a provider's own list, which is by market cap or by turnover.
    ///
    /// - Parameters:
    ///   - count: The number of assets, at least 1.
    ///   - currency: The currency of the prices.
    /// - Returns: The quotes, in the provider's order.
    /// - Throws: `ProviderFailure` if no provider has a list.
    public func top(_ count: Int, in currency: Currency = .usd) async throws(ProviderFailure) -> [Quote] {
        let query = ListQuery(.first(max(1, count)), currency: CurrencyChoice(currency))
        return Array(try await chain().list(query).answer.quotes.prefix(count))
    }

    /// Returns past candles, oldest first.
    ///
    /// - Parameters:
    ///   - symbol: A symbol, such as `BTC`, `BTC/EUR` or `stock:AAPL`.
    ///   - period: The first and the last moment at which a candle may begin.
    ///   - width: The width of a candle.
    ///   - currency: The currency of the prices, unless the symbol is a pair.
    /// - Returns: The candles, at least one.
    /// - Throws: `ProviderFailure` if no provider has them, also for a text that is not a symbol.
    public func candles(
        of symbol: String, in period: ClosedRange<Timestamp>, width: CandleWidth = .day, currency: Currency = .usd
    ) async throws(ProviderFailure) -> [Candle] {
        let query = HistoryQuery(
            symbol: try parse(symbol).get(), currency: CurrencyChoice(currency), from: period.lowerBound,
            to: period.upperBound, width: width)
        return try await chain().history(query).candles
    }

    // MARK: - What the providers are asked with

    /// The symbol of a text. A text that is none is one that no provider knows.
    func parse(_ text: String) -> Result<Symbol, ProviderFailure> {
        Result { () throws(Symbol.SyntaxError) in try Symbol(text) }
            .mapError { _ in ProviderFailure(providers[0].name, .unknownSymbol(nil)) }
    }

    private func chain() -> ProviderChain {
        options.chain(of: providers) { provider, deadline in
            .init(provider, client: provider.make(settings(of: provider, until: deadline)))
        }
    }

    /// The settings of a provider, with a key, hosts and time limits.
    func settings(of provider: Provider, until deadline: Deadline) -> ProviderSettings {
        options.settings(of: provider.name, provider.agent, until: deadline)
    }
}

extension Provider {
    /// Creates a market of this provider alone.
    ///
    /// - Parameter options: How it is asked.
    /// - Returns: The market.
    /// - Throws: `ProviderFailure` with the code `missingKey` if it needs a key that `options` does not have.
    public func market(_ options: ProviderOptions = ProviderOptions()) throws(ProviderFailure) -> Market {
        try Market([self], options: options)
    }
}
