extension ListAnswer {
    /// The largest of the coins that bear a name, by `isLarger(than:)`, the first of equals, and none that wraps another of
    /// them; the others' ids are kept as namesakes.
    ///
    /// Where a bearer that comes before it, and so may be larger, has a row of no sense, nobody takes its place: that would
    /// be the price of another coin.
    func largestBearer(
        of symbol: Symbol, provider: String, isLarger: (_ quote: Quote, _ than: Quote) -> Bool
    ) -> Result<Quote, ProviderFailure> {
        let bearers = quotes.indices.filter { index in
            symbol.isID ? quotes[index].id == symbol.bare : quotes[index].symbol == symbol.bare
        }
        let largest = quotes.bearer(among: bearers, isLarger: isLarger)
        // What may wrap the coin whose row is lost does not stand in for it, wherever that row is.
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
