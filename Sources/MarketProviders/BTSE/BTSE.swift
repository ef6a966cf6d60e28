import JSONReader
import Platform
import Transport

/// BTSE, an exchange of spot markets and futures.
///
/// Protocol: docs.btse.com, markets API (`/public-api/market/v1`), for prices. Its own app took the markets from
/// `/futures/api/inquire/initial/market`, which is not in today's documentation, and their prices from its stream;
/// where that path is gone, markets and prices come from the markets API, and where the stream is silent, the prices.
///
/// Terms: the documentation asks for no attribution; the terms of service were not found.
extension Provider {
    /// The provider `btse`: see its `summary`.
    package static let btse = Provider(
        name: BTSE.name, jobs: [.list, .price, .history, .watch], kinds: [.coin, .future],
        host: "https://api.btse.com",
        limits: "50 requests per 2 seconds",
        summary: "an exchange with spot markets and futures in USD, USDT and others",
        isOnlyNamed: true, currencies: BTSE.quoteCurrencies, ownCurrencies: BTSE.ownCurrencies,
        candlesARequest: BTSE.candles.rows,
        makers: [.market { BTSE(settings: $0).client }, .ticks { BTSEStream.source($0) }])
}

struct BTSE: Sendable {
    static let name = "btse"
    /// The quote currencies if none is chosen, best first.
    static let ownCurrencies = [Currency.usd, .usdt]
    /// What its spot markets are quoted in, by the recorded list of 2023.
    static let quoteCurrencies: Set<String> = [
        "USD", "USDT", "USDC", "USDP", "DAI", "BTC", "ETH", "EUR", "GBP", "JPY", "SGD", "INR", "MYR", "CHF", "AUD",
        "AED", "HKD", "CAD",
    ]
    /// What all its futures are quoted in, by the markets API.
    static let futureCurrencies: Set<String> = ["USDT"]
    /// For more symbols than that all markets are asked for.
    static let symbolsARequest = 50

    let endpoint: Endpoint
    /// Where the app's prices come from.
    let index: TickSocket<BTSEStream>?

    init(settings: ProviderSettings) {
        index = Self.index(settings)
        endpoint = Endpoint(.btse, settings, errors: Self.errors)
    }

    var client: MarketClient {
        let listed = ExchangeMarkets(.btse, price: withPrices) { _ throws(ProviderFailure) in try await markets() }
        let quoted = ExchangeMarkets(.btse) { _ throws(ProviderFailure) in try await tickers([]) }
        return client(listed, quoted)
    }

    private func client(_ listed: ExchangeMarkets, _ quoted: ExchangeMarkets) -> MarketClient {
        MarketClient(
            list: listed.list,
            quotes: { symbols, choice in
                await quoted.quotes(symbols, choice, limit: Self.symbolsARequest, market: Self.names.name, ask: ask)
            },
            now: endpoint.now, history: Self.candles.history(of: Self.names, from: endpoint),
            reusingAnswers: { client(listed.reusingAnswers, quoted.reusingAnswers) })
    }

    /// The rules of names: `BTC-USD`, `BTC-PERP-USDT`, `BTC-260925-USDT`. The last part is the quote currency.
    static let names = MarketNames(.btse, separator: "-", mayRepeat: true) { quote, base in
        (base.contains("-") ? futureCurrencies : quoteCurrencies).contains(quote.code)
    }
}

// MARK: - Requests

extension BTSE {
    /// All markets, without prices where the app's path still answers: one request, or three.
    @Sendable func markets() async throws(ProviderFailure) -> ListAnswer {
        if let answer = try await appMarkets() { return answer }
        return try await publicMarkets()
    }

    /// The app's list; nil where its path is gone.
    private func appMarkets() async throws(ProviderFailure) -> ListAnswer? {
        do throws(ProviderFailure) {
            var answer = try await endpoint.get(
                .list, "/futures/api/inquire/initial/market", [], decode: { try Self.appMarkets(&$0, fetched: $1) }
            )
            answer.isWithoutPrices = true
            return answer
        } catch {
            guard case .status(404, _) = error.reason else { throw error }
            return nil
        }
    }

    /// The markets and prices of the markets API.
    private func publicMarkets() async throws(ProviderFailure) -> ListAnswer {
        let markets = try await endpoint.get(
            .metadata, "/public-api/market/v1/markets", [], decode: { try Self.markets(&$0, fetched: $1) })
        return markets.joined(with: try await tickers([]))
    }

    @Sendable private func ask(_ names: [String]) async throws(ProviderFailure) -> ListAnswer {
        try await tickers(
            [names.count == 1 ? ("symbol", names[0]) : ("symbols", names.asJSON)], AskedNames(names, of: Self.name))
    }

    func tickers(
        _ query: [(name: String, value: String)], _ asked: AskedNames? = nil
    ) async throws(ProviderFailure) -> ListAnswer {
        try await endpoint.get(
            .quotes, "/public-api/market/v1/ticker/24hr", query,
            decode: {
                let answer = try Self.tickers(&$0, fetched: $1)
                return try asked?.checked(answer) ?? answer
            })
    }
}
