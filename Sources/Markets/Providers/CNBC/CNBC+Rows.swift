import JSONReader
import Platform
import ProviderKit

extension CNBC {
    /// The names of the envelope, of today and of older answers.
    private static let envelope = JSONKeys("FormattedQuoteResult", "ITVQuoteResult")
    private static let list = JSONKeys("FormattedQuote", "ITVQuote")
    private static let rowNames = RowNameMembers(symbol: "symbol")

    /// A row of a symbol that is known.
    struct Row: KeptAnswer, Sendable {
        var quote: Quote
        /// The unit of the prices that were sent.
        let unit: PriceUnit

        mutating func markStale() { quote.markStale() }
    }

    /// `{"FormattedQuoteResult":{"FormattedQuote":[{…}]}}`; of one row, it may be the row in place of an array.
    static func rows(_ reader: inout JSONReader, fetched: Timestamp) throws -> RowCollector<Row> {
        var rows: RowCollector<Row>?
        try reader.readObject(envelope) { _, reader in
            try reader.readObject(list) { _, reader in
                rows = try reader.readRows(acceptsOne: true, name: rowNames.read) { try row(&$0, fetched: fetched) }
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
        "code": .other, "last_time": .other,
    ]

    /// A row; nil for one of a symbol that is not known.
    ///
    /// The previous close follows from the change, since after the close `previous_day_closing` is the newest one. So does
    /// the percentage: that of a bond is of its price, and its yield moves the other way.
    private static func row(_ reader: inout JSONReader, fetched: Timestamp) throws -> Row? {
        var code: Int64?
        var time: Timestamp?
        var row = try QuoteRow(&reader, columns, provider: name, fetched: fetched) { name, reader in
            if name == "code" {
                code = try reader.optionalInteger(name)
            } else {
                time = try reader.optionalTime(name, parse: self.time)
            }
        }
        let symbol = try row.symbol.required("symbol")
        guard code != 1 else { return nil }
        guard code ?? 0 == 0 else { throw RowProblem(description: "code is not 0") }
        row.time = time
        // A row of the United States may lack its currency.
        let unit = try PriceUnit(code: (row.currency ?? (isInDollars(symbol) ? "USD" : nil)).required("currencyCode"))
        row.convert(from: unit)
        row.takeChange()
        return Row(quote: try row.stock(), unit: unit)
    }

    /// `2026-09-28T16:00:00.000-0400`, with or without milliseconds; of a market that is closed, the day alone.
    private static func time(_ text: String) -> Timestamp? {
        Timestamp(day: text) ?? Timestamp(rfc3339: text.dropLast(2) + ":" + text.suffix(2))
    }
}
