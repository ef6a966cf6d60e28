import Rendering
import Testing

struct TableTests {
    static let rows = [
        SampleRow(
            symbol: "BTC", name: "Bitcoin", price: "67234.12", change: "2.345", cap: "1321654987123.4", rank: 1,
            stale: false, time: "2024-03-01T12:00:00Z", age: 0),
        SampleRow(
            symbol: "PEPE", name: "Pepe", price: "0.00000812", change: "-11.2", cap: "3416000000", rank: 32,
            stale: true,
            time: "2024-03-01T11:57:00.5Z", age: 180),
        SampleRow(symbol: "NEW"),
    ]

    @Test func alignsColumns() {
        #expect(
            rendered(Self.rows, as: .table, fields: SampleRow.table.fields) == """
                SYMBOL  NAME          PRICE   CHANGE                CAP  RANK  STALE  TIME                    AGE
                BTC     Bitcoin   67,234.12   +2.34%  1,321,654,987,123     1  no     2024-03-01T12:00:00Z    just now
                PEPE    Pepe     0.00000812  -11.20%      3,416,000,000    32  yes    2024-03-01T11:57:00.5Z  3 min ago
                NEW     --               --       --                 --    --  --     --                      --

                """)
    }

    @Test func markdownShowsTheSame() {
        #expect(
            rendered(Self.rows, as: .markdown, fields: SampleRow.table.defaults(for: .markdown)) == """
                | symbol | name | price | change | cap | rank |
                | --- | --- | ---: | ---: | ---: | ---: |
                | BTC | Bitcoin | 67,234.12 | +2.34% | 1,321,654,987,123 | 1 |
                | PEPE | Pepe | 0.00000812 | -11.20% | 3,416,000,000 | 32 |
                | NEW | -- | -- | -- | -- | -- |

                """)
    }

    @Test("A terminal without UTF-8 gets signs in ASCII, in aligned columns")
    func signs() throws {
        let rows = [SampleRow(name: "USD→SEK mock", rank: 1), SampleRow(name: "µg − 2 × 3…", rank: 2)]
        let options = RenderingOptions(header: false, width: 80, isUnicode: false)
        #expect(
            rendered(rows, as: .table, fields: try SampleRow.fields("name", "rank"), options: options) == """
                USD->SEK mock  1
                ug - 2 x 3~    2

                """)
    }

    @Test func markdownEscapesMarkup() throws {
        let text = rendered(
            [SampleRow(name: "a|b *c* [d](e) <f> \\ `g`\nh")], as: .markdown, fields: try SampleRow.fields("name"))
        #expect(text == "| name |\n| --- |\n| a\\|b \\*c\\* \\[d](e) \\<f> \\\\ \\`g\\` h |\n")
    }

    @Test(
        "An endless table buffers a limited number of rows, prints its header once, and never narrows a column"
    )
    func endless() throws {
        let fields = try SampleRow.fields("symbol", "name", "rank")
        let wide = SampleRow(symbol: "LONGSYMBOL", name: "x", rank: 1)
        var renderer = Renderer(.table, fields: fields)
        var (bytes, largest, sizes) = ([UInt8](), 0, Set<Int>())
        renderer.begin(to: &bytes)
        for number in 0..<100_000 {
            renderer.append(number == 50_000 ? wide : SampleRow(symbol: "BTC", name: "y", rank: 2), to: &bytes)
            if bytes.count > largest {
                sizes.insert(bytes.count)
                largest = bytes.count
            }
        }
        #expect(sizes.count == 6)
        renderer.finish(to: &bytes)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        try #require(lines.count == 100_001)
        #expect(lines[0] == "SYMBOL  NAME  RANK")
        #expect(lines[1] == "BTC     y        2")
        #expect(lines[50_001] == "LONGSYMBOL  x        1")
        #expect(lines[100_000] == "BTC         y        2")
        #expect(lines.count { $0.hasPrefix("SYMBOL") } == 1)
    }

    @Test("No line of a table ends in spaces", arguments: [["symbol", "name"], ["price", "name"], ["name"]])
    func trailingSpaces(_ names: [String]) throws {
        let rows = Self.rows + [SampleRow(name: ""), SampleRow(name: "  ")]
        let text = rendered(rows, as: .table, fields: try SampleRow.table.select(names))
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).allSatisfy { $0.last != " " })
    }

    @Test(
        "A change has its sign, is green above 0 and red below, and has neither if it is rounded to 0 or unknown",
        arguments: [
            ("1.5", "\u{1B}[32m+1.50%\u{1B}[0m"), ("-0.001", "0.00%"), ("0.004", "0.00%"), ("0", "0.00%"),
            ("0.00", "0.00%"), (nil, "--"),
        ])
    func tone(_ change: String?, _ expected: String) throws {
        let fields = try SampleRow.fields("change")
        let row = SampleRow(change: change)
        let colored = rendered(
            [row], as: .table, fields: fields, options: RenderingOptions(header: false, colors: .palette))
        #expect(colored == expected + "\n")
        let plain = rendered([row], as: .table, fields: fields, options: RenderingOptions(header: false))
        #expect(!plain.contains("\u{1B}") && colored.contains(plain.dropLast()))
    }

    @Test func onlySignsAndTheHeaderHaveColor() throws {
        let text = rendered(
            [SampleRow(price: "2", change: "-3")], as: .table,
            fields: try SampleRow.fields("symbol", "change", "price"),
            options: RenderingOptions(colors: .palette))
        #expect(
            text == """
                \u{1B}[1mSYMBOL  CHANGE  PRICE\u{1B}[0m
                BTC     \u{1B}[31m-3.00%\u{1B}[0m   2.00

                """)
    }

    @Test(
        "A table shows the cap without decimals and the age in words",
        arguments: [
            (-5, "just now"), (0, "just now"), (59, "just now"), (60, "1 min ago"), (3599, "59 min ago"),
            (3600, "1 h ago"), (86399, "23 h ago"), (86400, "1 day ago"), (172_800, "2 days ago"),
            (31_536_000, "365 days ago"),
        ])
    func age(_ seconds: Int, _ words: String) throws {
        let row = SampleRow(cap: "1234567.89", age: seconds)
        let fields = try SampleRow.fields("cap", "age")
        #expect(
            rendered([row], as: .table, fields: fields, options: RenderingOptions(header: false))
                == "1,234,568  \(words)\n")
        #expect(
            rendered([row], as: .csv, fields: fields, options: RenderingOptions(header: false))
                == "1234567.89,\(seconds)\r\n")
    }

    @Test func aTableRendersManyChunksAlike() throws {
        var renderer = Renderer(.table, fields: try SampleRow.fields("symbol", "price"))
        var bytes: [UInt8] = []
        renderer.begin(to: &bytes)
        for row in Self.rows { renderer.append(row, to: &bytes) }
        #expect(bytes.isEmpty)
        renderer.finish(to: &bytes)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == rendered(Self.rows, as: .table, fields: try SampleRow.fields("symbol", "price")))
    }
}
