import CryptoCLI
import TestSupport

/// Yahoo, Stooq and IEX.
extension MemberCase {
    static let stocks = yahoo + stooq + iex

    // MARK: - Yahoo

    private static func chart(_ result: String) -> String { #"{"chart":{"result":[\#(result)],"error":null}}"# }

    private static let chartRoles: [String: MemberRole] = ["chart": .needed, "result": .needed, "error": .unread]

    private static let yahoo = [
        MemberCase(
            "price AAPL -p yahoo",
            Part(
                "/v8/finance/chart/AAPL",
                chart(
                    #"{"meta":{"currency":"USD","symbol":"AAPL","exchangeName":"NMS","fullExchangeName":"NasdaqGS","#
                        + #""longName":"Apple Inc.","shortName":"Apple","regularMarketPrice":220.5,"#
                        + #""regularMarketTime":1709294370,"regularMarketDayHigh":221,"regularMarketDayLow":218.5,"#
                        + #""previousClose":200,"chartPreviousClose":100,"regularMarketVolume":9},"timestamp":[1]}"#),
                chartRoles.merging([
                    "meta": .needed, "currency": .needed, "symbol": .needed, "exchangeName": .unread,
                    "fullExchangeName": .set(["market": "\"NMS\""]), "longName": .set(["name": "\"Apple\""]),
                    "shortName": .unread, "regularMarketPrice": .needed, "regularMarketTime": .time,
                    "regularMarketDayHigh": .null("high"), "regularMarketDayLow": .null("low"),
                    "previousClose": .set(["open": "100", "change": "120.5", "change_percent": "120.5"]),
                    "chartPreviousClose": .unread, "regularMarketVolume": .unread, "timestamp": .unread,
                    "timestamp.0": .unread,
                ]) { $1 })),
        MemberCase(
            "price AAPL --from 2024-02-28 --to 2024-02-29 --candles 1d -p yahoo",
            Part(
                "/v8/finance/chart/AAPL",
                chart(
                    #"{"meta":{"currency":"USD","symbol":"AAPL","gmtoffset":-18000,"priceHint":2},"#
                        + #""timestamp":[1709130600,1709217000],"indicators":{"quote":[{"open":[1,2],"high":[4,5],"low":[0.5,1],"#
                        + #""close":[2,3],"volume":[7,8]}],"adjclose":[{"adjclose":[2,3]}]}}"#),
                chartRoles.merging(
                    [
                        "meta": .needed, "currency": .needed, "symbol": .needed, "priceHint": .unread,
                        // The day of the bar is in the time zone of the exchange, London.
                        "gmtoffset": .typed,
                        "timestamp": .needed, "timestamp.0": .needed, "timestamp.1": .needed, "indicators": .needed,
                        "quote": .needed, "open": .needed, "high": .needed, "low": .needed, "close": .needed,
                        "volume": .null("volume").of(nil), "adjclose": .unread, "adjclose.0": .unread,
                        "adjclose.1": .unread,
                        "adjclose.0.adjclose": .unread,
                    ].merging(bars) { $1 }
                ) { $1 })),
        MemberCase(
            "list --search aa -p yahoo",
            Part(
                "/v1/finance/search",
                #"{"count":2,"quotes":[{"symbol":"AAPL","longname":"Apple Inc.","shortname":"Apple","exchange":"NMS","#
                    + #""exchDisp":"NASDAQ","quoteType":"EQUITY"},{"symbol":"AAB"}],"news":[]}"#,
                [
                    "count": .unread, "quotes": needed(orEmpty: .nothing),
                    "symbol": MemberRole(absent: .gone, odd: .dropped),
                    "longname": .set(["name": "\"Apple\""]), "shortname": .unread, "exchange": .unread,
                    "exchDisp": .set(["market": "\"NMS\""]), "quoteType": .unread, "news": .unread,
                ])),
    ]

    /// A bar without a price is a gap; columns of another length than that of the times are invalid.
    private static let bars: [String: MemberRole] = {
        var roles: [String: MemberRole] = [:]
        for row in [0, 1] {
            for column in ["open", "high", "low", "close"] {
                let role = MemberRole(absent: .gone, odd: .fails(.invalidData))
                roles["\(column).\(row)"] = role.with([.missing: .fails(.invalidData)]).of(row)
            }
            roles["volume.\(row)"] = .null("volume").with([.missing: .fails(.invalidData)]).of(row)
        }
        return roles
    }()

    // MARK: - Stooq

    private static func line(_ cells: [(String?, String)]) -> AnswerBody {
        var parts = cells.map { AnswerBody.Part(name: $0.0, value: $0.1, end: ",") }
        parts[0].start = "Symbol,Date,Time,Open,High,Low,Close,Volume,Name\r\n"
        parts[parts.count - 1].end = "\r\n"
        return .parts(parts, null: "N/D")
    }

    private static let stooq = [
        MemberCase(
            "price AAPL -p stooq",
            Part(
                "/q/l/",
                line([
                    ("Symbol", "AAPL.US"), ("Date", "2024-03-01"), ("Time", "12:30:00"), ("Open", "200"),
                    ("High", "221"), ("Low", "199"), ("Close", "220.5"), ("Volume", "9"), ("Name", "APPLE"),
                ]),
                [
                    "Symbol": .needed, "Date": day, "Time": day, "Open": cell("open", "change", "change_percent"),
                    "High": cell("high"), "Low": cell("low"), "Close": .needed, "Volume": cell(),
                    "Name": cell("name").with([
                        .missing: .null(["name"]), .odd("abc"): .set(["name": "\"abc\""]),
                    ]),
                ])),
        MemberCase(
            "price AAPL --from 2024-02-28 --to 2024-02-29 --candles 1d -p stooq",
            Part(
                "/q/d/l/",
                .parts(
                    [
                        AnswerBody.Part(
                            name: "Date", start: "Date,Open,High,Low,Close,Volume\r\n", value: "2024-02-28", end: ","),
                        AnswerBody.Part(name: "Open", value: "1", end: ","),
                        AnswerBody.Part(name: "High", value: "4", end: ","),
                        AnswerBody.Part(name: "Low", value: "0.5", end: ","),
                        AnswerBody.Part(name: "Close", value: "2", end: ","),
                        AnswerBody.Part(name: "Volume", value: "7", end: "\r\n"),
                        AnswerBody.Part(value: "2024-02-29,2,5,1,3,8", end: "\r\n"),
                    ], null: nil),
                [
                    "Date": .needed, "Open": cellOfRow, "High": cellOfRow, "Low": cellOfRow, "Close": cellOfRow,
                    "Volume": .null("volume").with([.missing: .fails(.invalidData)]),
                ])),
    ]

    /// A price of a day: the day is invalid without it, and the answer if the line has another length.
    private static let cellOfRow = MemberRole.ofRow.with([.missing: .fails(.invalidData)])

    /// A line of another length is invalid.
    private static func cell(_ fields: String...) -> MemberRole {
        let effect: MemberRole.Effect = fields.isEmpty ? .none : .null(fields)
        return MemberRole(absent: effect, odd: effect).with([.missing: .fails(.invalidData)])
    }

    private static let day = MemberRole.time.with([.missing: .fails(.invalidData)])

    // MARK: - IEX

    private static let iex = [
        MemberCase(
            "price AAPL -p iex",
            Part(
                "/1.0/stock/AAPL/quote",
                #"{"symbol":"AAPL","companyName":"Apple Inc.","primaryExchange":"NASDAQ","currency":"USD","#
                    + #""latestPrice":220.5,"latestUpdate":1709294370000,"high":221,"low":218.5,"change":20.5,"#
                    + #""changePercent":0.1025,"marketCap":3000,"iexBidPrice":220,"iexAskPrice":221,"latestVolume":9}"#,
                [
                    "symbol": .needed, "companyName": .null("name"), "primaryExchange": .null("market"),
                    "currency": .typed, "latestPrice": .needed,
                    "latestUpdate": .time, "high": .null("high"), "low": .null("low"),
                    "change": .null("open", "change"), "changePercent": .null("change_percent"),
                    "marketCap": .null("market_cap"), "iexBidPrice": .null("bid"), "iexAskPrice": .null("ask"),
                    "latestVolume": .unread,
                ])),
        MemberCase(
            "list -p iex",
            Part(
                "/1.0/ref-data/symbols",
                two(
                    #"{"symbol":"AAPL","name":"Apple Inc.","exchange":"NAS","currency":"USD","iexId":"1"}"#,
                    #"{"symbol":"IBM"}"#),
                [
                    "symbol": .ofRow, "name": .null("name"), "exchange": .null("market"), "iexId": .unread,
                    "currency": .typedOfRow,
                ])),
    ]
}
