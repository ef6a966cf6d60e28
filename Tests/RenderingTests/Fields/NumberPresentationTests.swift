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
            ("0.000012345678", "0.00001235"), ("0.00000001", "0.00000001"), ("0.0000000123", "0.0000000123"),
            ("0.0000040567", "0.00000406"), ("0.00000040567", "0.0000004057"), ("0.00000098", "0.00000098"),
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
        #expect(
            rendered([row], as: .table, fields: fields, options: RenderingOptions(header: false)) == expected + "\n")
        #expect(rendered([row], as: .markdown, fields: fields).hasSuffix("\n| \(expected) |\n"))
    }

    @Test(
        "On a terminal a price has the digits of its own asset, whatever others there are, and a change those of its price",
        arguments: [
            (["1.0003 0.0002"], ["1.0003 +0.0002"]),
            (["1.0003 0.0002", "64000 -500"], ["1.0003 +0.0002", "64,000.00 -500.00"]),
            (["9.2 -1.09", "0.134 0.01"], ["9.2000 -1.09", "0.1340 +0.01"]), (["42.93 0.5"], ["42.93 +0.50"]),
            (["1 0"], ["1.0000 0.00"]),
        ])
    func terminal(_ rows: [String], _ expected: [String]) {
        typealias Row = (asset: String, price: String, change: String)
        let fields = [
            Field<Row>("symbol", .text, help: "", importance: .max, roles: .commodity) { .text($0.asset) },
            Field<Row>("price", .number, help: "", importance: .max, presentation: .price) { .number($0.price) },
            Field<Row>("change", .number, help: "", importance: .max, presentation: .change) { .number($0.change) },
        ]
        let assets = rows.enumerated().map { index, text -> Row in
            let numbers = text.split(separator: " ").map(String.init)
            return ("A\(index)", numbers[0], numbers[1])
        }
        func lines(_ rows: [Row], _ width: Int?) -> [String] {
            let options = RenderingOptions(header: false, width: width)
            let bytes = Renderer.bytes(rows, as: .table, fields: fields, options: options)
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
                line.split(separator: " ").dropFirst().joined(separator: " ")
            }
        }
        #expect(lines(assets, 80) == expected)
        // The same alone.
        for (row, text) in zip(assets, expected) { #expect(lines([row], 80) == [text]) }
    }

    @Test("A price never has an exponent, and is never rounded to 0 unless it is 0", arguments: 0...300)
    func small(_ exponent: Int) throws {
        let text = rendered(
            [SampleRow(price: "4.99e-\(exponent)")], as: .table, fields: try SampleRow.fields("price"),
            options: RenderingOptions(header: false))
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
        #expect(rendered([row], as: .table, fields: fields, options: options) == expected + "\n")
        #expect(rendered([row], as: .markdown, fields: fields, options: options).hasSuffix("| \(expected) |\n"))
    }

    @Test(
        "A signed amount has the decimals of a price where no number of decimals is set",
        arguments: [("1574.234", "+1,574.23"), ("-0.00000012", "-0.00000012"), ("0", "0.00")])
    func signed(_ number: String, _ expected: String) {
        let field = Field<String>("change", .number, help: "", presentation: .signed()) { .number($0) }
        let bytes = Renderer.bytes([number], as: .table, fields: [field], options: RenderingOptions(header: false))
        #expect(String(decoding: bytes, as: UTF8.self) == expected + "\n")
    }

    /// The cells of a column of a table.
    private static func column(
        _ numbers: [String?], _ presentation: Presentation, _ options: RenderingOptions = RenderingOptions()
    ) -> [String] {
        let field = Field<String?>("x", .number, help: "", presentation: presentation) { .number($0) }
        var options = options
        options.header = false
        let bytes = Renderer.bytes(numbers, as: .table, fields: [field], options: options)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0.drop { $0 == " " }) }
    }

    @Test(
        "Prices of a column that are alike in size have the same decimals",
        arguments: [
            (["1", "0.99998"], ["1.0000", "1.0000"]), (["62440.63", "1.0003"], ["62,440.63", "1.00"]),
            (["0.1002", "0.0998"], ["0.10020", "0.09980"]), (["8.3", "18.5", nil], ["8.30", "18.50", "--"]),
            (["62440.63", "0.5896", "0.00001432"], ["62,440.63", "0.5896", "0.00001432"]),
            (["0", "0.5"], ["0.0000", "0.5000"]), (["0", "0"], ["0.00", "0.00"]),
            (["0.94", "0.0633", "0.0145"], ["0.94000", "0.06330", "0.01450"]),
            (["8.75", "0.5896", "-9.61"], ["8.7500", "0.5896", "-9.6100"]),
            // Many sizes: each by itself, except those around 1.
            (["42.93", "8.75", "0.94", "0.0633", "0.00454"], ["42.93", "8.7500", "0.9400", "0.06330", "0.004540"]),
            (["409.16", "1.0003", "0.00001432", "0"], ["409.16", "1.00", "0.00001432", "0.00"]),
        ] as [([String?], [String])])
    func alike(_ numbers: [String?], _ expected: [String]) {
        #expect(Self.column(numbers, .price) == expected)
        let field = Field<String?>("x", .number, help: "", presentation: .price) { .number($0) }
        let markdown = String(decoding: Renderer.bytes(numbers, as: .markdown, fields: [field]), as: UTF8.self)
        #expect(
            markdown.split(separator: "\n").dropFirst(2).map { $0.dropFirst(2).dropLast(2) } == expected.map { $0[...] }
        )
    }

    @Test("The prices of a table share their decimals, other numbers do not")
    func table() {
        typealias Row = [String]
        let fields = ["high", "low", "volume"].enumerated().map { index, name in
            Field<Row>(name, .number, help: "", presentation: index < 2 ? .price : .signed()) { .number($0[index]) }
        }
        let rows = [["1.0031", "0.9989", "2"], ["62440.63", "60777.46", "3"]]
        func text(_ format: OutputFormat) -> [String] {
            String(decoding: Renderer.bytes(rows, as: format, fields: fields), as: UTF8.self)
                .split(separator: "\n").map { $0.split(separator: " ").filter { $0 != "|" }.joined(separator: " ") }
        }
        let cells = ["1.0031 0.9989 +2.00", "62,440.63 60,777.46 +3.00"]
        #expect(text(.table) == ["HIGH LOW VOLUME"] + cells)
        #expect(text(.markdown).suffix(2) == cells[...])
    }

    @Test(
        "A result has at least two decimals, and up to six significant digits without zeros at the end",
        arguments: [
            ("18.178215", "18.1782"), ("2.5", "2.50"), ("100", "100.00"), ("614566.171305", "614,566.17"),
            ("0.0015476612", "0.00154766"), ("0.5", "0.50"), ("0.00375", "0.00375"), ("0.00000375", "0.00000375"),
            ("9.6636965", "9.6637"), ("0", "0.00"), ("1e-12", "0.000000000001"),
        ])
    func amount(_ number: String, _ expected: String) {
        #expect(Self.column([number], .amount) == [expected])
    }

    @Test(
        "A rate has six significant digits",
        arguments: [
            ("10.348", "10.3480"), ("646136.0781", "646,136"), ("0.096636965", "0.0966370"), ("1", "1.00000"),
            ("1234567.8", "1,234,568"), ("0.0000012345678", "0.00000123457"),
        ])
    func rate(_ number: String, _ expected: String) {
        #expect(Self.column([number], .rate) == [expected])
    }

    @Test("A column of whole numbers has no decimals, whatever --digits says; one with a fraction has them in all rows")
    func whole() {
        for presentation in [Presentation.fixed(places: 1), .whole, .plain] {
            #expect(Self.column(["311", "68"], presentation, RenderingOptions(digits: 4)) == ["311", "68"])
        }
        #expect(Self.column(["311", "68.5"], .fixed(places: 1)) == ["311.0", "68.5"])
        #expect(Self.column(["1200.55", "68", nil], .fixed(places: 1)) == ["1,200.6", "68.0", "--"])
        #expect(Self.column(["311", "68.5"], .fixed(places: 1), RenderingOptions(digits: 2)) == ["311.00", "68.50"])
    }

    @Test(
        "A column of small volumes shows them as prices, also where it is narrow",
        arguments: [
            (["0.4", "0.0312"], ["0.40000", "0.03120"]), (["53.2", "0.4"], ["53.20", "0.4000"]),
            (["153.2", "0.4"], ["153", "0"]), (["3", "12"], ["3", "12"]),
        ])
    func small(_ numbers: [String], _ expected: [String]) {
        #expect(Self.column(numbers, .whole) == expected)
        #expect(Self.column(numbers, .whole, RenderingOptions(width: 7)) == expected)
    }

    @Test(
        "A large number is abbreviated where a table is narrow",
        arguments: [
            ("1234567890123", "1.23T"), ("412695333240", "412.70B"), ("999996000", "1.00B"), ("1234567", "1.23M"),
            ("12345678901234567", "12,345.68T"), ("1000", "1.00K"), ("999.9", "1.00K"), ("-1234567", "-1.23M"),
        ])
    func abbreviated(_ number: String, _ expected: String) {
        let options = RenderingOptions(width: 10)
        #expect(Self.column([number, "111111111111111"], .whole, options)[0] == expected)
        #expect(Self.column(["12", "111111111111111"], .whole, options)[0] == "12")
    }
}
