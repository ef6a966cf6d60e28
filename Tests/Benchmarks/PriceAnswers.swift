import Platform

/// Answers of five services about bitcoin and of a sixth about currencies, in their shapes and approximate sizes.
struct PriceAnswers {
    /// The services, in the order of the server's ports.
    enum Service: String, CaseIterable {
        case coingecko, coinpaprika, coinbase, kraken, binance, frankfurter

        /// The variable that points the tool at another host.
        var variable: String { "CRYPTO_\(rawValue.uppercased())_URL" }

        /// The request target of its price of bitcoin.
        var target: String {
            switch self {
            case .coingecko: "/api/v3/coins/markets?vs_currency=usd&symbols=btc"
            case .coinpaprika: "/v1/tickers?quotes=USD"
            case .coinbase: "/products/BTC-USD/ticker"
            case .kraken: "/0/public/Ticker?pair=XBTUSD"
            case .binance: "/api/v3/ticker/24hr?symbol=BTCUSDT"
            case .frankfurter: "/v2/rates"
            }
        }
    }

    /// All coins, by the requested currency.
    private let coins: [String: [UInt8]]
    private let rates: [UInt8]

    init() {
        coins = Dictionary(
            uniqueKeysWithValues: ["USD", "SEK"].map { currency in
                let rows = (1...Sizes.allCoins).map { Self.coin($0, currency) }
                return (currency, Self.http("[" + rows.joined(separator: ",") + "]"))
            })
        let rows = Self.currencies.split(separator: ",").map { pair in
            let parts = pair.split(separator: ":")
            return
                #"{"date":"\#(TimeSource.live.now().day)","base":"EUR","quote":\#(parts[0]),"rate":\#(parts[1])}"#
        }
        rates = Self.http("[\(rows.joined(separator: ","))]")
    }

    /// The complete HTTP answer to a request with this first line.
    func answer(of service: Service, to request: String) -> [UInt8] {
        switch service {
        case .coingecko: Self.http(Self.market(Self.price(request.contains("vs_currency=sek") ? "SEK" : "USD")))
        case .coinpaprika: coins[request.contains("quotes=SEK") ? "SEK" : "USD"] ?? []
        case .coinbase: Self.http(Self.coinbase(request))
        case .kraken: Self.http(request.contains("AssetPairs") ? Self.pairs : Self.pair)
        case .binance: Self.http(Self.binance(request))
        case .frankfurter: rates
        }
    }

    private static func http(_ body: String) -> [UInt8] {
        Array(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                .utf8)
    }

    private static let currencies = """
        "AUD":1.7777,"BGN":1.9558,"BRL":6.4007,"CAD":1.569,"CHF":0.9359,"CNY":8.2682,"CZK":24.831,"DKK":7.4586,\
        "GBP":0.8505,"HKD":9.0362,"HUF":403.43,"IDR":18783.67,"ILS":4.1422,"INR":99.11,"ISK":144.2,"JPY":165.94,\
        "KRW":1577.42,"MXN":21.8807,"MYR":4.8874,"NOK":11.4435,"NZD":1.9167,"PHP":64.706,"PLN":4.2745,"RON":5.033,\
        "SEK":10.9635,"SGD":1.4777,"THB":37.351,"TRY":45.3974,"USD":1.1512,"ZAR":20.736
        """

    private static func coinbase(_ request: String) -> String {
        if request.contains("/products/stats") { return #"{"BTC-USD":{"stats_24hour":"# + stats + "}}" }
        if request.contains("/products ") { return products }
        return request.contains("/stats") ? stats : ticker
    }

    private static func binance(_ request: String) -> String {
        let (coin, euro) = (day("BTCUSDT", "67024.5"), day("EURUSDT", "1.1512"))
        guard request.contains("?") else { return "[\(coin),\(euro)]" }
        return request.contains("EURUSDT") ? euro : coin
    }

    private static let products = """
        [{"id":"BTC-USD","base_currency":"BTC","quote_currency":"USD","status":"online"}]
        """

    private static let pairs = """
        {"error":[],"result":{"XXBTZUSD":{"altname":"XBTUSD","wsname":"XBT/USD","base":"XXBT","quote":"ZUSD",\
        "status":"online"}}}
        """

    private static func price(_ currency: String) -> String { currency == "SEK" ? "638309.1" : "67024.5" }

    private static func market(_ price: String) -> String {
        """
        [{"id":"bitcoin","symbol":"btc","name":"Bitcoin","image":"https://assets.example.com/coins/images/1/large/bitcoin.png",\
        "current_price":\(price),"market_cap":1319000000000,"market_cap_rank":1,"fully_diluted_valuation":1403000000000,\
        "total_volume":31000000000.75,"high_24h":67500,"low_24h":66000,"price_change_24h":1024.5,\
        "price_change_percentage_24h":1.5522,"market_cap_change_24h":20000000000.5,\
        "market_cap_change_percentage_24h":1.54,"circulating_supply":19642000.0,"total_supply":21000000.0,\
        "max_supply":21000000.0,"ath":73738,"ath_change_percentage":-9.1,"ath_date":"2024-03-14T07:10:36.635Z",\
        "atl":67.81,"atl_change_percentage":98742.1,"atl_date":"2013-07-06T00:00:00.000Z","roi":null,\
        "last_updated":"2024-03-01T11:59:30.250Z"}]
        """
    }

    private static let ticker = """
        {"ask":"67025.01","bid":"67025","volume":"9313.71462119","trade_id":614213301,"price":"67025.01",\
        "size":"0.00113","time":"2024-03-01T11:59:50.302086389Z","rfq_volume":"12.5"}
        """

    private static let stats = """
        {"open":"66000.01","high":"67500","low":"65900.5","last":"67025.01","volume":"9313.71462119",\
        "volume_30day":"412304.1","rfq_volume_24hour":"12.5","rfq_volume_30day":"400.1"}
        """

    private static let pair = """
        {"error":[],"result":{"XXBTZUSD":{"a":["67024.90000","1","1.000"],"b":["67024.80000","18","18.000"],\
        "c":["67024.90000","0.00250000"],"v":["1023.18610564","2433.77288826"],"p":["66811.41130","66754.54304"],\
        "t":[21058,52757],"l":["66100.00000","65900.10000"],"h":["67499.90000","67499.90000"],"o":"66353.70000"}}}
        """

    private static func day(_ market: String, _ last: String) -> String {
        // A pair for a conversion to another currency must be recent.
        let now = TimeSource.live.now().seconds
        return """
            {"symbol":"\(market)","priceChange":"1.00000000","priceChangePercent":"1.500","weightedAvgPrice":"\(last)",\
            "prevClosePrice":"\(last)","lastPrice":"\(last)","lastQty":"0.00100000","bidPrice":"\(last)",\
            "bidQty":"4.21000000","askPrice":"\(last)","askQty":"2.10000000","openPrice":"\(last)","highPrice":"\(last)",\
            "lowPrice":"\(last)","volume":"31234.50000000","quoteVolume":"2093456789.12345678","openTime":\(now - 86400)123,\
            "closeTime":\(now)123,"firstId":3412345678,"lastId":3413345678,"count":1000001}
            """
    }

    /// A coin of the list. The first is bitcoin, and all have the same price.
    private static func coin(_ rank: Int, _ currency: String) -> String {
        let name = rank == 1 ? "btc" : "c\(rank)"
        return """
            {"id":"\(name)-coin","name":"Coin \(rank)","symbol":"\(name.uppercased())","rank":\(rank),\
            "total_supply":19426512,"max_supply":21000000,"beta_value":1.0563,"first_data_at":"2010-07-17T00:00:00Z",\
            "last_updated":"2024-03-01T11:59:30Z","quotes":{"\(currency)":{"price":\(price(currency))93975994,\
            "volume_24h":13441600877.886246,"volume_24h_change_24h":64.12,"market_cap":1319248170920,\
            "market_cap_change_24h":1.24,"percent_change_15m":-0.03,"percent_change_30m":-0.11,"percent_change_1h":-0.09,\
            "percent_change_6h":0.14,"percent_change_12h":-0.84,"percent_change_24h":1.24,"percent_change_7d":-1.46,\
            "percent_change_30d":18.31,"percent_change_1y":54.9,"ath_price":73692.13703693185,\
            "ath_date":"2024-03-14T07:10:00Z","percent_from_price_ath":-9.1}}}
            """
    }
}
