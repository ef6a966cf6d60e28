extension ListAnswer {
    /// Returns the largest coin of a name, by its rank or by `isLarger`, the first of equals, and none that wraps
    /// another of them. The ids of the others are kept as namesakes.
    ///
    /// If the row of a coin before it, which may be larger, is invalid, the result is a failure: another coin would
    /// have another price.
    func largestBearer(
        of symbol: Symbol, provider: String,
        isLarger: (_ quote: Quote, _ than: Quote) -> Bool = { quote, best in
            quote.rank.map { $0 < best.rank ?? .max } ?? false
        }
    ) -> Result<Quote, ProviderFailure> {
        let bearers = quotes.indices.filter { index in
            symbol.isID ? quotes[index].id == symbol.bare : quotes[index].symbol == symbol.bare
        }
        let largest = quotes.bearer(among: bearers, isLarger: isLarger)
        // A coin that may wrap the coin of the invalid row does not replace it, wherever that row is.
        let place = largest.map { quotes.isWrapping($0) ? .max : self.place(ofQuoteAt: $0) } ?? .max
        if let lost = dropped.first(where: { $0.place < place && !$0.isOfAnother(than: symbol) }) {
            return .failure(ProviderFailure(provider, .invalidData(lost.fact)))
        }
        guard let largest else { return .failure(ProviderFailure(provider, .unknownSymbol(symbol))) }
        var quote = quotes[largest]
        quote.namesakes = bearers.filter { $0 != largest }.compactMap { quotes[$0].id }
        return .success(quote)
    }
}
