import DecimalArithmetic
package import Platform

/// A table on a terminal that is redrawn in place, above a status line.
///
/// It uses no clock and no file. The caller draws it when rows have changed, at most ten times per second, and writes
/// the bytes of each drawing at once. A column never becomes narrower during the run. The last line shows the number
/// of rows that do not fit.
package struct PictureTable<Row>: Sendable {
    private let columns: [PictureColumn<Row>]
    private let key: @Sendable (Row) -> String
    private let options: RenderingOptions
    private let localTime: LocalTime
    private let freshness: Duration
    /// When a row was last older than that, by a monotonic clock.
    private var lastOld: Duration?
    private var sheet: TableSheet
    private var changes: ChangeTones
    private var picture = Picture()

    /// Creates a table of at least one column.
    ///
    /// - Parameters:
    ///   - columns: The columns.
    ///   - key: Identifies a row across drawings.
    ///   - options: All options except the width apply.
    ///   - localTime: The time zone of the user, in which times are shown by the clock.
    ///   - flash: How long a number that rose or fell is green or red, with an arrow behind it.
    ///   - freshness: The age that is worth a column, unless fields were asked for. The column comes with the first row
    ///       that old, and goes when all have been younger for as long.
    package init(
        _ columns: [PictureColumn<Row>], key: @escaping @Sendable (Row) -> String, options: RenderingOptions,
        localTime: LocalTime = .utc, flash: Duration = .milliseconds(500), freshness: Duration = .seconds(60)
    ) {
        (self.columns, self.key, self.options) = (columns, key, options)
        (self.localTime, self.freshness) = (localTime, freshness)
        sheet = TableSheet(columns.map(\.table), options: options)
        changes = ChangeTones(length: flash)
    }

    /// When the last drawing is to be replaced, even if no row changes, because the color of a number is over; nil if
    /// it has none.
    package var nextEnd: Duration? { changes.nextEnd }

    /// Draws as many rows as fit, and a status line below them. Without rows there is only the status line.
    ///
    /// The first drawing, and the first after `end`, begins in the line of the cursor, which should be empty, and hides
    /// the cursor.
    ///
    /// Columns that were asked for and do not fit are shown as records. A record, or a row of several lines, that does
    /// not fit counts as hidden; it is shown in part if it is the first.
    ///
    /// - Parameters:
    ///   - rows: The rows, most important first.
    ///   - status: The last line.
    ///   - now: The time of the drawing. Only times of another day are shown with it.
    ///   - elapsed: The same by a monotonic clock.
    ///   - size: The current size of the terminal.
    ///   - cursorRow: The row of the cursor, counted from 0, if the size is another one than at the last drawing and
    ///       the terminal has said it since. Without it, a terminal that wraps lines again may bring back remains.
    ///   - isLast: Whether no drawing follows. Then all rows are drawn, and the terminal scrolls if they do not fit.
    /// - Returns: The bytes to write; empty if nothing changed.
    package mutating func draw(
        _ rows: [Row], status: StatusLine, now: Timestamp, elapsed: Duration, size: Terminal.Size,
        cursorRow: Int? = nil, isLast: Bool = false
    ) -> [UInt8] {
        let width = max(1, size.columns - 1)
        let height = isLast ? Int.max : max(1, size.rows - 1)
        let hasHeader = options.header && height > 2 && !rows.isEmpty
        let shown = rows.prefix(height - (hasHeader ? 2 : 1))
        var (lines, whole): ([PictureLine], Int) = ([], 0)
        changes.beginDrawing(at: elapsed)
        if !rows.isEmpty {
            let cells = cells(of: shown, now: now)
            hideAges(in: cells, elapsed: elapsed)
            (lines, whole) = table(cells, hasHeader: hasHeader, width: width, height: height - 1)
        }
        lines.append(
            .status(
                status, hidden: rows.count - whole, width: width, colors: options.colors, unicode: options.isUnicode))
        return picture.draw(lines, size, cursorRow: cursorRow)
    }

    /// Removes the table for other output, such as a notice on stderr. The next drawing begins below that output.
    ///
    /// - Parameters:
    ///   - size: The current size of the terminal.
    ///   - cursorRow: As for a drawing.
    /// - Returns: The bytes to write.
    package mutating func erase(size: Terminal.Size, cursorRow: Int? = nil) -> [UInt8] {
        picture.erase(size, cursorRow: cursorRow)
    }

    /// Returns the bytes that keep the last drawing and move to a new line with a visible cursor. Write them before
    /// the process ends or stops; writing them twice is harmless.
    package mutating func end() -> [UInt8] {
        picture.end()
    }
}

// MARK: - Lines

extension PictureTable {
    private mutating func cells(of rows: ArraySlice<Row>, now: Timestamp) -> TableCells {
        var cells = TableCells(columnCount: columns.count)
        let today = localTime.date(now)
        for row in rows { add(row, today: today, to: &cells) }
        return cells
    }

    /// Leaves out the columns of ages where none is worth it.
    private mutating func hideAges(in cells: TableCells, elapsed: Duration) {
        let ages = columns.indices.filter { columns[$0].isAge && !options.keepsColumns }
        let areOld = ages.contains { index in
            cells.values(inColumn: index).contains { value in
                if case .integer(let age) = value { .seconds(age) >= freshness } else { false }
            }
        }
        if areOld { lastOld = elapsed }
        sheet.hidden = lastOld.map { elapsed - $0 < freshness } == true ? [] : Set(ages)
    }

    /// Returns the lines of rows, and how many of the rows are whole.
    private mutating func table(
        _ cells: TableCells, hasHeader: Bool, width: Int, height: Int
    ) -> (lines: [PictureLine], whole: Int) {
        var bytes: [UInt8] = []
        if sheet.write(cells, hasHeader: hasHeader, width: width, to: &bytes) {
            var (shown, whole) = (0, 0)
            for lines in sheet.heights {
                if shown + lines > height { break }
                (shown, whole) = (shown + lines, whole + 1)
            }
            if hasHeader { whole = max(0, whole - 1) }
            let lines = Self.lines(bytes).map { line(Array($0)) }
            return (Array(lines.prefix(whole == 0 ? height : shown)), whole)
        }
        var (lines, whole): ([PictureLine], Int) = ([], 0)
        for row in 0..<cells.rowCount {
            bytes.removeAll(keepingCapacity: true)
            sheet.writeRecords(cells.row(row), continues: row > 0, to: &bytes)
            let record = Self.lines(bytes)
            let fits = lines.count + record.count <= height
            if !fits, row > 0 { break }
            lines += record.prefix(height).map { line(CharacterWidth.fitted(plain($0)[...], to: width)) }
            if !fits { break }
            whole += 1
        }
        return (lines, whole)
    }

    private static func lines(_ bytes: [UInt8]) -> ArraySlice<ArraySlice<UInt8>> {
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    }

    private func line(_ text: [UInt8]) -> PictureLine { PictureLine(plain(text[...])) }

    /// Returns the text as the terminal can show it. Signs may be longer in ASCII, also the one after a cut.
    private func plain(_ text: ArraySlice<UInt8>) -> [UInt8] {
        options.isUnicode ? Array(text) : ASCIIText.bytes(of: text)
    }

    /// Returns a time by the clock of the user, after its day unless that is today.
    private func clock(_ time: Timestamp, as presentation: Presentation, today: String) -> String {
        let hidesSeconds = presentation == .minute && time.seconds % 60 == 0
        let clock = hidesSeconds ? localTime.clock(time) : localTime.clockWithSeconds(time)
        return localTime.date(time) == today ? clock : "\(localTime.day(time)) \(clock)"
    }

    private mutating func add(_ row: Row, today: String, to cells: inout TableCells) {
        let key = key(row)
        for (index, column) in columns.enumerated() {
            switch column {
            case .trend(let trend):
                let line = Sparkline.text(trend.values(row), width: trend.width, unicode: options.isUnicode)
                cells.add(.text(line), tone: nil)
            case .field(let field):
                var value = field.value(row)
                if case .time(let time) = value, column.showsClock {
                    value = .text(clock(time, as: field.presentation, today: today))
                }
                var tone = field.tone(of: row)
                if column.showsChange, case .number(let number) = value {
                    tone = changes.tone(of: number, key: key, column: index)
                }
                cells.add(value, tone: tone)
            }
        }
    }
}
