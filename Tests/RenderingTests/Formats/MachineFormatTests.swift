import Rendering
import Testing

struct MachineFormatTests {
    static let rows = [
        SampleRow(
            symbol: "BTC", name: "Bitcoin, \"the\" first", price: "67234.1200", change: "-0.5", cap: "1.3e12", rank: 1,
            stale: false, time: "2024-03-01T12:00:00.50Z", age: 61),
        SampleRow(symbol: "X", rank: nil),
    ]

    @Test func jsonHoldsEveryKeyAndExactNumbers() {
        let text = rendered(Self.rows, as: .json, fields: SampleRow.table.defaults(for: .json))
        #expect(
            text == #"""
                [
                {"symbol":"BTC","name":"Bitcoin, \"the\" first","price":67234.12,"change":-0.5,"cap":1300000000000,\#
                "rank":1,"stale":false,"time":"2024-03-01T12:00:00.50Z","age":61},
                {"symbol":"X","name":null,"price":null,"change":null,"cap":null,"rank":null,"stale":null,"time":null,\#
                "age":null}
                ]

                """#)
    }

    @Test func jsonlIsTheObjectsAlone() throws {
        let text = rendered(Self.rows, as: .jsonl, fields: try SampleRow.fields("price", "symbol"))
        #expect(text == "{\"price\":67234.12,\"symbol\":\"BTC\"}\n{\"price\":null,\"symbol\":\"X\"}\n")
    }

    @Test func csvIsRFC4180() {
        let text = rendered(Self.rows, as: .csv, fields: SampleRow.table.fields)
        #expect(
            text == """
                symbol,name,price,change,cap,rank,stale,time,age\r
                BTC,"Bitcoin, ""the"" first",67234.12,-0.5,1300000000000,1,false,2024-03-01T12:00:00.50Z,61\r
                X,,,,,,,,\r

                """)
    }

    @Test func csvQuotesALoneEmptyCell() throws {
        let text = rendered([SampleRow()], as: .csv, fields: try SampleRow.fields("price"))
        #expect(text == "price\r\n\"\"\r\n")
    }

    @Test func tsvEscapesWhatWouldEndACell() throws {
        let row = SampleRow(symbol: "A\tB\\C\r\nD", price: "1e-7")
        let text = rendered([row], as: .tsv, fields: try SampleRow.fields("symbol", "price", "name"))
        #expect(text == "symbol\tprice\tname\nA\\tB\\\\C\\r\\nD\t0.0000001\t\n")
    }

    @Test("Records are a line per field, with exact values and no line break inside, and a blank line between rows")
    func records() throws {
        let rows = [SampleRow(symbol: "B\nTC", price: "1.2e-10", stale: false, age: 61), SampleRow(symbol: "X")]
        let fields = try SampleRow.fields("symbol", "price", "stale", "age")
        #expect(
            rendered(rows, as: .records, fields: fields) == """
                symbol: B TC
                price: 0.00000000012
                stale: false
                age: 61

                symbol: X
                price:
                stale:
                age:

                """)
        let digits = rendered(
            [SampleRow(price: "1.25")], as: .records, fields: fields, options: RenderingOptions(digits: 1))
        #expect(digits.contains("\nprice: 1.2\n"))
    }

    @Test("The format none prints nothing")
    func none() {
        #expect(rendered(Self.rows, as: .none, fields: SampleRow.table.fields) == "")
    }

    @Test(
        "Each format has its output for no rows",
        arguments: [
            (OutputFormat.json, "[]\n"), (.jsonl, ""), (.csv, "symbol,price\r\n"), (.tsv, "symbol\tprice\n"),
            (.table, ""), (.markdown, ""), (.records, ""), (.none, ""), (.ledger, ""), (.beancount, ""),
            (.prometheus, ""), (.influx, ""),
        ])
    func noRows(_ format: OutputFormat, _ expected: String) throws {
        #expect(rendered([], as: format, fields: try SampleRow.fields("symbol", "price")) == expected)
    }

    @Test(
        "--no-header removes the header",
        arguments: [
            (OutputFormat.csv, "BTC,2\r\n"), (.tsv, "BTC\t2\n"), (.table, "BTC  2.00\n"),
            (.json, "[\n{\"symbol\":\"BTC\",\"price\":2}\n]\n"),
        ])
    func noHeader(_ format: OutputFormat, _ expected: String) throws {
        let fields = try SampleRow.fields("symbol", "price")
        #expect(
            rendered([SampleRow(price: "2.0")], as: format, fields: fields, options: RenderingOptions(header: false))
                == expected)
    }

    @Test(
        "--digits rounds numbers half to even in machine formats too, in canonical form; nothing else",
        arguments: [
            ("0.123456789012345678901234567890123456789", 1, "0.1"),
            ("0.123456789012345678901234567890123456789", 36, "0.123456789012345678901234567890123457"),
            ("1234567890123456789012345678901234567890.5", 0, "1234567890123456789012345678901234567890"),
            ("67024.96", 1, "67025"), ("67024.00000000", 8, "67024"), ("-0.04", 1, "0"), ("-0.06", 1, "-0.1"),
            ("0.25", 1, "0.2"), ("0.35", 1, "0.4"), ("0.2500000000000000000000000000000000000001", 1, "0.3"),
            ("1e30", 2, "1000000000000000000000000000000"), ("1e-30", 2, "0"),
        ])
    func digits(price: String, digits: Int, expected: String) throws {
        let fields = try SampleRow.fields("price", "rank", "time", "age")
        let row = SampleRow(price: price, rank: 12, time: "2024-03-01T12:00:00.123Z", age: 7)
        func text(_ format: OutputFormat) -> String {
            rendered(
                [row], as: format, fields: fields,
                options: RenderingOptions(header: false, digits: digits, colors: .palette, width: 3))
        }
        #expect(
            text(.jsonl) == #"{"price":\#(expected),"rank":12,"time":"2024-03-01T12:00:00.123Z","age":7}"# + "\n")
        #expect(text(.json) == "[\n" + text(.jsonl).dropLast() + "\n]\n")
        #expect(text(.csv) == "\(expected),12,2024-03-01T12:00:00.123Z,7\r\n")
        #expect(text(.tsv) == "\(expected)\t12\t2024-03-01T12:00:00.123Z\t7\n")
        let unknown = rendered([SampleRow()], as: .jsonl, fields: fields, options: RenderingOptions(digits: digits))
        #expect(unknown == #"{"price":null,"rank":null,"time":null,"age":null}"# + "\n")
    }

    @Test("--digits leaves what is exact as it is, and rounds within rows within a row")
    func digitsWithin() throws {
        let fields = [
            Field<SampleRow>("latitude", .number, help: "", presentation: .exact) { .number($0.price) },
            Field<SampleRow>("path", .text, help: "") { row in
                .records([Value.Record([("rate", .number(row.price))]) { "at \($0["rate"])" }])
            },
        ]
        let row = SampleRow(price: "1.25")
        let options = RenderingOptions(header: false, digits: 1)
        #expect(
            rendered([row], as: .jsonl, fields: fields, options: options) == #"{"latitude":1.25,"path":[{"rate":1.2}]}"#
                + "\n")
        #expect(rendered([row], as: .csv, fields: fields, options: options) == "1.25,at 1.2\r\n")
        #expect(rendered([row], as: .table, fields: fields, options: options) == "1.25  at 1.2\n")
        #expect(rendered([row], as: .jsonl, fields: fields) == #"{"latitude":1.25,"path":[{"rate":1.25}]}"# + "\n")
        let template = try Template("{latitude} {path}", fields: FieldTable(fields))
        let bytes = Renderer.bytes([row], as: .template, fields: [], template: template, options: options)
        #expect(String(decoding: bytes, as: UTF8.self) == "1.25 at 1.2")
    }
}
