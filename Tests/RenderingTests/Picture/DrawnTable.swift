import Platform
import TestFixtures
import TestSupport

@testable import Rendering

/// A live table and its terminal, with a shell's lines above it.
struct DrawnTable {
    var table: PictureTable<SampleRow>
    var terminal: TerminalEmulator
    /// The output of the shell before the table.
    let shell: [String]
    /// All bytes written so far.
    private(set) var written: [UInt8] = []
    /// The time of the last drawing by a monotonic clock, and that from one to the next.
    private(set) var elapsed = Duration.zero
    var step = Duration.seconds(1)
    /// Whether the table gets the row of the cursor.
    var knowsCursor = false

    init(
        _ columns: Int = 80, _ rows: Int = 24, shell: Int = 3, names: [String] = ["symbol", "price", "change"],
        trend: Trend<SampleRow>? = nil, options: RenderingOptions = RenderingOptions(), unicode: Bool = true,
        flash: Duration = .milliseconds(500), reflows: Bool = true,
        width: @escaping @Sendable (Character) -> Int = { CharacterWidth.columns(of: $0) }
    ) throws {
        let fields = try SampleRow.table.select(names).map { PictureColumn.field($0) }
        var options = options
        options.isUnicode = unicode
        table = PictureTable(
            fields + (trend.map { [.trend($0)] } ?? []), key: { $0.symbol }, options: options, flash: flash)
        terminal = TerminalEmulator(columns: columns, rows: rows, reflows: reflows, width: width)
        self.shell = (0..<shell).map { "$ \($0)" }
        for line in self.shell { terminal.write(Array("\(line)\r\n".utf8)) }
    }

    var size: Terminal.Size { Terminal.Size(columns: terminal.columns, rows: terminal.rows) }

    private var cursorRow: Int? { knowsCursor ? terminal.row : nil }

    /// Draws rows and returns the bytes written for them.
    @discardableResult
    mutating func draw(_ rows: [SampleRow], _ status: String = "live", isLast: Bool = false) -> [UInt8] {
        draw(rows, StatusLine([.init(status)]), isLast: isLast)
    }

    @discardableResult
    mutating func draw(_ rows: [SampleRow], _ status: StatusLine, isLast: Bool = false) -> [UInt8] {
        elapsed += step
        return write(
            table.draw(
                rows, status: status, now: Self.noon, elapsed: elapsed, size: size, cursorRow: cursorRow,
                isLast: isLast))
    }

    /// 2024-03-01T12:00:00Z.
    static let noon = Timestamp(seconds: 1_709_294_400)

    /// Draws rows as before a change of size that the process does not know yet.
    mutating func drawLate(_ rows: [SampleRow], _ status: StatusLine, _ size: Terminal.Size) {
        elapsed += step
        write(table.draw(rows, status: status, now: Self.noon, elapsed: elapsed, size: size))
    }

    /// Erases the picture and prints a line of other output.
    mutating func interrupt(_ line: String) {
        write(table.erase(size: size, cursorRow: cursorRow) + Array("\(line)\r\n".utf8))
    }

    mutating func end() {
        write(table.end())
    }

    @discardableResult
    private mutating func write(_ bytes: [UInt8]) -> [UInt8] {
        terminal.write(bytes)
        written += bytes
        return bytes
    }

    /// All lines, of the history and of the screen.
    var allLines: [String] {
        [terminal.history, terminal.text].filter { !$0.isEmpty }.joined(separator: "\n").components()
    }
}

extension String {
    func components() -> [String] {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }
}

/// Rows `S0`, `S1`, … with a price that depends on the round.
func market(_ count: Int, round: Int = 0) -> [SampleRow] {
    (0..<count).map { index in
        SampleRow(symbol: "S\(index)", price: "\((index * 37 + round * 13) % 900 + 100).5", change: "\(round - 1)")
    }
}
