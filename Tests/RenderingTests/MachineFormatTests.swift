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
        let text = rendered(Self.rows, .json, SampleRow.table.defaults(for: .json))
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
        let text = rendered(Self.rows, .jsonl, try SampleRow.fields("price", "symbol"))
        #expect(text == "{\"price\":67234.12,\"symbol\":\"BTC\"}\n{\"price\":null,\"symbol\":\"X\"}\n")
    }

    @Test func csvIsRFC4180() {
        let text = rendered(Self.rows, .csv, SampleRow.table.fields)
        #expect(
            text == """
                symbol,name,price,change,cap,rank,stale,time,age\r
                BTC,"Bitcoin, ""the"" first",67234.12,-0.5,1300000000000,1,false,2024-03-01T12:00:00.50Z,61\r
                X,,,,,,,,\r

                """)
    }

    @Test func csvQuotesALoneEmptyCell() throws {
        let text = rendered([SampleRow()], .csv, try SampleRow.fields("price"))
        #expect(text == "price\r\n\"\"\r\n")
    }

    @Test func tsvEscapesWhatWouldEndACell() throws {
        let row = SampleRow(symbol: "A\tB\\C\r\nD", price: "1e-7")
        let text = rendered([row], .tsv, try SampleRow.fields("symbol", "price", "name"))
        #expect(text == "symbol\tprice\tname\nA\\tB\\\\C\\r\\nD\t0.0000001\t\n")
    }

    @Test(
        "no rows",
        arguments: [
            (OutputFormat.json, "[]\n"), (.jsonl, ""), (.csv, "symbol,price\r\n"), (.tsv, "symbol\tprice\n"),
            (.table, ""), (.markdown, ""),
        ])
    func noRows(_ format: OutputFormat, _ expected: String) throws {
        #expect(rendered([], format, try SampleRow.fields("symbol", "price")) == expected)
    }

    @Test(
        "--no-header",
        arguments: [
            (OutputFormat.csv, "BTC,2\r\n"), (.tsv, "BTC\t2\n"), (.table, "BTC  2.00\n"),
            (.json, "[\n{\"symbol\":\"BTC\",\"price\":2}\n]\n"),
        ])
    func noHeader(_ format: OutputFormat, _ expected: String) throws {
        let fields = try SampleRow.fields("symbol", "price")
        #expect(rendered([SampleRow(price: "2.0")], format, fields, RenderingOptions(header: false)) == expected)
    }

    @Test("--digits leaves machine formats exact", arguments: [OutputFormat.json, .jsonl, .csv, .tsv])
    func digits(_ format: OutputFormat) throws {
        let fields = try SampleRow.fields("price")
        let row = SampleRow(price: "0.123456789012345678901234567890123456789")
        let text = rendered([row], format, fields, RenderingOptions(digits: 1, colors: .palette, width: 3))
        #expect(text == rendered([row], format, fields))
        #expect(text.contains("0.123456789012345678901234567890123456789"))
    }
}
