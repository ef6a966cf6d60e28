/// A provider's stream as `StreamServer` plays it: made frames with the members, types and lengths of real ones.
struct MadeStream: Sendable {
    /// The argument of `--stream` that selects it.
    let name: String
    let provider: String
    /// The operands of `crypto watch`.
    var symbols = "BTC"
    /// The answer to any HTTP request: the list of markets, for providers that are asked for one first.
    var list = "[]"
    /// How Python takes the object with the price from a parsed frame.
    let pythonTick: String
    /// The keys of time, price, bid and ask in it; `None` for one that the provider does not send.
    let pythonKeys: String
    /// The frame with a number.
    let text: @Sendable (Int) -> String

    /// The median size of its frames in bytes.
    var messageBytes: Int { (0..<101).map { text($0).utf8.count }.sorted()[50] }

    /// The environment that leads `crypto` to a server of its frames.
    func environment(port: Int) -> [String: String] {
        let prefix = "CRYPTO_\(provider.uppercased())"
        return [
            "\(prefix)_WS_URL": "ws://127.0.0.1:\(port)", "\(prefix)_URL": "http://127.0.0.1:\(port)",
            "\(prefix)_KEY": "made",
        ]
    }

    static let all = [
        coinbase, kraken, okx, binance, binanceMini, cryptocompare, cryptocompareShort, wazirx, btse,
    ]
}

extension MadeStream {
    /// A price with up to two decimals, as exchanges write it that drop zeros at the end.
    private static func price(_ index: Int) -> String {
        var text = "67\(200 + index % 300).\(String(100 + index * 7 % 100).dropFirst())"
        while text.hasSuffix("0") { text.removeLast() }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// A quantity with up to eight decimals.
    private static func quantity(_ index: Int) -> String {
        "\(index * 31 % 40).\(10_000_001 + index * 7919 % 89_999_998)"
    }

    private static func milliseconds(_ index: Int) -> Int { 4_076_006_400_000 + index * 37 }

    static let coinbase = MadeStream(
        name: "coinbase", provider: "coinbase", pythonTick: "frame",
        pythonKeys: #""time", "price", "best_bid", "best_ask""#,
        text: { StreamServer.text($0) })

    private static let kraken = MadeStream(
        name: "kraken", provider: "kraken", pythonTick: #"frame["data"][0]"#,
        pythonKeys: #""timestamp", "last", "bid", "ask""#,
        text: { index in
            #"{"channel":"ticker","type":"update","data":[{"symbol":"BTC/USD","bid":\#(price(index)),"#
                + #""bid_qty":\#(quantity(index)),"ask":\#(price(index + 1)),"ask_qty":\#(quantity(index + 1)),"#
                + #""last":\#(price(index)),"volume":\#(2_000 + index % 900).50461281,"vwap":67120.3,"low":65571.0,"#
                + #""high":68014.9,"change":\#(price(index).dropFirst(2)),"change_pct":1.\#(10 + index % 90),"#
                + #""timestamp":"2099-03-01T12:00:\#(10 + index % 50).\#(100_000 + index * 37 % 900_000)Z"}]}"#
        })

    private static let okx = MadeStream(
        name: "okx", provider: "okx", pythonTick: #"frame["data"][0]"#,
        pythonKeys: #""ts", "last", "bidPx", "askPx""#,
        text: { index in
            #"{"arg":{"channel":"tickers","instId":"BTC-USD"},"data":[{"instType":"SPOT","instId":"BTC-USD","#
                + #""last":"\#(price(index))","lastSz":"\#(quantity(index))","askPx":"\#(price(index + 1))","#
                + #""askSz":"\#(quantity(index + 1))","bidPx":"\#(price(index))","bidSz":"\#(quantity(index + 2))","#
                + #""open24h":"66012.4","high24h":"68014.9","low24h":"65571","sodUtc0":"66838.1","sodUtc8":"66991.1","#
                + #""volCcy24h":"6522819\#(10 + index % 90).20076346","vol24h":"84\#(10 + index % 90).04706791","#
                + #""ts":"\#(milliseconds(index))"}]}"#
        })

    private static let binance = MadeStream(
        name: "binance", provider: "binance", symbols: "BTC/USDT", pythonTick: #"frame["data"]"#,
        pythonKeys: #""E", "c", "b", "a""#, text: { #"{"stream":"btcusdt@ticker","data":\#(binanceTicker($0))}"# })

    /// Each of the markets is in one of the first frames: the tool waits for those that it has not seen.
    private static let binanceMini = MadeStream(
        name: "binance-mini", provider: "binance", symbols: manySymbols, pythonTick: #"frame["data"][0]"#,
        pythonKeys: #""E", "c", None, None"#,
        text: { #"{"stream":"!miniTicker@arr","data":[\#(miniTicker($0 < 200 ? "A\($0)USDT" : "BTCUSDT", $0))]}"# })

    /// So many that the provider streams all of its markets.
    private static let manySymbols = (["BTC/USDT"] + (0..<200).map { "A\($0)/USDT" }).joined(separator: " ")

    private static func binanceTicker(_ index: Int) -> String {
        #"{"e":"24hrTicker","E":\#(milliseconds(index)),"s":"BTCUSDT","p":"\#(index % 900).76000000","P":"1.\#(100 + index % 900)","#
            + #""w":"67120.77080038","x":"66012.44000000","c":"\#(price(index + 1))","Q":"0.04087000","#
            + #""b":"67\#(200 + index % 300).59000000","B":"0.03226400","a":"67\#(200 + index % 300).60000000","#
            + #""A":"0.04280400","o":"66012.44000000","h":"68014.90000000","l":"65571.00000000","#
            + #""v":"25\#(10 + index % 90).68508800","q":"1191880\#(10 + index % 90).26977675","O":4075920000000,"#
            + #""C":\#(milliseconds(index)),"F":4732465,"L":4840067,"n":107603}"#
    }

    private static func miniTicker(_ market: String, _ index: Int) -> String {
        #"{"e":"24hrMiniTicker","E":\#(milliseconds(index)),"s":"\#(market)","c":"67\#(200 + index % 300).27000000","#
            + #""o":"66012.44000000","h":"68014.90000000","l":"65571.00000000","v":"24032.\#(10 + index % 90)625000","#
            + #""q":"24722615\#(10 + index % 90).19821790"}"#
    }

    private static let cryptocompare = MadeStream(
        name: "cryptocompare", provider: "cryptocompare", pythonTick: "frame",
        pythonKeys: #""LASTUPDATE", "PRICE", None, None"#, text: { cryptocompareFrame($0, type: "5", market: "CCCAGG") }
    )

    /// An update in which little has changed.
    private static let cryptocompareShort = MadeStream(
        name: "cryptocompare-short", provider: "cryptocompare", pythonTick: "frame",
        pythonKeys: #""LASTUPDATE", "PRICE", None, None"#,
        text: { index in
            #"{"TYPE":"5","MARKET":"CCCAGG","FROMSYMBOL":"BTC","TOSYMBOL":"USD","FLAGS":2,"PRICE":\#(price(index)),"#
                + #""LASTUPDATE":\#(milliseconds(index) / 1000),"LASTVOLUME":0.0267,"LASTVOLUMETO":292.301187,"#
                + #""LASTTRADEID":"\#(2_280_148 + index)"}"#
        })

    private static func cryptocompareFrame(_ index: Int, type: String, market: String) -> String {
        #"{"TYPE":"\#(type)","MARKET":"\#(market)","FROMSYMBOL":"BTC","TOSYMBOL":"USD","FLAGS":2,"PRICE":\#(price(index)),"#
            + #""LASTUPDATE":\#(milliseconds(index) / 1000),"LASTVOLUME":0.0267,"LASTVOLUMETO":292.301187,"#
            + #""LASTTRADEID":"\#(2_280_148 + index)","VOLUMEDAY":12466.794629350014,"#
            + #""VOLUMEDAYTO":1365556\#(10 + index % 90).82818523,"VOLUME24HOUR":22470.523340807005,"#
            + #""VOLUME24HOURTO":2455277\#(10 + index % 90).84857687,"LASTMARKET":"OKCoin","#
            + #""VOLUMEHOUR":1292.1329573579876,"VOLUMEHOURTO":14136185.365701666,"#
            + #""TOPTIERVOLUME24HOUR":21456.928911290008,"TOPTIERVOLUME24HOURTO":234433124.73116633}"#
    }

    private static let wazirx = MadeStream(
        name: "wazirx", provider: "wazirx", symbols: "BTC/INR",
        list: #"[{"symbol":"btcinr","baseAsset":"btc","quoteAsset":"inr","lastPrice":"1"}]"#,
        pythonTick: #"frame["data"][0]"#, pythonKeys: #""E", "c", "b", "a""#,
        text: { index in
            #"{"data":[{"E":\#(milliseconds(index)),"T":"SPOT","U":"inr","a":"57\#(10_000 + index % 900).0","#
                + #""b":"57\#(10_000 + index % 800).5","c":"57\#(10_000 + index % 900).0","h":"5900000.0","#
                + #""l":"5600000.0","o":"5710250.0","q":"1.\#(10 + index % 90)","s":"btcinr","u":"btc"}],"#
                + #""stream":"!ticker@arr"}"#
        })

    private static let btse = MadeStream(
        name: "btse", provider: "btse",
        list: #"{"code":1,"success":true,"data":[{"symbol":"BTC","future":false,"marketName":"BTC-USD"}]}"#,
        pythonTick: #"frame["data"]["BTC_1"]"#, pythonKeys: #"None, "price", None, None"#,
        text: { index in
            #"{"topic":"coinIndex","id":null,"data":{"BTC_1":{"id":"BTC","name":"BTC INDEX","type":1,"#
                + #""price":67\#(200 + index % 300).\#(130_898 + index % 90),"gains":0.\#(10 + index % 90),"open":66012.94243942,"#
                + #""high":68014.066424504,"low":65571.56593157,"volume":0.0}}}"#
        })
}
