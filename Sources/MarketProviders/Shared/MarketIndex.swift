/// The markets of an answer by what users call them.
struct MarketIndex {
    private let quotes: [Quote]
    // Places among the quotes, which are large.
    private var byTicker: [String: [Currency: Int]] = [:]
    private var byID: [String: Int] = [:]
    private let dropped: DroppedRows

    /// Of two markets of one name the first counts.
    init(_ answer: ListAnswer) {
        quotes = answer.quotes
        for index in quotes.indices.reversed() {
            byTicker[quotes[index].symbol, default: [:]][quotes[index].currency] = index
            byID[quotes[index].id ?? ""] = index
        }
        dropped = answer.dropped
    }

    /// The symbol's market in the first of the currencies that has one.
    func market(
        of symbol: Symbol, in currencies: [Currency], provider: String
    ) -> Result<Quote, ProviderFailure> {
        guard let ticker = symbol.ticker else {
            return symbol.isID
                ? market(named: symbol.bare, for: symbol, provider: provider)
                : .failure(ProviderFailure(provider, .unknownSymbol(symbol)))
        }
        let markets = byTicker[ticker]
        let found = currencies.lazy.compactMap { markets?[$0] }.first
        if let found { return .success(quotes[found]) }
        if let lost = lostRow(of: currencies.map { ticker + $0.code }) {
            return .failure(ProviderFailure(provider, .invalidData(lost.fact)))
        }
        let isUnknown = markets == nil
        return .failure(ProviderFailure(provider, isUnknown ? .unknownSymbol(symbol) : .cannotQuote(currencies[0])))
    }

    /// The market of the exchange's own name.
    func market(named name: String, for symbol: Symbol, provider: String) -> Result<Quote, ProviderFailure> {
        if let index = byID[name] { return .success(quotes[index]) }
        if let lost = lostRow(of: [name]) { return .failure(ProviderFailure(provider, .invalidData(lost.fact))) }
        return .failure(ProviderFailure(provider, .unknownSymbol(symbol)))
    }

    /// The name of a market without separators, which differ by exchange.
    private static func letters(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// A row without sense that is, or may be, of a market of these names.
    private func lostRow(of names: [String]) -> DroppedRow? {
        let wanted = names.map(Self.letters)
        let known = dropped.first { $0.id.map { wanted.contains(Self.letters($0)) } ?? true }
        return known ?? (dropped.isCut ? dropped.first : nil)
    }
}
