import DecimalArithmetic
import JSONReader
import Platform

/// How an exchange writes a candle: a row of a moment and numbers, whatever follows them.
struct CandleLayout: Sendable {
    let provider: String
    /// Of the moment.
    let unit: EpochUnit
    /// The places of the prices behind the moment, and of the volume.
    var open = 0
    var high = 1
    var low = 2
    var close = 3
    /// Units of what is traded; nil where they are not sent.
    var volume: Int? = 4
}

extension JSONReader {
    /// An array of candles of a market.
    mutating func readCandles(_ layout: CandleLayout, of market: MarketNames.Market) throws -> [Candle] {
        var candles: [Candle] = []
        try readArray(upTo: AnswerLimit.candles) { reader in
            var time: Timestamp?
            let (prices, volume) = try reader.readCandleRow(of: 4, volume: layout.volume) {
                time = try $0.optionalTime("time", in: layout.unit)
            }
            candles.append(
                Candle(
                    time: try time.required("time"), symbol: market.base.uppercased(), open: prices[layout.open],
                    high: prices[layout.high], low: prices[layout.low], close: prices[layout.close], volume: volume,
                    currency: market.quote, provider: layout.provider))
        }
        return candles
    }

    /// An array of a moment, which `readTime` takes, and `count` prices; the volume is at its place behind the moment,
    /// and unknown if it is not a number.
    mutating func readCandleRow(
        of count: Int, volume volumePlace: Int? = nil, _ readTime: (inout JSONReader) throws -> Void
    ) throws -> (prices: [Number], volume: Number?) {
        var numbers: [Number] = []
        var volume: Number?
        var place = 0
        try readArray { reader in
            if place == 0 {
                try readTime(&reader)
            } else if place <= count {
                numbers.append(try reader.optionalNumber("column \(place)").required("column \(place)"))
            } else if place - 1 == volumePlace {
                volume = try reader.numberIfSound()
            }
            place += 1
        }
        guard numbers.count == count else { throw RowProblem(description: "a candle of \(numbers.count) numbers") }
        return (numbers, volume)
    }
}
