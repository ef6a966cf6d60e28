import DecimalArithmetic
import JSONReader
import Platform

/// How an exchange writes a candle: a row of a moment and numbers, whatever follows them, or an object.
struct CandleLayout: Sendable {
    /// What a member of an object holds.
    enum Part: String, Sendable { case time, open, high, low, close, volume }

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
    /// The members of an object; nil for a row.
    var members: Members?
    /// Whether zeros stand for a span in which there was no price.
    var zeroIsNone = false

    /// Members and what they hold.
    struct Members: Sendable, ExpressibleByDictionaryLiteral {
        fileprivate let keys: JSONKeys<Part>

        init(dictionaryLiteral parts: (String, Part)...) { keys = JSONKeys(parts.map { ($0, $1) }) }
    }
}

extension JSONReader {
    /// An array of candles of a market.
    mutating func readCandles(_ layout: CandleLayout, of market: MarketNames.Market) throws -> [Candle] {
        var candles: [Candle] = []
        try readArray(upTo: AnswerLimit.candles) { reader in
            let candle =
                if let members = layout.members {
                    try reader.readCandle(members, layout, of: market)
                } else {
                    try reader.readCandle(layout, of: market)
                }
            if layout.zeroIsNone, candle.close.isZero, candle.high.isZero { return }
            candles.append(candle)
        }
        return candles
    }

    private mutating func readCandle(_ layout: CandleLayout, of market: MarketNames.Market) throws -> Candle {
        var time: Timestamp?
        let (prices, volume) = try readCandleRow(of: 4, volume: layout.volume) {
            time = try $0.optionalTime("time", in: layout.unit)
        }
        return Candle(
            time: try time.required("time"), symbol: market.base.uppercased(), open: prices[layout.open],
            high: prices[layout.high], low: prices[layout.low], close: prices[layout.close], volume: volume,
            currency: market.quote, provider: layout.provider)
    }

    private mutating func readCandle(
        _ members: CandleLayout.Members, _ layout: CandleLayout, of market: MarketNames.Market
    ) throws -> Candle {
        var time: Timestamp?
        var numbers: [CandleLayout.Part: Number] = [:]
        try readObject(members.keys) { part, reader in
            switch part {
            case .time: time = try reader.optionalTime("time", in: layout.unit)
            case .volume: numbers[part] = try reader.numberIfSound()
            default: numbers[part] = try reader.optionalNumber(part.rawValue)
            }
        }
        return Candle(
            time: try time.required("time"), symbol: market.base.uppercased(),
            open: try numbers[.open].required("open"), high: try numbers[.high].required("high"),
            low: try numbers[.low].required("low"), close: try numbers[.close].required("close"),
            volume: numbers[.volume], currency: market.quote, provider: layout.provider)
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
