/// The maximum number of items of each kind in a response or a message. More than that is a violation of the
/// protocol.
///
/// A response of 64 MiB must not make the process much larger than itself, whatever it contains. Each limit is
/// several times what any service sends, and small enough that the memory for that many items is small compared with
/// the response.
@usableFromInline
package enum AnswerLimit {
    /// The memory for the rows of a list, in bytes. An exchange has about 3,500 markets, and the largest list 10,000
    /// coins, but a list of 100,000 is one too.
    @usableFromInline static let rowBytes = 128 << 20
    /// Rows of a type in a list: as many as there is memory for.
    @inlinable package static func rows<Row>(of type: Row.Type) -> Int { rowBytes / max(1, MemoryLayout<Row>.stride) }
    /// Stations in a file. The largest has 4,500.
    package static let stations = 30_000
    /// Candles in a response, or days of a price. A hundred years are 37,000 days.
    package static let candles = 50_000
    /// Hours in a response. A service sends up to 92 past days and 7 future days.
    package static let hours = 5_000
    /// Rates at one time. ISO 4217 has 180 currencies.
    package static let rates = 2_000
    /// Rates in a response for many days, and the days in it. Since 1999 there were 7,000 days with 250,000 rates.
    package static let pastRates = 500_000
    package static let pastDays = 20_000
    /// Cities in a stream.
    package static let cities = 10_000
    /// Channels in an acknowledgement that are kept; it may name more.
    package static let channels = 100
    /// Bytes in a text: a name, an identifier, or a sentence.
    package static let text = 4_096
    /// Errors in a response with stored messages.
    package static let errors = 20
    /// Bytes in a text that is only shown.
    package static let shownText = 200
    /// Invalid rows with stored problems. Further ones are only counted.
    @usableFromInline package static let keptProblems = 200
}
