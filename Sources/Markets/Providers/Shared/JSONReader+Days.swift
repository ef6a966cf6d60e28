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

    fileprivate enum Part: Sendable {
        case day, open, high, low, close, volume
    }

    fileprivate var keys: JSONKeys<Part> {
        JSONKeys([
            (day, .day), ("open", .open), ("high", .high), ("low", .low), ("close", .close), (volume, .volume),
        ])
    }
}

extension JSONReader {
    /// An array of days of a stock. A day with an unknown price is a gap.
    mutating func readDays(_ layout: DayLayout, of symbol: String, in unit: PriceUnit) throws -> [Candle] {
        let keys = layout.keys
        var candles: [Candle] = []
        try readArray(upTo: AnswerLimit.candles) { reader in
            var day: Timestamp?
            var prices: [DayLayout.Part: Number] = [:]
            var volume: Number?
            try reader.readObject(keys) { part, reader in
                switch part {
                case .day: day = try reader.optionalTime(layout.day, parse: layout.parse)
                case .volume: volume = try reader.shownNumberIfSound().flatMap { $0.isZero ? nil : $0 }
                default: prices[part] = unit.amount(try reader.optionalShownPrice("\(part)"))
                }
            }
            let time = try day.required(layout.day)
            guard let open = prices[.open], let high = prices[.high], let low = prices[.low], let close = prices[.close]
            else { return }
            candles.append(
                Candle(
                    time: time, symbol: symbol, open: open, high: high, low: low, close: close, volume: volume,
                    currency: unit.currency, provider: layout.provider))
        }
        return candles
    }
}
