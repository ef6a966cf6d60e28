import CryptoCLI
import TestSupport

/// Binance, Coinbase, Kraken and WazirX; OKX and BTSE have their own files.
extension MemberCase {
    static let exchanges = binance + coinbase + kraken + okx + bitstamp + wazirx + btse

    /// A candle as an array: time, open, high, low, close, volume and more.
    private static func candle(others: Int = 0) -> [String: MemberRole] {
        var roles = Dictionary(uniqueKeysWithValues: (0..<5).map { ("\($0)", MemberRole.needed) })
        roles["5"] = .null("volume")
        for place in 0..<others { roles["\(6 + place)"] = .unread }
        return roles
    }

    // MARK: - Binance

    private static func binanceRow(_ symbol: String) -> String {
        #"{"symbol":"\#(symbol)","priceChange":"1","lastPrice":"67024.00","openPrice":"66000","highPrice":"67500","#
            + #""lowPrice":"65900","bidPrice":"67023","askPrice":"67025","volume":"12.5","quoteVolume":"1837800.12","#
            + #""closeTime":1709294390123,"count":7}"#
    }

    private static let binanceRoles: [String: MemberRole] = [
        "symbol": .ofRow, "priceChange": .unread, "lastPrice": .listPrice, "openPrice": .open,
        "highPrice": .null("high"),
        "lowPrice": .null("low"), "bidPrice": .null("bid"), "askPrice": .null("ask"), "volume": .unread,
        "quoteVolume": .null("volume"), "closeTime": .timeOfRow, "count": .unread,
    ]

    private static let binanceQuote = binanceRoles.merging([
        "symbol": .needed, "lastPrice": .needed, "closeTime": .time,
    ]) { $1 }

    private static let binance = [
        MemberCase(
            "list -c USDT -p binance",
            Part("/api/v3/ticker/24hr", two(binanceRow("BTCUSDT"), binanceRow("ETHUSDT")), binanceRoles)),
        MemberCase("price BTC -c USDT -p binance", Part("/api/v3/ticker/24hr", binanceRow("BTCUSDT"), binanceQuote)),
        MemberCase(
            "price BTC -c USDT --history 2d --candles 1d -p binance",
            Part(
                "/api/v3/klines", #"[[1709164800000,"1","4","0.5","2","7",1709251199999,"9",5,"6","8","0"]]"#,
                candle(others: 6))),
    ]

    // MARK: - Coinbase

    private static func product(_ base: String) -> String {
        #"{"id":"\#(base)-USD","base_currency":"\#(base)","quote_currency":"USD","status":"online","min_size":"1"}"#
    }

    private static let ticker =
        #"{"trade_id":7,"price":"67024.5","size":"1","time":"2024-03-01T11:59:30.5Z","bid":"67023","ask":"67025","volume":"9"}"#

    private static let coinbase = [
        MemberCase(
            "list -p coinbase",
            Part(
                "/products", two(product("BTC"), product("ETH")),
                [
                    "id": .ofRow, "base_currency": .ofRow, "quote_currency": .ofRow, "status": .unread,
                    "min_size": .unread,
                ])),
        MemberCase(
            "price BTC -p coinbase",
            Part(
                "/products/BTC-USD/ticker", ticker,
                [
                    "trade_id": .unread, "price": .needed, "size": .unread, "bid": .null("bid"), "ask": .null("ask"),
                    "volume": .unread, "time": .time,
                ]),
            Part(
                "/products/BTC-USD/stats", #"{"open":"66000","high":"67500","low":"65900","last":"1","volume":"9"}"#,
                [
                    "open": .open, "high": .null("high"), "low": .null("low"), "last": .unread, "volume": .unread,
                ])),
        MemberCase(
            "price BTC --history 2d --candles 1d -p coinbase",
            Part("/products/BTC-USD/candles", "[[1709164800,0.5,4,1,2,7]]", candle())),
    ]

    // MARK: - Kraken

    private static let krakenTickers =
        #"{"error":[],"result":{"XXBTZUSD":{"a":["67025","1","1.0"],"b":["67023","2","2.0"],"c":["67024.5","0.1"],"#
        + #""v":["1","2"],"p":["1","2"],"t":[1,2],"l":["65900","65000"],"h":["67500","67600"],"o":"66000"}}}"#

    private static let krakenRow: [String: MemberRole] = [
        "error": .unread, "result": .needed, "a": .null("ask"), "a.0": .null("ask"), "a.1": .unread, "a.2": .unread,
        "b": .null("bid"), "b.0": .null("bid"), "b.1": .unread, "b.2": .unread, "c": .listPrice, "c.0": .listPrice,
        "c.1": .unread, "v": .unread, "v.0": .unread, "v.1": .unread, "p": .unread, "p.0": .unread, "p.1": .unread,
        "t": .unread, "t.0": .unread, "t.1": .unread, "l": .null("low"), "l.0": .null("low"), "l.1": .unread,
        "h": .null("high"), "h.0": .null("high"), "h.1": .unread, "o": .open,
    ]

    private static let krakenFields = ["price", "open", "high", "low", "change", "change_percent", "bid", "ask"]

    private static let kraken = [
        MemberCase(
            "list -p kraken",
            Part(
                "/0/public/AssetPairs",
                #"{"error":[],"result":{"XXBTZUSD":{"altname":"XBTUSD","wsname":"XBT/USD","base":"XXBT","quote":"ZUSD","#
                    + #""execution_venue":"international"},"#
                    + #""ADAUSD":{"altname":"ADAUSD","base":"ADA","quote":"ZUSD"}}}"#,
                [
                    "error": .unread, "result": .needed, "XXBTZUSD": .ofRow.with([.missing: .gone]), "altname": .ofRow,
                    "wsname": .unread,
                    "base": .ofRow, "quote": .ofRow, "execution_venue": .unread,
                ], other: "result.ADAUSD"),
            Part(
                "/0/public/Ticker", krakenTickers,
                krakenRow.merging([
                    "result": needed(orEmpty: .null(krakenFields)),
                    "XXBTZUSD": .ofRow.with([.missing: .null(krakenFields), .empty: .null(krakenFields)]),
                ]) { $1 })),
        MemberCase(
            "price BTC -p kraken",
            Part(
                "/0/public/Ticker", krakenTickers,
                // Without a ticker the list of pairs is requested, which does not exist here.
                krakenRow.merging([
                    "c": .needed, "c.0": .needed, "result": needed(orEmpty: .fails(.unavailable)),
                    "XXBTZUSD": .needed.with([.missing: .fails(.unavailable)]),
                ]) { $1 })),
        MemberCase(
            "price BTC --history 2d --candles 1d -p kraken",
            Part(
                "/0/public/OHLC",
                #"{"error":[],"result":{"XXBTZUSD":[[1709164800,"1","4","0.5","2","1.5","7",9]],"last":1709164800}}"#,
                [
                    "error": .unread, "result": .needed, "last": .unread, "0": .needed, "1": .needed, "2": .needed,
                    "3": .needed, "4": .needed, "5": .unread.with([.missing: .null(["volume"])]), "6": .null("volume"),
                    "7": .unread,
                    "XXBTZUSD": needed(orEmpty: .fails(.unknownName)),
                ])),
    ]

    // MARK: - Bitstamp

    private static func bitstampRow(_ base: String) -> String {
        #"{"timestamp":"1709294390","open":"66100","high":"67500","low":"65900","last":"67024.5","volume":"12.5","#
            + #""vwap":"66800","bid":"67023","ask":"67025","side":"0","open_24":"66000","percent_change_24":"1.55","#
            + #""market_type":"SPOT","pair":"\#(base)/USD","market":"\#(base)/USD"}"#
    }

    private static let bitstampRoles: [String: MemberRole] = [
        "timestamp": .timeOfRow, "open": .unread, "high": .null("high"), "low": .null("low"), "last": .listPrice,
        "volume": .unread, "vwap": .unread, "bid": .null("bid"), "ask": .null("ask"), "side": .unread,
        "open_24": .open, "percent_change_24": .unread, "market_type": .unread, "pair": .ofRow, "market": .unread,
    ]

    private static let bitstamp = [
        MemberCase(
            "list -p bitstamp", Part("/api/v2/ticker/", two(bitstampRow("BTC"), bitstampRow("ETH")), bitstampRoles)),
        MemberCase(
            "price BTC -p bitstamp",
            Part(
                "/api/v2/ticker/", "[\(bitstampRow("BTC"))]",
                bitstampRoles.merging(["pair": .needed, "last": .needed, "timestamp": .time]) { $1 })),
        MemberCase(
            "price BTC --history 2d --candles 1d -p bitstamp",
            Part(
                "/api/v2/ohlc/btcusd/",
                #"{"data":{"pair":"BTC/USD","ohlc":[{"timestamp":"1709164800","open":"1","high":"4","low":"0.5","#
                    + #""close":"2","volume":"7"}]}}"#,
                [
                    "data": .needed, "pair": .unread, "ohlc": needed(orEmpty: .fails(.unknownName)),
                    "timestamp": .needed, "open": .needed, "high": .needed, "low": .needed, "close": .needed,
                    "volume": .null("volume"),
                ])),
    ]

    // MARK: - WazirX

    private static func wazirxRow(_ base: String) -> String {
        #"{"symbol":"\#(base)inr","baseAsset":"\#(base)","quoteAsset":"inr","openPrice":"5920010","lowPrice":"5800000","#
            + #""highPrice":"6000000","lastPrice":"5900000.5","volume":"12.5","bidPrice":"5899999","askPrice":"5900001","#
            + #""at":1709294390123}"#
    }

    private static let wazirxRoles: [String: MemberRole] = [
        "symbol": .ofRow, "baseAsset": .ofRow, "quoteAsset": .ofRow, "openPrice": .open, "lowPrice": .null("low"),
        "highPrice": .null("high"), "lastPrice": .listPrice, "volume": .unread, "bidPrice": .null("bid"),
        "askPrice": .null("ask"), "at": .timeOfRow,
    ]

    private static func wazirxLegacy(_ base: String) -> String {
        #""\#(base)inr":{"base_unit":"\#(base)","quote_unit":"inr","low":"5800000","high":"6000000","last":"5900000.5","#
            + #""open":5920010,"volume":"12.5","sell":"5900001","buy":"5899999","at":1709294390,"name":"A/INR"}"#
    }

    private static let wazirx = [
        MemberCase(
            "list -c INR -p wazirx", Part("/sapi/v1/tickers/24hr", two(wazirxRow("btc"), wazirxRow("eth")), wazirxRoles)
        ),
        MemberCase(
            "list --market spot -c INR -p wazirx",
            Part(
                "/sapi/v1/tickers/24hr", "{\(wazirxLegacy("btc")),\(wazirxLegacy("eth"))}",
                [
                    "base_unit": .ofRow, "quote_unit": .ofRow, "low": .null("low"), "high": .null("high"),
                    "last": .listPrice, "open": .open, "volume": .unread, "sell": .null("ask"), "buy": .null("bid"),
                    "at": .timeOfRow, "name": .unread, "btcinr": .ofRow.with([.missing: .gone]),
                ], other: "ethinr")),
        MemberCase(
            "price BTC -c INR -p wazirx",
            Part(
                "/sapi/v1/tickers/24hr", "[\(wazirxRow("btc"))]",
                wazirxRoles.merging([
                    "symbol": .needed, "baseAsset": .needed, "quoteAsset": .needed, "lastPrice": .needed, "at": .time,
                ]) { $1 })),
        MemberCase(
            "price BTC -c INR --history 2d --candles 1d -p wazirx",
            Part("/sapi/v1/klines", "[[1709164800,1,4,0.5,2,7]]", candle())),
    ]
}
