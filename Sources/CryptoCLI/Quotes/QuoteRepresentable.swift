import DecimalArithmetic
import Markets
import Platform
import ProviderKit
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
    /// The quote of the row. It is not copied. The quote of a tick has no numbers.
    @_borrowed var quote: Quote { get }
    /// Whole seconds since `time`; at least 0, since clocks differ.
    var age: Int { get }
    var stale: Bool { get }
    /// The file of favorites that it is of.
    var group: String? { get }

    // MARK: - How a row of a stream came

    /// When its bytes were read.
    var received: Timestamp? { get }
    /// The provider's number of the message.
    var sequence: Number? { get }
    /// The number of its connection in a run, from 1.
    var connection: Int? { get }
    /// How its price compares with the price of the row before.
    var direction: Tick.Direction? { get }
    /// The time in which ticks are missing, if the row is one of a gap; nil for a tick.
    var gap: StreamGap? { get }
    /// Whether the provider sent its time. Otherwise the time is that of the arrival.
    var hasOwnTime: Bool { get }

    /// Returns the fields of a quote, with the fields of this row type that the view adds.
    static func fields(_ fields: [Field<Self>], of view: View) -> [Field<Self>]

    // MARK: - How it is made of a tick

    /// The rows of a tick.
    associatedtype Rows: Sequence<Self>

    /// What the windows, `--when` and the picture of a stream know it by.
    var streamName: String { get }
    /// The row of the picture.
    var shown: QuoteRow { get }
    /// Creates the writer of the rows of a stream.
    static func writer(
        _ output: Output<Self>, _ console: Console, _ portfolio: LivePortfolio?, now: Timestamp
    ) -> RowWriter<Self>
    /// Returns the rows of a tick, which may be valid as long as it is.
    static func rows(
        of tick: UnsafePointer<Tick>, now: Timestamp, receipt: ReceiptText.Memory?, _ portfolio: LivePortfolio?
    ) -> Rows
    /// Passes the row of a gap to a closure.
    static func withRow(of gap: StreamGap, _ body: (Self) -> Void)
}
