import MarketProviders
import Markets
import TestSupport
import Testing

extension LoopbackServer {
    /// The variables that point all providers in the default chains of prices at this server.
    var variablesForDefaultChains: [String: String] {
        let chains = [ProviderJob.list, .price, .history].map({ ProviderTable.markets.defaults(for: $0, of: .coin) })
        let providers = chains.joined() + ProviderTable.markets.defaults(for: .price, of: .stock)
        return Dictionary(providers.map { ("CRYPTO_\($0.name.uppercased())_URL", url) }) { $1 }
    }

    /// The variables that point the streams of the default chain at this server.
    var streamsOfDefaultChain: [String: String] {
        let names = ProviderTable.markets.defaults(for: .watch, of: .coin).map(\.name)
        return Dictionary(uniqueKeysWithValues: names.map { ("CRYPTO_\($0.uppercased())_WS_URL", webSocketURL) })
    }
}

/// Answers of CoinMarketCap without a key.
enum CoinMarketCapAnswers {
    static let listPath = "/public-api/v3/cryptocurrency/listings/latest"
    static let path = "/public-api/v3/cryptocurrency/quotes/latest"
    static let attribution = "crypto: coinmarketcap: Data provided by CoinMarketCap (https://coinmarketcap.com)"

    /// One coin.
    static func row(_ id: Int, _ symbol: String, in currency: String = "USD", price: String = "67024.5") -> String {
        #"{"id":\#(id),"symbol":"\#(symbol)","cmc_rank":1,"quote":[{"symbol":"\#(currency)","price":\#(price),"#
            + #""last_updated":"2024-03-01T11:59:30.000Z"}]}"#
    }

    /// The answer with these rows.
    static func rows(_ rows: String...) -> Answer {
        .json(#"{"status":{"error_code":"0"},"data":[\#(rows.joined(separator: ","))]}"#)
    }
}

/// Answers of OKX.
enum OKXAnswers {
    static let path = "/api/v5/market/ticker"
    static let unknownMarket = Answer.json(#"{"code":"51001","data":[],"msg":"Instrument ID doesn't exist."}"#)

    /// One market.
    static func market(_ name: String, last: String) -> Answer {
        .json(#"{"code":"0","data":[{"instId":"\#(name)","last":"\#(last)","ts":"1709294390000"}]}"#)
    }
}

/// Answers of `/v1/tickers` with given values.
enum CoinPaprikaAnswers {
    static let path = "/v1/tickers"

    /// One coin.
    static func row(
        _ id: String, _ symbol: String, in currency: String = "USD", price: String = "67024.5", rank: Int = 1,
        updated: String = "2024-03-01T11:59:30Z"
    ) -> String {
        #"{"id":"\#(id)","name":"\#(id)","symbol":"\#(symbol)","rank":\#(rank),"last_updated":"\#(updated)","#
            + #""quotes":{"\#(currency)":{"price":\#(price),"volume_24h":7,"market_cap":9,"percent_change_24h":1.5}}}"#
    }

    /// The array of these rows.
    static func rows(_ rows: String...) -> Answer {
        .json("[" + rows.joined(separator: ",") + "]")
    }
}

enum CoinbaseAnswers {
    /// The two requests of a quote, which may come in any order.
    static func quote(of product: String, ticker: Answer, stats: Answer = .json(#"{"open":"66000"}"#)) -> [Exchange] {
        [
            .get("/products/\(product)/ticker", times: .any, answer: ticker),
            .get("/products/\(product)/stats", times: .any, answer: stats),
        ]
    }

    static let notFound = Answer.json(#"{"message":"NotFound"}"#, status: 404)

    /// The list of these products.
    static func products(_ names: String...) -> Exchange {
        let rows = names.map { name in
            let parts = name.split(separator: "-")
            return #"{"id":"\#(name)","base_currency":"\#(parts[0])","quote_currency":"\#(parts[1])"}"#
        }
        return .get("/products", answer: .json("[" + rows.joined(separator: ",") + "]"))
    }
}

enum KrakenAnswers {
    static let path = "/0/public/Ticker"
    static let unknownPair = Answer.json(#"{"error":["EQuery:Unknown asset pair"]}"#)

    /// The list of pairs, with bitcoin in euros only.
    static let pairs = Exchange.get(
        "/0/public/AssetPairs",
        answer: .json(#"{"error":[],"result":{"XXBTZEUR":{"altname":"XBTEUR","base":"XXBT","quote":"ZEUR"}}}"#))
}

enum YahooAnswers {
    /// The quote of one stock, of 11:59:30 on the day of the test clock.
    static func quote(
        _ symbol: String, currency: String = "USD", price: String = "220.5", previous: String = "200"
    ) -> Exchange {
        .get(
            "/v8/finance/chart/\(symbol)",
            answer: .json(
                #"{"chart":{"result":[{"meta":{"currency":"\#(currency)","symbol":"\#(symbol)","longName":"A Corp.","#
                    + #""regularMarketPrice":\#(price),"regularMarketTime":1709294370,"#
                    + #""chartPreviousClose":\#(previous)}}],"error":null}}"#))
    }

    static let notFound = Answer.json(
        #"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found"}}}"#, status: 404)
}

enum CNBCAnswers {
    static let path = "/quote-html-webservice/restQuote/symbolType/symbol"

    /// Rows of the requested symbols, with a price of these where there is one.
    static func quotes(_ prices: [String: (price: String, currency: String)], times: Exchange.Times = .any) -> Exchange
    {
        .get(
            path, times: times,
            answer: .making { request in
                let symbols = request.parameter("symbols")?.split(separator: "|").map(String.init) ?? []
                let rows = symbols.map { symbol in
                    let known = prices[symbol].map {
                        #","code":0,"name":"A Corp.","last":"\#($0.price)","currencyCode":"\#($0.currency)""#
                    }
                    return #"{"symbol":"\#(symbol)"\#(known ?? #","code":1"#)}"#
                }
                return .json(#"{"FormattedQuoteResult":{"FormattedQuote":[\#(rows.joined(separator: ","))]}}"#)
            })
    }
}

enum NasdaqAnswers {
    /// The quote of one stock of the United States.
    static func quote(_ symbol: String, price: String = "220.5") -> Exchange {
        .get(
            "/api/quote/\(symbol)/info", times: .any,
            answer: .json(
                #"{"data":{"symbol":"\#(symbol)","companyName":"A Corp.","primaryData":{"lastSalePrice":"$\#(price)"},"#
                    + #""secondaryData":null},"status":{"rCode":200}}"#))
    }

    /// The requests of a stock of Stockholm: its order book, and its quote.
    static func swedish(_ symbol: String, price: String) -> [Exchange] {
        [
            .get(
                "/api/nordic/search", query: ["searchText": symbol], times: .any,
                answer: .json(
                    #"{"data":[{"instruments":[{"orderbookId":"TX1","symbol":"\#(symbol)","assetClass":"SHARES","#
                        + #""currency":"SEK"}]}],"status":{"rCode":200}}"#)),
            .get(
                "/api/nordic/instruments/TX1/info", times: .any,
                answer: .json(
                    #"{"data":{"qdHeader":{"symbol":"\#(symbol)","currency":"SEK","lastSalePrice":\#(price)}},"#
                        + #""status":{"rCode":200}}"#)),
        ]
    }

    /// The answer to any class of an unknown symbol.
    static func unknown(_ symbol: String) -> Exchange {
        .get(
            "/api/quote/\(symbol)/info", times: .any,
            answer: .json(
                #"{"data":null,"status":{"rCode":400,"bCodeMessage":[{"code":1001,"errorMessage":"Symbol not exists."}]}}"#
            ))
    }
}
