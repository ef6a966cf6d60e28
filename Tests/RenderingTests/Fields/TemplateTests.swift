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
            ("{symbol:json} {price:json} {change:json}", #""BTC" 67234.125 null"#),
            ("{stale:json} {time:json}", #"false "2024-03-01T12:00:00Z""#),
            ("{time:s} {time:ms}", "1709294400 1709294400000"),
            ("{time:us} {time:ns}", "1709294400000000 1709294400000000000"),
        ])
    func template(_ template: String, _ expected: String) throws {
        #expect(try rendered([Self.row], template: template) == expected)
    }

    @Test func nothingIsAddedBetweenRows() throws {
        #expect(try rendered([Self.row, SampleRow(symbol: "X")], template: "{symbol},") == "BTC,X,")
    }

    @Test("{json} is the row as one object, with the selected fields, rounded by --digits, any number of times")
    func object() throws {
        let fields = try SampleRow.table.select(["symbol", "price", "change"])
        let template = try Template(#"{symbol}\t{json}{json}\n"#, fields: SampleRow.table, selected: fields)
        #expect(template.fieldNames == ["symbol", "price", "change"])
        for (digits, price) in [(nil, "67234.125"), (1, "67234.1")] {
            var options = RenderingOptions()
            options.digits = digits
            var renderer = Renderer(.template, fields: fields, template: template, options: options)
            let object = #"{"symbol":"BTC","price":\#(price),"change":null}"#
            #expect(String(decoding: renderer.bytes([Self.row]), as: UTF8.self) == "BTC\t\(object)\(object)\n")
        }
        let all = try Template("{json}", fields: SampleRow.table)
        #expect(all.fieldNames == Set(SampleRow.table.names))
    }

    @Test("A time before 1970 and one of the last year have all digits")
    func epochs() throws {
        for (time, numbers) in [
            ("1969-12-31T23:59:59.25Z", "-1 -750 -750000 -750000000"),
            ("9999-12-31T23:59:59.999999999Z", "253402300799 253402300799999 253402300799999999 253402300799999999999"),
        ] {
            let row = SampleRow(symbol: "X", time: time)
            #expect(try rendered([row], template: "{time:s} {time:ms} {time:us} {time:ns}") == numbers)
        }
    }

    @Test(
        "--digits applies where the template gives no decimals",
        arguments: [("{price}", "67234.1"), ("{price:.2}", "67234.12"), ("{rank}", "1")])
    func digits(_ template: String, _ expected: String) throws {
        #expect(try rendered([Self.row], template: template, digits: 1) == expected)
    }

    @Test(
        "A function takes the place of a field",
        arguments: [
            ("{times(2)}", "134468.25"), ("{times( 2 ):>12.1}|{price}", "    134468.2|67234.125"),
            ("{times(2):json}", "134468.25"),
        ])
    func function(_ text: String, _ expected: String) throws {
        let template = try Template(text, fields: SampleRow.withFunctions)
        #expect(template.fieldNames.contains("times(2)"))
        let bytes = Renderer.bytes([Self.row], as: .template, fields: [], template: template)
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test(
        "An error in a function has its offset",
        arguments: [
            ("{time(2)}", 1, SyntaxError.Problem.unknownFunction("time", known: ["times"])),
            ("{price} {times(2)x}", 17, .expected(.layout)), ("{times(2:.2}", 8, .expected(.closingBracket)),
            ("{times(2", 0, .unclosed), ("{times}", 1, .misspelled("times", instead: "times(10m)")),
            ("{times( x)}", 8, .badArgument("'x' is no count")), ("{times(2):s}", 10, .epochOfNoTime(.number)),
            ("{a b(2)}", 1, .unknownFunction("a b", known: ["times"])),
        ])
    func mistakesInFunctions(text: String, offset: Int, problem: SyntaxError.Problem) {
        let error = #expect(throws: SyntaxError.self) { try Template(text, fields: SampleRow.withFunctions) }
        #expect(error?.offset == offset)
        #expect(error?.problem == problem)
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
            ("{price:.99999999999999999999}", 8, .tooLarge), ("{price:ms}", 7, .epochOfNoTime(.number)),
            ("{time:min}", 6, .expected(.layout)), ("{time:s3}", 7, .expected(.layout)),
            ("{json:s}", 1, .unknownField("json", known: SampleRow.table.names)),
            ("{sybol}", 1, .unknownField("sybol", known: SampleRow.table.names)),
            ("é{ price}", 3, .unknownField(" price", known: SampleRow.table.names)),
        ])
    func mistakes(template: String, offset: Int, problem: SyntaxError.Problem) throws {
        let error = #expect(throws: SyntaxError.self) { try Template(template, fields: SampleRow.table) }
        #expect(error?.offset == offset)
        #expect(error?.problem == problem)
    }
}
