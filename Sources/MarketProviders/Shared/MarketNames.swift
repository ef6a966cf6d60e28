/// The rules by which an exchange names its markets, for its requests and for its stream.
struct MarketNames: Sendable {
    /// A market, and what its name consists of. The base is the common ticker.
    struct Market: Hashable {
        let name: String
        let base: String
        let quote: Currency
    }

    let provider: Provider
    var tickers = ExchangeTickers.none
    /// Returns whether the exchange has markets in a currency.
    let isQuoted: @Sendable (_ quote: Currency, _ base: String) -> Bool
    /// Returns the name of a market.
    let join: @Sendable (_ base: String, _ quote: Currency) -> String
    /// Returns the base and quote currency of a name; nil for a text that is no name of a market.
    let split: @Sendable (_ name: String) -> (base: String, quote: Currency)?
}

extension MarketNames {
    /// Rules of names with a separator before the quote currency, such as `BTC-USD`. With `mayRepeat` the base may have
    /// it too, as in `BTC-PERP-USDT`. Without `isQuoted` there are markets in all currencies of the provider.
    init(
        _ provider: Provider, separator: Character, mayRepeat: Bool = false, tickers: ExchangeTickers = .none,
        isQuoted: (@Sendable (_ quote: Currency, _ base: String) -> Bool)? = nil
    ) {
        let isOwn = { @Sendable (quote: Currency, _: String) in provider.currencies.contains(quote.code) }
        self.init(
            provider: provider, tickers: tickers, isQuoted: isQuoted ?? isOwn, join: { "\($0)\(separator)\($1)" }
        ) { name in
            guard let end = name.lastIndex(of: separator), let quote = Currency(name[name.index(after: end)...]),
                end > name.startIndex, mayRepeat || name.firstIndex(of: separator) == end
            else { return nil }
            return (String(name[..<end]), quote)
        }
    }

    /// The market of a symbol, in the first of the currencies wanted in which the exchange has markets. An id is the
    /// name of a market.
    func market(of symbol: Symbol, _ choice: CurrencyChoice) -> Result<Market, ProviderFailure> {
        guard let ticker = symbol.ticker.map(tickers.typed) else { return named(symbol) }
        let wanted = choice.candidates(for: symbol, or: provider.ownCurrencies)
        guard let quote = wanted.first(where: { isQuoted($0, ticker) }) else {
            return .failure(ProviderFailure(provider.name, .cannotQuote(wanted[0])))
        }
        return .success(Market(name: join(tickers.own(ticker), quote), base: ticker, quote: quote))
    }

    /// The name of a symbol's market. An id is not checked: the exchange knows whether it is the name of a market.
    func name(of symbol: Symbol, _ choice: CurrencyChoice) -> Result<String, ProviderFailure> {
        symbol.isID ? .success(symbol.bare) : market(of: symbol, choice).map(\.name)
    }

    /// The market of a symbol in a stream, in a currency of the exchange if it has no markets in the one wanted.
    /// `listName` returns the name of the market outside of the stream, and `streamName` the one in it.
    func tickMarket(
        of symbol: Symbol, in currency: Currency, listName: (Market) -> String = \.name,
        streamName: (Market) -> String = \.name
    ) -> Result<TickMarket, ProviderFailure> {
        let market: Result<Market, ProviderFailure>
        if let ticker = symbol.ticker.map(tickers.typed) {
            let quote = isQuoted(currency, ticker) ? currency : provider.ownCurrencies[0]
            market = .success(Market(name: join(tickers.own(ticker), quote), base: ticker, quote: quote))
        } else {
            market = named(symbol)
        }
        return market.map { market in
            let symbol = market.base.uppercased()
            return TickMarket(
                name: streamName(market), market: listName(market), symbol: symbol, id: market.name,
                kind: AssetKind(base: symbol), currency: market.quote, provider: provider.name)
        }
    }

    private func named(_ symbol: Symbol) -> Result<Market, ProviderFailure> {
        guard symbol.isID, let (base, quote) = split(symbol.bare) else {
            return .failure(ProviderFailure(provider.name, .unknownSymbol(symbol)))
        }
        return .success(Market(name: symbol.bare, base: tickers.common(base), quote: quote))
    }
}
