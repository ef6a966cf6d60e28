import Platform
import Rendering

/// The last part of a stream: it makes rows of the data, and prints them or shows them in a picture.
///
/// The types that conform are not generic. The compiler would not specialize a generic one for calls through this
/// protocol.
protocol StreamStages: AnyObject {
    associatedtype Row
    /// The row of the picture.
    associatedtype Shown

    /// Prints and counts the rows.
    var rows: RowSink<Row> { get set }
    /// The picture on a terminal; nil if rows are written.
    var picture: (any StreamPicture<Shown>)? { get }
    /// The time until a row is due without new data; nil if it is unknown.
    var rest: Duration? { get }

    /// Prints the rows that are due without new data.
    func printDue(now: Timestamp)
    /// Prints the unfinished rows at the end.
    func printRest()
    /// Ends the output. With `orNothing`, nothing is printed if there was no row, not even a header.
    func finish(orNothing: Bool) throws(Failure)

    // MARK: - What `rows` says and does

    var tally: RowCount { get }
    var ending: StreamEnding? { get }
    var usedFields: Set<String> { get }
    var trigger: Trigger? { get }
    func flush()
    func take() -> [UInt8]
    func fail(_ failure: Failure)
}

extension StreamStages {
    var rest: Duration? { nil }
    func printRest() {}
    func finish(orNothing: Bool) throws(Failure) { try rows.finish(orNothing: orNothing) }

    var tally: RowCount { rows.tally }
    var ending: StreamEnding? { rows.ending }
    var usedFields: Set<String> { rows.usedFields }
    var trigger: Trigger? { rows.trigger }
    func flush() { rows.flush() }
    func take() -> [UInt8] { rows.take() }
    func fail(_ failure: Failure) { rows.fail(failure) }
}

/// A picture of rows on a terminal.
protocol StreamPicture<Row>: AnyObject {
    associatedtype Row

    /// How many rows it has, and how many it leaves out.
    var count: RowCount { get }
    /// Whether its rows have more than one order.
    var isSortable: Bool { get }
    /// The field that orders its rows; nil for the first order.
    var order: String? { get }
    /// When it changes without a new row, by the monotonic clock; nil if it is unknown.
    var nextChange: Duration? { get }

    /// Adds a row, or replaces the row with the same key. One that is not wanted is only counted, unless there is an
    /// earlier row with its key.
    func put(_ row: Row, key: String, isWanted: Bool)
    /// Removes rows.
    func remove(where isGone: (Row) -> Bool)
    /// Takes the next order of the rows, after the last one the first.
    func sortNext()
    /// Returns the bytes of a drawing; none if nothing changed. The last one shows what did not fit before, too. The
    /// row of the cursor is known after some changes of size.
    func draw(
        _ size: Terminal.Size, cursorRow: Int?, status: StatusLine, now: Timestamp, isLast: Bool
    ) -> [UInt8]
    /// Returns the bytes that remove the picture, to print lines in its place.
    func erase(_ size: Terminal.Size, cursorRow: Int?) -> [UInt8]
    /// Returns the bytes that leave the picture as it is.
    func end() -> [UInt8]
}

extension StreamPicture {
    var isSortable: Bool { false }
    var order: String? { nil }
    var nextChange: Duration? { nil }

    /// Does nothing.
    func sortNext() {}
}
