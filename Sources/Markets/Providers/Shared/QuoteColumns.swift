import JSONReader

/// The members of a row and what each holds.
struct QuoteColumns: Sendable, ExpressibleByDictionaryLiteral {
    /// What a member holds.
    enum Part: Sendable {
        case id, symbol, currency, last, open, high, low, bid, ask, turnover, marketCap, change, changePercent, rank
        case changePercentOfHour, changePercentOfWeek
        /// The name of an exchange's market, which consists of base and quote currency: `BTC-USDT`.
        case market(separator: Unicode.Scalar)
        /// An id that is a whole number.
        case idNumber
        /// A text that a row may lack.
        case name, exchange, idIfSound
        /// A market cap of which 0 means that it is unknown.
        case marketCapAboveZero
        case time(EpochUnit)
        /// RFC 3339 text.
        case timeText
        /// A number in the form of a page: `$4,098.12`.
        case shown(ShownPart)
        /// The first element of an array.
        indirect case first(of: Part)
        /// Anything else: the caller reads it.
        case other
    }

    /// What a number in the form of a page is.
    enum ShownPart: Sendable {
        case last, high, low, bid, ask, change, changePercent
    }

    /// A member and what it holds.
    struct Column: Sendable {
        let name: String
        let part: Part
    }

    let keys: JSONKeys<Column>

    /// The members that are read of a row.
    init(dictionaryLiteral parts: (String, Part)...) {
        keys = JSONKeys(parts.map { ($0, Column(name: $0, part: $1)) })
    }
}

extension QuoteRow {
    /// Reads a row's object. `readOther` is called with the name of each member that holds something else.
    init(
        _ reader: inout JSONReader, _ columns: QuoteColumns, provider: String, fetched: Timestamp,
        readOther: (_ name: String, inout JSONReader) throws -> Void = { _, _ in }
    ) throws {
        self.init(provider: provider, fetched: fetched)
        try reader.readObject(columns.keys) { column, reader in
            if case .other = column.part {
                try readOther(column.name, &reader)
            } else {
                try read(column.part, of: column.name, by: &reader)
            }
        }
    }

    private mutating func read(_ part: QuoteColumns.Part, of name: String, by reader: inout JSONReader) throws {
        switch part {
        case .id: id = try reader.optionalText(name)
        case .symbol: symbol = try reader.optionalText(name)
        case .currency: currency = try reader.optionalText(name)
        case .market(let separator): readMarket(try reader.optionalText(name), separator)
        case .idNumber: id = try reader.optionalInteger(name).map(String.init)
        case .idIfSound: id = try reader.textIfSound()
        case .name: self.name = try reader.textIfSound()
        case .exchange: exchange = try reader.textIfSound()
        case .last: last = try reader.optionalPrice(name)
        case .open: open = try reader.numberIfSound()
        case .high: high = try reader.positiveNumber()
        case .low: low = try reader.positiveNumber()
        case .bid: bid = try reader.positiveNumber()
        case .ask: ask = try reader.positiveNumber()
        case .turnover: turnover = try reader.numberIfSound()
        case .marketCap: marketCap = try reader.numberIfSound()
        case .marketCapAboveZero: marketCap = try reader.positiveNumber()
        case .change: change = try reader.numberIfSound()
        case .changePercent: changePercent = try reader.numberIfSound()
        case .changePercentOfHour: changePercentOfHour = try reader.numberIfSound()
        case .changePercentOfWeek: changePercentOfWeek = try reader.numberIfSound()
        case .rank: rank = try reader.rankIfSound()
        case .time(let unit): time = try reader.optionalTime(name, in: unit)
        case .timeText: time = try reader.optionalTime(name)
        case .shown(let part): try readShown(part, of: name, by: &reader)
        case .first(let part): try readFirst(part, of: name, by: &reader)
        case .other: break
        }
    }

    private mutating func readShown(
        _ part: QuoteColumns.ShownPart, of name: String, by reader: inout JSONReader
    ) throws {
        switch part {
        case .last: last = try reader.optionalShownPrice(name)
        case .high: high = try reader.shownNumberIfSound()?.aboveZero
        case .low: low = try reader.shownNumberIfSound()?.aboveZero
        case .bid: bid = try reader.shownNumberIfSound()?.aboveZero
        case .ask: ask = try reader.shownNumberIfSound()?.aboveZero
        case .change: change = try reader.shownNumberIfSound()
        case .changePercent: changePercent = try reader.shownNumberIfSound()
        }
    }

    /// Takes the name of a market. The base and the quote currency of one without a separator are unknown.
    private mutating func readMarket(_ name: String?, _ separator: Unicode.Scalar) {
        id = name
        guard let name, let end = name.unicodeScalars.firstIndex(of: separator) else { return }
        symbol = String(name[..<end])
        currency = String(name[name.unicodeScalars.index(after: end)...])
    }

    /// Reads the first element of an array. Any other value is an error for the price, and ignored for other parts.
    private mutating func readFirst(_ part: QuoteColumns.Part, of name: String, by reader: inout JSONReader) throws {
        if case .last = part {
            if try reader.takeNull() { return }
        } else if reader.next != .array {
            return
        }
        var isFirst = true
        try reader.readArray { reader in
            if isFirst { try read(part, of: name, by: &reader) }
            isFirst = false
        }
    }
}
