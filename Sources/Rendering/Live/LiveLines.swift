public import Platform

/// Lines on a terminal that are drawn anew in place, over a line that says how things are; as `LiveTable`, for what is no
/// table.
public struct LiveLines: Sendable {
    private let colors: ColorDepth
    private let isUnicode: Bool
    private var picture = LivePicture()

    /// No lines yet. Without `unicode` the status is ASCII; the lines are as they are given.
    public init(colors: ColorDepth, unicode: Bool) {
        self.colors = colors
        isUnicode = unicode
    }

    /// How many columns a line may have, and how many lines there may be.
    public static func room(_ size: Terminal.Size) -> Terminal.Size {
        Terminal.Size(columns: max(1, size.columns - 1), rows: max(1, size.rows - 2))
    }

    /// The bytes that show these lines, none of them wider than there is room, and `status` below them; none where nothing
    /// has changed. Lines for which there is no room are left out; `hidden` is how many things are not shown at all.
    public mutating func draw(_ lines: [[UInt8]], status: String, hidden: Int, size: Terminal.Size) -> [UInt8] {
        let room = Self.room(size)
        let shown = lines.prefix(room.rows).map { LiveLine($0) }
        return picture.draw(shown + [.status(status, hidden: hidden, room.columns, colors, unicode: isUnicode)], size)
    }

    /// The bytes that take the lines away; the next drawing stands below what is written then.
    public mutating func erase(size: Terminal.Size) -> [UInt8] { picture.erase(size) }

    /// The bytes that leave the lines as last drawn and stand on a fresh line with a visible cursor.
    public mutating func end() -> [UInt8] { picture.end() }
}
