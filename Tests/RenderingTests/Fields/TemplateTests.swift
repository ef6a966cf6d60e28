import Rendering
import Testing

struct TemplateTests {
    static let row = SampleRow(
        symbol: "BTC", name: "比特币", price: "67234.125", rank: 1, stale: false, time: "2024-03-01T12:00:00Z", age: 90)

    @Test(
        "A template formats fields with width, alignment and decimals",
        arguments: [
            (#"{symbol} {price}\n"#, "BTC 67234.125\n"), ("{symbol}", "BTC"), ("", ""), ("no field", "no field"),
            ("{{{symbol}}}", "{BTC}"), ("{{}}", "{}"), (#"\t\\n"#, "\t\\n"), (#"\r\0"#, "\r\u{0}"),
            ("é\(#"\n"#)", "é\n"),
            ("{symbol:5}|", "BTC  |"), ("{symbol:>5}|", "  BTC|"), ("{rank:3}|", "  1|"), ("{rank:<3}|", "1  |"),
            ("{symbol:2}|", "BTC|"), ("{symbol:}", "BTC"), ("{symbol:<}", "BTC"), ("{name:8}|", "比特币  |"),
            ("{name:>8}|", "  比特币|"), ("{price:.2}", "67234.12"), ("{price:.0}", "67234"),
            ("{price:>12.4}", "  67234.1250"),
            ("{price:<12.4}|", "67234.1250  |"), ("{change}|", "|"), ("{change:.2}|", "|"), ("{change:4}|", "    |"),
            ("{stale} {time} {age}", "false 2024-03-01T12:00:00Z 90"),
        ])
    func template(_ template: String, _ expected: String) throws {
        #expect(try rendered([Self.row], template: template) == expected)
    }

    @Test func nothingIsAddedBetweenRows() throws {
        #expect(try rendered([Self.row, SampleRow(symbol: "X")], template: "{symbol},") == "BTC,X,")
    }

    @Test(
        "--digits applies where the template gives no decimals",
        arguments: [("{price}", "67234.1"), ("{price:.2}", "67234.12"), ("{rank}", "1")])
    func digits(_ template: String, _ expected: String) throws {
        #expect(try rendered([Self.row], template: template, digits: 1) == expected)
    }

    @Test(
        "An error in a template has its offset",
        arguments: [
            ("{symbol", 0, SyntaxError.Problem.unclosed), ("a {symbol:5", 2, .unclosed), ("{", 0, .unclosed),
            ("a}", 1, .expected(.doubledBrace)), ("{}", 1, .expected(.fieldName)), ("{:5}", 1, .expected(.fieldName)),
            (#"{"s":"{symbol}"}"#, 0, .expected(.doubledOpening)), (#"[{ "s": 1}]"#, 1, .expected(.doubledOpening)),
            (#"ab\q"#, 2, .unknownEscape), (#"ab\"#, 2, .unknownEscape), ("{symbol:^5}", 8, .expected(.layout)),
            ("{symbol:5x}", 9, .expected(.layout)), ("{price:.}", 8, .expected(.number)),
            ("{price:.x}", 8, .expected(.number)), ("{symbol:5.2}", 9, .decimalsOfNoNumber(.text)),
            ("{rank:.2}", 6, .decimalsOfNoNumber(.integer)), ("{price:1001}", 7, .tooLarge),
            ("{price:.99999999999999999999}", 8, .tooLarge),
            ("{sybol}", 1, .unknownField("sybol", known: SampleRow.table.names)),
            ("é{ price}", 3, .unknownField(" price", known: SampleRow.table.names)),
        ])
    func mistakes(template: String, offset: Int, problem: SyntaxError.Problem) throws {
        let error = #expect(throws: SyntaxError.self) { try Template(template, fields: SampleRow.table) }
        #expect(error?.offset == offset)
        #expect(error?.problem == problem)
    }
}
