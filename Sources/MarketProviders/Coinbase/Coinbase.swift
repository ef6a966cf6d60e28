import JSONReader
import Platform
import Transport

/// Coinbase Exchange. A quote is two requests, for the ticker and for the last 24 hours.
///
/// Protocol: docs.cdp.coinbase.com, Exchange REST: `GET /products`, which has no prices, `/products/{id}/ticker` and
/// `/products/{id}/stats`.
///
/// Terms: no duty of attribution was found in the market data terms (www.coinbase.com/legal/market_data), which
/// allow personal use.
extension Provider {
    /// The provider `coinbase`: see its `summary`.
    package static let coinbase = Provider(
        name: Coinbase.name, jobs: [.list, .price, .history, .watch], kinds: [.coin],
        host: "https://api.exchange.coinbase.com",
        limits: "10 requests per second and address",
        summary: "an exchange with markets in USD, EUR, GBP and others; its list has no prices",
        isOnlyNamed: false, currencies: Coinbase.quoteCurrencies, ownCurrencies: Coinbase.ownCurrencies,
        candlesARequest: Coinbase.candles.rows,
        makers: [.market { Coinbase(settings: $0).client }, .ticks { CoinbaseStream.source($0) }])
}

struct Coinbase: Sendable {
    static let name = "coinbase"
    /// The quote currencies if none is chosen, best first.
    static let ownCurrencies = [Currency.usd, .eur]

    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.coinbase, settings, errors: Self.errors)
    }

    var client: MarketClient {
        let products = ExchangeMarkets(.coinbase) { _ throws(ProviderFailure) in
            try await endpoint.get(.metadata, "/products", decode: { try Self.products(&$0, fetched: $1) })
        }
        return products.client(now: endpoint.now, quotes: quotes, history: history)
    }

    /// The rules of names: `BTC-USD`.
    static let names = MarketNames(.coinbase, separator: "-", tickers: .coinbase)
    /// The quote currencies, by the exchange's list of products of 2021 and its own documentation.
    static let quoteCurrencies: Set<String> = ["USD", "EUR", "GBP", "USDT", "USDC", "BTC", "ETH", "DAI", "INR", "SGD"]
}

// MARK: - Quotes

extension Coinbase {
    /// Two requests for each product, several at once. Only where a product does not exist all products are asked
    /// for, to tell an unknown coin from one with other markets.
    @Sendable private func quotes(
        _ symbols: [Symbol], _ choice: CurrencyChoice, among products: ExchangeMarkets
    ) async -> [Result<Quote, ProviderFailure>] {
        guard !products.isHere else { return await ask(listed(symbols, choice, among: products), for: symbols) }
        var results = await ask(symbols.map { Self.product(of: $0, choice) }, for: symbols)
        let lost = symbols.indices.filter { symbols[$0].ticker != nil && results[$0].isOfUnknownSymbol }
        guard !lost.isEmpty else { return results }
        let unknown = lost.map { symbols[$0] }
        for (index, result) in zip(lost, await ask(listed(unknown, choice, among: products), for: unknown)) {
            results[index] = result
        }
        return results
    }

    /// The products' names by the list of them all.
    private func listed(
        _ symbols: [Symbol], _ choice: CurrencyChoice, among products: ExchangeMarkets
    ) async -> [Result<String, ProviderFailure>] {
        await products.quotes(symbols, choice).map { $0.map { $0.id ?? "" } }
    }

    /// The name of a symbol's product, which becomes a part of a path.
    private static func product(of symbol: Symbol, _ choice: CurrencyChoice) -> Result<String, ProviderFailure> {
        names.name(of: symbol, choice).flatMap { name in
            name.isPathSegment ? .success(name) : .failure(ProviderFailure(Coinbase.name, .unknownSymbol(symbol)))
        }
    }

    /// The quote of each name, asked for once.
    private func ask(
        _ names: [Result<String, ProviderFailure>], for symbols: [Symbol]
    ) async -> [Result<Quote, ProviderFailure>] {
        let wanted = Set(names.compactMap { try? $0.get() }).sorted()
        let answers = await wanted.requestConcurrently { await quote(of: $0) }
        let quotes = Dictionary(uniqueKeysWithValues: zip(wanted, answers))
        return zip(symbols, names).map { symbol, name in
            name.flatMap { quotes[$0] ?? .failure(ProviderFailure(Coinbase.name, .unknownSymbol(symbol))) }
                .mapError { $0.about(symbol) }
        }
    }

    /// The ticker and the last 24 hours of a product, both asked for at once. A price is one without the open of 24
    /// hours too.
    private func quote(of product: String) async -> Result<Quote, ProviderFailure> {
        async let ticker = ticker(of: product)
        async let stats = stats(of: product)
        switch (await ticker, await stats) {
        case (.failure(let failure), _): return .failure(failure)
        case (.success(let quote), .failure): return .success(quote)
        case (.success(var quote), .success(let day)):
            (quote.high, quote.low) = (day.high, day.low)
            quote.stale = quote.stale || day.stale
            quote.setChange(fromOpen: day.open)
            return .success(quote)
        }
    }
}
