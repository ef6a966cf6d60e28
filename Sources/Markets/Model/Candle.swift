public import DecimalArithmetic
public import Platform

/// The prices of an asset in a span of time (OHLCV), or its price at one moment: a point.
public struct Candle: Sendable, Hashable {
    /// The beginning of the span, UTC; of a point its moment.
    public var time: Timestamp
    /// The ticker in capitals.
    public var symbol: String
    /// The first price; nil for a point, and if the provider does not send it.
    public var open: Number?
    /// The highest price; nil as for `open`.
    public var high: Number?
    /// The lowest price; nil as for `open`.
    public var low: Number?
    /// The last price.
    public var close: Number
    /// The traded amount in units of the asset; nil if the provider does not send it.
    public var volume: Number?
    /// The currency of all prices.
    public var currency: Currency
    /// The name of the provider.
    public var provider: String
    /// True for prices from an outdated response, or converted by an old rate.
    public var stale: Bool
    /// The length of the span; nil for a point.
    public var width: CandleWidth?
    /// Whether the span is over and all of it is in the candle: fetched after its end, or in a stream seen from its
    /// first moment to its last.
    public var complete = true
    /// True if the prices are in the provider's own currency because nothing leads from it to the requested one. Not a
    /// field of the row.
    package var isUnconverted = false
    /// What is missing of the same answers: rows that make no sense. Nil if nothing is. Not a field of the row.
    package internal(set) var lost: LostCandles?
    /// The rename after which the asset had its ticker, if the prices are those of the old one. Not a field of the row.
    package var rename: CoinRename?
    /// Why the row is invalid, if that was found while it was read.
    package var problem: String?
    /// Whether the prices may be below 0: those of futures, indices and yields.
    package var isSigned = false
    /// The time of the request that the prices are from; nil if there was none. Not a field of the row.
    package var requested: Timestamp?
    /// Whether the prices are rates of one currency in another one; not a field of the row.
    package var isRate = false
    /// The full name of the asset, if the provider sends it with candles; not a field of the row.
    package var name: String?
    /// The providers of the rates that converted the prices. Not a field of the row.
    package var rateProviders: [String] = []
    /// The old rates that converted the prices. Not a field of the row.
    package var staleLegs: [Conversion.Leg] = []

    /// Creates a candle. Each parameter sets the property of the same name.
    public init(
        time: Timestamp, symbol: String, open: Number?, high: Number?, low: Number?, close: Number,
        volume: Number? = nil, currency: Currency, provider: String, stale: Bool = false, name: String? = nil
    ) {
        self.time = time
        self.symbol = symbol
        (self.open, self.high, self.low, self.close) = (open, high, low, close)
        self.volume = volume
        self.currency = currency
        self.provider = provider
        self.stale = stale
        self.name = name
    }
}

/// The width of a candle. All widths begin at multiples of themselves in UTC, weeks on Mondays.
public enum CandleWidth: String, Sendable, CaseIterable {
    /// One minute.
    case minute = "1m"
    /// Five minutes.
    case fiveMinutes = "5m"
    /// A quarter of an hour.
    case quarter = "15m"
    /// One hour.
    case hour = "1h"
    /// Four hours.
    case fourHours = "4h"
    /// One day.
    case day = "1d"
    /// One week, from Monday.
    case week = "1w"

    /// Those in which the candle of a moment is looked for, the finest first.
    package static let ofMoments: [CandleWidth] = [.minute, .fiveMinutes, .hour, .day]

    /// Its length in seconds.
    package var seconds: Int64 {
        switch self {
        case .minute: 60
        case .fiveMinutes: 300
        case .quarter: 900
        case .hour: 3600
        case .fourHours: 14_400
        case .day: 86_400
        case .week: 604_800
        }
    }

    /// Finds the span that contains a time.
    ///
    /// - Parameter time: The time.
    /// - Returns: The beginning of the span, in seconds since 1970-01-01T00:00:00Z.
    package func start(of time: Timestamp) -> Int64 {
        // 1970 began on a Thursday, so that the first Monday is 4 days later.
        let shift: Int64 = self == .week ? 4 * 86_400 : 0
        let (count, _) = (time.seconds - shift).flooredDivision(by: seconds)
        return count * seconds + shift
    }
}

extension Int64 {
    fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
