import DecimalArithmetic
import Platform

/// An answer about the market of all coins, as its members come.
struct FigureAnswer: Sendable {
    let provider: String
    /// The time of the figures; that of the request where none is sent.
    var time: Timestamp
    /// The figures without a currency.
    var numbers: [MarketFigure: Number] = [:]
    /// The amounts in each currency.
    var amounts: [MarketFigure: [Currency: Number]] = [:]
    /// The change of an amount in dollars in 24 hours, in percent.
    var changes: [MarketFigure: Number] = [:]
    /// What the provider calls the present value, such as `Extreme Fear`.
    var levels: [MarketFigure: String] = [:]
    var nextPublication: Timestamp?
    private var isStale = false

    init(provider: String, fetched: Timestamp) {
        (self.provider, time) = (provider, fetched)
    }

    /// Returns a figure as a quote. An amount is in `currency` if it was sent in it, otherwise in dollars.
    func quote(of figure: MarketFigure, in currency: Currency) throws(ProviderFailure) -> Quote {
        let unit = figure.isAmount ? (amounts[figure]?[currency] == nil ? .usd : currency) : Currency.unitless
        guard let number = figure.isAmount ? amounts[figure]?[unit] : numbers[figure] else {
            throw ProviderFailure(provider, .invalidData("\(figure.rawValue) is missing"))
        }
        var quote = Quote(time: time, symbol: figure.symbol, currency: unit, provider: provider)
        (quote.kind, quote.price, quote.stale) = (.index, number, isStale)
        quote.name = figure.name + (levels[figure].map { ": \($0)" } ?? "")
        if unit == .usd { quote.changePercent = changes[figure] }
        return quote
    }
}

extension FigureAnswer: Cacheable {
    mutating func markStale() { isStale = true }
}

extension [Symbol] {
    /// Returns the quotes of those symbols that are figures, which one request answers.
    func figures(
        _ choice: CurrencyChoice, ask: () async throws(ProviderFailure) -> FigureAnswer
    ) async -> [Symbol: Result<Quote, ProviderFailure>] {
        let asked = filter { $0.figure != nil }
        guard !asked.isEmpty else { return [:] }
        let answer = await Result(asking: ask)
        return asked.reduce(into: [:]) { results, symbol in
            guard let figure = symbol.figure else { return }
            results[symbol] = answer.flatMap { answer in
                Result { () throws(ProviderFailure) in
                    try answer.quote(of: figure, in: symbol.quote ?? choice.currency)
                }
            }
        }
    }
}
