import Rendering

/// Writes rows as they come, in pieces of some size; what stands before the first row comes with it.
struct RowWriter<Row> {
    private static var batch: Int { 1 << 16 }

    private let output: Output<Row>
    private let console: Console
    private var renderer: Renderer<Row>
    /// Appends a stream's row by a way of its own.
    private var appendLine: ((Row, inout [UInt8]) -> Void)?
    private var bytes: [UInt8] = []
    /// Rows gather until somebody takes them, however many.
    var isHeld = false
    /// The rows so far that met the condition.
    private(set) var count = 0

    /// A writer; rows of a stream come one by one, also in a table.
    init(_ output: Output<Row>, _ console: Console, isStream: Bool = false) {
        self.output = output
        self.console = console
        renderer = isStream ? output.streamRenderer : output.renderer
    }

    /// Adds a row that meets the condition; false where it does not.
    @discardableResult
    mutating func append(_ row: Row) throws(Failure) -> Bool {
        guard !output.isSelective || output.isWanted(row) else { return false }
        if count == 0 { renderer.begin(to: &bytes) }
        count += 1
        if let appendLine {
            appendLine(row, &bytes)
        } else {
            renderer.append(row, to: &bytes)
        }
        if bytes.count >= Self.batch, !isHeld { try flush() }
        return true
    }

    /// Ends the output; without a row it is what the format prints for none, or nothing at all.
    mutating func finish(orNothing: Bool) throws(Failure) {
        if count == 0 {
            if orNothing { return }
            renderer.begin(to: &bytes)
        }
        renderer.finish(to: &bytes)
        try flush()
    }

    /// What has gathered, for somebody who writes it himself.
    mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Writes what has gathered.
    mutating func flush() throws(Failure) {
        try console.print(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}

extension RowWriter where Row: StreamRow {
    /// A writer of a stream's rows.
    init(stream output: Output<Row>, _ console: Console) {
        self.init(output, console, isStream: true)
        if let lines = renderer.lines { appendLine = { lines.append($0, to: &$1) } }
    }
}
