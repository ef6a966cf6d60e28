import Platform
import Rendering

/// The last part of a stream: it makes rows of the data, and prints them or shows them in a picture.
protocol StreamStages: SendableMetatype {
    associatedtype Row
    /// The row of the picture.
    associatedtype Shown

    /// Prints and counts the rows.
    var rows: RowStages<Row> { get set }
    /// The picture on a terminal; nil if rows are written.
    var picture: (any StreamPicture<Shown>)? { get set }
    /// The time until a row is due without new data; nil if it is unknown.
    var rest: Duration? { get }

    /// Prints the rows that are due without new data.
    mutating func printDue(now: Timestamp)
    /// Prints the unfinished rows at the end.
    mutating func printRest()
    /// Ends the output. With `orNothing`, nothing is printed if there was no row, not even a header.
    mutating func finish(orNothing: Bool) throws(Failure)
}

extension StreamStages {
    var rest: Duration? { nil }

    mutating func printRest() {}

    mutating func finish(orNothing: Bool) throws(Failure) { try rows.finish(orNothing: orNothing) }
}

/// A picture of rows on a terminal.
protocol StreamPicture<Row> {
    associatedtype Row

    /// The number of rows.
    var count: Int { get }

    /// Adds a row, or replaces the row with the same key.
    mutating func put(_ row: Row, key: String)
    /// Removes rows.
    mutating func remove(where isGone: (Row) -> Bool)
    /// Returns the bytes of a drawing; none if nothing changed. The last one shows what did not fit before, too.
    mutating func draw(_ size: Terminal.Size, status: StatusLine, now: Timestamp, isLast: Bool) -> [UInt8]
    /// Returns the bytes that remove the picture, to print lines in its place.
    mutating func erase(_ size: Terminal.Size) -> [UInt8]
    /// Returns the bytes that leave the picture as it is.
    mutating func end() -> [UInt8]
}
