import Markets
import TestSupport

extension RecordedCase {
    static let coinpaprika: [RecordedCase] = [
        paprika(
            "ticker-ada-20210517",
            coin(
                "ada-cardano", "ADA", "Cardano", "2021-05-17T04:48:39Z", price: "2.12002421",
                volume: "8503083622.9605", cap: "65959220682", rank: "4", percent: "-8.4")),
        paprika(
            "ticker-btc-20240824-no-circulating",
            coin(
                "btc-bitcoin", "BTC", "Bitcoin", "2024-08-24T16:33:35Z", price: "64295.07385111046",
                volume: "33645979019.117302", cap: "1267833146778", rank: "1", percent: "3.94")),
        paprika(
            "ticker-btc-20260208",
            coin(
                "btc-bitcoin", "BTC", "Bitcoin", "2026-02-08T13:52:28Z", price: "71370.71020525187",
                volume: "37555698753.88742", cap: "1426427932261", rank: "1", percent: "4.13")),
        paprika(
            "ticker-grc-20260929-zero-cap",
            coin(
                "grc-gridcoin", "GRC", "GridCoin", "2026-09-29T21:35:13Z", price: "0.016687182941158063",
                volume: "299.2754905121976", cap: nil, rank: "7533", percent: "-8.90999984741211")),
        paprika(
            "tickers-btc-20220921",
            coin(
                "btc-bitcoin", "BTC", "Bitcoin", "2022-09-21T06:24:51Z", price: "18971.41529377382",
                volume: "41913627724.47431", cap: "363426751817", rank: "1", percent: "-2.81")),
        paprika(
            "tickers-btc-20230711",
            coin(
                "btc-bitcoin", "BTC", "Bitcoin", "2023-07-11T08:40:17Z", price: "30538.078793975994",
                volume: "13441600877.886246", cap: "593248170920", rank: "1", percent: "1.24")),
        RecordedCase(
            file: "coinpaprika/tickers-komodo-20190726.json", job: .list(9),
            outcome: .rows([
                coin(
                    "kmd-komodo", "KMD", "Komodo", "2019-07-26T10:23:35Z", price: "1.16555727",
                    volume: "2503791.1344734", cap: "134301890", rank: "53", percent: "-0.52"),
                coin(
                    "k64-komodore64", "K64", "Komodore64", "2019-07-26T10:23:56Z", price: "0.23472675",
                    volume: "4.694535", cap: nil, rank: "2273", percent: "-19.07"),
            ]), path: "/v1/tickers", query: "quotes=USD&limit=9"
        ).about("an idle coin without a market cap among them"),
        .refused(
            "coinpaprika/error-id-not-found.json", .quotes(["id:grc-gridcoinresearch"]),
            at: "/v1/tickers/grc-gridcoinresearch", status: 404, unknown("id:grc-gridcoinresearch")),
    ]

    private static func coin(
        _ id: String, _ symbol: String, _ name: String, _ time: String, price: String, volume: String, cap: String?,
        rank: String, percent: String
    ) -> [String: String] {
        var facts = [
            "id": id, "symbol": symbol, "name": name, "time": time, "price": price, "volume": volume, "rank": rank,
            "change_percent": percent, "kind": "coin", "currency": "USD", "provider": "coinpaprika",
        ]
        facts["market_cap"] = cap
        return facts
    }

    /// A coin by its id, or in a list, which is asked for where the id is not known.
    private static func paprika(_ file: String, _ facts: [String: String]) -> RecordedCase {
        let (id, symbol) = (facts["id"] ?? "", facts["symbol"] ?? "")
        let isList = file.hasPrefix("tickers")
        return RecordedCase(
            file: "coinpaprika/\(file).json", job: .quotes([isList ? symbol : "id:\(id)"]), outcome: .rows([facts]),
            path: isList ? "/v1/tickers" : "/v1/tickers/\(id)", query: "quotes=USD")
    }
}
