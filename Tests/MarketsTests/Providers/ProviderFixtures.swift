import Markets
import TestSupport

/// The protocols of the providers, as far as `ProviderCompatTest` speaks them.
extension ProviderFixture {
    static let all = [
        coingecko, coinmarketcap, coinpaprika, cryptocompare, binance, coinbase, kraken, okx, bitstamp, wazirx, btse,
        yahoo, cnbc, nasdaq, stooq, iex, defillama, sample, mock,
    ]

    static let coingecko = ProviderFixture(
        .listed("coingecko"), symbols: ["BTC", "ETH", "LTC"], currency: .usd,
        wire: Wire(
            paths: ["/api/v3/coins/markets"], priceKey: "current_price",
            incomplete: [#"[{"symbol":"btc","current_price":1}]"#, #"[{"id":"bitcoin","current_price":1}]"#],
            unknownSymbol: .json("[]"), unknownCurrency: .json(#"{"error":"invalid vs_currency"}"#, status: 400)
        ) { _, rows in
            array(rows) { row in
                let ticker = row.symbol.lowercased()
                return #"{"id":"id-\#(ticker)","symbol":"\#(ticker)","current_price":\#(row.price),"low_24h":null}"#
            }
        })

    static let cryptocompare = ProviderFixture(
        .listed("cryptocompare"), key: "secret", symbols: ["BTC", "ETH", "LTC"], currency: .usd,
        wire: Wire(
            paths: ["/data/top/totaltoptiervolfull", "/data/pricemultifull"], priceKey: "PRICE",
            incomplete: [
                #"{"Message":"Success","Type":100}"#, #"{"Message":"Success","Data":[]}"#, #"{"Data":{}}"#,
                #"{"Data":[{"RAW":{"USD":{"PRICE":1}}}]}"#,
            ],
            unknownSymbol: .json(
                #"{"Response":"Error","Message":"There is no data for the symbol NOPE .","Type":2,"Data":{}}"#),
            unknownCurrency: .json(
                #"{"Response":"Error","Message":"There is no data for any of the toSymbols ZZZ .","Type":2,"Data":{}}"#)
        ) { job, rows in
            if job == .list {
                let data = array(rows) { row in
                    #"{"CoinInfo":{"Name":"\#(row.symbol)"},"RAW":{"USD":{"PRICE":\#(row.price),"OPENDAY":null}}}"#
                }
                return #"{"Message":"Success","Type":100,"Data":\#(data)}"#
            }
            let raw = rows.map { #""\#($0.symbol)":{"USD":{"PRICE":\#($0.price)}}"# }
            return #"{"RAW":{\#(raw.joined(separator: ","))}}"#
        })

    static let binance = ProviderFixture(
        .listed("binance"), symbols: ["BTC", "ETH", "LTC"], currency: .usdt,
        wire: Wire(
            paths: ["/api/v3/ticker/24hr"], priceKey: "lastPrice", zeroIsNone: true,
            incomplete: [#"[{"lastPrice":"1"}]"#],
            unknownSymbol: .json(#"{"code":-1121,"msg":"Invalid symbol."}"#, status: 400),
            unknownCurrency: .json(#"[{"symbol":"BTCUSDT","lastPrice":"1"}]"#)
        ) { _, rows in
            array(rows) { #"{"symbol":"\#($0.symbol)USDT","lastPrice":\#($0.price),"openPrice":"0.0"}"# }
        })

    static let wazirx = ProviderFixture(
        .listed("wazirx"), symbols: ["BTC", "ETH", "LTC"], currency: .inr,
        wire: Wire(
            paths: ["/sapi/v1/tickers/24hr"], priceKey: "lastPrice", zeroIsNone: true,
            incomplete: [
                #"[{"symbol":"btcinr","lastPrice":"1"}]"#, #"[{"symbol":"btcinr","baseAsset":"btc","lastPrice":"1"}]"#,
                #"[{"baseAsset":"btc","quoteAsset":"inr","lastPrice":"1"}]"#,
            ],
            unknownSymbol: .json(tickers([("BTC", "1")])), unknownCurrency: .json(tickers([("BTC", "1")])),
            body: { _, rows in tickers(rows) }))

    static let sample = ProviderFixture(
        .listed("sample"), symbols: ["BTC", "ETH", "USDT"], currency: .sek, wire: nil)

    static let mock = ProviderFixture(.listed("mock"), symbols: ["BTC", "ETH", "USDT"], currency: .sek, wire: nil)

    private static func tickers(_ rows: [Row]) -> String {
        array(rows) { row in
            let base = row.symbol.lowercased()
            let names = #""symbol":"\#(base)inr","baseAsset":"\#(base)","quoteAsset":"inr""#
            return #"{\#(names),"openPrice":"0.0","lastPrice":\#(row.price),"at":1716395885000}"#
        }
    }

    static func array(_ rows: [Row], _ row: (Row) -> String) -> String {
        "[" + rows.map(row).joined(separator: ",") + "]"
    }
}
