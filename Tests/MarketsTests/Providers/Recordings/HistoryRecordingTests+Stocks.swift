import Markets
import TestSupport

/// The recorded pasts of stocks and currencies.
extension HistoryRecordingTests {
    static func yahoo(
        _ symbol: String, _ from: String, _ to: String, now: String = "2025-03-24T13:51:33Z"
    ) -> PastQuestion {
        PastQuestion(provider: "yahoo", symbol: symbol, from: from, to: to, now: now)
    }

    static let yahooPasts = [
        Past(
            question: yahoo("stock:AAPL", "2020-08-31", "2020-11-06"), path: "/v8/finance/chart/AAPL",
            query: "period1=1598745600&period2=1604707200&interval=1d",
            file: "yahoo/v8-chart-AAPL-2020-08-31-to-2020-11-07.json", count: 49,
            first: "2020-08-31T00:00:00Z AAPL 127.58000183105469 131 126 129.0399932861328 225702700 USD",
            last:
                "2020-11-06T00:00:00Z AAPL 118.31999969482422 119.19999694824219 116.12999725341797 "
                + "118.69000244140625 114457900 USD"),
        Past(
            question: yahoo("AAPL", "2022-02-22", "2022-02-22"), path: "/v8/finance/chart/AAPL", query: .any,
            file: "yahoo/v8-chart-AAPL.json", count: 1,
            first:
                "2022-02-22T00:00:00Z AAPL 164.97999572753906 166.69000244140625 162.14999389648438 "
                + "164.32000732421875 91162800 USD",
            last:
                "2022-02-22T00:00:00Z AAPL 164.97999572753906 166.69000244140625 162.14999389648438 "
                + "164.32000732421875 91162800 USD"),
        Past(
            question: yahoo("AAPL", "2020-01-01", "2020-01-02"), path: "/v8/finance/chart/AAPL", query: .any,
            file: "yahoo/v8-chart-AAPL-2020-01-01-to-2020-01-03.json", count: 1,
            first:
                "2020-01-02T00:00:00Z AAPL 74.05999755859375 75.1500015258789 73.79750061035156 75.0875015258789 "
                + "135480400 USD",
            last:
                "2020-01-02T00:00:00Z AAPL 74.05999755859375 75.1500015258789 73.79750061035156 75.0875015258789 "
                + "135480400 USD"),
        // Pence are hundredths of a pound.
        Past(
            question: yahoo("OCDO.L", "2020-01-01", "2020-01-02"), path: "/v8/finance/chart/OCDO.L", query: .any,
            file: "yahoo/v8-chart-OCDO.L-2020-01-01-to-2020-01-03.json", count: 1,
            first: "2020-01-02T00:00:00Z OCDO.L 12.795 12.865699462890625 12.58 12.595 728520 GBP",
            last: "2020-01-02T00:00:00Z OCDO.L 12.795 12.865699462890625 12.58 12.595 728520 GBP"),
        // The volume of a currency is always 0, which is none.
        Past(
            question: yahoo("EURUSD=X", "2020-01-01", "2020-01-03"), path: "/v8/finance/chart/EURUSD=X", query: .any,
            file: "yahoo/v8-chart-EURUSD=X-2020-01-01-to-2020-01-03.json", count: 3,
            first:
                "2020-01-01T00:00:00Z EURUSD=X 1.1220825910568237 1.1228384971618652 1.115946888923645 "
                + "1.1220825910568237 - USD",
            last:
                "2020-01-03T00:00:00Z EURUSD=X 1.1170812845230103 1.118067979812622 1.112569808959961 "
                + "1.1171437501907349 - USD"),
        // 11 July is null in every column: a gap. The days begin at 23:00 UTC, midnight in London.
        Past(
            question: yahoo("INR=X", "2017-07-10", "2017-07-13"), path: "/v8/finance/chart/INR=X", query: .any,
            file: "yahoo/pricehist-inrx-with-null.json", count: 3,
            first:
                "2017-07-10T00:00:00Z INR=X 64.6155014038086 64.6155014038086 64.41000366210938 64.61170196533203 - INR",
            last:
                "2017-07-13T00:00:00Z INR=X 64.46800231933594 64.48419952392578 64.33999633789062 64.36499786376953 - INR"
        ),
        Past(
            question: yahoo("IBM", "1962-01-02", "2021-01-08"), path: "/v8/finance/chart/IBM", query: .any,
            file: "yahoo/pricehist-ibm-long-partial.json", count: 10,
            first:
                "1962-01-02T00:00:00Z IBM 7.374124050140381 7.374124050140381 7.2912678718566895 7.2912678718566895 "
                + "407940 USD",
            last:
                "2021-01-08T00:00:00Z IBM 122.9158706665039 123.63288879394531 121.39579010009766 122.87763214111328 "
                + "4891305 USD"),
        Past(
            question: yahoo("TSLA", "2021-01-04", "2021-01-08"), path: "/v8/finance/chart/TSLA", query: .any,
            file: "yahoo/pricehist-tsla-recent.json", count: 5,
            first:
                "2021-01-04T00:00:00Z TSLA 239.82000732421875 248.163330078125 239.06333923339844 243.2566680908203 "
                + "145914600 USD",
            last:
                "2021-01-08T00:00:00Z TSLA 285.3333435058594 294.8299865722656 279.46331787109375 293.3399963378906 "
                + "225166500 USD"),
    ]

    static let stooqPasts = [
        Past(
            question: PastQuestion(provider: "stooq", symbol: "stock:AAPL", from: "2023-12-26", to: "2023-12-29"),
            path: "/q/d/l/", query: "s=aapl.us&d1=20231226&d2=20231229&i=d",
            file: "stooq/stooq-apple-daily-ohlcv-example.csv", count: 4,
            first: "2023-12-26T00:00:00Z AAPL 193.61 193.89 192.83 193.05 28919300 USD",
            last: "2023-12-29T00:00:00Z AAPL 192.9 193.15 191.72 192.53 42628800 USD"),
        // Rows of the service's weeks; a week that is asked for is made of the days in it.
        Past(
            question: PastQuestion(
                provider: "stooq", symbol: "X", from: "2023-12-04", to: "2023-12-25", width: .week), path: "/q/d/l/",
            query: ["d1": "20231204", "d2": "20231231", "i": "d"],
            file: "stooq/stooq-bitcoin-weekly-ohlcv-example.csv", count: 4,
            first: "2023-12-04T00:00:00Z X 43761 44491.45 40527.1 41468.69 0 USD",
            last: "2023-12-25T00:00:00Z X 42258.32 44694.17 41950.1 42265 0 USD"),
    ]
}
