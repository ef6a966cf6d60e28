import DecimalArithmetic
import JSONReader
import Platform
import ProviderKit

/// `GET /api/quote/{symbol}/info` and `…/historical`, with the class of the asset, which the symbol does not tell: a
/// fund that is asked for as a stock is not known.
extension Nasdaq {
    /// The maximum number of days in a request.
    static let mostDays: Int64 = 9999

    func americanQuote(of symbol: String) async throws(ProviderFailure) -> Quote {
        let asked = AskedNames([symbol], of: Self.name)
        return try await inEachClass { kind throws(ProviderFailure) in
            try await endpoint.get(
                .quotes, "/api/quote/\(symbol)/info", [("assetclass", kind)],
                decode: { reader, fetched in
                    try asked.checked(
                        reader.readMember("data") {
                            try Self.quote(&$0, fetched: fetched, hasSession: hasSession)
                        })
                })
        }
    }

    func americanDays(
        of symbol: String, _ ticker: String, _ days: [String], _ freshness: Freshness
    ) async throws(ProviderFailure) -> [Candle] {
        let asked = AskedNames([symbol], of: Self.name)
        return try await inEachClass { kind throws(ProviderFailure) in
            try await endpoint.get(
                freshness, "/api/quote/\(symbol)/historical",
                [("assetclass", kind), ("fromdate", days[0]), ("todate", days[1]), ("limit", "\(Self.mostDays)")],
                decode: { reader in
                    try reader.readMember("data") { try Self.table(&$0, of: ticker, asked) }
                })
        }
    }

    private func inEachClass<Answer>(
        _ ask: (String) async throws(ProviderFailure) -> Answer
    ) async throws(ProviderFailure) -> Answer {
        do throws(ProviderFailure) {
            return try await ask("stocks")
        } catch {
            guard case .unknownSymbol = error.reason else { throw error }
            return try await ask("etf")
        }
    }

    // MARK: - Rows

    private static let columns: QuoteColumns = [
        "symbol": .symbol, "companyName": .name, "exchange": .exchange, "primaryData": .other, "secondaryData": .other,
        "keyStats": .other, "marketStatus": .other,
    ]
    private static let tradeColumns: QuoteColumns = [
        "lastSalePrice": .shown(.last), "netChange": .shown(.change), "percentageChange": .shown(.changePercent),
        "bidPrice": .shown(.bid), "askPrice": .shown(.ask), "deltaIndicator": .other, "lastTradeTimestamp": .other,
    ]

    /// The data of a stock. Before the market opens and after it closed, `primaryData` holds trades outside of its
    /// hours, and `secondaryData` the close.
    private static func quote(
        _ reader: inout JSONReader, fetched: Timestamp, hasSession: Bool
    ) throws -> Quote {
        var primary: Quote?
        var secondary: Quote?
        var marketCap: Number?
        var session: TradingSession?
        var row = try QuoteBuilder(&reader, columns, provider: name, fetched: fetched) { _, name, reader in
            if name == "marketStatus" { session = try reader.textIfSound().flatMap { TradingSession(words: $0) } }
            guard reader.next == .object else { return }
            switch name {
            case "primaryData": primary = try trade(&reader, fetched: fetched)
            case "secondaryData": secondary = try trade(&reader, fetched: fetched)
            default: marketCap = try self.marketCap(&reader)
            }
        }
        let regular = try primary.required("primaryData")
        let newest = secondary?.price == nil ? regular : secondary ?? regular
        (row.values.price, row.time) = (newest.price, newest.time)
        (row.values.bid, row.values.ask, row.values.open) = (newest.bid, newest.ask, newest.open)
        row.values.changePercent = newest.changePercent
        (row.currency, row.values.marketCap) = ("USD", marketCap)
        var quote = try row.stock()
        guard hasSession else { return quote }
        let isNewer = secondary?.price != nil && regular.time > newest.time
        quote.setSession(session, price: isNewer ? regular.price : nil, at: regular.time)
        return quote
    }

    private static func trade(_ reader: inout JSONReader, fetched: Timestamp) throws -> Quote {
        var time: Timestamp?
        var isDown = false
        var row = try QuoteBuilder(&reader, tradeColumns, provider: name, fetched: fetched) { _, name, reader in
            if name == "deltaIndicator" {
                isDown = try reader.textIfSound() == "down"
            } else {
                time = try reader.optionalTime(name, parse: newYorkTime)
            }
        }
        row.takeChange(isDown: isDown)
        row.values.time = time ?? fetched
        return row.values
    }

    /// `{"MarketCap":{"label":"Market Cap","value":"1,185,383,123,230"},…}`
    private static func marketCap(_ reader: inout JSONReader) throws -> Number? {
        var marketCap: Number?
        try reader.readObject(JSONKeys("MarketCap")) { _, reader in
            guard reader.next == .object else { return }
            try reader.readObject(JSONKeys("value")) { _, reader in marketCap = try reader.shownNumberIfSound() }
        }
        return marketCap?.aboveZero
    }

    // MARK: - Days

    private static let layout = DayLayout(provider: name, day: "date") { text in
        // `09/25/2026`
        let parts = text.split(separator: "/")
        return parts.count == 3 ? Timestamp(day: "\(parts[2])-\(parts[0])-\(parts[1])") : nil
    }

    /// `{"symbol":"AAPL","totalRecords":1,"tradesTable":{…}}`
    private static func table(
        _ reader: inout JSONReader, of ticker: String, _ asked: AskedNames
    ) throws -> [Candle] {
        var days: [Candle]?
        try reader.readObject(JSONKeys(named: "symbol", "tradesTable")) { key, reader in
            if key == "symbol" {
                try asked.check(reader.textIfSound(), key)
            } else if try !reader.takeNull() {
                days = try self.days(&reader, of: ticker)
            }
        }
        return try days.required("tradesTable")
    }

    /// `{"rows":[{…}]}`; `rows` is null if there are none.
    private static func days(_ reader: inout JSONReader, of ticker: String) throws -> [Candle] {
        var days: [Candle]?
        try reader.readObject(JSONKeys("rows")) { _, reader in
            days = try reader.takeNull() ? [] : try reader.readDays(layout, of: ticker, in: PriceUnit(.usd))
        }
        return try days.required("rows")
    }
}
