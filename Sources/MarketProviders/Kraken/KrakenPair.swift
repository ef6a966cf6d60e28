/// A pair as users name it, and what Kraken calls it.
///
/// The pair `XBTUSD` comes back as `XXBTZUSD`: the exchange's first assets have an X before a coin's three letters and
/// a Z before a currency's, in answers only. All recorded keys follow one of the forms of `keys`; where one does not,
/// `/AssetPairs` knows.
struct KrakenPair: Hashable {
    /// The common ticker of the coin: `BTC`.
    let base: String
    let quote: Currency

    /// The name to ask by: `XBTUSD`.
    var name: String { Self.krakenName(base) + Self.krakenName(quote.code) }

    /// False for a name that may be another pair's key: `XXBTZ` in `USD`.
    var isClear: Bool { !Self.isOfFirstAssets(name) }

    /// The keys that an answer may have the pair under.
    var keys: [String] {
        let (base, quote) = (Self.krakenName(base), Self.krakenName(quote.code))
        let later = ["", "Z", "X"].map { "\(base)\($0)\(quote)" }.filter { !Self.isOfFirstAssets($0) }
        guard base.count == 3, quote.count == 3 else { return later }
        return later + ["XZ", "XX", "ZZ", "ZX"].map { "\($0.prefix(1))\(base)\($0.suffix(1))\(quote)" }
    }

    /// The exchange's name of an asset.
    static func krakenName(_ ticker: String) -> String { ExchangeTickers.kraken.own(ticker) }

    /// The common name of an asset of the exchange.
    static func ticker(_ krakenName: String) -> String { ExchangeTickers.kraken.common(krakenName) }

    /// Whether a key has the form of `XXBTZUSD`, which always means `XBT` and `USD`.
    private static func isOfFirstAssets(_ key: String) -> Bool {
        let letters = Array(key)
        return letters.count == 8 && [letters[0], letters[4]].allSatisfy { $0 == "X" || $0 == "Z" }
    }
}

extension Symbol {
    /// The same symbol with the common ticker in place of Kraken's own: `BTC` for `XBT`.
    var outsideKraken: Symbol {
        guard let ticker, case let common = ExchangeTickers.kraken.typed(ticker), common != ticker else { return self }
        return (try? Symbol(common + (quote.map { "/\($0)" } ?? ""))) ?? self
    }
}
