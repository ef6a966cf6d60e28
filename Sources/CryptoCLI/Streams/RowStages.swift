import CommandLineKit
import Platform
import Rendering

/// What happens to each row of a stream: it is printed, counted, held against `--until`, and may set off `--exec`.
struct RowStages<Row> {
    /// Nil where a picture shows the rows instead.
    private var writer: RowWriter<Row>?
    /// `--if` of a picture's rows.
    private let condition: Output<Row>?
    private let limit: Int?
    private let until: Condition<Row>?
    private var trigger: Trigger<Row>?
    /// Rows so far.
    private(set) var tally = RowTally()
    /// Set once nothing more is to come.
    private(set) var ending: StreamEnding? { didSet { hasEnded = ending != nil } }
    /// Known without a look at `ending`: a comparison with nil copies what it looks at.
    private var hasEnded = false

    /// The stages that the options ask for; conditions are read over the table.
    init(
        _ ends: StreamEnds, _ table: FieldTable<Row>, writer: RowWriter<Row>?, _ environment: Environment,
        _ origins: ValueOrigins, condition: Output<Row>? = nil
    ) throws(Failure) {
        self.writer = writer
        self.condition = condition
        limit = ends.count
        until = try Condition.reading(ends.until, "until", table, origins)
        trigger = try Trigger(ends, table, environment, origins)
        isConditional = until != nil || trigger != nil
    }

    /// The commands of `--exec`.
    var commands: RunningCommands? { trigger?.running }

    /// Whether a row may be the last by what it holds.
    let isConditional: Bool

    /// Looks at a row that may not be printed: whether it ends the stream, and whether it sets something off.
    ///
    /// Returns true where it meets `--until` and is to be printed, whatever keeps others back.
    mutating func watch(_ row: Row, of name: @autoclosure () -> String) -> Bool {
        trigger?.take(row, of: name())
        return until?.isMet(by: row) ?? false
    }

    /// Prints a row; the last one where it is the one waited for.
    mutating func print(_ row: Row, isLast: Bool = false) {
        guard !hasEnded else { return }
        do throws(Failure) {
            if try writer?.append(row) ?? isPictured(row) { tally.shown += 1 } else { tally.hasLeftOut = true }
        } catch {
            ending = .failed(error)
        }
        if !hasEnded, isLast || tally.shown == limit { ending = .done }
    }

    /// Whether a picture shows the row: `--if` leaves out others there too.
    func isPictured(_ row: Row) -> Bool { condition?.isWanted(row) != false }

    /// Lets rows gather until they are taken.
    mutating func hold() { writer?.isHeld = true }

    /// What has gathered, for somebody who writes it himself; what is not taken is written at the end.
    mutating func take() -> [UInt8] { writer?.take() ?? [] }

    /// Nothing more can be written.
    mutating func fail(_ failure: Failure) { ending = .failed(failure) }

    /// Writes what has gathered, unless it is to be taken.
    mutating func flush() {
        guard writer?.isHeld == false else { return }
        do throws(Failure) {
            try writer?.flush()
        } catch {
            ending = .failed(error)
        }
    }

    /// Ends the output; what stands before the first row is printed without one only where the run went well.
    mutating func finish(orNothing: Bool) throws(Failure) {
        try writer?.finish(orNothing: orNothing)
    }
}

/// What became of a stream's rows.
struct RowTally: Sendable, Equatable {
    /// How many were printed, or shown.
    var shown = 0
    /// Whether `--if` left any out.
    var hasLeftOut = false

    /// No row came.
    var isEmpty: Bool { shown == 0 && !hasLeftOut }
    /// Rows came, and `--if` left out all of them.
    var isUnmatched: Bool { shown == 0 && hasLeftOut }
}

extension Condition {
    /// The condition of an option, where it was given.
    static func reading(
        _ text: String?, _ option: String, _ table: FieldTable<Row>, _ origins: ValueOrigins
    ) throws(Failure) -> Condition? {
        guard let text else { return nil }
        do throws(SyntaxError) {
            return try Condition(text, fields: table)
        } catch {
            throw Failure(error, option: option, text: text, origins)
        }
    }
}
