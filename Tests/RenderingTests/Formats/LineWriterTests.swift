import DecimalArithmetic
import Rendering
import TestSupport
import Testing

/// A row with values in place, as in a stream.
private struct PlacedRow: StreamRow {
    final class Origin: Sendable {
        let name: String

        init(_ name: String) {
            self.name = name
        }
    }

    let owner: Origin
    let place: UnsafeBufferPointer<UInt8>

    var origin: Unmanaged<AnyObject> { Unmanaged.passUnretained(owner) }

    func bytes(at index: Int) -> UnsafeBufferPointer<UInt8> {
        index == 0 ? place : UnsafeBufferPointer(start: nil, count: 0)
    }

    var text: String { String(decoding: place, as: UTF8.self) }

    static let fields: [Field<PlacedRow>] = [
        Field("time", .time, help: "", place: .bytes(0)) { .text($0.text) },
        Field("name", .text, help: "", place: .origin) { .text($0.owner.name) },
        Field("price", .number, help: "", place: .bytes(0)) { Number($0.text).map(Value.number) ?? .null },
        Field("size", .number, help: "", place: .bytes(1)) { .integer($0.place.count) },
        Field("count", .integer, help: "") { .integer($0.place.count) },
        Field("note", .text, help: "", place: .origin) { .text("by " + $0.owner.name) },
    ]
}

@Suite("Lines of a stream", .quick)
struct LineWriterTests {
    private static let choices = [
        ["time", "price"], ["name", "price", "note"], ["name"], ["price", "size"], ["count", "name"],
        ["time", "price", "name"],
    ]

    @Test(
        "Lines equal the renderer's output for all origins, for values in place or not, and for any length",
        arguments: [OutputFormat.json, .jsonl, .csv, .tsv], choices)
    func sameBytes(format: OutputFormat, names: [String]) throws {
        let fields = try FieldTable(PlacedRow.fields).select(names)
        let origins = ["BTC", "a \"quoted\", name", "tab\tand \u{1B}[31m"].map(PlacedRow.Origin.init)
        let texts = ["1", "12", "123", "1234", "12345678", "123456789", "", String(repeating: "7", count: 1000)]
        var renderer = Renderer(format, fields: fields)
        let lines = renderer.lines
        // A line with a single value may have its own format.
        try #require((lines == nil) == (names.count == 1 && (format == .csv || format == .tsv)))
        guard let lines else { return }
        // The first line of an array has no comma before it.
        var first: [UInt8] = []
        renderer.append(PlacedRow(owner: origins[0], place: UnsafeBufferPointer(start: nil, count: 0)), to: &first)
        for (count, text) in (texts + texts).enumerated() {
            var text = text
            text.withUTF8 { bytes in
                let row = PlacedRow(owner: origins[count % origins.count], place: bytes)
                var (expected, written): ([UInt8], [UInt8]) = ([], [])
                renderer.append(row, to: &expected)
                lines.append(row, to: &written)
                #expect(String(decoding: written, as: UTF8.self) == String(decoding: expected, as: UTF8.self))
            }
        }
    }
}
