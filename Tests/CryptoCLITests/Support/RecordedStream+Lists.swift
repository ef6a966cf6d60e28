import TestSupport

extension RecordedStream {
    /// The control messages as they are documented, without the refusal of a key, around two recorded updates of the
    /// index and a recorded tick of an exchange that was not requested.
    static let cryptoCompare = RecordedStream(
        provider: "cryptocompare", symbols: "BTC", path: "/v2",
        subscription: #"{"action":"SubAdd","subs":["5~CCCAGG~BTC~USD"]}"#, pause: .seconds(5),
        frames: {
            let control = try Recordings.lines("cryptocompare/ws2-documented-control-messages.ndjson")
            let updates = try Recordings.lines("cryptocompare/ws2-type5-recorded.ndjson")
            let other = try whole("cryptocompare/ws2-type2-coinbase-ethusd-20200327.json")
            return control[0...2] + [updates[0], other, control[5], updates[1]] + control[3...4]
        },
        ticks: [
            Tick(
                frame: 3,
                facts: [
                    "time": "2024-02-13T13:53:47Z", "symbol": "BTC", "market": "CCCAGG",
                    "price": "49735.6637659428", "volume": "2449291847.091117", "market_cap": "976108705309.5936",
                    "age": "1461973",
                ]),
            Tick(
                frame: 6,
                facts: [
                    "time": "2020-09-18T14:44:22Z", "symbol": "BTC", "market": "CCCAGG", "price": "10948.7",
                    "volume": "245527738.84857687", "age": "108854138",
                ],
                held: ["market_cap": "976108705309.5936"]),
        ])

    /// The documented message of the index, a recorded row of 2019 as its second, and recorded messages of other
    /// topics.
    static let btse = RecordedStream(
        provider: "btse", symbols: "ANT ETH", path: "/ws/futures",
        subscription: #"{"op":"subscribe","args":["coinIndex"]}"#,
        list: (
            "/futures/api/inquire/initial/market",
            { try .recording("btse/r97looke-inquire-initial-market-20230815.json") }
        ),
        frames: {
            let other = try Recordings.lines("btse/ws-futures-frames-20260923.ndjson")
            let rows = try whole("btse/init-initIndex-20191115.json").split(separator: "{").map {
                "{" + $0.prefix { $0 != "}" } + "}"
            }
            let row = rows.first { $0.contains(#""id":"ETH","name":"ETH","type":1"#) } ?? ""
            return [#"{"event":"subscribe","channel":["coinIndex"]}"#, other[1]]
                + [try whole("btse/ws-coinindex-documented.json"), other[4], other[2], other[3]]
                + [#"{"topic":"coinIndex","id":null,"data":{"ETH_1":\#(row)}}"#, other[7], other[8]]
        },
        ticks: [
            Tick(
                frame: 2,
                facts: [
                    "time": "2024-03-01T12:00:00Z", "symbol": "ANT", "id": "ANT-USD", "market": "ANT-USD",
                    "price": "3.273782", "age": "0",
                ]),
            Tick(
                frame: 6,
                facts: [
                    "time": "2024-03-01T12:00:00Z", "symbol": "ETH", "id": "ETH-USD", "market": "ETH-USD",
                    "price": "183.829699034", "open": "184.802839736", "high": "186.395674726", "low": "181.018590432",
                    "change": "-0.973140702", "change_percent": "-0.5265832", "age": "0",
                ]),
        ])

    private static let wazirXList = (
        WazirXAnswers.path,
        { @Sendable () throws -> Answer in
            WazirXAnswers.rows(WazirXAnswers.row("btc", "wrx"), WazirXAnswers.row("ethfi", "usdt"))
        }
    )

    /// The documented messages, without the errors.
    static let wazirX = RecordedStream(
        provider: "wazirx", symbols: "BTC/WRX", currency: "WRX", path: "/stream",
        subscription: #"{"event":"subscribe","streams":["!ticker@arr"]}"#, list: wazirXList,
        frames: { Array(try Recordings.lines("wazirx/ws-documented.ndjson").prefix(5)) },
        ticks: [
            Tick(
                frame: 2,
                facts: [
                    "time": "2021-09-14T13:18:54Z", "symbol": "BTC", "id": "btcwrx", "market": "btcwrx", "price": "5",
                    "open": "5", "high": "5", "low": "5", "change": "0", "change_percent": "0", "age": "77668866",
                ])
        ])

    /// What the futures socket sent in 2026, its tickers under the same keys; without the errors.
    static let wazirXFutures = RecordedStream(
        provider: "wazirx", symbols: "ETHFI", currency: "USDT", path: "/stream",
        subscription: #"{"event":"subscribe","streams":["!ticker@arr"]}"#, list: wazirXList,
        frames: { Array(try Recordings.lines("wazirx/probe-ws-futures-frames-20260923.ndjson").prefix(8)) },
        ticks: [
            Tick(
                frame: 6,
                facts: [
                    "age": "-80844666", "time": "2026-09-23T04:51:05.565Z", "symbol": "ETHFI", "id": "ethfiusdt",
                    "market": "ethfiusdt",
                    "price": "0.7109", "open": "0.7002", "high": "0.7287", "low": "0.6755", "change": "0.0107",
                    "change_percent": "1.52813482",
                ])
        ])
}
