/// An SVG file of a terminal's screen.
///
/// Every piece of text has its place and its width, so that columns are aligned whatever font draws them: a gap, a wide
/// character and a change between ASCII and other signs begin a new piece. Characters that lines and areas are made of
/// are drawn as shapes, because many fonts leave gaps between them or have none.
package struct TerminalPicture {
    private let screen: TerminalScreen
    private let theme: TerminalTheme
    private let title: String
    private let summary: String

    /// In tenths of a pixel: a cell, the baseline in it, and the margin around all.
    private static let (width, height, baseline, margin) = (84, 180, 135, 120)

    /// Creates a picture. The title and the summary are for those who hear it.
    package init(of screen: TerminalScreen, theme: TerminalTheme, title: String, summary: String) {
        (self.screen, self.theme, self.title, self.summary) = (screen, theme, title, summary)
    }

    /// The file.
    package var svg: String {
        let width = Self.width * screen.columns + 2 * Self.margin
        let height = Self.height * screen.lines.count + 2 * Self.margin
        let size = "width=\"\(Self.pixels(width))\" height=\"\(Self.pixels(height))\""
        let box = "viewBox=\"0 0 \(Self.pixels(width)) \(Self.pixels(height))\""
        let fonts = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
        var (behind, texts) = ("", "")
        for (row, line) in screen.lines.enumerated() {
            let top = Self.margin + Self.height * row
            for block in blocks(of: line) { behind += block.svg(top: top) }
            for shape in shapes(of: line, top: top) { texts += shape.svg }
            for piece in pieces(of: line) { texts += piece.svg(top: top) }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" \(size) \(box) role="img" font-family="\(fonts)" font-size="14">
            <title>\(Self.escaped(title))</title>
            <desc>\(Self.escaped(summary))</desc>
            <rect x="0.5" y="0.5" width="\(Self.pixels(width - 10))" height="\(Self.pixels(height - 10))" rx="6" \
            fill="\(theme.background)" stroke="\(theme.border)"/>
            <g shape-rendering="crispEdges">
            \(behind)</g>
            <g fill="\(theme.foreground)">
            \(texts)</g>
            </svg>

            """
    }

    private static func pixels(_ tenths: Int) -> String {
        tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    // MARK: - Blocks

    /// Cells beside each other on the same background.
    private struct Block {
        let column: Int
        var columns: Int
        let color: String

        func svg(top: Int) -> String {
            let place = "x=\"\(pixels(margin + width * column))\" y=\"\(pixels(top))\""
            return
                "<rect \(place) width=\"\(pixels(width * columns))\" height=\"\(pixels(height))\" fill=\"\(color)\"/>\n"
        }
    }

    private func blocks(of line: [TerminalEmulator.Cell?]) -> [Block] {
        var blocks: [Block] = []
        for (column, cell) in line.enumerated() {
            guard let color = TerminalStyle(cell?.style ?? "", theme).background else { continue }
            if let last = blocks.last, last.color == color, last.column + last.columns == column {
                blocks[blocks.count - 1].columns += 1
            } else {
                blocks.append(Block(column: column, columns: 1, color: color))
            }
        }
        return blocks
    }

    // MARK: - Shapes

    /// Characters of one style that are drawn.
    private struct Shape {
        var path: String
        let attributes: String

        var svg: String { "<path\(attributes) d=\"\(path)\"/>\n" }

        /// The arms of box drawings.
        private static let arms: [Character: String] = [
            "─": "LR", "│": "UD", "┌": "RD", "┐": "LD", "└": "RU", "┘": "LU", "├": "RUD", "┤": "LUD", "┬": "LRD",
            "┴": "LRU", "┼": "LRUD",
        ]

        /// Returns the path of a character in a cell; nil if a font draws it.
        static func path(of character: Character, left: Int = 0, top: Int = 0) -> String? {
            func area(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
                "M\(pixels(left + x)) \(pixels(top + y))h\(pixels(width))v\(pixels(height))h-\(pixels(width))z"
            }
            if let arms = arms[character] {
                let (x, y) = (width / 2 - 5, height / 2 - 5)
                return arms.map { arm in
                    switch arm {
                    case "L": area(0, y, x + 10, 10)
                    case "R": area(x, y, width - x, 10)
                    case "U": area(x, 0, 10, y + 10)
                    default: area(x, y, 10, height - y)
                    }
                }.joined()
            }
            guard let scalar = character.unicodeScalars.first?.value, character.unicodeScalars.count == 1 else {
                return nil
            }
            switch scalar {
            case 0x2581...0x2588:
                let part = height * Int(scalar - 0x2580) / 8
                return area(0, height - part, width, part)
            case 0x2589...0x258F: return area(0, 0, width * Int(0x2590 - scalar) / 8, height)
            case 0x2801...0x28FF:
                // The dots of braille, by their bits.
                let dots = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
                return dots.enumerated().filter { (scalar - 0x2800) >> $0.offset & 1 == 1 }.map { _, dot in
                    area(width / 4 + dot.0 * width / 2 - 8, height / 8 + dot.1 * height / 4 - 8, 16, 16)
                }.joined()
            default: return nil
            }
        }
    }

    private func shapes(of line: [TerminalEmulator.Cell?], top: Int) -> [Shape] {
        var shapes: [Shape] = []
        for (column, cell) in line.enumerated() {
            let left = Self.margin + Self.width * column
            guard let cell, let path = Shape.path(of: cell.character, left: left, top: top) else { continue }
            let attributes = TerminalStyle(cell.style, theme).attributes
            if shapes.last?.attributes == attributes {
                shapes[shapes.count - 1].path += path
            } else {
                shapes.append(Shape(path: path, attributes: attributes))
            }
        }
        return shapes
    }

    // MARK: - Text

    /// Characters of one style with at most one space between two of them.
    private struct Piece {
        let column: Int
        var text: String
        var columns: Int
        let attributes: String
        let isASCII: Bool

        func svg(top: Int) -> String {
            let place = "x=\"\(pixels(margin + width * column))\" y=\"\(pixels(top + baseline))\""
            let length = "textLength=\"\(pixels(width * columns))\" lengthAdjust=\"spacingAndGlyphs\""
            return "<text \(place) \(length)\(attributes)>\(escaped(text))</text>\n"
        }

        /// Returns whether a character at a column goes on with the piece.
        func continues(with next: Piece) -> Bool {
            let gap = next.column - column - columns
            return attributes == next.attributes && isASCII && next.isASCII ? gap <= 1 : gap == 0 && isAlike(next)
        }

        private func isAlike(_ next: Piece) -> Bool {
            attributes == next.attributes && isASCII == next.isASCII && text.count == columns && next.columns == 1
        }
    }

    private func pieces(of line: [TerminalEmulator.Cell?]) -> [Piece] {
        var pieces: [Piece] = []
        for (column, cell) in line.enumerated() {
            guard let cell, !cell.isTail, cell.character != " ", Shape.path(of: cell.character) == nil else { continue }
            let isWide = column + 1 < line.count && line[column + 1]?.isTail == true
            let next = Piece(
                column: column, text: String(cell.character), columns: isWide ? 2 : 1,
                attributes: TerminalStyle(cell.style, theme).attributes, isASCII: cell.character.isASCII)
            if let last = pieces.last, last.continues(with: next) {
                let gap = column - last.column - last.columns
                pieces[pieces.count - 1].text += String(repeating: " ", count: gap) + next.text
                pieces[pieces.count - 1].columns += gap + next.columns
            } else {
                pieces.append(next)
            }
        }
        return pieces
    }
}

/// What SGR sequences (ECMA-48) make of a text.
struct TerminalStyle {
    /// The colour behind the text; nil for that of the window.
    private(set) var background: String?
    private var foreground: String?
    private var isBold = false
    private var isDim = false
    private var isUnderlined = false

    /// Reads parameters, such as `1;38;5;167`.
    init(_ parameters: String, _ theme: TerminalTheme) {
        var numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }[...]
        var isReversed = false
        while let number = numbers.popFirst() {
            switch number {
            case 0: self = TerminalStyle("", theme)
            case 1: isBold = true
            case 2: isDim = true
            case 4: isUnderlined = true
            case 7: isReversed = true
            case 30...37: foreground = theme.color(number - 30)
            case 38: foreground = Self.color(&numbers, theme)
            case 39: foreground = nil
            case 40...47: background = theme.color(number - 40)
            case 48: background = Self.color(&numbers, theme)
            case 49: background = nil
            case 90...97: foreground = theme.color(number - 82)
            case 100...107: background = theme.color(number - 92)
            default: break
            }
        }
        if isReversed { (foreground, background) = (background ?? theme.background, foreground ?? theme.foreground) }
    }

    /// `5;n` is one of 256 colours, `2;r;g;b` any one.
    private static func color(_ numbers: inout ArraySlice<Int>, _ theme: TerminalTheme) -> String? {
        if numbers.popFirst() == 5 { return numbers.popFirst().map(theme.color) }
        defer { numbers = numbers.dropFirst(3) }
        return TerminalTheme.hex(Array(numbers.prefix(3)))
    }

    /// The attributes of the text in SVG.
    var attributes: String {
        (foreground.map { " fill=\"\($0)\"" } ?? "") + (isBold ? " font-weight=\"bold\"" : "")
            + (isDim ? " opacity=\"0.6\"" : "") + (isUnderlined ? " text-decoration=\"underline\"" : "")
    }
}
