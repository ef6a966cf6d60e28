import JSONReader
import Platform
import ProviderKit

extension CNBC {
    /// The names of the envelope, of today and of older answers.
    private static let envelope = JSONKeys("FormattedQuoteResult", "ITVQuoteResult")
    private static let list = JSONKeys("FormattedQuote", "ITVQuote")
    private static let rowNames = RowName.reader(symbol: "symbol")

    /// A row of a symbol that is known.
    struct Row: Cacheable, Sendable {
        var quote: Quote
        /// The unit of the prices that were sent.
        let unit: PriceUnit

        mutating func markStale() { quote.markStale() }
    }

    /// `{"FormattedQuoteResult":{"FormattedQuote":[{…}]}}`; of one row, it may be the row in place of an array.
    static func rows(
        _ reader: inout JSONReader, fetched: Timestamp, hasSession: Bool
    ) throws -> RowCollector<Row> {
        var rows: RowCollector<Row>?
        try reader.readObject(envelope) { _, reader in
            try reader.readObject(list) { _, reader in
                rows = try reader.readRows(acceptsOne: true, name: rowNames) {
                    try row(&$0, fetched: fetched, hasSession: hasSession)
                }
            }
        }
        return try rows.required("FormattedQuote")
    }

    /// The row of a symbol in an answer. Without one that could be its own, the symbol is not known.
    static func row(of symbol: String, in rows: RowCollector<Row>) -> Result<Row, ProviderFailure> {
        let row = rows.rows.first { $0.quote.symbol == symbol.uppercased() }
        if let row { return .success(row) }
        let lost = rows.dropped.first { $0.symbol.map { $0.uppercased() == symbol.uppercased() } ?? true }
        return .failure(ProviderFailure(name, lost.map { .invalidData($0.fact) } ?? .unknownSymbol(nil)))
    }

    private static let columns: QuoteColumns = [
        "symbol": .symbol, "name": .name, "exchange": .exchange, "currencyCode": .currency, "last": .shown(.last),
        "high": .shown(.high), "low": .shown(.low), "change": .shown(.change), "change_pct": .shown(.changePercent),
        "code": .other, "last_time": .other, "last_timedate": .other, "curmktstatus": .other,
        "ExtendedMktQuote": .other,
    ]
    private static let extendedColumns: QuoteColumns = [
        "last": .shown(.last), "type": .other, "last_time": .other, "last_timedate": .other,
    ]

    /// A row; nil for one of a symbol that is not known.
    ///
    /// The previous close follows from the change, since after the close `previous_day_closing` is the newest one. So
    /// does the percentage: that of a bond is of its price, and its yield moves the other way.
    private static func row(_ reader: inout JSONReader, fetched: Timestamp, hasSession: Bool) throws -> Row? {
        var code: Int64?
        var time: Timestamp?
        var shownTime: Timestamp?
        var session: TradingSession?
        var extended: Extended?
        var row = try QuoteBuilder(&reader, columns, provider: name, fetched: fetched) { _, name, reader in
            switch name {
            case "code": code = try reader.optionalInteger(name)
            case "last_time": time = try reader.optionalTime(name, parse: self.time)
            case "curmktstatus": session = try reader.textIfSound().flatMap { TradingSession(words: $0) }
            case "ExtendedMktQuote":
                if hasSession, reader.next == .object { extended = try self.extended(&reader, fetched: fetched) }
            default: shownTime = try reader.textIfSound().flatMap { self.time(shown: $0, at: fetched) }
            }
        }
        let symbol = try row.symbol.required("symbol")
        guard code != 1 else { return nil }
        guard code ?? 0 == 0 else { throw RowProblem(description: "code is not 0") }
        row.time = time ?? shownTime
        // A row of the United States may lack its currency.
        let unit = try PriceUnit(code: (row.currency ?? (isInDollars(symbol) ? "USD" : nil)).required("currencyCode"))
        row.convert(from: unit)
        row.takeChange()
        let sentTime = row.time
        var quote = try row.stock(isSigned: hasSignedPrices(symbol))
        if hasSession {
            let trading = Self.session(of: symbol, session, last: sentTime, extended: extended?.time, at: fetched)
            quote.setSession(trading, extended, regular: sentTime, unit)
        }
        return Row(quote: quote, unit: unit)
    }

    /// The quote of a session outside of the regular hours, which stays in the answer when that is over.
    fileprivate typealias Extended = (session: TradingSession?, price: Number?, time: Timestamp?)

    private static func extended(_ reader: inout JSONReader, fetched: Timestamp) throws -> Extended {
        var extended: Extended = (nil, nil, nil)
        var shownTime: Timestamp?
        let row = try QuoteBuilder(&reader, extendedColumns, provider: name, fetched: fetched) { _, name, reader in
            let text = try reader.textIfSound()
            switch name {
            case "type": extended.session = text.flatMap { TradingSession(words: $0) }
            case "last_time": extended.time = text.flatMap(time)
            default: shownTime = text.flatMap { time(shown: $0, at: fetched) }
            }
        }
        (extended.price, extended.time) = (row.values.price, extended.time ?? shownTime)
        return extended
    }

    /// `2026-09-28T16:00:00.000-0400`, with or without milliseconds; of a market that is closed, the day alone.
    private static func time(_ text: String) -> Timestamp? {
        Timestamp(day: text) ?? Timestamp(rfc3339: text.dropLast(2) + ":" + text.suffix(2))
    }

    /// The time for show: `3:39 PM EST` of today there, `10/02/26 EDT` of another day.
    private static func time(shown text: String, at now: Timestamp) -> Timestamp? {
        let words = text.uppercased().split(separator: " ").map(String.init)
        let date = words.first?.split(separator: "/") ?? []
        if date.count == 3 { return Timestamp(day: "20\(date[2])-\(date[0])-\(date[1])") }
        guard words.count == 3, ["EST", "EDT", "ET"].contains(words[2]),
            let seconds = Timestamp.secondOfDay(words[0], words[1])
        else { return nil }
        // What would be later than now is of the day before: New York may still have that day.
        let days = [now, now.advanced(bySeconds: -86_400)].compactMap { Timestamp(day: $0.day) }
        return days.map { $0.advanced(bySeconds: seconds).readAsNewYorkTime }.first {
            $0 <= now.advanced(bySeconds: 60)
        }
    }
}

extension Quote {
    /// Sets the session, and the trade outside of the regular hours where it is of this session and newer than the
    /// regular price. The time of a market that is closed is the day alone.
    fileprivate mutating func setSession(
        _ session: TradingSession?, _ extended: CNBC.Extended?, regular: Timestamp?, _ unit: PriceUnit
    ) {
        var isNewer = false
        if let time = extended?.time, !time.isDay, extended?.session == session {
            isNewer = regular.map { $0.isDay ? $0.readAsClose < time : $0 < time } ?? true
        }
        setSession(session, price: isNewer ? unit.amount(extended?.price) : nil, at: extended?.time)
    }
}

extension Timestamp {
    /// Whether it is a day without a time of day.
    var isDay: Bool { seconds % 86_400 == 0 && nanoseconds == 0 }

    /// The close in New York of the day of which it is the first moment.
    fileprivate var readAsClose: Timestamp { advanced(bySeconds: 16 * 3600).readAsNewYorkTime }
}
