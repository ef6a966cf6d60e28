import DecimalArithmetic
import Markets
import Platform
import Rendering

/// What the fields of a quote are made of: a quote that was read, or a tick that was not.
protocol QuoteRepresentable: SendableMetatype {
    /// The price as a number, as far as one is known; each number of a row likewise.
    func number(_ part: Tick.Part) -> Number?
    /// Appends a number in canonical form; false where it is unknown.
    func write(_ part: Tick.Part, to bytes: inout [UInt8]) -> Bool
    /// A number in canonical form where it lies in the row; no bytes where it has to be made or is unknown.
    func digits(_ part: Tick.Part) -> UnsafeBufferPointer<UInt8>
    var time: Timestamp { get }
    /// Appends the time as RFC 3339.
    func writeTime(to bytes: inout [UInt8])
    var symbol: String { get }
    var id: String? { get }
    var name: String? { get }
    var kind: AssetKind { get }
    var market: String? { get }
    var currency: Currency { get }
    var rank: Int? { get }
    var provider: String { get }
    /// Whole seconds since `time`, never below 0: clocks differ.
    var age: Int { get }
    var stale: Bool { get }
    var via: String? { get }
}
