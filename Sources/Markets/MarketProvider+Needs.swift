extension MarketProvider {
    /// The fiat currencies between which rates will be needed for prices in `currency`, as far as that is known beforehand:
    /// where the provider is known to quote in other fiat currencies, or only in coins that a pair of its own leads from.
    ///
    /// Empty where it is not known; two or more else.
    public func ratesNeeded(for currency: Currency) -> Set<Currency> {
        guard lacks(currency), let own = ownCurrencies.first else { return [] }
        let ends = own.isFiat ? [own] : bridgeEnds
        return ends.isEmpty ? [] : Set(ends + [currency])
    }

    /// The coins whose pairs will be needed for prices in these currencies, as far as that is known beforehand.
    func coins(towards currencies: [Currency]) -> Set<Currency> {
        guard let own = ownCurrencies.first, !own.isFiat, currencies.contains(where: lacks) else { return [] }
        return [own]
    }

    /// Whether it has no prices in a fiat currency: it is known to quote in some, and this is none of them.
    private func lacks(_ currency: Currency) -> Bool {
        currency.isFiat && !currencies.contains(currency.code) && !currencies.isDisjoint(with: Currency.iso4217)
    }

    /// The fiat currencies that its own pairs lead to.
    private var bridgeEnds: [Currency] {
        let pairs = bridges.compactMap { try? Symbol($0) }
        return pairs.flatMap { [Currency($0.bare), $0.quote].compactMap(\.self) }.filter(\.isFiat)
    }
}
