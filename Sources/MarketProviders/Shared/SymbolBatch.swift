/// Symbols that one request asks for.
struct SymbolBatch {
    /// True for ids, false for tickers.
    let isOfIDs: Bool
    private(set) var symbols: [Symbol] = []
    /// The names of the symbols, each once.
    private(set) var names: [String] = []
    fileprivate var known: Set<String> = []
    /// The quote currencies of the symbols, each once.
    private(set) var currencies: [Currency] = []

    fileprivate mutating func add(_ symbol: Symbol, in currency: Currency) {
        symbols.append(symbol)
        if known.insert(symbol.bare).inserted { names.append(symbol.bare) }
        if !currencies.contains(currency) { currencies.append(currency) }
    }
}

extension [Symbol] {
    /// Returns the ids and tickers in batches, each symbol once. `fits` returns whether another name and currency fit
    /// in the request of a batch.
    func batches(
        _ choice: CurrencyChoice, fits: (SymbolBatch, _ name: String, _ currency: Currency) -> Bool
    ) -> [SymbolBatch] {
        var seen: Set<Symbol> = []
        var batches: [SymbolBatch] = []
        for symbol in self where (symbol.isID || symbol.ticker != nil) && seen.insert(symbol).inserted {
            let currency = symbol.quote ?? choice.currency
            let open = batches.lastIndex { $0.isOfIDs == symbol.isID && fits($0, symbol.bare, currency) }
            if open == nil { batches.append(SymbolBatch(isOfIDs: symbol.isID)) }
            batches[open ?? batches.count - 1].add(symbol, in: currency)
        }
        return batches
    }
}
