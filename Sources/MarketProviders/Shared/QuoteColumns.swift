import JSONReader

/// The members of a row and what each holds.
struct QuoteColumns: Sendable, ExpressibleByDictionaryLiteral {
    /// What a member holds.
    enum Part: Sendable {
        case id, symbol, currency, last, open, high, low, bid, ask, turnover, marketCap, change, changePercent, rank
        case changePercentOfHour, changePercentOfWeek
        /// The name of an exchange's market, which consists of base and quote currency: `BTC-USDT`. The base may have
        /// the separator too: `LITE_OLD_USDT`.
        case market(separator: UInt8)
        /// An id that is a whole number.
        case idNumber
        /// A text that a row may lack.
        case name, exchange, idIfSound
        /// A market cap of which 0 means that it is unknown.
        case marketCapAboveZero
        case time(EpochUnit)
        /// RFC 3339 text.
        case timeText
        /// A number in the form of a page: `$4,098.12`. Prices may be below 0 until `stock` checks them.
        case shown(PricePart)
        /// A price that may be below 0 until `stock` checks it.
        case signed(PricePart)
        /// The first element of an array.
        case first(PricePart)
        /// Anything else: the caller reads it.
        case other

        /// Whether it is a part of the name of a market.
        fileprivate var isName: Bool {
            switch self {
            case .id, .currency, .market: true
            default: false
            }
        }
    }

    /// What a number in another form is.
    enum PricePart: Sendable {
        case last, high, low, bid, ask, change, changePercent

        /// The same number in the usual form.
        fileprivate var plain: Part {
            switch self {
            case .last: .last
            case .high: .high
            case .low: .low
            case .bid: .bid
            case .ask: .ask
            case .change: .change
            case .changePercent: .changePercent
            }
        }
    }

    /// The members, what each holds, and whether that is a part of the name of a market. As a text of the program a
    /// name is copied without a count of references.
    let keys: JSONKeys<(name: StaticString, part: Part, isName: Bool)>

    /// The members that are read of a row.
    init(dictionaryLiteral parts: (StaticString, Part)...) {
        keys = JSONKeys(parts.map { ("\($0)", ($0, $1, $1.isName)) })
    }
}

extension QuoteBuilder {
    /// Reads a row's object. `readOther` is called with the row and the name of each member that holds something else.
    init(
        _ reader: inout JSONReader, _ columns: QuoteColumns, provider: String, fetched: Timestamp,
        readOther: (_ row: inout QuoteBuilder, _ name: String, inout JSONReader) throws -> Void = { _, _, _ in }
    ) throws {
        self.init(provider: provider, fetched: fetched)
        try reader.readObject(columns.keys) { column, reader in
            if case .other = column.part {
                try readOther(&self, "\(column.name)", &reader)
            } else {
                try read(column.part, of: column.name, by: &reader)
            }
        }
    }

    /// Reads the values in one currency, which are an object in the row.
    mutating func readValues(_ reader: inout JSONReader, _ columns: QuoteColumns) throws {
        try reader.readObject(columns.keys) { try read($0.part, of: $0.name, by: &$1) }
        dropChangesWithoutPrice()
    }

    /// Reads a row's object down to the name of the market. The rest is read if `isWanted`, which is called when a part
    /// of the name is read.
    init(
        _ reader: inout JSONReader, _ columns: QuoteColumns, provider: String, fetched: Timestamp,
        isWanted: (borrowing QuoteBuilder) -> Bool
    ) throws {
        self.init(provider: provider, fetched: fetched)
        try reader.readObject(columns.keys, while: { !isLeftOut }) { column, reader in
            try read(column.part, of: column.name, by: &reader)
            if column.isName { isLeftOut = !isWanted(self) }
        }
    }

    private mutating func read(_ part: QuoteColumns.Part, of name: StaticString, by reader: inout JSONReader) throws {
        switch part {
        case .id: id = try reader.optionalText("\(name)")
        case .symbol: symbol = try reader.optionalText("\(name)")
        case .currency: currency = try reader.optionalText("\(name)")
        case .market(let separator): try readMarket(name, separator, by: &reader)
        case .idNumber: id = try reader.optionalInteger("\(name)").map(String.init)
        case .idIfSound: id = try reader.textIfSound()
        case .name: values.name = try reader.textIfSound()
        case .exchange: exchange = try reader.textIfSound()
        case .last: values.price = try reader.optionalPrice("\(name)")
        case .open: values.open = try reader.numberIfSound()
        case .high: values.high = try reader.positiveNumber()
        case .low: values.low = try reader.positiveNumber()
        case .bid: values.bid = try reader.positiveNumber()
        case .ask: values.ask = try reader.positiveNumber()
        case .turnover: values.volume = try reader.numberIfSound()
        case .marketCap: values.marketCap = try reader.numberIfSound()
        case .marketCapAboveZero: values.marketCap = try reader.positiveNumber()
        case .change: values.change = try reader.numberIfSound()
        case .changePercent: values.changePercent = try reader.numberIfSound()
        case .changePercentOfHour: values.changePercentOfHour = try reader.numberIfSound()
        case .changePercentOfWeek: values.changePercentOfWeek = try reader.numberIfSound()
        case .rank: values.rank = try reader.rankIfSound()
        case .time(let unit): time = try reader.optionalTime("\(name)", in: unit)
        case .timeText: time = try reader.optionalTime("\(name)")
        case .shown(let part): try readShown(part, of: name, by: &reader)
        case .signed(.last): values.price = try reader.optionalNumber("\(name)")?.unlessZero
        case .signed(.high): values.high = try reader.numberIfSound()?.unlessZero
        case .signed(.low): values.low = try reader.numberIfSound()?.unlessZero
        case .signed(let part): try read(part.plain, of: name, by: &reader)
        case .first(let part): try readFirst(part, of: name, by: &reader)
        case .other: break
        }
    }

    private mutating func readShown(
        _ part: QuoteColumns.PricePart, of name: StaticString, by reader: inout JSONReader
    ) throws {
        switch part {
        case .last: values.price = try reader.optionalSignedPrice("\(name)")?.unlessZero
        case .high: values.high = try reader.shownNumberIfSound()?.unlessZero
        case .low: values.low = try reader.shownNumberIfSound()?.unlessZero
        case .bid: values.bid = try reader.shownNumberIfSound()?.aboveZero
        case .ask: values.ask = try reader.shownNumberIfSound()?.aboveZero
        case .change: values.change = try reader.shownNumberIfSound()
        case .changePercent: values.changePercent = try reader.shownNumberIfSound()
        }
    }

    /// Reads the name of a market. The base and the quote currency of one without a separator are unknown.
    private mutating func readMarket(_ name: StaticString, _ separator: UInt8, by reader: inout JSONReader) throws {
        guard var market = try reader.optionalText("\(name)") else { return }
        id = market
        (symbol, currency) = market.withUTF8 { bytes in
            guard let end = unsafe bytes.lastIndex(of: separator) else { return (nil, nil) }
            return unsafe (
                String(decoding: bytes[..<end], as: UTF8.self), String(decoding: bytes[(end + 1)...], as: UTF8.self)
            )
        }
    }

    /// Reads the first element of an array. Any other value is an error for the price, and ignored for other parts.
    private mutating func readFirst(
        _ part: QuoteColumns.PricePart, of name: StaticString, by reader: inout JSONReader
    ) throws {
        if case .last = part {
            if try reader.takeNull() { return }
        } else if reader.next != .array {
            return
        }
        var isFirst = true
        try reader.readArray { reader in
            if isFirst { try read(part.plain, of: name, by: &reader) }
            isFirst = false
        }
    }
}
