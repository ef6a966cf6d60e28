// Pairs as users name them, and what Kraken calls them.
//
// The pair `XBTUSD` comes back as `XXBTZUSD`: the exchange's first assets have an X before a coin's three letters and a
// Z before a currency's, in answers only. All recorded keys follow one of the forms of `krakenKeys`; if one does not,
// `/AssetPairs` knows.

extension Kraken {
    /// The rules of names, such as `XBTUSD`. An id is the key of a pair, which only the list of pairs knows.
    static let names = MarketNames(
        provider: .kraken, isQuoted: { quote, _ in quoteCurrencies.contains(quote.code) }, join: pairName,
        split: { _ in nil })

    /// Returns the name to ask for a pair by: `XBTUSD`.
    @Sendable static func pairName(of base: String, in quote: Currency) -> String {
        ExchangeTickers.kraken.own(base) + ExchangeTickers.kraken.own(quote.code)
    }

    /// Whether a key has the form of `XXBTZUSD`, which always means `XBT` and `USD`.
    fileprivate static func isOfFirstAssets(_ key: String) -> Bool {
        let letters = Array(key)
        return letters.count == 8 && [letters[0], letters[4]].allSatisfy { $0 == "X" || $0 == "Z" }
    }
}

extension MarketNames.Market {
    /// False for a name that may be another pair's key at Kraken: `XXBTZ` in `USD`.
    var isClearAtKraken: Bool { !Kraken.isOfFirstAssets(name) }

    /// The keys that an answer of Kraken may have the pair under.
    var krakenKeys: [String] {
        let (base, quote) = (ExchangeTickers.kraken.own(base), ExchangeTickers.kraken.own(quote.code))
        let later = ["", "Z", "X"].map { "\(base)\($0)\(quote)" }.filter { !Kraken.isOfFirstAssets($0) }
        guard base.count == 3, quote.count == 3 else { return later }
        return later + ["XZ", "XX", "ZZ", "ZX"].map { "\($0.prefix(1))\(base)\($0.suffix(1))\(quote)" }
    }
}

extension Symbol {
    /// The same symbol with the common ticker in place of Kraken's own: `BTC` for `XBT`.
    var outsideKraken: Symbol {
        guard let ticker, case let common = ExchangeTickers.kraken.typed(ticker), common != ticker else { return self }
        return (try? Symbol(common + (quote.map { "/\($0)" } ?? ""))) ?? self
    }
}
