import DecimalArithmetic
import Markets
import Platform
import Rendering

/// The source of the fields of a quote: a parsed quote, or a tick whose numbers are still text.
protocol QuoteRepresentable: SendableMetatype {
    /// Returns a number of the row; nil if it is unknown.
    func number(_ part: Tick.Part) -> Number?
    /// Appends a number in canonical form. Returns false, without appending, if it is unknown.
    func write(_ part: Tick.Part, to bytes: inout [UInt8]) -> Bool
    /// Compares a number with a bound without parsing it; nil if it has to be computed or is unknown.
    func order(of part: Tick.Part, to bound: NumberBound) -> Int?
    var time: Timestamp { get }
    /// Appends the time in RFC 3339.
    func writeTime(to bytes: inout [UInt8])
    var symbol: String { get }
    var id: String? { get }
    var name: String? { get }
    var kind: AssetKind { get }
    var market: String? { get }
    var currency: Currency { get }
    var rank: Int? { get }
    var provider: String { get }
    /// Whole seconds since `time`; at least 0, since clocks differ.
    var age: Int { get }
    var stale: Bool { get }
    var via: String? { get }
    var changePercentOfHour: Number? { get }
    var changePercentOfWeek: Number? { get }
    /// Prices of the last 7 days, oldest first.
    var trend: [Number]? { get }
    /// The part of its exchange's day.
    var session: TradingSession? { get }
    /// The newest trade outside of the regular hours.
    var extended: ExtendedTrade? { get }
    /// The file of favorites that it is of.
    var group: String? { get }
    /// The chain of a token that was asked for by its contract.
    var chain: Token.Chain? { get }
}
