import Rendering
import Testing

struct TableWidthTests {
    static let rows = [
        SampleRow(symbol: "BTC", name: "Bitcoin", price: "67234.12", change: "2.345", cap: "1321654987123", rank: 1),
        SampleRow(symbol: "比特", name: "比特币的长名字", price: "0.5", change: "-1", cap: "5", rank: 2),
    ]

    private static func table(_ width: Int?, _ rows: [SampleRow] = rows, keepsColumns: Bool = false) -> [Substring] {
        let options = RenderingOptions(width: width, keepsColumns: keepsColumns)
        return rendered(rows, as: .table, fields: SampleRow.table.defaults(for: .table), options: options)
            .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }

    @Test(
        "A narrow table abbreviates, then drops the least important columns first, and never symbol and price",
        arguments: [
            (nil, "SYMBOL NAME PRICE CHANGE CAP RANK 1,321,654,987,123"),
            (66, "SYMBOL NAME PRICE CHANGE CAP RANK 1,321,654,987,123"),
            (65, "SYMBOL NAME PRICE CHANGE CAP RANK 1,321,654,987,123"),
            (55, "SYMBOL NAME PRICE CHANGE CAP RANK 1.32T"),
            (52, "SYMBOL NAME PRICE CHANGE CAP RANK 1.32T"), (51, "SYMBOL NAME PRICE CHANGE CAP 1.32T"),
            (46, "SYMBOL NAME PRICE CHANGE CAP 1.32T"), (45, "SYMBOL NAME PRICE CHANGE RANK"),
            (44, "SYMBOL NAME PRICE CHANGE"), (40, "SYMBOL NAME PRICE CHANGE"),
            (33, "SYMBOL NAME PRICE"),
            (17, "SYMBOL PRICE"),
        ])
    func drops(_ width: Int?, _ words: String) {
        let lines = Self.table(width)
        let cap = lines[1].split(separator: " ").filter { $0.hasPrefix("1,") || $0.hasSuffix("T") }
        #expect((lines[0].split(separator: " ") + cap).joined(separator: " ") == words)
    }

    @Test("No line of a table is wider than the terminal", arguments: 17...70)
    func fits(_ width: Int) {
        let lines = Self.table(width)
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { CharacterWidth.columns(of: String($0)) <= width })
    }

    @Test(
        "Columns that were asked for are all there: in the table while they fit, and as records below",
        arguments: 1...70)
    func keeps(_ width: Int) throws {
        let lines = Self.table(width, keepsColumns: true)
        let names = ["symbol", "name", "price", "change", "cap", "rank"]
        if lines.count == 3 {
            #expect(lines[0].split(separator: " ").map { $0.lowercased() } == names)
            #expect(lines.allSatisfy { CharacterWidth.columns(of: String($0)) <= width })
        } else {
            try #require(lines.count == 2 * names.count + 1)
            #expect(lines.prefix(6).map { $0.prefix { $0 != ":" } } == names.map { $0[...] })
            #expect(lines[2] == "price: 67234.12" && lines[6] == "")
        }
    }

    @Test("Columns that have no value in any row are left out on a terminal only, unless they were asked for")
    func leavesOutEmptyColumns() {
        let rows = [SampleRow(symbol: "BTC", price: "31", rank: 1), SampleRow(symbol: "ETH", price: "32")]
        #expect(
            Self.table(200, rows).map(String.init) == [
                "SYMBOL  PRICE  RANK", "BTC     31.00     1", "ETH     32.00    --",
            ])
        #expect(Self.table(nil, rows)[0] == "SYMBOL  NAME  PRICE  CHANGE  CAP  RANK")
        #expect(Self.table(200, rows, keepsColumns: true)[0] == "SYMBOL  NAME  PRICE  CHANGE  CAP  RANK")
    }

    @Test("On a terminal a flag is shown where it is true; its column is left out if it is false in all rows")
    func flags() {
        let fields = [
            Field<Bool>("name", .text, help: "", importance: .max) { .text($0 ? "old" : "new") },
            Field<Bool>("stale", .boolean, help: "", importance: 1, presentation: .flag(shown: true)) { .bool($0) },
        ]
        func text(_ rows: [Bool], _ options: RenderingOptions) -> String {
            String(decoding: Renderer.bytes(rows, as: .table, fields: fields, options: options), as: UTF8.self)
        }
        let terminal = RenderingOptions(width: 80)
        #expect(text([false, true], terminal) == "NAME  STALE\nnew\nold   yes\n")
        #expect(text([false, false], terminal) == "NAME\nnew\nnew\n")
        #expect(text([false], RenderingOptions()) == "NAME  STALE\nnew   no\n")
        #expect(text([false], RenderingOptions(width: 80, keepsColumns: true)) == "NAME  STALE\nnew   no\n")
    }

    @Test("A long name is cut and does not cost its column, or another one", arguments: [60, 80, 120])
    func cutsLongNames(_ width: Int) {
        let name = String(repeating: "Wrapped ", count: 40)
        let lines = Self.table(
            width, Self.rows + [SampleRow(symbol: "LONG", name: name, price: "1", change: "1", rank: 3)])
        #expect(lines[0].split(separator: " ") == ["SYMBOL", "NAME", "PRICE", "CHANGE", "CAP", "RANK"])
        #expect(lines[3].contains("…"))
        #expect(lines.map { CharacterWidth.columns(of: String($0)) }.max() == width)
    }

    @Test("A title is abbreviated before a column is left out, and is whole before values are")
    func shortTitles() {
        let fields = [
            Field<String>("name", .text, help: "", importance: .max) { .text($0) },
            Field<String>("volume", .number, help: "", importance: 1, presentation: .whole) { _ in .number("1234567") },
            Field<String>("currency", .text, shortTitle: "CUR", help: "", importance: 2) { _ in .text("USD") },
        ]
        func text(_ width: Int) -> [String] {
            let bytes = Renderer.bytes(["ab"], as: .table, fields: fields, options: RenderingOptions(width: width))
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
                line.split(separator: " ").joined(separator: " ")
            }
        }
        #expect(text(25) == ["NAME VOLUME CURRENCY", "ab 1,234,567 USD"])
        for width in [24, 22] { #expect(text(width) == ["NAME VOLUME CURRENCY", "ab 1.23M USD"]) }
        #expect(text(21) == ["NAME VOLUME CUR", "ab 1,234,567 USD"])
        for width in [19, 17] { #expect(text(width) == ["NAME VOLUME CUR", "ab 1.23M USD"]) }
        for width in [16, 14] { #expect(text(width) == ["NAME CURRENCY", "ab USD"]) }
        #expect(text(13) == ["NAME CUR", "ab USD"])
    }

    @Test("Columns of the same importance are left out together")
    func dropsGroups() {
        let fields = (["a", "b", "c", "d"] as [String]).map { name in
            Field<Int>(name, .integer, help: name, importance: name == "a" ? .max : name == "d" ? 1 : 2) {
                .integer($0)
            }
        }
        let header = (1...10).map { width in
            let bytes = Renderer.bytes([7], as: .table, fields: fields, options: RenderingOptions(width: width))
            return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        }
        #expect(Array(header[3...]) == ["A  D", "A  D", "A  D", "A  B  C", "A  B  C", "A  B  C", "A  B  C  D"])
    }

    @Test("Text that matters more is not cut to keep a column; a sentence is shown whole or not at all")
    func cutsByImportance() {
        let fields = [
            Field<String>("id", .text, help: "", importance: .max) { _ in .text("x") },
            Field<String>("level", .text, help: "", importance: 9) { .text($0) },
            Field<String>("note", .text, help: "", importance: 3, presentation: .sentence) { _ in
                .text("A note of twenty-four ch")
            },
            Field<String>("from", .text, help: "", importance: 2) { _ in .text("here") },
        ]
        func lines(_ width: Int) -> [String] {
            let row = "a level of air in words"
            let bytes = Renderer.bytes([row], as: .table, fields: fields, options: RenderingOptions(width: width))
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
                $0.split(separator: " ").joined(separator: " ")
            }
        }
        for (width, titles, row) in [
            (59, "ID LEVEL NOTE FROM", "x a level of air in words A note of twenty-four ch here"),
            (58, "ID LEVEL NOTE", "x a level of air in words A note of twenty-four ch"),
            (53, "ID LEVEL NOTE", "x a level of air in words A note of twenty-four ch"),
            (52, "ID LEVEL FROM", "x a level of air in words here"),
            (46, "ID LEVEL FROM", "x a level of air in words here"),
            (32, "ID LEVEL", "x a level of air in words"), (26, "ID LEVEL", "x a level of air in wor…"),
            (16, "ID LEVEL", "x a level of …"), (15, "ID FROM", "x here"),
        ] {
            #expect(lines(width) == [titles, row], "\(width)")
        }
    }

    @Test("Prose continues on the next line of its column")
    func wrapsProse() {
        let fields = [
            Field<String>("word", .text, help: "", importance: .max) { .text(String($0.prefix(4))) },
            Field<String>("meaning", .text, help: "", importance: 1, presentation: .prose) { .text($0) },
        ]
        let rows = ["some words that say what a thing means to people", "short"]
        let bytes = Renderer.bytes(rows, as: .table, fields: fields, options: RenderingOptions(width: 30))
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                WORD  MEANING
                some  some words that say what
                      a thing means to people
                shor  short

                """)
    }

    @Test("A few words continue on the next line, on their block, after what matters less is left out")
    func wrapsPhrases() {
        let fields = [
            Field<String>("id", .text, help: "", importance: .max, presentation: .name) { _ in .text("a long name") },
            Field<String>(
                "level", .text, help: "", importance: 9, presentation: .phrase, tint: { _ in ChartColor("#ff0000") }
            ) { .text($0) },
            Field<String>("from", .text, help: "", importance: 2) { _ in .text("here") },
        ]
        func text(_ width: Int, _ colors: ColorDepth = .none) -> String {
            let options = RenderingOptions(colors: colors, width: width)
            let row = "a level of air in words"
            return String(decoding: Renderer.bytes([row], as: .table, fields: fields, options: options), as: UTF8.self)
        }
        #expect(text(42).hasSuffix("a long name  a level of air in words  here\n"))
        #expect(text(41) == "ID           LEVEL\na long name  a level of air in words\n")
        #expect(text(35) == "ID           LEVEL\na long name  a level of air in\n             words\n")
        #expect(text(25) == "ID           LEVEL\na long name  a level of\n             air in words\n")
        #expect(text(24) == "ID           FROM\na long name  here\n")
        let lines = text(35, .palette).split(separator: "\n").map { $0.split(separator: "\u{1B}") }
        let block = "[48;5;196;38;5;16m"
        #expect(lines[1] == ["a long name ", "\(block) a level of air in     ", "[0m"])
        #expect(lines[2] == ["            ", "\(block) words                 ", "[0m"])
    }

    @Test("Columns of prose share the width, no word of them is broken, and records of them are wrapped")
    func sharesProse() {
        let fields = ["a", "b"].map { name in
            Field<String>(name, .text, help: "", importance: .max, presentation: .prose) {
                .text(name == "a" ? $0 : "see example.org/a-page-with-a-long-name")
            }
        }
        func text(_ width: Int) -> String {
            let options = RenderingOptions(width: width)
            let row = "some words that say what a thing means to people"
            return String(decoding: Renderer.bytes([row], as: .table, fields: fields, options: options), as: UTF8.self)
        }
        #expect(
            text(74) == """
                A                                     B
                some words that say what a thing      see
                means to people                       example.org/a-page-with-a-long-name

                """)
        #expect(
            text(40) == """
                a: some words that say what a thing
                  means to people
                b: see
                  example.org/a-page-with-a-long-name

                """)
    }

    @Test("Records in place of a table have the default fields without what only scripts need, where they have a value")
    func sparseRecords() {
        let fields = [
            Field<String?>("a", .text, help: "", importance: .max) { .text($0) },
            Field<String?>("b", .text, help: "", importance: .max) { _ in .text("a text") },
            Field<String?>("c", .text, help: "", importance: 9) { _ in .text("c") },
            Field<String?>("d", .text, help: "", importance: 10) { _ in .text("d") },
        ]
        func text(keepsColumns: Bool) -> String {
            let options = RenderingOptions(width: 9, keepsColumns: keepsColumns)
            let bytes = Renderer.bytes(["a text", nil], as: .table, fields: fields, options: options)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(text(keepsColumns: false) == "a: a text\nb: a text\nd: d\n\nb: a text\nd: d\n")
        #expect(text(keepsColumns: true) == "a: a text\nb: a text\nc: c\nd: d\n\na:\nb: a text\nc: c\nd: d\n")
    }

    @Test("Rows that come later have the columns of the first ones")
    func continues() throws {
        var options = RenderingOptions(width: 40)
        options.bufferedRows = 1
        let rows = [
            SampleRow(symbol: "BTC", name: "Bitcoin", price: "31"),
            SampleRow(
                symbol: "ETHEREUM", name: String(repeating: "long ", count: 10), price: "123456", change: "1", rank: 9),
        ]
        #expect(
            rendered(rows, as: .table, fields: SampleRow.table.defaults(for: .table), options: options) == """
                SYMBOL  NAME     PRICE
                BTC     Bitcoin  31.00
                ETHEREUM  long long long lo…  123,456.00

                """)
    }

    @Test("The column of a currency in which rows differ is never left out, also if it shows only in later rows")
    func mixedUnits() {
        typealias Price = (name: String, currency: String)
        let fields = [
            Field<Price>("name", .text, help: "", importance: .max) { .text($0.name) },
            Field<Price>("price", .number, help: "", importance: 20) { _ in .number("5") },
            Field<Price>("currency", .text, help: "", importance: 10, roles: .currency) { .text($0.currency) },
        ]
        func text(_ currencies: [String], _ width: Int, bufferedRows: Int = 9) -> String {
            var options = RenderingOptions(width: width)
            options.bufferedRows = bufferedRows
            let bytes = Renderer.bytes(currencies.map { ("BTC", $0) }, as: .table, fields: fields, options: options)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(text(["USD", "USD"], 14) == "NAME  PRICE\nBTC       5\nBTC       5\n")
        #expect(text(["USD", "EUR"], 14) == "NAME  CURRENCY\nBTC   USD\nBTC   EUR\n")
        let record = "name: BTC\nprice: 5\ncurrency: "
        #expect(text(["USD", "EUR"], 13) == "\(record)USD\n\n\(record)EUR\n")
        let later = text(["USD", "USD", "EUR", "USD"], 14, bufferedRows: 1)
        #expect(later == "NAME  PRICE\nBTC       5\nBTC       5\n\n\(record)EUR\n\n\(record)USD\n")
    }

    @Test func aPipeIsNeverCut() throws {
        let name = String(repeating: "long ", count: 200) + "end"
        let text = rendered([SampleRow(name: name)], as: .table, fields: try SampleRow.fields("name", "price"))
        #expect(text.contains(name))
    }

    @Test func wideNamesAlign() throws {
        let rows = ["Bitcoin", "比特币", "👍🏽 ok", "e\u{301}té", "🇸🇪", "👨‍👩‍👧", "❤️", "한국", "ｶﾅ"].map {
            SampleRow(name: $0, rank: 7)
        }
        #expect(
            rendered(rows, as: .table, fields: try SampleRow.fields("name", "rank")) == """
                NAME     RANK
                Bitcoin     7
                比特币      7
                👍🏽 ok       7
                e\u{301}té         7
                🇸🇪          7
                👨‍👩‍👧          7
                ❤️          7
                한국        7
                ｶﾅ          7

                """)
    }
}
