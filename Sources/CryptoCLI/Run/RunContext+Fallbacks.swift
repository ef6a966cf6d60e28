import DecimalArithmetic
import Markets
import Platform
import ProviderKit

extension RunContext {
    /// Prints a notice if the price of a coin at a fallback is far from the last known one in the cache.
    ///
    /// - Parameters:
    ///   - quote: The price of the symbol.
    ///   - symbol: The symbol.
    ///   - symbols: The symbols that were asked for together, or were before.
    ///   - markets: The providers, in the order asked.
    ///   - choice: The requested currency.
    func reportDistant(
        _ quote: Quote, of symbol: Symbol, among symbols: [Symbol], of markets: [Provider],
        in choice: CurrencyChoice
    ) async {
        guard quote.kind == .coin, let price = quote.price,
            let last = await lastQuote(of: symbol, among: symbols, before: quote.provider, of: markets, in: choice)
        else { return }
        notices.reportDistant(price, in: quote.currency, of: symbol.bare, at: quote.provider, from: last)
    }

    /// Returns the quote of a coin in the newest answer that the cache has of the providers before one, whatever its
    /// age; nil without one, and if the provider is the first. The parameters are those of `reportDistant`.
    func lastQuote(
        of symbol: Symbol, among symbols: [Symbol], before provider: String, of markets: [Provider],
        in choice: CurrencyChoice
    ) async -> Quote? {
        guard symbol.ticker != nil else { return nil }
        for market in markets.prefix(while: { $0.name != provider }) {
            let client = providers.offlineClient(of: market)
            for question in [symbols, [symbol]] {
                guard let place = question.firstIndex(of: symbol) else { continue }
                if let quote = try? await client.quotes(question, choice)[place].get() { return quote }
            }
        }
        return nil
    }
}

extension Notices {
    /// The factor beyond which two prices are hardly those of one coin.
    private static let factor: ExactDecimal = 5

    /// Prints a notice if a price at a fallback is far from the last known one: the same ticker may name another coin
    /// there.
    func reportDistant(
        _ price: Number, in currency: Currency, of ticker: String, at provider: String, from known: Quote
    ) {
        guard currency == known.currency, let last = known.price,
            let limit = try? min(price.value, last.value) * Self.factor, max(price.value, last.value) > limit
        else { return }
        sayOnce(
            "\(provider): \(ticker) costs \(price) \(currency), and the last price of \(known.provider) was \(last); "
                + "the ticker may name another coin there")
    }
}
