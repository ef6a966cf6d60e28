extension Provider {
    /// Returns the fiat currencies whose rates prices in `currency` need, as far as that is known before any request:
    /// the provider quotes in other fiat currencies, or only in coins that one of its own pairs converts. Returns two
    /// or more currencies, or none if it is not known.
    ///
    /// Without a symbol, the prices are those of a list or of any coin.
    package func ratesNeeded(for currency: Currency, of symbol: Symbol? = nil) -> Set<Currency> {
        guard lacks(currency, of: symbol), let own = ownCurrencies.first else { return [] }
        let ends = own.isFiat ? [own] : bridges(of: [own]).flatMap(\.fiatCurrencies)
        return ends.isEmpty ? [] : Set(ends + [currency])
    }

    /// Returns the coins whose pairs prices in `currency` need, as far as that is known before any request.
    func coinsNeeded(for currency: Currency, of symbol: Symbol? = nil) -> Set<Currency> {
        guard lacks(currency, of: symbol), let own = ownCurrencies.first, !own.isFiat else { return [] }
        return [own]
    }

    /// Returns true if the provider has no prices in a fiat currency, though it may have the symbol: it is known to
    /// quote in some, and not in this one. A ticker without an exchange is of a stock of the United States, which is
    /// quoted in dollars.
    private func lacks(_ currency: Currency, of symbol: Symbol?) -> Bool {
        guard currency.isFiat, symbol?.figure?.isAmount != false else { return false }
        if case .stock? = symbol?.name, !kinds.contains(.stock) { return false }
        if kinds == [.stock] {
            let ticker = symbol.flatMap { StockTicker($0.stockTicker) }
            return ticker?.exchange == nil && ticker != nil && currency != .usd
        }
        return !currencies.contains(currency.code) && !currencies.isDisjoint(with: Currency.iso4217)
    }

    /// The provider's own pairs that lead from or to one of these coins.
    func bridges(of coins: Set<Currency>) -> [Symbol] {
        bridges.compactMap { try? Symbol($0) }.filter { pair in
            coins.contains { $0.code == pair.ticker || $0 == pair.quote }
        }
    }
}

extension Symbol {
    /// The fiat currencies of a pair.
    var fiatCurrencies: [Currency] { [Currency(bare), quote].compactMap(\.self).filter(\.isFiat) }
}
