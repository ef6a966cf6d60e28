import CryptoCLI
import TestSupport

/// CNBC and Nasdaq.
extension MemberCase {
    static let stockPages = cnbc + nasdaq

    /// Two days as objects of numbers on a page, with names for the day and the volume.
    private static func days(_ day: (name: String, first: String, second: String), volume: String) -> String {
        two(
            #"{"\#(day.name)":"\#(day.first)","open":"1.00","high":"$4","low":"0.5","close":"2","\#(volume)":"7,000"}"#,
            #"{"\#(day.name)":"\#(day.second)","open":"2","high":"5","low":"1","close":"3","\#(volume)":"8"}"#)
    }

    /// A day without one of its prices is invalid. No day at all is a failure.
    private static func dayRoles(_ list: String, day: String, volume: String) -> [String: MemberRole] {
        [
            list: needed(orEmpty: .fails(.unknownName)), day: .needed, "open": .ofRow, "high": .ofRow, "low": .ofRow,
            "close": .ofRow, volume: .null("volume"),
        ]
    }

    // MARK: - CNBC

    private static let cnbc = [
        MemberCase(
            "price AAPL -p cnbc",
            Part(
                "/quote-html-webservice/restQuote/symbolType/symbol",
                #"{"FormattedQuoteResult":{"FormattedQuote":[{"symbol":"AAPL","code":0,"name":"Apple Inc","#
                    + #""exchange":"NASDAQ","last":"220.50","last_time":"2024-03-01T06:59:30-0500","change":"+20.50","#
                    + #""change_pct":"+10.25%","currencyCode":"USD","high":"221.00","low":"218.50","volume":"9","#
                    + #""previous_day_closing":"220.50"}]}}"#,
                [
                    "FormattedQuoteResult": .needed, "FormattedQuote": needed(orEmpty: .fails(.unknownName)),
                    "symbol": .needed, "code": .typed, "name": .null("name"), "exchange": .null("market"),
                    "last": .needed, "last_time": .time, "change": .null("open", "change"), "change_pct": .unread,
                    "currencyCode": .typed, "high": .null("high"), "low": .null("low"), "volume": .unread,
                    "previous_day_closing": .unread,
                ])),
        MemberCase(
            "price AAPL --from 2024-02-28 --to 2024-02-29 --candles 1d -p cnbc",
            Part(
                "/harmony/app/bars/AAPL/1D/20240228000000/20240229235959/adjusted/EST5EDT.json",
                #"{"barData":{"symbol":"AAPL","priceBars":"#
                    + days(("tradeTime", "20240228040000", "20240229040000"), volume: "volume") + "}}",
                ["barData": .needed, "barData.symbol": .unread].merging(
                    dayRoles("priceBars", day: "tradeTime", volume: "volume")
                ) { $1 })),
    ]

    // MARK: - Nasdaq

    private static let status = #""message":null,"status":{"rCode":200,"bCodeMessage":null}"#
    private static let statusRoles: [String: MemberRole] = [
        "data": .needed, "message": .unread, "status": .unread, "rCode": .unread, "bCodeMessage": .unread,
    ]

    private static let nasdaq = [
        MemberCase(
            "price AAPL -p nasdaq",
            Part(
                "/api/quote/AAPL/info",
                #"{"data":{"symbol":"AAPL","companyName":"Apple Inc.","exchange":"NASDAQ-GS","primaryData":{"#
                    + #""lastSalePrice":"$220.50","netChange":"20.50","percentageChange":"10.25%","deltaIndicator":"up","#
                    + #""lastTradeTimestamp":"Mar 1, 2024 6:59 AM ET","bidPrice":"$220","askPrice":"$221.00","volume":"9"},"#
                    + #""secondaryData":null,"keyStats":{"MarketCap":{"label":"Market Cap","value":"3,000"}},"#
                    + #""marketStatus":"Open"},\#(status)}"#,
                [
                    "symbol": .needed, "companyName": .null("name"), "exchange": .null("market"),
                    "primaryData": .needed, "lastSalePrice": .needed, "netChange": .null("open", "change"),
                    "percentageChange": .unread, "deltaIndicator": .unread, "lastTradeTimestamp": .time,
                    "bidPrice": .null("bid"), "askPrice": .null("ask"), "volume": .unread, "secondaryData": .unread,
                    "keyStats": .null("market_cap"), "MarketCap": .null("market_cap"), "label": .unread,
                    "value": .null("market_cap"), "marketStatus": .unread,
                ].merging(statusRoles) { $1 })),
        MemberCase(
            "price AAPL --from 2024-02-28 --to 2024-02-29 --candles 1d -p nasdaq",
            Part(
                "/api/quote/AAPL/historical",
                #"{"data":{"symbol":"AAPL","totalRecords":2,"tradesTable":{"rows":"#
                    + days(("date", "02/28/2024", "02/29/2024"), volume: "volume") + "}},\(status)}",
                [
                    "symbol": .unread, "totalRecords": .unread, "tradesTable": .needed,
                ].merging(statusRoles) { $1 }.merging(dayRoles("rows", day: "date", volume: "volume")) { $1 }.merging([
                    "rows": .needed.with([.empty: .fails(.unknownName), .null: .fails(.unknownName)])
                ]) { $1 })),
        MemberCase(
            "price stock:VOLV-B.ST -c SEK -p nasdaq", search,
            Part(
                "/api/nordic/instruments/TXA/info",
                #"{"data":{"qdHeader":{"symbol":"VOLV B","companyName":"Volvo","exchange":"Nasdaq Stockholm","#
                    + #""currency":"SEK","lastSalePrice":250.50,"lastTradeTimestamp":"2024-03-01 12:59:30 CET","#
                    + #""primaryData":{"lastSalePrice":"SEK 250,50","netChange":"1,50","percentageChange":"0,60%","#
                    + #""deltaIndicator":"up"}}},\#(status)}"#,
                [
                    "qdHeader": .needed, "symbol": .needed, "companyName": .null("name"), "exchange": .null("market"),
                    "currency": .needed, "lastSalePrice": .needed, "lastTradeTimestamp": .time,
                    "primaryData": .null("open", "change", "change_percent"), "primaryData.lastSalePrice": .unread,
                    "netChange": .set(["open": "null", "change": "null", "change_percent": "0.6"]),
                    "percentageChange": .unread, "deltaIndicator": .unread,
                ].merging(statusRoles) { $1 })),
        MemberCase(
            "price stock:VOLV-B.ST --from 2024-02-28 --to 2024-02-29 --candles 1d -c SEK -p nasdaq", search,
            Part(
                "/api/nordic/instruments/TXA/chart/download",
                #"{"data":{"charts":{"rows":"#
                    + days(("dateTime", "2024-02-28", "2024-02-29"), volume: "totalVolume") + "}},\(status)}",
                ["charts": .needed].merging(statusRoles) { $1 }
                    .merging(dayRoles("rows", day: "dateTime", volume: "totalVolume")) { $1 })),
    ]

    /// What does not match the stock is another one.
    private static let other = MemberRole(absent: .fails(.unknownName), odd: .fails(.unknownName))

    private static let search = Part(
        "/api/nordic/search",
        #"{"data":[{"group":"Shares","instruments":[{"orderbookId":"TXA","fullName":"Volvo B","symbol":"VOLV B","#
            + #""assetClass":"SHARES","currency":"SEK"}]}],\#(status)}"#,
        [
            "group": .unread, "instruments": MemberRole(absent: .fails(.unknownName), odd: .fails(.invalidData)),
            "orderbookId": other, "fullName": .unread, "symbol": other, "assetClass": other, "currency": other,
        ].merging(statusRoles) { $1 }.merging(["data": needed(orEmpty: .fails(.unknownName))]) { $1 })
}
