import CryptoCLI
import TestSupport

extension RecordedStream {
    static let all = [kraken, krakenOfDocuments, okx, bitstamp, binance, cryptoCompare, btse, wazirX, wazirXFutures]

    /// Status, acknowledgement, refusal, snapshot and heartbeat of 2026; then a snapshot of 2024, which had no time.
    static let kraken = RecordedStream(
        provider: "kraken", symbols: "USDT/USD NOPE/USD BNB/USD", path: "/v2",
        subscription:
            #"{"method":"subscribe","params":{"channel":"ticker","symbol":["USDT/USD","NOPE/USD","BNB/USD"]}}"#,
        laterSubscription: #"{"method":"subscribe","params":{"channel":"ticker","symbol":["USDT/USD","BNB/USD"]}}"#,
        frames: {
            try Recordings.lines("kraken/ws2-ticker-usdt-badpair-20260924.ndjson")
                + [try whole("kraken/ws2-ticker-snapshot-2024-no-timestamp.json")]
        },
        ticks: [
            Tick(
                frame: 3,
                facts: [
                    "age": "-80927659", "time": "2026-09-24T03:54:18.054886Z", "symbol": "USDT", "id": "USDT/USD",
                    "market": "USDTUSD",
                    "price": "0.99981", "open": "0.99976", "high": "1", "low": "0.99959", "change": "0.00005",
                    "change_percent": "0.01", "bid": "0.9998", "ask": "0.99981",
                ]),
            Tick(
                frame: 5,
                facts: [
                    "time": "2024-03-01T12:00:00Z", "symbol": "BNB", "id": "BNB/USD", "market": "BNBUSD",
                    "price": "600.21", "open": "601.58", "high": "608.89", "low": "597.39", "change": "-1.37",
                    "change_percent": "-0.23", "bid": "598.43", "ask": "600.08", "age": "0",
                ]),
        ],
        status: .unknownName)

    /// The example of the documentation, with white space, as an update after the recorded status.
    static let krakenOfDocuments = RecordedStream(
        provider: "kraken", symbols: "ETH", currency: "USDT", path: "/v2",
        subscription: #"{"method":"subscribe","params":{"channel":"ticker","symbol":["ETH/USDT"]}}"#,
        frames: {
            let session = try Recordings.lines("kraken/ws2-ticker-usdt-badpair-20260924.ndjson")
            return [session[0], try whole("kraken/jkorf-ws2-ticker-update.json"), session[4]]
        },
        ticks: [
            Tick(
                frame: 1,
                facts: [
                    "time": "2024-03-01T12:00:00Z", "symbol": "ETH", "id": "ETH/USDT", "market": "ETHUSDT",
                    "price": "0.10035", "open": "0.10052", "high": "0.10285", "low": "0.09979", "change": "-0.00017",
                    "change_percent": "-0.17", "bid": "0.10025", "ask": "0.10035", "age": "0",
                ])
        ])

    /// An acknowledgement, a refusal, and tickers of all kinds of markets of 2022.
    static let okx = RecordedStream(
        provider: "okx", symbols: "BTC NMR", currency: "USDT", path: "/ws/v5/public",
        subscription: #"{"op":"subscribe","args":[\#(okxTickers("BTC")),\#(okxTickers("NMR"))]}"#,
        laterSubscription: #"{"op":"subscribe","args":[\#(okxTickers("BTC"))]}"#, pause: .seconds(1),
        frames: {
            [#"{"event":"subscribe","arg":\#(okxTickers("BTC")),"connId":"99e9eb98"}"#]
                + [try whole("okx/ws-error-60018.json"), "pong"]
                + (try Recordings.lines("okx/ws-tickers-kinds-20220602.ndjson"))
        },
        ticks: [
            Tick(
                frame: 3,
                facts: [
                    "time": "2022-06-02T10:34:33.135Z", "symbol": "BTC", "id": "BTC-USDT", "market": "BTC-USDT",
                    "price": "29934", "open": "31588.3", "high": "31899.8", "low": "29318.7", "change": "-1654.3",
                    "change_percent": "-5.23706562", "volume": "302140058.01215828", "bid": "29934", "ask": "29934.1",
                    "age": "55128326",
                ])
        ],
        status: .unknownName)

    private static func okxTickers(_ coin: String) -> String { #"{"channel":"tickers","instId":"\#(coin)-USDT"}"# }

    /// The documented messages: an acknowledgement, two trades, a heartbeat, and a trade that was not asked for.
    static let bitstamp = RecordedStream(
        provider: "bitstamp", symbols: "BTC", path: "/", subscription: bitstampTrades("bts:subscribe"),
        frames: {
            let ack = #"{"event":"bts:subscription_succeeded","channel":"live_trades_btcusd","data":{}}"#
            let pong = #"{"event":"bts:heartbeat","channel":"","data":{"status":"success"}}"#
            return [ack, bitstampTrade("btcusd", "6294.77"), pong, bitstampTrade("btceur", "9.00")]
                + [bitstampTrade("btcusd", "6294.80")]
        },
        ticks: [(1, "6294.77"), (4, "6294.8")].map { frame, price in
            Tick(
                frame: frame,
                facts: [
                    "time": "2020-03-19T18:21:04.685000Z", "symbol": "BTC", "id": "BTC/USD", "market": "BTC/USD",
                    "price": price, "age": "124652335",
                ])
        })

    private static func bitstampTrades(_ event: String) -> String {
        #"{"event":"\#(event)","data":{"channel":"live_trades_btcusd"}}"#
    }

    private static func bitstampTrade(_ market: String, _ price: String) -> String {
        #"{"data":{"buy_order_id":1211625836466176,"amount_str":"1.08000000","timestamp":"1584642064","#
            + #""microtimestamp":"1584642064685000","id":108637852,"amount":1.08,"sell_order_id":1211625840754689,"#
            + #""price_str":"\#(price)","type":1,"price":\#(price)},"event":"trade","channel":"live_trades_\#(market)"}"#
    }

    /// Combined streams of 2022, those of futures and of other kinds among them, and two of 2025.
    static let binance = RecordedStream(
        provider: "binance", symbols: "ETH BTC ATOM", currency: "USDT", path: "/stream",
        subscription: #"{"method":"SUBSCRIBE","params":["ethusdt@ticker","btcusdt@ticker","atomusdt@ticker"],"id":1}"#,
        frames: {
            [#"{"result":null,"id":1}"#]
                + (try Recordings.lines("binance/crypto-msg-parser-ws-mixed-2021-2022.ndjson"))
                + (try Recordings.lines("binance/wscat-miniTicker-combined-20250606.ndjson"))
        },
        ticks: [
            Tick(
                frame: 8,
                facts: [
                    "time": "2022-05-29T08:24:10.349Z", "symbol": "ETH", "id": "ETHUSDT", "market": "ETHUSDT",
                    "price": "1792.84", "open": "1764.61", "high": "1808.98", "low": "1748.94", "change": "28.23",
                    "change_percent": "1.59978692", "volume": "840180761.513581",
                    "bid": "1792.83", "ask": "1792.84", "age": "55481749",
                ]),
            Tick(
                frame: 13,
                facts: [
                    "time": "2022-05-29T08:45:00.353Z", "symbol": "BTC", "id": "BTCUSDT", "market": "BTCUSDT",
                    "price": "29093.9", "open": "28880.2", "high": "29265.7", "low": "28755", "change": "213.7",
                    "change_percent": "0.73995332", "volume": "5019757418.36",
                    "age": "55480499",
                ]),
            Tick(
                frame: 16,
                facts: [
                    "time": "2022-05-29T09:06:45.866Z", "symbol": "ETH", "id": "ETHUSDT", "market": "ETHUSDT",
                    "price": "1782.02", "open": "1757.33", "high": "1809.33", "low": "1750.45", "change": "24.69",
                    "change_percent": "1.40497232", "volume": "2990736920.72",
                    "age": "55479194",
                ]),
            Tick(
                frame: 22,
                facts: [
                    "age": "-39888867", "time": "2025-06-06T04:14:26.025Z", "symbol": "BTC", "id": "BTCUSDT",
                    "market": "BTCUSDT",
                    "price": "102492.27", "open": "105121.06", "high": "105909.71", "low": "100372.26",
                    "change": "-2628.79", "change_percent": "-2.50072631",
                    "volume": "2472261593.1982179",
                ]),
            Tick(
                frame: 23,
                facts: [
                    "age": "-39888868", "time": "2025-06-06T04:14:27.518Z", "symbol": "ATOM", "id": "ATOMUSDT",
                    "market": "ATOMUSDT",
                    "price": "4.159", "open": "4.312", "high": "4.361", "low": "4.029", "change": "-0.153",
                    "change_percent": "-3.54823748", "volume": "7928978.87419",
                ]),
        ])

    /// A recording of one message.
    static func whole(_ name: String) throws -> String {
        String(decoding: try Recordings.bytes(name), as: UTF8.self)
    }
}
