import Transport

extension CryptoCompareStream {
    /// A symbol's subscription to the index, in the currency asked for; the provider reports the pairs that it lacks.
    static func market(of symbol: Symbol, in currency: Currency) -> Result<TickMarket, ProviderFailure> {
        guard let ticker = symbol.ticker, !ticker.contains("~") else {
            return .failure(ProviderFailure(CryptoCompare.name, .unknownSymbol(symbol)))
        }
        return .success(
            TickMarket(
                name: index(of: ticker, in: currency), market: indexName, symbol: ticker,
                kind: AssetKind(base: ticker), currency: currency, provider: CryptoCompare.name))
    }

    /// The subscription of a row of the list: the exchange that its last trade was made at. Candles are of the index.
    static func market(of quote: Quote) -> TickMarket {
        let index = index(of: quote.symbol, in: quote.currency)
        let name = quote.streamMarket ?? index
        return TickMarket(name: name, of: quote, hasCandles: name == index)
    }

    /// The subscription to an exchange's ticker; the index is not an exchange, though rows name it as one.
    static func name(of ticker: String, in currency: Currency, at exchange: String?) -> String {
        guard let exchange, !exchange.isEmpty, exchange != indexName, !exchange.contains("~") else {
            return index(of: ticker, in: currency)
        }
        return "2~\(exchange)~\(ticker)~\(currency)"
    }

    private static func index(of ticker: String, in currency: Currency) -> String {
        "5~\(indexName)~\(ticker)~\(currency)"
    }

    /// The market that the index is: what rows and frames name in place of an exchange.
    static let indexName = "CCCAGG"

    /// The streamer's ticks; without a key there are none.
    static func source(_ settings: ProviderSettings) -> TickSource {
        let key = KeyUse(of: settings, by: CryptoCompare.name, Provider.cryptocompare.key, in: .query("api_key"))
        var source = TickSource.socket(
            CryptoCompare.name, settings, host: host, path: path, key: key, market: market
        ) { CryptoCompareStream() }
        source.listed = { quotes in quotes.map { market(of: $0).opened(by: $0) } }
        let markets = source.markets
        source.markets = { symbols, currency in
            do throws(ProviderFailure) {
                _ = try await key.secret()
            } catch {
                return symbols.map { _ in .failure(error) }
            }
            return await markets(symbols, currency)
        }
        return source
    }
}
