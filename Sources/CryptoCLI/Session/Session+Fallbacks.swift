import DecimalArithmetic
import Markets
import Platform
import ProviderKit

extension Session {
    /// The factor beyond which two prices are hardly those of one coin.
    private static let factor: ExactDecimal = 5

    /// Prints a notice for each coin of a fallback whose price is far from the last known one in the cache: the same
    /// ticker may name another coin there.
    ///
    /// - Parameters:
    ///   - answers: The answers to the symbols, in their order.
    ///   - symbols: The symbols.
    ///   - markets: The providers, in the order asked.
    ///   - choice: The requested currency.
    func reportDistant(
        _ answers: [SymbolAnswer], to symbols: [Symbol], of markets: [MarketProvider], in choice: CurrencyChoice
    ) async {
        for (symbol, answer) in zip(symbols, answers) {
            guard symbol.ticker != nil, case .success((let quote, let link)) = answer.result, quote.kind == .coin,
                let known = await known(symbol, among: symbols, of: markets.prefix { $0.name != link.name }, choice),
                quote.currency == known.currency, let price = quote.price, let last = known.price,
                Self.areFar(price.value, last.value)
            else { continue }
            notices.sayOnce(
                "\(link.name): \(symbol.bare) costs \(price) \(quote.currency), and the last price of \(known.provider) "
                    + "was \(last); the ticker may name another coin there")
        }
    }

    /// Returns the quote in the newest answer that the cache has of a provider, whatever its age; nil without one.
    private func known(
        _ symbol: Symbol, among symbols: [Symbol], of markets: some Sequence<MarketProvider>, _ choice: CurrencyChoice
    ) async -> Quote? {
        for market in markets {
            let client = providers.kept(market)
            for question in [symbols, [symbol]] {
                guard let place = question.firstIndex(of: symbol) else { continue }
                if let quote = try? await client.quotes(question, choice)[place].get() { return quote }
            }
        }
        return nil
    }

    private static func areFar(_ price: ExactDecimal, _ last: ExactDecimal) -> Bool {
        guard let limit = try? min(price, last) * factor else { return false }
        return max(price, last) > limit
    }
}
