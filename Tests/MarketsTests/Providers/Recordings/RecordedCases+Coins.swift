import Markets
import TestSupport

/// CoinGecko, CoinMarketCap, CoinPaprika and CryptoCompare.
extension RecordedCase {
    static let coins = coingecko + coinmarketcap + coinpaprika + cryptocompare

    // MARK: - CoinGecko

    private static let coingecko =
        markets("usd", [bitcoinInDollars], in: "markets-bitcoin-usd-20210515")
        + markets("myr", [bitcoinInRinggit], in: "markets-bitcoin-myr-20210515")
        + markets("eth", [bitcoinInEther, ether], in: "markets-btc-eth-in-eth-20210515") + coingeckoErrors

    /// A list answers for the list and, with a key, for the quotes of its coins.
    private static func markets(_ code: String, _ rows: [[String: String]], in file: String) -> [RecordedCase] {
        let (path, choice) = ("/api/v3/coins/markets", CurrencyChoice(Currency(code) ?? .usd))
        let (file, key) = ("coingecko/\(file).json", "x-cg-demo-api-key")
        let tail = "order=market_cap_desc&per_page"
        return [
            RecordedCase(
                file: file, job: .list(2, choice), outcome: .rows(rows), path: path,
                query: .text("vs_currency=\(code)&\(tail)=2&page=1&sparkline=false"), headers: [key: .absent]),
            RecordedCase(
                file: file, job: .quotes(["eth", "BTC"], choice),
                outcome: .rows([rows.count > 1 ? rows[1] : nil, rows[0]]), path: path,
                query: .text(
                    "vs_currency=\(code)&symbols=eth,btc&include_tokens=all&\(tail)=250&page=1&sparkline=false"),
                headers: [key: "key"], key: "key"),
        ]
    }

    private static func bitcoin(_ facts: [String: String]) -> [String: String] {
        facts.merging([
            "symbol": "BTC", "id": "bitcoin", "name": "Bitcoin", "kind": "coin", "rank": "1", "provider": "coingecko",
            "time": "2021-05-15T15:59:43.867Z",
        ]) { $1 }
    }

    private static let bitcoinInDollars = bitcoin([
        "currency": "USD", "price": "49053", "market_cap": "917825524991", "volume": "61679663434", "high": "51300",
        "low": "48019", "change": "-2246.57482218", "change_percent": "-4.37931", "open": "51299.57482218",
    ])

    private static let bitcoinInRinggit = bitcoin([
        "currency": "MYR", "price": "202369", "market_cap": "3786489203349", "volume": "254459451496",
        "high": "211637", "low": "198102", "change": "-9268.24442892", "change_percent": "-4.37931",
        "open": "211637.24442892",
    ])

    private static let bitcoinInEther = bitcoin([
        "currency": "ETH", "price": "12.666344", "market_cap": "236997829", "volume": "15926716", "high": "12.700516",
        "low": "12.149998", "change": "0.3015473", "change_percent": "2.43876", "open": "12.3647967",
    ])

    private static let ether = [
        "symbol": "ETH", "id": "ethereum", "name": "Ethereum", "kind": "coin", "rank": "2", "provider": "coingecko",
        "time": "2021-05-15T15:59:59.730Z", "currency": "ETH", "price": "1", "market_cap": "115885506",
        "volume": "15170345", "high": "1", "low": "1", "change": "0", "change_percent": "0", "open": "1",
    ]

    private static let limited =
        "You've exceeded the Rate Limit. Please visit https://www.coingecko.com/en/api/pricing to subscribe to our API "
        + "plans for higher rate limits."
    /// More contracts than allowed, which the program never asks for; `error_code` stands beside `status`.
    private static let tooMany =
        "Number of contract addresses in the request exceeds the allowed limit (10 addresses). Please note that to "
        + "ensure fair usage and prevent abuse, the allowed limit may be adjusted periodically. To enjoy higher "
        + "allowed limit, please subscribe to Demo plan or a paid plan at https://www.coingecko.com/en/api/pricing"

    private static let coingeckoErrors =
        coingeckoError("error-404-coin-not-found", 404, .unknownSymbol(nil))
        + coingeckoError("error-429-2023", 429, .rateLimited(words: limited))
        + coingeckoError("error-10012-contract-addresses-20231124", 400, .status(400, words: tooMany))
        + ["market_chart-error-422-202107", "markets-error-422-202107"].flatMap {
            coingeckoError($0, 422, .status(422, words: "Missing parameter vs_currency"))
        }
        + coingeckoError("ohlc-error-500-202107", 500, .status(500, words: "Internal Server Error"))
        + coingeckoError(
            "simple-price-error-422-missing-ids-202107", 422, .status(422, words: "Missing parameter ids"))

    /// A coin that is not found is an unknown name whatever the status.
    private static func coingeckoError(
        _ file: String, _ status: Int, _ reason: ProviderFailure.Reason
    ) -> [RecordedCase] {
        let quote = reason == .unknownSymbol(nil) ? unknown("id:nope") : reason
        return [(Job.list(1), reason), (.quotes(["id:nope"]), quote)].map { job, reason in
            RecordedCase(
                file: "coingecko/\(file).json", job: job, outcome: .failure(reason, retryAfter: .seconds(119)),
                path: "/api/v3/coins/markets", status: status, answerHeaders: [("retry-after", "119")])
        }
    }

    // MARK: - CoinMarketCap

    private static let busy = ProviderFailure.Reason.status(500, words: "The system is busy, please try again later.")

    private static let coinmarketcap = [
        RecordedCase(
            file: "coinmarketcap/quotes-v3-xlm-idr-20260901.json", job: .quotes(["XLM/IDR"]),
            outcome: .rows([
                [
                    "time": "2026-09-01T18:59:05Z", "symbol": "XLM", "id": "512", "kind": "coin",
                    "price": "3113.974238579513", "currency": "IDR", "provider": "coinmarketcap",
                ]
            ]), path: "/public-api/v3/cryptocurrency/quotes/latest", query: "symbol=XLM&convert=IDR&skip_invalid=true"
        ).about("in Indonesian rupiah, in the shape of version 3"),
        coinmarketcapError("error-1001-invalid-key-test", 401, .unauthorized(words: "This API Key is invalid.")),
        coinmarketcapError(
            "error-1006-plan-synthetic", 403,
            .status(403, words: "Your plan is not authorized to access this endpoint.")),
        coinmarketcapError("error-500-busy-synthetic", 500, busy),
        coinmarketcapError("error-500-busy-synthetic", 200, busy),
    ]

    private static func coinmarketcapError(
        _ file: String, _ status: Int, _ reason: ProviderFailure.Reason
    ) -> RecordedCase {
        .refused(
            "coinmarketcap/\(file).json", .list(5), at: "/public-api/v3/cryptocurrency/listings/latest",
            status: status, reason)
    }

    // MARK: - CryptoCompare

    private static let cryptocompare =
        [
            compared(
                "pricemultifull-BTC-USD-2017", "BTC", "time=2017-09-07T03:19:32Z", "price=4563.88", "open=4497.45",
                "high=4667.54", "low=4386.52", "change=66.43", "change_percent=1.47705922", "volume=504520318.88032025",
                "market_cap=75528275371.56"
            ).about("knows no day: the last 24 hours"),
            compared(
                "pricemultifull-BTC-USD-20180129", "BTC", "time=2018-01-29T21:52:32Z", "price=11292.73", "open=11769.8",
                "high=11860.29", "low=11089.52", "change=-477.07", "change_percent=-4.0533399",
                "volume=888301586.0589739", "market_cap=190100122910.5"),
            compared(
                "pricemultifull-BTC-USD-20230901", "BTC", "time=2023-09-01T01:11:19Z", "price=26014.13",
                "open=25935.96", "high=26058.42", "low=25927.8", "change=78.17", "change_percent=0.30139621",
                "volume=738917752.3961023", "market_cap=506569719624.84"),
            compared(
                "pricemultifull-ETH-USD-20250912", "ETH", "time=2025-09-12T08:52:37Z", "price=4516.14416425753",
                "open=4461.10754887017", "high=4564.28612417753", "low=4452.72268362409", "change=55.03661538736",
                "change_percent=1.23369847", "volume=1825127962.69741", "market_cap=545120187011.0361"),
            compared(
                "smart-petea-pricemultifull-BTC-USD-EUR-20210410", "BTC", "time=2021-04-10T19:23:32Z", "price=59692.06",
                "open=58106.74", "high=61193.5", "low=57885.43", "change=1585.32", "change_percent=2.72828935",
                "volume=2097598475.2247777", "market_cap=1114993181949.22", euros: "time=2021-04-10T19:23:30Z",
                "price=49897.2", "open=48922.72", "high=50860.52", "low=48755.3", "change=974.48",
                "change_percent=1.99187617", "volume=532781290.02157354", "market_cap=932034139856.3999"),
        ] + cryptocompareErrors

    /// The prices of a coin in dollars and in euros, for which one request is sent.
    private static func compared(
        _ file: String, _ symbol: String, _ dollars: String..., euros: String...
    ) -> RecordedCase {
        let prices = [("USD", dollars), ("EUR", euros)].filter { !$1.isEmpty }
        let same = ["symbol=\(symbol)", "kind=coin", "market=CCCAGG", "provider=cryptocompare"]
        return RecordedCase(
            file: "cryptocompare/\(file).json",
            job: .quotes(prices.map { "\(symbol)/\($0.0)" }, CurrencyChoice(.sek)),
            outcome: .rows(prices.map { facts(same + ["currency=\($0)"] + $1) }), path: "/data/pricemultifull",
            query: .text("fsyms=\(symbol)&tsyms=\(prices.map(\.0).joined(separator: ","))"),
            headers: ["Authorization": "Apikey secret"], key: "secret")
    }

    private static let keyless =
        "API key required, please refer to the documentation at https://developers.coindesk.com/"
    private static let overLimit = "You are over your rate limit please upgrade your account!"

    private static let cryptocompareErrors =
        cryptocompareError("error-401-api-key-required-20260722", 401, .unauthorized(words: keyless))
        // The same words without their status.
        + cryptocompareError("error-401-api-key-required-20260722", 200, .unauthorized(words: keyless))
        + cryptocompareError("error-no-market-for-pair", 200, .unknownSymbol(nil))
        + ["error-rate-limit-20200818", "error-rate-limit-20240729"].flatMap {
            cryptocompareError($0, 200, .rateLimited(words: overLimit))
        }

    private static func cryptocompareError(
        _ file: String, _ status: Int, _ reason: ProviderFailure.Reason
    ) -> [RecordedCase] {
        let file = "cryptocompare/\(file).json"
        return [
            .refused(
                file, .quotes(["eth"]), at: "/data/pricemultifull", query: "fsyms=ETH&tsyms=USD", key: "wrong",
                status: status, reason == .unknownSymbol(nil) ? unknown("eth") : reason),
            .refused(
                file, .list(5), at: "/data/top/totaltoptiervolfull", query: "limit=10&tsym=USD&page=0", key: "wrong",
                status: status, reason),
        ]
    }
}
