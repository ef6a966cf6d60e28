import DecimalArithmetic
import JSONReader
import Platform

/// How an exchange writes a candle: a row of a moment and numbers, whatever follows them, or an object.
struct CandleLayout: Sendable {
    /// What a member of an object holds.
    enum Part: String, Sendable {
        case time, open, high, low, close, volume
        static let prices = [open, high, low, close]
    }

    let provider: String
    /// Of the moment.
    let unit: EpochUnit
    /// The places of the prices behind the moment, in any order but without a gap, and of the volume.
    var open = 0
    var high = 1
    var low = 2
    var close = 3
    /// Units of what is traded; nil where they are not sent.
    var volume: Int? = 4
    /// The members of an object; nil for a row.
    var members: JSONKeys<Part>?
    /// Whether zeros before the first price stand for the time before the first trade.
    var zeroIsNone = false

    /// The place of the first of the four prices.
    fileprivate var firstPrice: Int { min(open, high, low, close) }
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
            let isNone = candle.problem == nil && candle.close.isZero && candle.high?.isZero == true
            if layout.zeroIsNone, candles.isEmpty, isNone { return }
            candles.append(candle)
        }
        return candles
    }

    private mutating func readCandle(_ layout: CandleLayout, of market: MarketNames.Market) throws -> Candle {
        var time: Timestamp?
        let first = layout.firstPrice
        let row = try readSoundRow { reader in
            try reader.readCandleRow(of: 4, from: first, volume: layout.volume) {
                time = try $0.optionalTime("time", in: layout.unit)
            }
        }
        return try Candle.read(row, at: time, in: market.quote, by: layout.provider) { row, time in
            Candle(
                time: time, symbol: market.base.uppercased(), open: row.prices[layout.open - first],
                high: row.prices[layout.high - first], low: row.prices[layout.low - first],
                close: row.prices[layout.close - first],
                volume: row.volume, currency: market.quote, provider: layout.provider)
        }
    }

    private mutating func readCandle(
        _ members: JSONKeys<CandleLayout.Part>, _ layout: CandleLayout, of market: MarketNames.Market
    ) throws -> Candle {
        var again = self
        var time: Timestamp?
        let row = try readSoundRow { reader in
            var numbers: [CandleLayout.Part: Number] = [:]
            try reader.readObject(members) { part, reader in
                switch part {
                case .time: time = try reader.optionalTime("time", in: layout.unit)
                case .volume: numbers[part] = try reader.numberIfSound()
                default: numbers[part] = try reader.optionalNumber(part.rawValue)
                }
            }
            for part in CandleLayout.Part.prices { _ = try numbers[part].required(part.rawValue) }
            return numbers
        }
        if case .failure = row {
            // The time may be behind what is invalid.
            try again.readObject(members) { part, reader in
                if part == .time { time = try reader.optionalTime("time", in: layout.unit) }
            }
        }
        return try Candle.read(row, at: time, in: market.quote, by: layout.provider) { numbers, time in
            Candle(
                time: time, symbol: market.base.uppercased(), open: try numbers[.open].required("open"),
                high: try numbers[.high].required("high"), low: try numbers[.low].required("low"),
                close: try numbers[.close].required("close"), volume: numbers[.volume], currency: market.quote,
                provider: layout.provider)
        }
    }

    /// An array of a moment, which `readTime` takes, and `count` prices; the first of them and the volume are at their
    /// places behind the moment. The volume is unknown if it is not a number.
    mutating func readCandleRow(
        of count: Int, from first: Int = 0, volume volumePlace: Int? = nil,
        _ readTime: (inout JSONReader) throws -> Void
    ) throws -> (prices: [Number], volume: Number?) {
        var numbers: [Number] = []
        var volume: Number?
        var place = 0
        try readArray { reader in
            if place == 0 {
                try readTime(&reader)
            } else if (first..<first + count).contains(place - 1) {
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

extension Candle {
    /// Returns the candle of a row, which `make` makes. Of an invalid row it is invalid, too. Throws `RowProblem` if
    /// its time is unknown.
    static func read<Row>(
        _ row: Result<Row, RowProblem>, at time: Timestamp?, in currency: Currency, by provider: String,
        make: (Row, Timestamp) throws -> Candle
    ) throws -> Candle {
        switch row {
        case .success(let row): return try make(row, try time.required("time"))
        case .failure(let problem):
            guard let time else { throw problem }
            return Candle(invalidAt: time, problem: problem.description, currency: currency, provider: provider)
        }
    }
}
