import Platform
import Rendering
import TestFixtures
import TestSupport
import Testing

@Suite(.computes, .quick)
struct PictureLinesTests {
    private static let size = Terminal.Size(columns: 20, rows: 6)

    private func text(_ terminal: TerminalEmulator) -> [String] { terminal.text.components() }

    @Test("Lines are redrawn in place above the status, and lines without room are left out")
    func inPlace() {
        var lines = PictureLines(colors: .none, unicode: true)
        var terminal = TerminalEmulator(
            columns: Self.size.columns, rows: Self.size.rows, reflows: true, width: { _ in 1 })
        let room = PictureLines.room(Self.size)
        #expect(room == Terminal.Size(columns: 19, rows: 4))
        let first = (0..<9).map { Array("first \($0)".utf8) }
        terminal.write(lines.draw(first, status: "live", hidden: 2, size: Self.size))
        #expect(text(terminal).prefix(5) == ["first 0", "first 1", "first 2", "first 3", "live · 2 hidden"])
        #expect(lines.draw(first, status: "live", hidden: 2, size: Self.size).isEmpty, "nothing has changed")
        terminal.write(lines.draw([Array("next".utf8)], status: "live", hidden: 0, size: Self.size))
        #expect(text(terminal).prefix(2) == ["next", "live"])
        terminal.write(lines.erase(size: Self.size))
        #expect(terminal.text.isEmpty)
        terminal.write(lines.draw([Array("last".utf8)], status: "live", hidden: 0, size: Self.size) + lines.end())
        #expect(text(terminal).prefix(2) == ["last", "live"])
        #expect(lines.end().isEmpty)
    }

    @Test("Without Unicode the status is ASCII, and without colors no escape sequence sets one")
    func plain() {
        var lines = PictureLines(colors: .none, unicode: false)
        let bytes = lines.draw([Array("x".utf8)], status: "a · b", hidden: 1, size: Self.size)
        #expect(bytes.allSatisfy { $0 < 128 })
        #expect(!String(decoding: bytes, as: UTF8.self).contains("\u{1B}[2m"))
        var colored = PictureLines(colors: .palette, unicode: true)
        let dim = colored.draw([], status: "live", hidden: 0, size: Self.size)
        #expect(String(decoding: dim, as: UTF8.self).contains("\u{1B}[2mlive\u{1B}[0m"))
    }
}
