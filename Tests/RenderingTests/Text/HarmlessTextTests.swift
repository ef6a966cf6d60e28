import Rendering
import Testing

struct HarmlessTextTests {
    /// Every character that could control a terminal or end a line.
    static let steering: [Unicode.Scalar] = [
        Array(0...0x1F), Array(0x7F...0x9F), [0x061C, 0x200E, 0x200F], Array(0x2028...0x202E), Array(0x2066...0x2069),
    ].joined().compactMap(Unicode.Scalar.init)

    @Test("No format prints a control character of a value", arguments: OutputFormat.allCases)
    func everyFormat(_ format: OutputFormat) throws {
        for scalar in Self.steering {
            let text = "a\(scalar)b"
            let template = format == .template ? try Template("{name}", fields: SampleRow.table) : nil
            let bytes = Renderer.bytes(
                [SampleRow(name: text)], as: format, fields: try SampleRow.fields("name"), template: template,
                options: RenderingOptions(header: false, colors: .palette))
            let kept = String(decoding: bytes, as: UTF8.self).unicodeScalars.filter { Self.steering.contains($0) }
            // A format prints its own line ends, and csv also the line breaks and tabs of quoted text.
            let allowed: Set<Unicode.Scalar> = format == .csv ? ["\r", "\n", "\t"] : ["\n"]
            #expect(kept.allSatisfy { allowed.contains($0) }, "\(scalar.value)")
            #expect(kept.count(where: { $0 == "\n" }) <= (format == .csv ? 2 : 4))
        }
    }

    @Test(
        "Each format replaces or escapes control characters in its own way",
        arguments: [
            (OutputFormat.table, "a \u{FFFD}[31mb c\u{FFFD}\u{FFFD}d\n"),
            (.jsonl, #"{"name":"a\t\u001b[31mb\nc\u202e\u009bd"}"# + "\n"),
            (.csv, "\"a\t\u{FFFD}[31mb\nc\u{FFFD}\u{FFFD}d\"\r\n"),
            (.tsv, "a\\t\u{FFFD}[31mb\\nc\u{FFFD}\u{FFFD}d\n"),
            (.markdown, "| name |\n| --- |\n| a \u{FFFD}\\[31mb c\u{FFFD}\u{FFFD}d |\n"),
        ])
    func replacements(_ format: OutputFormat, _ expected: String) throws {
        let row = SampleRow(name: "a\t\u{1B}[31mb\nc\u{202E}\u{9B}d")
        #expect(
            rendered([row], as: format, fields: try SampleRow.fields("name"), options: RenderingOptions(header: false))
                == expected)
    }

    @Test(
        "Harmless text stays unchanged",
        arguments: ["", "Bitcoin", "比特币", "é\u{A0}ß", "👨‍👩‍👧", "\u{2027}\u{202F}\u{2065}\u{206A}\u{61B}\u{61D}", "…"])
    func harmless(_ text: String) {
        #expect(TerminalText.harmless(text) == text)
    }

    @Test(
        "A caret is below the byte of the error, whatever the width of the text before it",
        arguments: [("price > x", 8, 8), ("name == \"币\" & x", 13, 12), ("a\u{1B} b", 2, 2), ("", 0, 0)])
    func caret(text: String, offset: Int, column: Int) {
        let (line, caret) = TerminalText.caret(in: text, at: offset)
        #expect(caret == String(repeating: " ", count: column) + "^")
        #expect(!line.contains("\u{1B}"))
    }
}
