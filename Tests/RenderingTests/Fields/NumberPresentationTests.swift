import Rendering
import Testing

struct NumberPresentationTests {
    @Test(
        "A price has decimals that fit its magnitude",
        arguments: [
            ("67234.12", "67,234.12"), ("0.5213", "0.5213"), ("0.00000812", "0.00000812"), ("0", "0.00"),
            ("1", "1.00"), ("1.005", "1.00"), ("1.015", "1.02"), ("999.999", "1,000.00"),
            ("1234567.891", "1,234,567.89"),
            ("0.99999", "1.0000"), ("0.5", "0.5000"), ("0.012345678", "0.01235"), ("0.0001234567", "0.0001235"),
            ("0.000012345678", "0.00001235"), ("0.00000001", "0.00000001"), ("0.0000000123", "0.00000001"),
            ("1.2e-10", "0.00000000012"), ("9.87654e-9", "0.000000009877"), ("1.00004e-12", "0.000000000001"),
            ("-0.5213", "-0.5213"), ("-67234.125", "-67,234.12"), ("1e21", "1,000,000,000,000,000,000,000.00"),
            (
                "99999999999999999999999999999999999999999.5",
                "99,999,999,999,999,999,999,999,999,999,999,999,999,999.50"
            ),
        ])
    func price(_ number: String, _ expected: String) throws {
        let fields = try SampleRow.fields("price")
        let row = SampleRow(price: number)
        #expect(rendered([row], .table, fields, RenderingOptions(header: false)) == expected + "\n")
        #expect(rendered([row], .markdown, fields).hasSuffix("\n| \(expected) |\n"))
    }

    @Test("A price never has an exponent, and is never rounded to 0 unless it is 0", arguments: 0...300)
    func small(_ exponent: Int) throws {
        let text = rendered(
            [SampleRow(price: "4.99e-\(exponent)")], .table, try SampleRow.fields("price"),
            RenderingOptions(header: false))
        #expect(text.allSatisfy { "0123456789.\n".contains($0) })
        #expect(text.contains { "123456789".contains($0) })
    }

    @Test(
        "--digits sets the decimals in table and markdown",
        arguments: [
            ("price", "0.00000812", 2, "0.00"), ("price", "67234.125", 0, "67,234"), ("price", "5", 3, "5.000"),
            ("cap", "1234.5", 1, "1,234.5"), ("change", "1.23456", 4, "+1.2346%"), ("rank", "", 2, "3"),
        ])
    func digits(_ field: String, _ number: String, _ digits: Int, _ expected: String) throws {
        let row = SampleRow(price: number, change: number, cap: number, rank: 3)
        let options = RenderingOptions(header: false, digits: digits)
        let fields = try SampleRow.fields(field)
        #expect(rendered([row], .table, fields, options) == expected + "\n")
        #expect(rendered([row], .markdown, fields, options).hasSuffix("| \(expected) |\n"))
    }

    @Test(
        "A signed amount has the decimals of a price where no number of decimals is set",
        arguments: [("1574.234", "+1,574.23"), ("-0.00000012", "-0.00000012"), ("0", "+0.00")])
    func signed(_ number: String, _ expected: String) {
        let field = Field<String>("change", .number, help: "", presentation: .signed()) { .number($0) }
        let bytes = Renderer.bytes([number], as: .table, fields: [field], options: RenderingOptions(header: false))
        #expect(String(decoding: bytes, as: UTF8.self) == expected + "\n")
    }
}
