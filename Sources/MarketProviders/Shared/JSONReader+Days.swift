import DecimalArithmetic
import JSONReader
import Platform

/// How a service of stocks writes a day: an object of numbers in the form of a page.
struct DayLayout: Sendable {
    let provider: String
    /// The member with the day.
    let day: String
    /// The member with the traded shares.
    var volume = "volume"
    /// Parses the day.
    let parse: @Sendable (String) -> Timestamp?

    fileprivate var keys: JSONKeys<String> { JSONKeys(named: day, "open", "high", "low", "close", volume) }
}

extension JSONReader {
    /// An array of days of a stock. A day without any price is a gap; one without some of them is invalid.
    mutating func readDays(
        _ layout: DayLayout, of symbol: String, in unit: PriceUnit, isSigned: Bool = false
    ) throws -> [Candle] {
        var candles: [Candle] = []
        try readArray(upTo: AnswerLimit.candles) { reader in
            if var candle = try reader.readDay(layout, of: symbol, in: unit) {
                candle.isSigned = isSigned
                candles.append(candle)
            }
        }
        return candles
    }

    /// Nil for a gap. Throws `RowProblem` if the day is unknown.
    private mutating func readDay(_ layout: DayLayout, of symbol: String, in unit: PriceUnit) throws -> Candle? {
        let keys = layout.keys
        var again = self
        let row = try readSoundRow { reader in
            var day: Timestamp?
            var prices: [String: Number] = [:]
            var volume: Number?
            try reader.readObject(keys) { part, reader in
                switch part {
                case layout.day: day = try reader.optionalTime(layout.day, parse: layout.parse)
                case layout.volume: volume = try reader.shownNumberIfSound().flatMap { $0.isZero ? nil : $0 }
                default: prices[part] = unit.amount(try reader.optionalSignedPrice(part))
                }
            }
            let time = try day.required(layout.day)
            if prices.isEmpty { return Candle?.none }
            return Candle(
                time: time, symbol: symbol, open: try prices["open"].required("open"),
                high: try prices["high"].required("high"), low: try prices["low"].required("low"),
                close: try prices["close"].required("close"), volume: volume, currency: unit.currency,
                provider: layout.provider)
        }
        guard case .failure(let problem) = row else { return try row.get() }
        var day: Timestamp?
        try again.readObject(keys) { part, reader in
            if part == layout.day { day = try reader.optionalTime(layout.day, parse: layout.parse) }
        }
        guard let day else { throw problem }
        return Candle(
            invalidAt: day, problem: problem.description, currency: unit.currency, provider: layout.provider)
    }
}
