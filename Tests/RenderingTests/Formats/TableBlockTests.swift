import TestFixtures
import TestSupport
import Testing

@testable import Rendering

@Suite("Cells in a colour of the row", .quick)
struct TableBlockTests {
    private static let fields = [
        Field<String>("id", .text, help: "", importance: .max) { _ in .text("x") },
        Field<String>("n", .number, help: "", importance: 8, tint: { _ in ChartColor("#ff0000") }) {
            .number("\($0.utf8.count)")
        },
        Field<String>("level", .text, help: "", importance: 9, tint: { _ in ChartColor("#ff0000") }) { .text($0) },
        Field<String>("from", .text, help: "", importance: 2) { _ in .text("here") },
    ]

    private static let (red, end) = ("\u{1B}[48;5;196;38;5;16m", "\u{1B}[0m")
    private static let rows = ["good", "poor, or worse"]

    private func lines(
        _ fields: [Field<String>] = Self.fields, width: Int?, colors: ColorDepth = .palette
    ) -> [String] {
        let options = RenderingOptions(header: false, colors: colors, width: width)
        let bytes = Renderer.bytes(Self.rows, as: .table, fields: fields, options: options)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test("A block is as wide as its column and has one of the two spaces at either side")
    func block() {
        let (red, end) = (Self.red, Self.end)
        #expect(
            lines(width: 40) == [
                "x \(red)  4 \(end)\(red) good           \(end) here",
                "x \(red) 14 \(end)\(red) poor, or worse \(end) here",
            ])
    }

    @Test("At the ends of a line it has such a space only where the terminal has room")
    func ends() {
        let (red, end) = (Self.red, Self.end)
        let level = [Self.fields[2]]
        #expect(lines(level, width: 15) == ["\(red)good           \(end)", "\(red)poor, or worse \(end)"])
        #expect(lines(level, width: 14) == ["\(red)good          \(end)", "\(red)poor, or worse\(end)"])
    }

    @Test("Off a terminal the text has the colour, and without colours a table is the same as one without a tint")
    func others() {
        let tint = ColorDepth.palette.begin(.tint(ChartColor(red: 255, green: 0, blue: 0)))
        #expect(lines(width: nil)[0] == "x   \(tint)4\(Self.end)  \(tint)good\(Self.end)            here")
        for width in [nil, 40, 15] {
            let plain = Self.fields.map { field in
                Field<String>(field.name, field.type, help: "", importance: field.importance, value: field.value)
            }
            #expect(lines(width: width, colors: .none) == lines(plain, width: width, colors: .none))
        }
    }

    @Test("A live table has the same blocks")
    func live() {
        var table = PictureTable(
            Self.fields.map { .field($0) }, key: { $0 }, options: RenderingOptions(header: false, colors: .palette))
        var terminal = TerminalEmulator(columns: 41, rows: 9)
        terminal.write(
            table.draw(
                Self.rows, status: "live", now: Timestamp(seconds: 0), elapsed: .zero, size: .init(columns: 41, rows: 9)
            ))
        #expect(terminal.text(inStyle: "48;5;196;38;5;16") == "  4  good            14  poor, or worse ")
        #expect(terminal.unknown.isEmpty)
    }
}
