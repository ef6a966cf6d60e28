import Rendering

/// Writes rows as they are appended, in batches. The header is written with the first row.
struct RowWriter<Row> {
    static var batch: Int { 1 << 16 }

    private let output: Output<Row>
    private let console: Console
    private var renderer: Renderer<Row>
    /// The fast path for every row but the first.
    private var lines: LineAppender<Row>?
    private var bytes: [UInt8] = []
    /// Whether rows are kept in memory until `take` or `flush`.
    var isBuffered = false
    /// How many rows so far met the condition.
    private(set) var count = 0

    /// Creates a writer. A table of a stream is written row by row.
    init(_ output: Output<Row>, _ console: Console, isStream: Bool = false) {
        self.output = output
        self.console = console
        renderer = isStream ? output.streamRenderer : output.renderer
    }

    /// Makes the columns of a table wide enough for rows such as these, which are not written.
    mutating func makeRoom(for rows: [Row]) {
        renderer.makeRoom(for: rows)
    }

    /// Appends a row if it meets the condition. Returns whether it does.
    @discardableResult
    mutating func append(_ row: Row) throws(Failure) -> Bool {
        guard !output.isSelective || output.isWanted(row) else { return false }
        if count == 0 {
            output.beginRows(on: console)
            renderer.begin(to: &bytes)
        }
        count += 1
        if count == 1 || lines?.append(row, to: &bytes) == nil {
            let start = bytes.count
            renderer.append(row, to: &bytes)
            do throws(Failure) {
                try output.check(renderer)
            } catch {
                bytes.removeSubrange(start...)
                throw error
            }
        }
        if bytes.count >= Self.batch, !isBuffered { try flush() }
        return true
    }

    /// Writes the rows so far before a wait for more. A table that is not on a terminal holds some back, because its
    /// widths depend on its rows.
    mutating func flushBeforeWait() throws(Failure) {
        if console.columns != nil { renderer.appendBufferedRows(to: &bytes) }
        try flush()
    }

    /// Ends the output. Without a row, writes what the format prints for no rows, or nothing if `orNothing`.
    mutating func finish(orNothing: Bool) throws(Failure) {
        if count == 0 {
            if orNothing { return }
            renderer.begin(to: &bytes)
        }
        renderer.finish(to: &bytes)
        try flush()
    }

    /// Returns the pending bytes, for a caller that writes them.
    mutating func take() -> [UInt8] {
        defer { bytes = [] }
        remark()
        return bytes
    }

    /// Writes the pending bytes.
    mutating func flush() throws(Failure) {
        try console.print(bytes)
        bytes.removeAll(keepingCapacity: true)
        remark()
    }

    /// Prints what the format had to change. The formats of the fast path change nothing.
    private mutating func remark() {
        if lines == nil { output.remark(&renderer, to: console) }
    }
}

extension RowWriter where Row: StreamRow {
    /// Creates a writer that writes many rows faster, if the format has a line for each.
    init(lines output: Output<Row>, _ console: Console, isStream: Bool = false) {
        self.init(output, console, isStream: isStream)
        if let lines = renderer.lines { self.lines = LineAppender { lines.append($0, to: &$1) } }
    }
}
