import Platform

/// What happens to a stream's data on its way out, as far as all streaming commands have it in common.
protocol StreamStages: SendableMetatype {
    /// Rows so far.
    var tally: RowTally { get }
    /// The commands of `--exec`.
    var commands: RunningCommands? { get }
    /// Why nothing more is to come, once that is so.
    var ending: StreamEnding? { get }

    /// Prints what has become due by time alone.
    mutating func printDue(now: Timestamp)
    /// How long nothing becomes due by time alone; nil where that is not known.
    var rest: Duration? { get }
    /// The rows of an interval, to be written while data goes on.
    mutating func takeHeld() -> [UInt8]
    /// Nothing more can be written.
    mutating func fail(_ failure: Failure)
    /// Writes what has gathered.
    mutating func flush()
    /// Prints what is under way at the end, finished or not.
    mutating func printRest()
    /// Ends the output; what stands before the first row is printed without one only where the run went well.
    mutating func finish(orNothing: Bool) throws(Failure)

    /// How many rows the picture has.
    var pictured: Int { get }
    /// The bytes of a drawing; none where nothing has changed.
    mutating func draw(_ size: Terminal.Size, status: String, now: Timestamp) -> [UInt8]
    /// The bytes that take the picture away.
    mutating func erase(_ size: Terminal.Size) -> [UInt8]
    /// The bytes that leave the picture as it is.
    mutating func endPicture() -> [UInt8]
}

extension StreamStages {
    mutating func printRest() {}
    var rest: Duration? { nil }
}
