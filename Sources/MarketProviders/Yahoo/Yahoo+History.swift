import DecimalArithmetic
import JSONReader
import Platform

/// The bars of `/v8/finance/chart/{symbol}`: columns beside `timestamp`, null where there was no trade. A bar's time is
/// its first moment at the exchange, whose day begins when the market opens, and the last one's may be any.
extension Yahoo {
    /// It has hours too, which begin at half past in New York, and weeks; both are made of narrower bars. How far back
    /// each goes is only known from its errors.
    private static let widths: [CandleWidth] = [.minute, .fiveMinutes, .quarter, .day]
    /// Of minutes no more are sent at once than of 7 days.
    static let minutesARequest: Int64 = 7 * 1440

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        let name = query.symbol.stockTicker
        guard name.isPathSegment else {
            throw ProviderFailure(Yahoo.name, .unknownSymbol(query.symbol))
        }
        let asked = AskedNames([name], of: Self.name)
        let candles = try await query.candles(
            from: endpoint, widths: Self.widths, rows: query.width == .minute ? Self.minutesARequest : Int64(Int32.max)
        ) { width, page throws(ProviderFailure) in
            // A day's bar has the time of the opening, which in the east is on the day before.
            let lead: Int64 = width == .day ? 86_400 : 0
            // Each dividend changes all adjusted closes before it.
            let end = query.isAdjusted ? endpoint.now() : Timestamp(seconds: page.upperBound)
            return try await endpoint.get(
                .history(to: end),
                "/v8/finance/chart/\(name)",
                [
                    ("period1", "\(page.lowerBound - lead)"), ("period2", "\(page.upperBound + 1)"),
                    ("interval", width.rawValue),
                ], decode: { try Self.bars(&$0, of: width, isAdjusted: query.isAdjusted, asked) })
        }
        if let first = candles.first { try query.check(first.currency, of: Yahoo.name) }
        return candles
    }

    enum ColumnKey: String {
        case open, high, low, close, volume, adjclose
        static let keys = JSONKeys([open, high, low, close, volume].map { (name: $0.rawValue, key: $0) })
        static let adjusted = JSONKeys([adjclose].map { (name: $0.rawValue, key: $0) })
        static let prices = [open, high, low, close]
    }

    /// The candles of an answer, one at most a span: of two bars in one, as there may be of today, the first.
    private static func bars(
        _ reader: inout JSONReader, of width: CandleWidth, isAdjusted: Bool, _ asked: AskedNames
    ) throws -> [Candle] {
        var meta: Meta?
        var times: [Timestamp] = []
        var columns: [ColumnKey: [Number?]] = [:]
        try readResult(&reader) { reader in
            try reader.readObject(JSONKeys(named: "meta", "timestamp", "indicators")) { key, reader in
                switch key {
                case "meta": meta = try Meta(&reader)
                case "timestamp":
                    try reader.readArray(upTo: AnswerLimit.candles) {
                        // A stock may be older than 1970.
                        let time = try $0.optionalTime("timestamp", in: .seconds, mayBeNegative: true)
                        times.append(try time.required("timestamp"))
                    }
                default: columns = try self.columns(&reader, isAdjusted: isAdjusted)
                }
            }
        }
        let known = try meta.required("meta")
        try asked.check(known.symbol, "symbol")
        if columns[.volume]?.isEmpty == true { columns[.volume] = nil }
        guard columns.values.allSatisfy({ $0.count == times.count }) else {
            throw RowProblem(description: "columns that are not as long as timestamp")
        }
        if !times.isEmpty {
            for key in ColumnKey.prices + (isAdjusted ? [.adjclose] : []) {
                _ = try columns[key].required(key.rawValue)
            }
        }
        var seen: Set<Timestamp> = []
        return times.indices.compactMap { index in
            let start = known.start(of: times[index], width)
            let isNewestDay = width == .day && index == times.indices.last
            let column = { (key: ColumnKey) in columns[key]?[index] ?? nil }
            let newest = isNewestDay ? known.newestDay(at: start, column) : nil
            guard var candle = newest ?? known.candle(at: start, column) else { return nil }
            if isAdjusted, candle.fault == nil {
                // The newest day needs no correction, and its adjusted close may be missing.
                let sent = known.unit.amount(column(.adjclose)).flatMap { $0.isZero ? nil : $0 }
                if let close = sent ?? (isNewestDay ? candle.close : nil) {
                    if !candle.adjust(close: close) { candle.problem = "adjclose is out of range" }
                } else {
                    candle.problem = "adjclose is missing"
                }
            }
            return seen.insert(start).inserted ? candle : nil
        }
    }

    /// `{"quote":[{"open":[1,null],…}],"adjclose":[{"adjclose":[1,null]}]}`; `{}` where there is nothing.
    private static func columns(_ reader: inout JSONReader, isAdjusted: Bool) throws -> [ColumnKey: [Number?]] {
        var columns: [ColumnKey: [Number?]] = [:]
        try reader.readObject(JSONKeys(named: "quote", "adjclose")) { indicator, reader in
            guard indicator == "quote" || isAdjusted else { return }
            try reader.readArray { reader in
                let keys = indicator == "quote" ? ColumnKey.keys : ColumnKey.adjusted
                try reader.readObject(keys) { key, reader in
                    var column: [Number?] = []
                    guard key != .volume || reader.next == .array else { return }
                    try reader.readArray(upTo: AnswerLimit.candles) {
                        column.append(
                            key == .volume ? try $0.numberIfSound() : try $0.optionalNumber(key.rawValue))
                    }
                    columns[key] = column
                }
            }
        }
        return columns
    }

    /// What there is to know of all bars, and the newest price.
    struct Meta {
        let symbol: String
        let name: String?
        let unit: PriceUnit
        /// Seconds from UTC to the exchange's clock today.
        let offset: Int64
        /// Whether prices may be below 0.
        private let isSigned: Bool
        private let latest: (time: Timestamp, price: Number)?
        private let day: (high: Number?, low: Number?, volume: Number?)

        private static let columns: QuoteColumns = [
            "currency": .currency, "symbol": .symbol, "regularMarketDayHigh": .other, "regularMarketDayLow": .other,
            "longName": .other, "shortName": .other, "gmtoffset": .other, "regularMarketPrice": .other,
            "regularMarketTime": .other, "regularMarketVolume": .other, "instrumentType": .other,
        ]

        init(_ reader: inout JSONReader) throws {
            var offset: Int64 = 0
            var names: (long: String?, short: String?)
            var latest: (time: Timestamp?, price: Number?, high: Number?, low: Number?, volume: Number?)
            var type: String?
            let row = try QuoteBuilder(
                &reader, Self.columns, provider: Yahoo.name, fetched: Timestamp(seconds: 0)
            ) { _, name, reader in
                switch name {
                case "longName": names.long = try reader.textIfSound()
                case "shortName": names.short = try reader.textIfSound()
                case "instrumentType": type = try reader.textIfSound()
                case "regularMarketPrice": latest.price = try reader.numberIfSound()
                case "regularMarketDayHigh": latest.high = try reader.numberIfSound()
                case "regularMarketDayLow": latest.low = try reader.numberIfSound()
                case "regularMarketTime": latest.time = try reader.timeIfSound(in: .seconds)
                case "regularMarketVolume": latest.volume = try reader.positiveNumber()
                default: offset = try reader.optionalInteger(name) ?? 0
                }
            }
            guard offset.magnitude <= 86_400 else { throw RowProblem(description: "gmtoffset is not an offset") }
            name = names.long ?? names.short
            unit = try PriceUnit(code: row.currency.required("currency"))
            let symbol = try row.symbol.required("symbol").uppercased()
            let isSigned = Yahoo.hasSignedPrices(symbol, type)
            (self.offset, self.symbol, self.isSigned) = (offset, symbol, isSigned)
            func price(_ sent: Number?) -> Number? {
                sent.flatMap { $0.isZero || $0.isNegative && !isSigned ? nil : $0 }
            }
            self.latest = latest.time.flatMap { time in price(latest.price).map { (time, $0) } }
            day = (price(latest.high), price(latest.low), latest.volume)
        }

        /// The span that a bar is of. A day is the exchange's; since its clock may have been an hour behind today's, a
        /// day that begins an hour before midnight is the next one.
        func start(of time: Timestamp, _ width: CandleWidth) -> Timestamp {
            let local = width == .day ? time.advanced(bySeconds: offset + 3600) : time
            return Timestamp(seconds: width.start(of: local))
        }

        /// Nil for a gap, where all prices are null. A volume of 0 means that it is unknown.
        func candle(at start: Timestamp, _ column: (ColumnKey) -> Number?) -> Candle? {
            let prices = ColumnKey.prices.map { unit.amount(column($0)) }
            if prices.allSatisfy({ $0 == nil }) { return nil }
            guard let open = prices[0], let high = prices[1], let low = prices[2], let close = prices[3] else {
                let name = zip(ColumnKey.prices, prices).first { $0.1 == nil }?.0.rawValue ?? ""
                return Candle(
                    invalidAt: start, problem: "\(name) is missing", currency: unit.currency, provider: Yahoo.name)
            }
            let volume = column(.volume).flatMap { $0.isZero ? nil : $0 }
            var candle = Candle(
                time: start, symbol: symbol, open: open, high: high, low: low, close: close, volume: volume,
                currency: unit.currency, provider: Yahoo.name, name: name)
            candle.isSigned = isSigned
            return candle
        }

        /// Returns the newest day, whose bar is null for hours after the close, of the newest price if that is of this
        /// day; nil if the bar is there. Only the bar has the first price: without it the day is not complete.
        func newestDay(at start: Timestamp, _ column: (ColumnKey) -> Number?) -> Candle? {
            func sent(_ key: ColumnKey) -> Number? { column(key).flatMap { $0.isZero ? nil : $0 } }
            let isThere = ColumnKey.prices.allSatisfy { sent($0) != nil }
            guard !isThere, let latest, self.start(of: latest.time, .day) == start else { return nil }
            let open = sent(.open)
            let high = (sent(.high) ?? day.high).map { max($0, open ?? $0, latest.price) }
            let low = (sent(.low) ?? day.low).map { min($0, open ?? $0, latest.price) }
            var candle = Candle(
                time: start, symbol: symbol, open: unit.amount(open), high: unit.amount(high),
                low: unit.amount(low), close: unit.amount(latest.price) ?? latest.price,
                volume: (column(.volume) ?? day.volume).flatMap { $0.isZero ? nil : $0 }, currency: unit.currency,
                provider: Yahoo.name, name: name)
            (candle.isSigned, candle.complete) = (isSigned, candle.open != nil)
            return candle
        }
    }
}

extension Candle {
    /// Replaces the close, and multiplies the other prices by the same ratio, each rounded half to even to 8 decimals.
    /// The high stays the highest of them, and the low the lowest. Returns false if they are out of range.
    fileprivate mutating func adjust(close adjusted: Number) -> Bool {
        func scaled(_ price: Number) -> Number? {
            if price == close { return adjusted }
            let product = try? price.value.multiplied(by: adjusted.value, dividedBy: close.value, to: .intermediate)
            return (product?.rounded(toPlaces: 8)).map(Number.init)
        }
        var changed = self
        for price in [\Candle.open, \.high, \.low] {
            guard let sent = self[keyPath: price] else { continue }
            guard let price = scaled(sent).map({ (price, $0) }) else { return false }
            changed[keyPath: price.0] = price.1
        }
        changed.high = changed.high.map { max($0, changed.open ?? $0, adjusted) }
        changed.low = changed.low.map { min($0, changed.open ?? $0, adjusted) }
        changed.close = adjusted
        self = changed
        return true
    }
}
