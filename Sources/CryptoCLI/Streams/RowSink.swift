import CommandLineKit
import Platform
import Rendering

/// Handles each row of a stream: prints and counts it, checks `--until`, and runs `--exec`.
struct RowSink<Row> {
    /// Nil if a picture shows the rows.
    private var writer: RowWriter<Row>?
    /// The rows that `--if` selects for the picture.
    private let selection: Output<Row>?
    private let limit: Int?
    private let until: Condition<Row>?
    private let when: Condition<Row>?
    /// Runs the commands of `--exec`.
    let trigger: Trigger?
    /// The fields that a command of `--exec` gets.
    private let fields: [Field<Row>]
    private let windows: RollingWindows<Row>
    private let hasWindows: Bool
    /// The number of rows so far.
    private(set) var tally = RowCount()
    /// The reason why the stream ends, once it is known.
    private(set) var ending: StreamEnding? { didSet { hasEnded = ending != nil } }
    /// Whether no more rows are taken. It avoids a comparison of `ending` with nil, which copies the value.
    private(set) var hasEnded = false

    /// Creates the stages for the options of a request, with windows for what these name. `writer` is called unless a
    /// picture shows the rows.
    ///
    /// Throws `Failure` for an invalid condition, field or template.
    init(
        _ ends: StreamEnds, _ common: CommonOptions, fields: FieldTable<Row>, windows: RollingWindows<Row>,
        environment: Environment, isPicture: Bool,
        writer: (Output<Row>, Console) -> RowWriter<Row> = { RowWriter($0, $1, isStream: true) }
    ) throws(Failure) {
        var table = fields
        table.functions = windows.functions
        let output = try Output(common, fields: table, environment)
        (self.writer, selection) = isPicture ? (nil, output) : (writer(output, environment.console), nil)
        if isPicture { environment.console.deferredNotices.open() }
        limit = ends.count
        until = try Condition.reading(ends.until, of: "until", fields: table, common)
        when = try Condition.reading(ends.when, of: "when", fields: table, common)
        trigger = Trigger(ends, environment, isPicture: isPicture)
        self.fields = table.fields
        usedFields = output.usedFields.union(until?.fieldNames ?? []).union(trigger == nil ? [] : table.names)
        (self.windows, hasWindows) = (windows, windows.areUsed)
        isConditional = until != nil || trigger != nil || hasWindows
        if ends.interval != nil { self.writer?.isBuffered = true }
    }

    /// True if rows are checked by `--until` or `--when`, or have windows.
    let isConditional: Bool

    /// The names of the fields that anything depends on.
    let usedFields: Set<String>

    /// Checks a row that may not be printed, and runs `--exec` if its condition became true. Returns true if the row
    /// meets `--until`; then it is printed even if an interval holds others back.
    mutating func watch(_ row: Row) -> Bool {
        note(row)
        if let isMet = when?.isMet(by: row) {
            trigger?.take(isMet, of: windows.name(row)) {
                fields.compactMap { field in field.exactText(of: row).map { (field.name, $0) } }
            }
        }
        return until?.isMet(by: row) ?? false
    }

    /// Adds a row to the windows.
    func note(_ row: Row) {
        if hasWindows { windows.take(row) }
    }

    /// Forgets the rows in the windows by their names.
    func forget(where isGone: (_ name: String) -> Bool) {
        if hasWindows { windows.remove(where: isGone) }
    }

    /// Prints a row. `isLast` ends the stream.
    mutating func print(_ row: Row, isLast: Bool = false) {
        guard !hasEnded else { return }
        do throws(Failure) {
            if try writer?.append(row) ?? isPictured(row) { tally.shown += 1 } else { tally.leftOut += 1 }
        } catch {
            ending = .failed(error)
        }
        if !hasEnded, isLast || tally.shown == limit { ending = .done }
    }

    /// True if a picture shows the row, which `--if` may leave out.
    func isPictured(_ row: Row) -> Bool { selection?.isWanted(row) != false }

    /// Removes and returns the rows of an interval. Rows that are not taken are written at the end.
    mutating func take() -> [UInt8] { writer?.take() ?? [] }

    /// Ends the stream because stdout accepts no more.
    mutating func fail(_ failure: Failure) { ending = .failed(failure) }

    /// Writes the rows, unless they are buffered for an interval.
    mutating func flush() {
        guard writer?.isBuffered == false else { return }
        do throws(Failure) {
            try writer?.flush()
        } catch {
            ending = .failed(error)
        }
    }

    /// Ends the output. With `orNothing`, nothing is printed if there was no row, not even a header.
    mutating func finish(orNothing: Bool) throws(Failure) {
        try writer?.finish(orNothing: orNothing)
    }
}

/// The number of rows of a stream or of a picture: those that are printed or shown, and those that `--if` leaves out.
struct RowCount: Sendable {
    var shown = 0
    var leftOut = 0

    /// Whether there is none.
    var isEmpty: Bool { shown + leftOut == 0 }
    /// Whether `--if` leaves out all.
    var isUnmatched: Bool { shown == 0 && leftOut > 0 }

    /// `1 symbol`, `2 symbols`, or `1 of 2 symbols` if some are left out.
    func words(one: String, many: String) -> String {
        let all = shown + leftOut
        return (shown > 0 && leftOut > 0 ? "\(shown) of " : "") + "\(all) \(all == 1 ? one : many)"
    }
}

extension Condition {
    /// Parses the condition of an option, if it was given.
    static func reading(
        _ text: String?, of option: String, fields table: FieldTable<Row>, _ common: CommonOptions
    ) throws(Failure) -> Condition? {
        guard let text else { return nil }
        return try translating(Condition(text, fields: table)) { Failure($0, option: option, text: text, common) }
    }
}
