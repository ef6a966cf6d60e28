import Markets
import TestSupport

extension ProviderFixture {
    static let yahoo = ProviderFixture(
        .listed("yahoo"), symbols: ["AAPL", "MSFT", "IBM"], currency: .usd,
        wire: Wire(
            paths: ["AAPL", "MSFT", "IBM", "NOPE"].map { "/v8/finance/chart/\($0)" }, priceKey: "regularMarketPrice",
            zeroIsNone: true,
            incomplete: [
                #"{"chart":{"result":null,"error":null}}"#, #"{"chart":{"result":[],"error":null}}"#,
                #"{"chart":{"result":[{}],"error":null}}"#,
                #"{"chart":{"result":[{"meta":{"symbol":"AAPL","regularMarketPrice":1}}],"error":null}}"#,
                #"{"chart":{"result":[{"meta":{"currency":"USD","regularMarketPrice":1}}],"error":null}}"#,
            ],
            unknownSymbol: .json(
                #"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found"}}}"#, status: 404),
            unknownCurrency: .json(chart(("AAPL", "1"))), answer: { _, rows in each(rows, of: chart) },
            body: { _, rows in chart(rows[0]) }))

    private static func chart(_ row: Row) -> String {
        #"{"chart":{"result":[{"meta":{"currency":"USD","symbol":"\#(row.symbol)","regularMarketPrice":\#(row.price)"#
            + #"},"timestamp":[1],"indicators":{"quote":[{"close":[null]}]}}],"error":null}}"#
    }

    static let cnbc = ProviderFixture(
        .listed("cnbc"), symbols: ["AAPL", "MSFT", "IBM"], currency: .usd,
        wire: Wire(
            paths: ["/quote-html-webservice/restQuote/symbolType/symbol"], priceKey: "last", zeroIsNone: true,
            incomplete: [
                #"{"FormattedQuoteResult":{}}"#, #"{"FormattedQuoteResult":{"FormattedQuote":null}}"#,
                #"{"FormattedQuoteResult":{"FormattedQuote":[{"last":"1"}]}}"#,
            ],
            unknownSymbol: .json(#"{"FormattedQuoteResult":{"FormattedQuote":[{"symbol":"NOPE","code":1}]}}"#),
            unknownCurrency: .json(formatted([("AAPL", "1")])), body: { _, rows in formatted(rows) }))

    private static func formatted(_ rows: [Row]) -> String {
        let list = array(rows) { #"{"symbol":"\#($0.symbol)","code":0,"currencyCode":"USD","last":\#($0.price)}"# }
        return #"{"FormattedQuoteResult":{"FormattedQuote":\#(list)}}"#
    }

    static let nasdaq = ProviderFixture(
        .listed("nasdaq"), symbols: ["AAPL", "MSFT", "IBM"], currency: .usd,
        wire: Wire(
            paths: ["AAPL", "MSFT", "IBM", "NOPE"].map { "/api/quote/\($0)/info" }, priceKey: "lastSalePrice",
            zeroIsNone: true,
            incomplete: [
                #"{"data":null,"status":{"rCode":200}}"#, #"{"data":{"symbol":"AAPL"},"status":{"rCode":200}}"#,
                #"{"data":{"primaryData":{"lastSalePrice":"$1"}},"status":{"rCode":200}}"#,
            ],
            unknownSymbol: .json(
                #"{"data":null,"status":{"rCode":400,"bCodeMessage":[{"code":1001,"errorMessage":"Symbol not exists."}]}}"#
            ),
            unknownCurrency: .json(info(("AAPL", "1"))), answer: { _, rows in each(rows, of: info) },
            body: { _, rows in info(rows[0]) }))

    private static func info(_ row: Row) -> String {
        #"{"data":{"symbol":"\#(row.symbol)","primaryData":{"lastSalePrice":\#(row.price)},"secondaryData":null},"#
            + #""message":null,"status":{"rCode":200}}"#
    }

    static let stooq = ProviderFixture(
        .listed("stooq"), symbols: ["AAPL", "MSFT", "IBM"], currency: .usd,
        wire: Wire(
            paths: ["/q/l/"], priceKey: nil, noPrice: "N/D", zeroIsNone: true,
            incomplete: [
                "Symbol,Date,Time,Open,High,Low,Close,Volume\r\n",
                "Symbol,Date,Time\r\nAAPL.US,2024-03-01,22:00:00\r\n",
                "Symbol,Close\r\nAAPL.US,1\r\n",
            ],
            unknownSymbol: .status(200, body: "NOPE.US,N/D,N/D,N/D,N/D,N/D,N/D,N/D\r\n"),
            unknownCurrency: .status(200, body: line(("AAPL", "1"))),
            answer: { _, rows in
                .making { request in
                    let row = rows.first { request.parameter("s") == $0.symbol.lowercased() + ".us" }
                    return .status(200, body: row.map(line) ?? "")
                }
            },
            body: { _, rows in line(rows[0]) }))

    private static func line(_ row: Row) -> String {
        "Symbol,Date,Time,Open,High,Low,Close,Volume,Name\r\n"
            + "\(row.symbol).US,2024-03-01,15:00:00,N/D,N/D,N/D,\(row.price),5,X\r\n"
    }

    static let iex = ProviderFixture(
        .listed("iex"), symbols: ["AAPL", "MSFT", "IBM"], currency: .usd,
        wire: Wire(
            paths: ["/1.0/ref-data/symbols"] + ["AAPL", "MSFT", "IBM", "NOPE"].map { "/1.0/stock/\($0)/quote" },
            priceKey: "latestPrice", zeroIsNone: true, listHasPrices: false,
            incomplete: [#"[{"name":"Apple"}]"#, #"[{"symbol":"","name":"Apple"}]"#],
            unknownSymbol: .status(404, body: "Unknown symbol"),
            unknownCurrency: .making { request in
                .json(request.path.hasSuffix("/symbols") ? stocks([("AAPL", "1")]) : stock(("AAPL", "1")))
            },
            answer: { job, rows in job == .list ? .json(stocks(rows)) : each(rows, of: stock) },
            body: { _, rows in stocks(rows) }))

    private static func stock(_ row: Row) -> String {
        #"{"symbol":"\#(row.symbol)","companyName":"X","latestPrice":\#(row.price),"change":0,"changePercent":null}"#
    }

    private static func stocks(_ rows: [Row]) -> String {
        array(rows) { #"{"symbol":"\#($0.symbol)","name":"X","isEnabled":true,"iexId":\#($0.price)}"# }
    }

    /// The row whose symbol is a part of the path.
    private static func each(_ rows: [Row], of body: @escaping @Sendable (Row) -> String) -> Answer {
        let bodies = rows.map { (symbol: $0.symbol, body: body($0)) }
        return .making { request in
            .json(bodies.first { request.path.split(separator: "/").contains(Substring($0.symbol)) }?.body ?? "")
        }
    }
}
