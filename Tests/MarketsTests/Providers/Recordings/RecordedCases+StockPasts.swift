import Markets
import TestSupport

/// The pasts of stocks and of currencies.
extension RecordedCase {
    static let stockPasts = yahooPasts + stooqPasts + nasdaqPasts

    static func yahoo(
        _ symbol: String, _ from: String, _ to: String, now: String = "2025-03-24T13:51:33Z"
    ) -> PastQuestion {
        PastQuestion(provider: "yahoo", symbol: symbol, from: from, to: to, now: now)
    }

    private static let yahooPasts = [
        past(
            "yahoo/v8-chart-AAPL-2020-08-31-to-2020-11-07.json", yahoo("stock:AAPL", "2020-08-31", "2020-11-06"),
            at: "/v8/finance/chart/AAPL", "period1=1598745600&period2=1604707200&interval=1d", count: 49,
            "2020-08-31T00:00:00Z AAPL 127.58000183105469 131 126 129.0399932861328 225702700 USD",
            "2020-11-06T00:00:00Z AAPL 118.31999969482422 119.19999694824219 116.12999725341797 "
                + "118.69000244140625 114457900 USD"),
        past(
            "yahoo/v8-chart-AAPL.json", yahoo("AAPL", "2022-02-22", "2022-02-22"), at: "/v8/finance/chart/AAPL",
            count: 1,
            "2022-02-22T00:00:00Z AAPL 164.97999572753906 166.69000244140625 162.14999389648438 "
                + "164.32000732421875 91162800 USD"),
        past(
            "yahoo/v8-chart-AAPL-2020-01-01-to-2020-01-03.json", yahoo("AAPL", "2020-01-01", "2020-01-02"),
            at: "/v8/finance/chart/AAPL", count: 1,
            "2020-01-02T00:00:00Z AAPL 74.05999755859375 75.1500015258789 73.79750061035156 75.0875015258789 "
                + "135480400 USD"),
        // Pence are hundredths of a pound.
        past(
            "yahoo/v8-chart-OCDO.L-2020-01-01-to-2020-01-03.json", yahoo("OCDO.L", "2020-01-01", "2020-01-02"),
            at: "/v8/finance/chart/OCDO.L", count: 1,
            "2020-01-02T00:00:00Z OCDO.L 12.795 12.865699462890625 12.58 12.595 728520 GBP"),
        // The volume of a currency is always 0, which is none.
        past(
            "yahoo/v8-chart-EURUSD=X-2020-01-01-to-2020-01-03.json", yahoo("EURUSD=X", "2020-01-01", "2020-01-03"),
            at: "/v8/finance/chart/EURUSD=X", count: 3,
            "2020-01-01T00:00:00Z EURUSD=X 1.1220825910568237 1.1228384971618652 1.115946888923645 "
                + "1.1220825910568237 - USD",
            "2020-01-03T00:00:00Z EURUSD=X 1.1170812845230103 1.118067979812622 1.112569808959961 "
                + "1.1171437501907349 - USD"),
        // 11 July is null in every column: a gap. The days begin at 23:00 UTC, midnight in London.
        past(
            "yahoo/pricehist-inrx-with-null.json", yahoo("INR=X", "2017-07-10", "2017-07-13"),
            at: "/v8/finance/chart/INR=X", count: 3,
            "2017-07-10T00:00:00Z INR=X 64.6155014038086 64.6155014038086 64.41000366210938 64.61170196533203 - INR",
            "2017-07-13T00:00:00Z INR=X 64.46800231933594 64.48419952392578 64.33999633789062 64.36499786376953 - INR"),
        past(
            "yahoo/pricehist-ibm-long-partial.json", yahoo("IBM", "1962-01-02", "2021-01-08"),
            at: "/v8/finance/chart/IBM", count: 10,
            "1962-01-02T00:00:00Z IBM 7.374124050140381 7.374124050140381 7.2912678718566895 7.2912678718566895 "
                + "407940 USD",
            "2021-01-08T00:00:00Z IBM 122.9158706665039 123.63288879394531 121.39579010009766 122.87763214111328 "
                + "4891305 USD"),
        past(
            "yahoo/pricehist-tsla-recent.json", yahoo("TSLA", "2021-01-04", "2021-01-08"), at: "/v8/finance/chart/TSLA",
            count: 5,
            "2021-01-04T00:00:00Z TSLA 239.82000732421875 248.163330078125 239.06333923339844 243.2566680908203 "
                + "145914600 USD",
            "2021-01-08T00:00:00Z TSLA 285.3333435058594 294.8299865722656 279.46331787109375 293.3399963378906 "
                + "225166500 USD"),
        // Dividends stand beside the bars and change none, whereas splits have divided the prices before them.
        past(
            "yahoo/v8-chart-MSFT-dividends-2021.json", yahoo("MSFT", "2021-02-01", "2022-01-30"),
            at: "/v8/finance/chart/MSFT", "period1=1612051200&period2=1643587200&interval=1d", count: 252,
            "2021-02-01T00:00:00Z MSFT 235.05999755859375 242.5 232.42999267578125 239.64999389648438 33314200 USD",
            "2022-01-28T00:00:00Z MSFT 300.2300109863281 308.4800109863281 294.45001220703125 308.260009765625 "
                + "49743700 USD"
        ),
        past(
            "yahoo/v8-chart-NVDA-split-2021.json", yahoo("NVDA", "2021-02-01", "2022-01-30"),
            at: "/v8/finance/chart/NVDA", "period1=1612051200&period2=1643587200&interval=1d", count: 252,
            "2021-02-01T00:00:00Z NVDA 13.053250312805176 13.270750045776367 12.902750015258789 13.237000465393066 "
                + "217204000 USD",
            "2022-01-28T00:00:00Z NVDA 22.011999130249023 22.857999801635742 21.29599952697754 22.84000015258789 "
                + "543774000 USD"
        ),
    ]

    private static let stooqPasts = [
        past(
            "stooq/stooq-apple-daily-ohlcv-example.csv",
            PastQuestion(provider: "stooq", symbol: "stock:AAPL", from: "2023-12-26", to: "2023-12-29"), at: "/q/d/l/",
            "s=aapl.us&d1=20231226&d2=20231229&i=d", count: 4,
            "2023-12-26T00:00:00Z AAPL 193.61 193.89 192.83 193.05 28919300 USD",
            "2023-12-29T00:00:00Z AAPL 192.9 193.15 191.72 192.53 42628800 USD"),
        // Rows of the service's weeks; a week that is asked for is made of the days in it.
        past(
            "stooq/stooq-bitcoin-weekly-ohlcv-example.csv",
            PastQuestion(provider: "stooq", symbol: "X", from: "2023-12-04", to: "2023-12-25", width: .week),
            at: "/q/d/l/", ["d1": "20231204", "d2": "20231231", "i": "d"], count: 4,
            "2023-12-04T00:00:00Z X 43761 44491.45 40527.1 41468.69 0 USD",
            "2023-12-25T00:00:00Z X 42258.32 44694.17 41950.1 42265 0 USD"),
    ]

    private static func days(
        _ file: String, _ symbol: String, _ from: String, _ to: String, count: Int, _ first: String? = nil,
        _ last: String? = nil
    ) -> RecordedCase {
        let question = PastQuestion(
            provider: "nasdaq", symbol: symbol, from: from, to: to, now: "2026-10-01T12:00:00Z")
        return past("nasdaq/\(file).json", question, at: "/api/quote/\(symbol)/historical", count: count, first, last)
    }

    private static let nasdaqPasts = [
        days(
            "historical-capr-10rows-20260814", "CAPR", "2026-08-03", "2026-08-14", count: 10,
            "2026-08-03T00:00:00Z CAPR 3.775 4.2 3.658 4.2 5166955 USD",
            "2026-08-14T00:00:00Z CAPR 7.66 8.15 6.04 6.65 66333880 USD"),
        days(
            "historical-spy-etf-20260925", "SPY", "2026-09-24", "2026-09-25", count: 2,
            "2026-09-24T00:00:00Z SPY 764.065 768.95 763.245 767.18 43983660 USD",
            "2026-09-25T00:00:00Z SPY 768.78 772.28 766.29 771.35 36666730 USD"),
        days("historical-no-rows-20260929", "SPY", "2026-09-26", "2026-09-27", count: 0),
    ]
}
