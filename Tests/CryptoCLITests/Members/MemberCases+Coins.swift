import CryptoCLI
import TestSupport

/// CoinGecko, CoinPaprika and CryptoCompare; CoinMarketCap has its own file.
extension MemberCase {
    static let coins = coingecko + coinmarketcap + coinpaprika + cryptocompare + alternativeMe

    // MARK: - alternative.me

    private static let alternativeMe = [
        MemberCase(
            "price global:fear_greed -p alternative-me",
            Part(
                "/fng/",
                #"{"name":"Fear and Greed Index","data":[{"value":"25","value_classification":"Extreme Fear","#
                    + #""timestamp":"1709251200","time_until_update":"43200"}],"metadata":{"error":null}}"#,
                [
                    "name": .unread, "data": .needed, "value": .needed,
                    "value_classification": .set(["name": #""Fear and Greed Index""#]),
                    "timestamp": .time, "time_until_update": .unread, "metadata": .unread, "error": .unread,
                ]))
    ]

    // MARK: - CoinGecko

    private static func gecko(_ id: String, _ symbol: String) -> String {
        #"{"id":"\#(id)","symbol":"\#(symbol)","name":"A coin","image":"https://example.com/1.png","current_price":67024.5,"#
            + #""market_cap":1319000000000,"market_cap_rank":1,"total_volume":28000000000,"high_24h":67500,"low_24h":65900,"#
            + #""price_change_24h":1024.5,"price_change_percentage_24h":1.55,"last_updated":"2024-03-01T11:59:30Z","#
            + #""price_change_percentage_1h_in_currency":0.25,"price_change_percentage_7d_in_currency":-2.5,"#
            + #""sparkline_in_7d":{"price":[66000.5]}}"#
    }

    private static let geckoRow: [String: MemberRole] = [
        "id": .ofRow, "symbol": .ofRow, "name": .null("name"), "image": .unread,
        "current_price": MemberRole(absent: .null(["price", "open"]), odd: .dropped),
        "market_cap": .null("market_cap"), "market_cap_rank": .null("rank"), "total_volume": .null("volume"),
        "high_24h": .null("high"), "low_24h": .null("low"), "price_change_24h": .null("open", "change"),
        "price_change_percentage_24h": .null("change_percent"), "last_updated": .timeOfRow,
        "price_change_percentage_1h_in_currency": .null("change_percent_1h"),
        "price_change_percentage_7d_in_currency": .null("change_percent_7d"), "sparkline_in_7d": .null("trend"),
        "sparkline_in_7d.price": .null("trend"), "sparkline_in_7d.price.0": .null("trend"),
    ]

    private static let geckoQuote = geckoRow.merging([
        "id": .needed, "symbol": .needed, "current_price": .needed, "last_updated": .time,
    ]) { $1 }

    private static let geckoID: [String: MemberRole] = geckoRow.mapValues { _ in .unread }
        .merging(["id": .needed, "symbol": .needed, "current_price": .typed, "last_updated": .typed]) { $1 }

    private static let coingecko = [
        MemberCase(
            "list -p coingecko",
            Part("/api/v3/coins/markets", two(gecko("bitcoin", "btc"), gecko("ethereum", "eth")), geckoRow)),
        MemberCase(
            "list --search coin -p coingecko",
            Part(
                "/api/v3/search", #"{"coins":[{"id":"bitcoin","name":"Bitcoin"},{"id":"ethereum"}],"exchanges":[]}"#,
                ["coins": needed(orEmpty: .nothing), "id": .needed, "name": .unread, "exchanges": .unread]),
            Part("/api/v3/coins/markets", two(gecko("bitcoin", "coina"), gecko("ethereum", "coinb")), geckoRow)),
        MemberCase(
            "price BTC -p coingecko", Part("/api/v3/coins/markets", "[\(gecko("bitcoin", "btc"))]", geckoQuote)),
        MemberCase(
            "price BTC --history 2d --candles 1d -p coingecko",
            Part("/api/v3/coins/markets", "[\(gecko("bitcoin", "btc"))]", geckoID),
            Part(
                "/api/v3/coins/bitcoin/ohlc", "[[1709251200000,1,4,0.5,2]]",
                ["0": .needed, "1": .needed, "2": .needed, "3": .needed, "4": .needed])),
        MemberCase(
            "price BTC --from 2024-01-01 --to 2024-01-01 --candles 1d -p coingecko",
            Part("/api/v3/coins/markets", "[\(gecko("bitcoin", "btc"))]", geckoID),
            Part(
                "/api/v3/coins/bitcoin/market_chart",
                #"{"prices":[[1704067200000,42000],[1704153600000,44000]],"market_caps":[]}"#,
                [
                    "prices": needed(orEmpty: .fails(.unknownName)), "0": .needed, "1": .needed,
                    "market_caps": .unread,
                ])),
        MemberCase(
            "price global:market_cap -p coingecko",
            Part(
                "/api/v3/global",
                #"{"data":{"markets":7,"total_market_cap":{"usd":3751351705612.96},"total_volume":{"usd":192064640371},"#
                    + #""market_cap_percentage":{"btc":53.99},"market_cap_change_percentage_24h_usd":2.5,"#
                    + #""updated_at":1709294100}}"#,
                [
                    "data": .needed, "markets": .unread, "total_market_cap": .needed, "total_market_cap.usd": .needed,
                    "total_volume": .unread, "total_volume.usd": .unread, "market_cap_percentage": .unread,
                    "btc": .unread, "market_cap_change_percentage_24h_usd": .null("change_percent"),
                    "updated_at": .time,
                ])),
    ]

    /// Required, but may be empty.
    static func needed(orEmpty effect: MemberRole.Effect) -> MemberRole { .needed.with([.empty: effect]) }

    // MARK: - CoinPaprika

    private static func paprika(_ id: String, _ symbol: String) -> String {
        #"{"id":"\#(id)","name":"A coin","symbol":"\#(symbol)","rank":1,"total_supply":19,"#
            + #""last_updated":"2024-03-01T11:59:30Z","quotes":{"USD":{"price":67024.5,"volume_24h":28000000000,"#
            + #""market_cap":1319000000000,"percent_change_24h":1.55,"percent_change_1h":0.25,"#
            + #""percent_change_7d":9}}}"#
    }

    private static let paprikaRow: [String: MemberRole] = [
        "id": .ofRow, "name": .null("name"), "symbol": .ofRow, "rank": .null("rank"), "total_supply": .unread,
        "last_updated": .timeOfRow, "quotes": .ofRow, "USD": .ofRow.with([.empty: .null(paprikaAmounts)]),
        "price": MemberRole(absent: .null(["price"] + paprikaChanges), odd: .dropped),
        "volume_24h": .null("volume"), "market_cap": .null("market_cap"),
        "percent_change_24h": .null("change_percent"), "percent_change_1h": .null("change_percent_1h"),
        "percent_change_7d": .null("change_percent_7d"),
    ]

    private static let paprikaAmounts = ["price", "volume", "market_cap"] + paprikaChanges
    private static let paprikaChanges = ["change_percent", "change_percent_1h", "change_percent_7d"]

    private static let paprikaQuote = paprikaRow.merging([
        "id": .needed, "symbol": .needed, "last_updated": .time, "quotes": .needed, "USD": .needed, "price": .needed,
    ]) { $1 }

    private static let coinpaprika = [
        MemberCase(
            "list -p coinpaprika",
            Part("/v1/tickers", two(paprika("btc-bitcoin", "BTC"), paprika("eth-ethereum", "ETH")), paprikaRow)),
        MemberCase("price BTC -p coinpaprika", Part("/v1/tickers", "[\(paprika("b", "BTC"))]", paprikaQuote)),
        MemberCase("price id:b -p coinpaprika", Part("/v1/tickers/b", paprika("b", "BTC"), paprikaQuote)),
        MemberCase(
            "price global:market_cap -p coinpaprika",
            Part(
                "/v1/global",
                #"{"market_cap_usd":2559344984924,"volume_24h_usd":217605673763,"bitcoin_dominance_percentage":44.68,"#
                    + #""cryptocurrencies_number":6800,"market_cap_change_24h":-1.86,"volume_24h_change_24h":-18.21,"#
                    + #""last_updated":1709294280}"#,
                [
                    "market_cap_usd": .needed, "volume_24h_usd": .unread, "bitcoin_dominance_percentage": .unread,
                    "cryptocurrencies_number": .unread, "market_cap_change_24h": .null("change_percent"),
                    "volume_24h_change_24h": .unread, "last_updated": .time,
                ])),
    ]

    // MARK: - CryptoCompare

    private static let compareRaw =
        #"{"USD":{"TYPE":"5","MARKET":"CCCAGG","FROMSYMBOL":"BTC","TOSYMBOL":"USD","PRICE":67024.5,"LASTUPDATE":1709294390,"#
        + #""OPENDAY":66000,"HIGHDAY":67500,"LOWDAY":65900,"OPEN24HOUR":64000,"HIGH24HOUR":67600,"LOW24HOUR":65000,"#
        + #""VOLUME24HOURTO":1837800.5,"MKTCAP":1319000000000,"LASTMARKET":"Kraken"}}"#

    private static let compareRow: [String: MemberRole] = [
        "TYPE": .unread, "MARKET": .null("market"), "FROMSYMBOL": .unread,
        "TOSYMBOL": .typedOfRow, "PRICE": .listPrice, "LASTUPDATE": .timeOfRow,
        // Without an open of the day all three are of the last 24 hours.
        "OPENDAY": .set([
            "open": "64000", "high": "67600", "low": "65000", "change": "3024.5", "change_percent": "4.72578125",
        ]),
        "HIGHDAY": .null("high"), "LOWDAY": .null("low"), "OPEN24HOUR": .unread, "HIGH24HOUR": .unread,
        "LOW24HOUR": .unread, "VOLUME24HOURTO": .null("volume"), "MKTCAP": .null("market_cap"), "LASTMARKET": .unread,
    ]

    private static let compareQuote = compareRow.merging([
        "TOSYMBOL": .typed, "PRICE": .needed, "LASTUPDATE": .time, "RAW": needed(orEmpty: .fails(.unknownName)),
        "BTC": .needed.with([.missing: .fails(.unknownName), .empty: .fails(.unknownName)]),
        "USD": .needed.with([.missing: .fails(.unknownName)]), "DISPLAY": .unread,
    ]) { $1 }

    private static func compareCoin(_ name: String) -> String {
        #"{"CoinInfo":{"Id":"\#(name)-id","Name":"\#(name)","FullName":"A coin","Internal":"X"},"RAW":\#(compareRaw)}"#
    }

    private static let withoutRaw = MemberRole.Effect.set([
        "price": "null", "open": "null", "high": "null", "low": "null", "change": "null", "change_percent": "null",
        "volume": "null", "market_cap": "null", "market": "null", "time": "\"2024-03-01T12:00:00Z\"", "age": "0",
    ])

    private static let cryptocompare = [
        MemberCase(
            "list -p cryptocompare",
            Part(
                "/data/top/totaltoptiervolfull",
                #"{"Message":"Success","Type":100,"Data":\#(two(compareCoin("BTC"), compareCoin("ETH")))}"#,
                compareRow.merging([
                    "Message": .unread, "Type": .unread, "Data": .needed, "CoinInfo": .ofRow, "Id": .null("id"),
                    "Name": .ofRow, "FullName": .null("name"), "Internal": .unread,
                    "RAW": MemberRole(absent: withoutRaw, odd: .dropped),
                    "USD": MemberRole(absent: withoutRaw, odd: .dropped),
                ]) { $1 })),
        MemberCase(
            "price BTC -p cryptocompare",
            Part("/data/pricemultifull", #"{"RAW":{"BTC":\#(compareRaw)},"DISPLAY":{}}"#, compareQuote)),
        MemberCase(
            "price BTC --history 2d --candles 1d -p cryptocompare",
            Part(
                "/data/v2/histoday",
                #"{"Response":"Success","Message":"","Data":{"TimeTo":5,"Data":[{"time":1709164800,"high":4,"low":0.5,"#
                    + #""open":1,"close":2,"volumefrom":7,"volumeto":8}]}}"#,
                [
                    "Response": .unread, "Message": .unread, "TimeTo": .unread, "time": .needed, "high": .needed,
                    "low": .needed, "open": .needed, "close": .needed, "volumefrom": .null("volume"),
                    "volumeto": .unread, "Data": .needed, "Data.Data": needed(orEmpty: .fails(.unknownName)),
                ])),
    ]
}
