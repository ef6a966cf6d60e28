import DecimalArithmetic
import JSONReader
import Platform

/// How an exchange writes a candle: a row of a moment and numbers, whatever follows them.
struct CandleLayout: Sendable {
    let provider: String
    /// Of the moment.
    let unit: EpochUnit
    /// The places of the numbers behind the moment.
    var open = 0
    var high = 1
    var low = 2
    var close = 3
    /// Units of what is traded; nil where they are not sent.
    var volume: Int? = 4
}

extension JSONReader {
    /// An array of candles.
    mutating func readCandles(
        _ layout: CandleLayout, _ symbol: String, _ currency: Currency
    ) throws -> [Candle] {
        var candles: [Candle] = []
        try readArray(upTo: AnswerLimit.candles) { reader in
            var time: Timestamp?
            let numbers = try reader.readCandleRow(of: layout.volume == nil ? 4 : 5) {
                time = try $0.optionalTime("time", in: layout.unit)
            }
            candles.append(
                Candle(
                    time: try time.required("time"), symbol: symbol, open: numbers[layout.open],
                    high: numbers[layout.high], low: numbers[layout.low], close: numbers[layout.close],
                    volume: layout.volume.map { numbers[$0] }, currency: currency, provider: layout.provider))
        }
        return candles
    }

    /// An array of a moment, which `readTime` takes, and `count` numbers, whatever follows them.
    mutating func readCandleRow(
        of count: Int, _ readTime: (inout JSONReader) throws -> Void
    ) throws -> [Number] {
        var numbers: [Number] = []
        var place = 0
        try readArray { reader in
            if place == 0 {
                try readTime(&reader)
            } else if place <= count {
                numbers.append(try reader.optionalNumber("column \(place)").required("column \(place)"))
            } else {
                try reader.skip()
            }
            place += 1
        }
        guard numbers.count == count else { throw RowProblem(description: "a candle of \(numbers.count) numbers") }
        return numbers
    }
}
