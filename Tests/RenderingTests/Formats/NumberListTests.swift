import DecimalArithmetic
import Rendering
import TestSupport
import Testing

@Suite("Fields that hold a list of numbers", .quick)
struct NumberListTests {
    /// The price as a list: a number for each word.
    private static let table = FieldTable<SampleRow>([
        Field("symbol", .text, help: "Ticker", importance: .max) { .text($0.symbol) },
        Field("trend", .numbers, help: "Prices") { row in
            row.price.map { .numbers($0.split(separator: " ").compactMap { Number($0) }) } ?? .null
        },
    ])

    private func rendered(
        _ prices: String?, as format: OutputFormat, options: RenderingOptions = RenderingOptions(header: false)
    ) -> String {
        let rows = [SampleRow(price: prices)]
        return String(
            decoding: Renderer.bytes(rows, as: format, fields: Self.table.fields, options: options), as: UTF8.self)
    }

    @Test(
        "JSON has an array of exact numbers, other machine formats the numbers with spaces between",
        arguments: [
            (.jsonl, #"{"symbol":"BTC","trend":[1.25,0.00000012]}"# + "\n", #"{"symbol":"BTC","trend":null}"# + "\n"),
            (.csv, "BTC,1.25 0.00000012\r\n", "BTC,\r\n"), (.tsv, "BTC\t1.25 0.00000012\n", "BTC\t\n"),
            (.records, "symbol: BTC\ntrend: 1.25 0.00000012\n", "symbol: BTC\ntrend:\n"),
            (
                .markdown, "| symbol | trend |\n| --- | --- |\n| BTC | 1.25 0.00000012 |\n",
                "| symbol | trend |\n| --- | --- |\n| BTC | -- |\n"
            ),
        ] as [(OutputFormat, String, String)])
    func formats(format: OutputFormat, known: String, unknown: String) {
        #expect(rendered("1.250 1.2e-07", as: format) == known)
        #expect(rendered(nil, as: format) == unknown)
    }

    @Test(
        "--digits rounds each number",
        arguments: [
            (.jsonl, #"{"symbol":"BTC","trend":[1.2,3]}"# + "\n"), (.csv, "BTC,1.2 3\r\n"),
            (.records, "symbol: BTC\ntrend: 1.2 3\n"),
            (.markdown, "| symbol | trend |\n| --- | --- |\n| BTC | 1.2 3 |\n"),
        ] as [(OutputFormat, String)])
    func digits(format: OutputFormat, expected: String) {
        #expect(rendered("1.25 2.999", as: format, options: RenderingOptions(header: false, digits: 1)) == expected)
    }

    @Test(
        "A table has a sparkline of 14 columns, in ASCII on a terminal without UTF-8, and -- if the list is unknown",
        arguments: [
            ("1 2 3 4 5 6 7 8", true, "BTC  ▁▂▃▄▅▆▇█\n"), ("1 2 3", false, "BTC  .+@\n"),
            // Of 28 numbers the last of each two is shown.
            ((1...28).map(String.init).joined(separator: " "), true, "BTC  ▁▁▂▂▃▄▄▅▅▆▇▇██\n"),
            (nil, true, "BTC  --\n"),
        ] as [(String?, Bool, String)])
    func table(prices: String?, isUnicode: Bool, expected: String) {
        #expect(
            rendered(prices, as: .table, options: RenderingOptions(header: false, isUnicode: isUnicode)) == expected)
    }

    @Test(
        "A narrow table has a sparkline of 7 columns, and one that is too narrow has it in its records",
        arguments: [(19, "BTC  ▁▁▂▂▃▄▄▅▅▆▇▇██\n"), (18, "BTC  ▁▂▃▅▆▇█\n"), (8, "symbol: BTC\ntrend: ▁▁▂▂▃▄▄▅▅▆▇▇██\n")])
    func narrow(width: Int, expected: String) {
        let prices = (1...28).map { "0.\($0 + 10)" }.joined(separator: " ")
        // The heights are those of the exact numbers.
        let options = RenderingOptions(header: false, digits: 0, width: width, keepsColumns: true)
        #expect(rendered(prices, as: .table, options: options) == expected)
    }

    @Test("A template has the numbers with spaces between, and names its fields")
    func template() throws {
        let template = try Template("{trend}|{{symbol}}", fields: Self.table)
        let row = SampleRow(price: "1.50 2")
        let bytes = Renderer.bytes([row], as: .template, fields: [], template: template)
        #expect(String(decoding: bytes, as: UTF8.self) == "1.5 2|{symbol}")
        #expect(template.fieldNames == ["trend"])
    }

    @Test("A list is compared with nothing, and a condition names its fields")
    func condition() throws {
        for (text, type) in [("trend > 5", FieldType.number), ("trend == trend", .numbers)] {
            let error = #expect(throws: SyntaxError.self) { try Condition(text, fields: Self.table) }
            #expect(error?.problem == .cannotCompare(.numbers, type))
        }
        let condition = try Condition("price > 5 || !(change < 2 && 3 < rank)", fields: SampleRow.table)
        #expect(condition.fieldNames == ["price", "change", "rank"])
    }
}
