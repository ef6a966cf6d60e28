import Platform
import Transport

/// Kraken. One answer holds the tickers of any number of pairs, and is an error if one of them is unknown.
///
/// Protocol: docs.kraken.com, Spot REST: `GET /0/public/Ticker` with or without `pair`, `/0/public/AssetPairs`,
/// `/0/public/OHLC`. Bitcoin is XBT and Dogecoin XDG there, and an answer's keys may differ from the names asked for
/// (`Kraken+Pairs.swift`).
///
/// Terms: no duty of attribution was found in the terms of service, as quoted by readers; the page was not
/// reachable.
extension Provider {
    /// The provider `kraken`: see its `summary`.
    package static let kraken = Provider(
        name: Kraken.name, jobs: [.list, .price, .history, .watch], kinds: [.coin], host: "https://api.kraken.com",
        limits: "about 1 request per second", summary: "an exchange with markets in USD, EUR, GBP and others",
        isOnlyNamed: false, currencies: Kraken.quoteCurrencies, ownCurrencies: Kraken.ownCurrencies,
        candlesARequest: Kraken.rowsKept, requestsASecond: 1,
        makers: [.market { Kraken(settings: $0).client }, .ticks { KrakenStream.source($0) }])
}

struct Kraken: Sendable {
    static let name = "kraken"
    /// What it quotes in, by its recorded pairs.
    static let quoteCurrencies = KrakenStream.quoteCurrencies.union(["DOT"])
    /// The quote currencies if none is chosen, best first.
    static let ownCurrencies = [Currency.usd, .eur]
    /// For more pairs than so many all tickers are asked for.
    static let pairsARequest = 100

    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.kraken, settings, errors: Self.errors)
    }

    var client: MarketClient {
        let markets = ExchangeMarkets(.kraken) { _ throws(ProviderFailure) in try await allMarkets() }
        return markets.client(now: endpoint.now, quotes: quotes, history: history)
    }

    /// The pairs without prices.
    var listedPairs: ExchangeMarkets {
        ExchangeMarkets(.kraken) { _ throws(ProviderFailure) in try await pairs().get() }
    }

    /// All markets, by two requests at once: the pairs have no prices, and the tickers do not name their assets.
    private func allMarkets() async throws(ProviderFailure) -> ListAnswer {
        async let pairs = pairs()
        async let tickers = tickers(of: nil)
        let list = try await pairs.get()
        return try await tickers.get().quotes(of: list)
    }
}
