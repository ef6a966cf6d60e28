import Rendering
import Testing

struct TableWidthTests {
    static let rows = [
        SampleRow(symbol: "BTC", name: "Bitcoin", price: "67234.12", change: "2.345", cap: "1321654987123", rank: 1),
        SampleRow(symbol: "比特", name: "比特币的长名字", price: "0.5", change: "-1", cap: "5", rank: 2),
    ]

    @Test(
        "A narrow table drops the least important columns first, and never symbol and price",
        arguments: [
            (nil, "SYMBOL NAME PRICE CHANGE CAP RANK"), (66, "SYMBOL NAME PRICE CHANGE CAP RANK"),
            (65, "SYMBOL NAME PRICE CHANGE CAP"), (60, "SYMBOL NAME PRICE CHANGE CAP"),
            (59, "SYMBOL NAME PRICE CHANGE"), (40, "SYMBOL NAME PRICE"), (33, "SYMBOL NAME PRICE"),
            (32, "SYMBOL PRICE"), (17, "SYMBOL PRICE"),
        ])
    func drops(_ width: Int?, _ header: String) {
        let text = rendered(Self.rows, .table, SampleRow.table.defaults(for: .table), RenderingOptions(width: width))
        #expect(text.split(separator: "\n")[0].split(separator: " ").joined(separator: " ") == header)
    }

    @Test("No line of a table is wider than the terminal, and none is wrapped", arguments: 1...70)
    func fits(_ width: Int) {
        let text = rendered(Self.rows, .table, SampleRow.table.defaults(for: .table), RenderingOptions(width: width))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { CharacterWidth.columns(of: String($0)) <= width })
    }

    @Test(
        "Where two columns do not fit, the text is cut with an ellipsis and the number stays whole",
        arguments: [
            (25, "比特币的长名字  67,234.12"), (24, "比特币的长名…  67,234.12"), (23, "比特币的长…   67,234.12"),
            (15, "比…   67,234.12"), (14, "比…  67,234.12"), (13, "比特币的长名…"), (3, "比…"), (1, "…"),
        ])
    func cuts(_ width: Int, _ line: String) throws {
        let row = SampleRow(name: "比特币的长名字", price: "67234.12")
        let options = RenderingOptions(header: false, width: width)
        #expect(rendered([row], .table, try SampleRow.fields("name", "price"), options) == line + "\n")
    }

    @Test func aPipeIsNeverCut() throws {
        let name = String(repeating: "long ", count: 200) + "end"
        let text = rendered([SampleRow(name: name)], .table, try SampleRow.fields("name", "price"))
        #expect(text.contains(name))
    }

    @Test func wideNamesAlign() throws {
        let rows = ["Bitcoin", "比特币", "👍🏽 ok", "e\u{301}té", "🇸🇪", "👨‍👩‍👧", "❤️", "한국", "ｶﾅ"].map {
            SampleRow(name: $0, rank: 7)
        }
        #expect(
            rendered(rows, .table, try SampleRow.fields("name", "rank")) == """
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
