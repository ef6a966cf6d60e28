import Markets
import TestSupport

extension ProviderFixture {
    static let coinmarketcap = ProviderFixture(
        .listed("coinmarketcap"), symbols: ["BTC", "ETH", "LTC"], currency: .usd,
        wire: Wire(
            paths: ["listings", "quotes"].map { "/public-api/v3/cryptocurrency/\($0)/latest" }, priceKey: "price",
            zeroIsNone: true,
            incomplete: [
                #"{"status":{"error_code":"0"}}"#, marketCaps(#"[{"id":1,"quote":[{"symbol":"USD","price":1}]}]"#),
                marketCaps(#"[{"symbol":"BTC","quote":[{"symbol":"USD","price":1}]}]"#),
                marketCaps(#"[{"id":1,"symbol":"BTC"}]"#), marketCaps(#"[{"id":1,"symbol":"BTC","quote":[]}]"#),
                marketCaps(#"[{"id":1,"symbol":"BTC","quote":[{"symbol":"EUR","price":1}]}]"#),
            ],
            unknownSymbol: .json(marketCaps("[]")),
            unknownCurrency: .json(
                #"{"status":{"error_code":400,"error_message":"Invalid value for \"convert\": \"ZZZ\""}}"#, status: 400)
        ) { _, rows in
            marketCaps(
                array(rows) { row in
                    let quote = #"[{"symbol":"USD","price":\#(row.price),"percent_change_24h":null}]"#
                    let id = row.symbol.utf8.reduce(0) { $0 * 100 + Int($1) }
                    return #"{"id":\#(id),"symbol":"\#(row.symbol)","cmc_rank":null,"quote":\#(quote)}"#
                })
        })

    private static func marketCaps(_ rows: String) -> String {
        #"{"status":{"error_code":"0","error_message":null},"data":\#(rows)}"#
    }

    static let coinpaprika = ProviderFixture(
        .listed("coinpaprika"), symbols: ["BTC", "ETH", "LTC"], currency: .usd,
        wire: Wire(
            paths: ["/v1/tickers"], priceKey: "price", zeroIsNone: true,
            incomplete: [
                #"[{"symbol":"BTC","quotes":{"USD":{"price":1}}}]"#, #"[{"id":"b","quotes":{"USD":{"price":1}}}]"#,
                #"[{"id":"b","symbol":"BTC"}]"#, #"[{"id":"b","symbol":"BTC","quotes":{"EUR":{"price":1}}}]"#,
            ],
            unknownSymbol: .json(paprikas([("BTC", "1")])), unknownCurrency: .json(paprikas([("BTC", "1")])),
            body: { _, rows in paprikas(rows) }))

    private static func paprikas(_ rows: [Row]) -> String {
        array(rows) { row in
            let id = "\(row.symbol.lowercased())-id"
            let quotes = #"{"USD":{"price":\#(row.price),"market_cap":0,"percent_change_24h":1.5}}"#
            return #"{"id":"\#(id)","name":"Coin","symbol":"\#(row.symbol)","rank":0,"quotes":\#(quotes)}"#
        }
    }

    static let defillama = ProviderFixture(
        .listed("defillama"), symbols: ["BTC", "ETH", "LTC"], currency: .usd,
        wire: Wire(
            paths: [
                "/prices/current/coingecko:bitcoin", "/api/v3/coins/markets",
                "/prices/current/coingecko:bitcoin,coingecko:ethereum,coingecko:litecoin",
            ],
            priceKey: "price", zeroIsNone: true,
            incomplete: [
                #"{"coins":[]}"#, #"{"coins":{"coingecko:bitcoin":{"price":1}}}"#,
                #"{"coins":{"coingecko:ethereum":{"price":1,"timestamp":1700000000}}}"#,
            ],
            unknownSymbol: .json("[]"), unknownCurrency: .json(#"{"coins":{}}"#)
        ) { _, rows in
            let ids = ["BTC": "bitcoin", "ETH": "ethereum", "LTC": "litecoin"]
            let coins = rows.map { row in
                let name = "coingecko:\(ids[row.symbol] ?? "")"
                return #""\#(name)":{"symbol":"x","price":\#(row.price),"timestamp":1700000000,"confidence":0.99}"#
            }
            return #"{"coins":{\#(coins.joined(separator: ","))}}"#
        })

    static let coinbase = ProviderFixture(
        .listed("coinbase"), symbols: ["BTC", "ETH", "LTC"], currency: .usd,
        wire: Wire(
            paths: ["/products"]
                + ["BTC", "ETH", "LTC", "NOPE"].flatMap { ["/products/\($0)-USD/ticker", "/products/\($0)-USD/stats"] },
            priceKey: "price", zeroIsNone: true, listHasPrices: false,
            incomplete: [
                #"[{"base_currency":"BTC","quote_currency":"USD"}]"#, #"[{"id":"BTC-USD","quote_currency":"USD"}]"#,
                #"[{"id":"BTC-USD","base_currency":"BTC"}]"#,
            ],
            unknownSymbol: .making { request in
                request.path == "/products"
                    ? .json(products([("BTC", "1")])) : .json(#"{"message":"NotFound"}"#, status: 404)
            },
            unknownCurrency: .json(products([("BTC", "1")])),
            answer: { job, rows in
                guard job == .price else { return .json(products(rows)) }
                return .making { request in
                    let row = rows.first { request.path.contains("/\($0.symbol)-USD/") }
                    guard let row, request.path.hasSuffix("/ticker") else { return .json(#"{"open":"0","high":"0"}"#) }
                    return .json(#"{"price":\#(row.price),"trade_id":7,"volume":"1"}"#)
                }
            },
            body: { _, rows in products(rows) }))

    private static func products(_ rows: [Row]) -> String {
        array(rows) { row in
            #"{"id":"\#(row.symbol)-USD","base_currency":"\#(row.symbol)","quote_currency":"USD","status":"online","#
                + #""quote_increment":\#(row.price)}"#
        }
    }

    static let kraken = ProviderFixture(
        .listed("kraken"), symbols: ["BTC", "ETH", "LTC"], currency: .usd,
        wire: Wire(
            paths: ["/0/public/AssetPairs", "/0/public/Ticker"], priceKey: nil, zeroIsNone: true, requestsAList: 2,
            incomplete: [
                #"{"error":[]}"#, #"{"error":[],"result":null}"#, #"{"error":[],"result":{}}"#,
                #"{"error":[],"result":{"XXBTZUSD":{"base":"XXBT","quote":"ZUSD"}}}"#,
                #"{"error":[],"result":{"XXBTZUSD":{"altname":"XBTUSD","quote":"ZUSD"}}}"#,
                #"{"error":[],"result":{"XXBTZUSD":{"altname":"XBTUSD","base":"XXBT","quote":"ZEUR"}}}"#,
            ],
            unknownSymbol: .making { request in
                request.path.hasSuffix("/AssetPairs")
                    ? .json(krakens([("BTC", "1")])) : .json(#"{"error":["EQuery:Unknown asset pair"]}"#)
            },
            unknownCurrency: .json(krakens([("BTC", "1")])), body: { _, rows in krakens(rows) }))

    /// Pairs and tickers in one: each method reads its own keys.
    private static func krakens(_ rows: [Row]) -> String {
        let members = rows.map { row in
            let base = row.symbol == "BTC" ? "XBT" : row.symbol
            return #""X\#(base)ZUSD":{"altname":"\#(base)USD","base":"X\#(base)","quote":"ZUSD","#
                + #""c":[\#(row.price),"1"],"o":"0.0","h":["0","0"]}"#
        }
        return #"{"error":[],"result":{\#(members.joined(separator: ","))}}"#
    }

    static let okx = ProviderFixture(
        .listed("okx"), symbols: ["BTC", "ETH", "LTC"], currency: .usdt,
        wire: Wire(
            paths: ["/api/v5/market/tickers", "/api/v5/market/ticker"], priceKey: "last", noPrice: #""""#,
            zeroIsNone: true,
            incomplete: [
                #"{"code":"0","msg":""}"#, #"{"code":"0","data":null}"#, #"{"code":"0","data":[{"last":"1"}]}"#,
                #"{"code":"0","data":[{"instId":"BTCUSDT","last":"1"}]}"#,
            ],
            unknownSymbol: .json(#"{"code":"51001","data":[],"msg":"Instrument ID doesn't exist."}"#),
            unknownCurrency: .json(okxs([("BTC", "1")])), body: { _, rows in okxs(rows) }))

    static let bitstamp = ProviderFixture(
        .listed("bitstamp"), symbols: ["BTC", "ETH", "LTC"], currency: .usd,
        wire: Wire(
            paths: ["/api/v2/ticker/"], priceKey: "last", noPrice: #""""#, zeroIsNone: true,
            incomplete: [#"[{"last":"1"}]"#, #"[{"pair":"BTCUSD","last":"1"}]"#],
            unknownSymbol: .json(bitstamps([("BTC", "1")])), unknownCurrency: .json(bitstamps([("BTC", "1")])),
            body: { _, rows in bitstamps(rows) }))

    private static func bitstamps(_ rows: [Row]) -> String {
        array(rows) { #"{"last":\#($0.price),"open_24":"0","market_type":"SPOT","pair":"\#($0.symbol)/USD"}"# }
    }

    private static func okxs(_ rows: [Row]) -> String {
        let rows = array(rows) { #"{"instId":"\#($0.symbol)-USDT","last":\#($0.price),"open24h":"0"}"# }
        return #"{"code":"0","msg":"","data":\#(rows)}"#
    }
}
