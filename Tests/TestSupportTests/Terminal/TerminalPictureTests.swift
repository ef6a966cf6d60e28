import Platform
import TestFixtures
import TestSupport
import Testing

@Suite("Pictures of a terminal", .quick)
struct TerminalPictureTests {
    private func screen(_ text: String, columns: Int = 40) -> TerminalScreen {
        TerminalScreen(showing: text, .init(columns: columns, rows: 3))
    }

    private func svg(_ text: String, _ theme: TerminalTheme = .light) -> [Substring] {
        TerminalPicture(of: screen(text), theme: theme, title: "a < b", summary: "c & d").svg.split(separator: "\n")
    }

    @Test("The text has what scrolled away, and each change of style, but no empty lines at its end")
    func text() {
        let shown = screen("a\n\u{1B}[1mb \u{1B}[32mc\u{1B}[0m d\n\n\u{1B}[2m😷\u{1B}[0m\u{1B}[31m|\u{1B}[m\n\n")
        #expect(shown.text == "a\n«1»b «1;32»c«» d\n\n«2»😷«31»|«»\n")
        #expect(
            !shown.hasWrapped && screen("four\n", columns: 3).hasWrapped && !screen("four\n", columns: 4).hasWrapped)
    }

    @Test("A picture has a title and a description, and the size of its lines")
    func size() {
        let lines = svg("a\nb\n")
        #expect(lines[0].contains(" width=\"360\" height=\"60\" viewBox=\"0 0 360 60\" role=\"img\""))
        #expect(lines[1] == "<title>a &lt; b</title>" && lines[2] == "<desc>c &amp; d</desc>")
        #expect(lines.last == "</svg>")
    }

    @Test(
        "Each piece of text has its place and width",
        arguments: [
            ("a b", ["x=\"12\" y=\"25.5\" textLength=\"25.2\" lengthAdjust=\"spacingAndGlyphs\">a b<"]),
            ("a  b", ["x=\"12\" y=\"25.5\" textLength=\"8.4\"", "x=\"37.2\" y=\"25.5\" textLength=\"8.4\""]),
            ("\nab→→→", ["x=\"12\" y=\"43.5\" textLength=\"16.8\"", "x=\"28.8\" y=\"43.5\" textLength=\"25.2\""]),
            (
                "😷😷a",
                ["x=\"12\" y=\"25.5\" textLength=\"16.8\"", "x=\"28.8\"", "x=\"45.6\" y=\"25.5\" textLength=\"8.4\""]
            ),
            ("<&>", [">&lt;&amp;&gt;<"]), ("   ", []),
        ])
    func pieces(text: String, parts: [String]) {
        let pieces = svg(text + "\n").filter { $0.hasPrefix("<text") }
        #expect(pieces.count == parts.count)
        for (piece, part) in zip(pieces, parts) { #expect(piece.contains(part)) }
    }

    @Test(
        "Colours are those of the theme, of xterm's palette, or any",
        arguments: [
            ("32", " fill=\"#116329\"", nil), ("91", " fill=\"#a40e26\"", nil),
            ("38;5;2", " fill=\"#116329\"", nil), ("38;5;167", " fill=\"#d75f5f\"", nil),
            ("38;5;240", " fill=\"#585858\"", nil), ("38;2;1;2;255", " fill=\"#0102ff\"", nil),
            ("1", " font-weight=\"bold\"", nil), ("2;4", " opacity=\"0.6\" text-decoration=\"underline\"", nil),
            ("48;5;16;38;5;231;1", " fill=\"#ffffff\" font-weight=\"bold\"", "#000000"),
            ("44;97", " fill=\"#8c959f\"", "#0969da"), ("7", " fill=\"#ffffff\"", "#1f2328"),
            ("7;32", " fill=\"#ffffff\"", "#116329"), ("32;39;44;49", "", nil),
            ("32;0;1", " font-weight=\"bold\"", nil),
            ("104", "", "#218bff"),
        ] as [(String, String, String?)])
    func colors(style: String, text: String, block: String?) throws {
        let lines = svg("\u{1B}[\(style)m x \u{1B}[0m\n")
        let piece = try #require(lines.first { $0.hasPrefix("<text") })
        #expect(piece.hasSuffix("lengthAdjust=\"spacingAndGlyphs\"\(text)>x</text>"))
        let blocks = lines.filter { $0.hasPrefix("<rect x=\"12\"") }
        let expected = block.map { "<rect x=\"12\" y=\"12\" width=\"25.2\" height=\"18\" fill=\"\($0)\"/>" }
        #expect(blocks.map(String.init) == [expected].compactMap(\.self))
    }

    @Test(
        "Blocks, braille and lines are shapes, those of one style together",
        arguments: [
            ("▄", "M12 21h8.4v9h-8.4z"), ("█", "M12 12h8.4v18h-8.4z"), ("▎", "M12 12h2.1v18h-2.1z"),
            ("⠁", "M13.3 13.4h1.6v1.6h-1.6z"), ("└", "M15.7 20.5h4.7v1h-4.7zM15.7 12h1v9.5h-1z"),
            ("▄▄", "M12 21h8.4v9h-8.4zM20.4 21h8.4v9h-8.4z"),
        ])
    func shapes(text: String, path: String) {
        let lines = svg("\u{1B}[32m\(text)\u{1B}[0m\n")
        #expect(lines.contains("<path fill=\"#116329\" d=\"\(path)\"/>") && !lines.contains { $0.hasPrefix("<text") })
    }

    @Test("A dark picture has other colours")
    func dark() {
        #expect(svg("x\n", .dark).contains { $0.contains("fill=\"#0d1117\"") })
        #expect(svg("\u{1B}[32mx\u{1B}[0m\n", .dark).contains { $0.contains("fill=\"#3fb950\"") })
    }
}
