import JSONReader
import Platform

extension JSONReader {
    /// Reads the first rows of an array, or, with `acceptsOne`, the object of a single row. `row` returns nil for one
    /// that is left out, and `name` reads the name of a row that is dropped.
    mutating func readRows<Row>(
        first wanted: Int = .max, acceptsOne: Bool = false, name: (inout JSONReader) throws -> RowName,
        _ row: (inout JSONReader) throws -> Row?
    ) throws -> RowCollector<Row> {
        var rows = RowCollector<Row>(wanted: wanted)
        if acceptsOne, next == .object {
            try rows.read(&self, name: name, row)
        } else {
            try readArray { reader in try rows.read(&reader, name: name, row) }
        }
        return rows
    }

    /// Reads the wanted markets of an exchange, an array of rows. `name` is the member with the name of a market. The
    /// answer to a request for some markets may have no others than `asked`.
    mutating func readMarkets(
        _ columns: QuoteColumns, name: String, of provider: String, tickers: ExchangeTickers = .none,
        _ wanted: WantedMarkets, asked: AskedNames?, fetched: Timestamp
    ) throws -> ListAnswer {
        let answer = try readRows(first: wanted.count, name: RowName.reader(id: name)) {
            var row = try QuoteBuilder(&$0, columns, provider: provider, fetched: fetched) {
                wanted.includes($0.currency)
            }
            row.symbol = row.symbol.map(tickers.common)
            row.dropChangesWithoutPrice()
            return try row.wantedMarket()
        }.answer()
        return try asked?.checked(answer) ?? answer
    }
}

extension RowName {
    /// Returns a function that reads the name of a row, by the members with the symbol and the id, which can be the
    /// same; nil for none. What is not a text is unknown.
    static func reader(
        symbol: String? = nil, id: String? = nil
    ) -> @Sendable (inout JSONReader) throws -> RowName {
        let names = Set([symbol, id].compactMap(\.self))
        let keys = JSONKeys(names.map { ($0, (isSymbol: $0 == symbol, isID: $0 == id)) })
        return { reader in
            var name = RowName()
            try reader.readObject(keys) { part, reader in
                let text = try reader.textIfSound()
                if part.isSymbol { name.symbol = text }
                if part.isID { name.id = text }
            }
            return name
        }
    }
}
