package import Platform

/// Lines on a terminal that are redrawn in place, above a status line. `PictureTable` does the same for a table.
package struct PictureLines: Sendable {
    private let colors: ColorDepth
    private let isUnicode: Bool
    private var picture = Picture()

    /// Creates an empty display. Without `unicode` the status is ASCII; the lines are not changed.
    package init(colors: ColorDepth, unicode: Bool) {
        self.colors = colors
        isUnicode = unicode
    }

    /// Returns the maximum number of columns per line and of lines.
    package static func room(_ size: Terminal.Size) -> Terminal.Size {
        Terminal.Size(columns: max(1, size.columns - 1), rows: max(1, size.rows - 2))
    }

    /// Returns the bytes that draw lines, none wider than `room` allows, and `status` below them; empty if nothing
    /// changed. Lines that do not fit are left out, unless the drawing is the last one, which may scroll. `hidden` is
    /// the number of items that are not shown at all, and `cursorRow` as for a table.
    package mutating func draw(
        _ lines: [[UInt8]], status: StatusLine, hidden: Int, size: Terminal.Size, cursorRow: Int? = nil,
        isLast: Bool = false
    ) -> [UInt8] {
        let room = Self.room(size)
        let shown = lines.prefix(isLast ? .max : room.rows).map { PictureLine($0) }
        return picture.draw(
            shown + [.status(status, hidden: hidden, width: room.columns, colors: colors, unicode: isUnicode)], size,
            cursorRow: cursorRow)
    }

    /// Returns the bytes that remove the lines. The next drawing begins below the output that follows.
    package mutating func erase(size: Terminal.Size, cursorRow: Int? = nil) -> [UInt8] {
        picture.erase(size, cursorRow: cursorRow)
    }

    /// Returns the bytes that keep the last drawing and move to a new line with a visible cursor.
    package mutating func end() -> [UInt8] { picture.end() }
}
