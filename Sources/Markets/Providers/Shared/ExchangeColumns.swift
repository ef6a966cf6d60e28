import JSONReader

/// What an exchange calls the parts of a market's row: its JSON keys, and what each holds.
struct ExchangeColumns: Sendable, ExpressibleByDictionaryLiteral {
    /// What a key holds.
    enum Part: Sendable {
        case market, base, quoteCurrency, last, open, high, low, bid, ask, turnover
        case time(EpochUnit)
        /// RFC 3339 text.
        case timeText
    }

    /// A key of the row and what it holds.
    private struct Column: Sendable {
        let name: String
        let part: Part
    }

    private let keys: JSONKeys<Column>

    /// The keys that are read of a row.
    init(dictionaryLiteral parts: (String, Part)...) {
        keys = JSONKeys(parts.map { ($0, Column(name: $0, part: $1)) })
    }

    /// Reads a row's object.
    func read(_ reader: inout JSONReader, into row: inout ExchangeRow) throws {
        try reader.readObject(keys) { column, reader in
            let name = column.name
            switch column.part {
            case .market: row.market = try reader.optionalText(name)
            case .base: row.base = try reader.optionalText(name)
            case .quoteCurrency: row.quoteCurrency = try reader.optionalText(name)
            case .last: row.last = try reader.optionalPrice(name)
            case .open: row.open = try reader.positiveNumber()
            case .high: row.high = try reader.positiveNumber()
            case .low: row.low = try reader.positiveNumber()
            case .bid: row.bid = try reader.positiveNumber()
            case .ask: row.ask = try reader.positiveNumber()
            case .turnover: row.turnover = try reader.numberIfSound()
            case .time(let unit): row.time = try reader.optionalTime(name, in: unit)
            case .timeText: row.time = try reader.optionalTime(name)
            }
        }
    }
}
