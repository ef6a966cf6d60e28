import DecimalArithmetic
import Platform
import Rendering
import Testing

@Suite("Points in line protocol")
struct InfluxFormatTests {
    private static let table = FieldTable<SampleRow>(
        [
            Field("symbol", .text, help: "Ticker", roles: .tag) { .text($0.symbol) },
            Field("name", .text, help: "Full name") { .text($0.name) },
            Field("price", .number, help: "Last price") { .number($0.price) },
            Field("change", .number, help: "In percent", isDefault: false) { .number($0.change) },
            Field("rank", .integer, help: "By market cap", isDefault: false) { .integer($0.rank) },
            Field("stale", .boolean, help: "Old") { .bool($0.stale) },
            Field("time", .time, help: "Of the price", isDefault: false, roles: .key) { .time($0.time) },
            Field("seen", .time, help: "When it came") { .time($0.time) },
            Field("currency", .text, help: "Of the price", roles: .tag) { _ in .text("USD") },
            Field("trend", .numbers, help: "Prices") { _ in .numbers([]) },
        ], measurement: "made")

    private func points(
        _ rows: [SampleRow], _ names: [String]? = nil, digits: Int? = nil
    ) throws -> (text: String, remark: String?) {
        var renderer = Renderer(
            .influx, fields: try Self.table.selection(names, for: .influx),
            options: RenderingOptions(digits: digits))
        let bytes = renderer.bytes(rows)
        return (String(decoding: bytes, as: UTF8.self), renderer.takeRemark())
    }

    @Test("A row is a line: tags in the order of their names, all numbers that are known, the time in nanoseconds")
    func rows() throws {
        let rows = [
            SampleRow(
                name: "Bitcoin", price: "67234.1200", change: "-1.2e-10", rank: 1, stale: true,
                time: "2024-03-01T12:00:00.50Z"),
            SampleRow(symbol: "X", price: "1234567890123456789012345678901234", time: "1969-12-31T23:59:59.9Z"),
            SampleRow(price: "2"),
        ]
        let (text, remark) = try points(rows)
        #expect(
            text == """
                made,currency=USD,symbol=BTC price=67234.12,change=-0.00000000012,rank=1i 1709294400500000000
                made,currency=USD,symbol=X price=1234567890123456789012345678901234 -100000000
                made,currency=USD,symbol=BTC price=2

                """)
        #expect(remark == nil)
        #expect(try points([SampleRow(symbol: "", price: "1.25")], digits: 1).text == "made,currency=USD price=1.2\n")
        #expect(try points([SampleRow(price: "0.001")], digits: 1).text.hasSuffix(" price=0.001\n"))
    }

    @Test("A number has the same form in all rows: a decimal is never an integer, an integer always")
    func types() throws {
        let rows = ["1", "1.5", "100.00"].enumerated().map { SampleRow(price: $1, rank: $0) }
        let values = try points(rows, ["price", "rank"]).text.split(separator: "\n").map { $0.split(separator: " ")[1] }
        #expect(values == ["price=1,rank=0i", "price=1.5,rank=1i", "price=100,rank=2i"])
    }

    @Test("Selected fields are fields or tags beside the tags and the time that each row has")
    func fields() throws {
        let row = SampleRow(name: "Bitcoin", price: "1", rank: 1, stale: true, time: "2024-03-01T12:00:00Z")
        #expect(
            try points([row, SampleRow(symbol: "X", stale: false)], ["stale", "rank", "name", "time", "symbol"]).text
                == """
                made,currency=USD,name=Bitcoin,symbol=BTC stale=true,rank=1i 1709294400000000000
                made,currency=USD,symbol=X stale=false

                """)
        for name in ["trend", "seen"] {
            #expect(throws: FieldError.unfit(name)) { try Self.table.selection(["price", name], for: .influx) }
        }
    }

    @Test("A row without a number is left out, and a remark says so")
    func leftOut() throws {
        let (text, remark) = try points([SampleRow(name: "one"), SampleRow(price: "1"), SampleRow()], ["price"])
        #expect(text == "made,currency=USD,symbol=BTC price=1\n")
        #expect(remark == "2 rows are left out, without a number")
        #expect(try points([SampleRow(time: "2024-03-01T12:00:00Z")]).remark == "1 row is left out, without a number")
        #expect(try points([]).text == "")
        #expect(!Self.table.fits(.prometheus) && Self.table.fits(.influx) && !SampleRow.table.fits(.influx))
    }

    @Test(
        "Comma, equals sign and space in a tag are escaped, line ends are spaces, and no backslash escapes what follows",
        arguments: [
            ("a b,c=d", #"a\ b\,c\=d"#), ("a\nb\tc", #"a\ b\ c"#), ("a\u{1B}\u{202E}b", "a\u{FFFD}\u{FFFD}b"),
            (#"a\b"#, #"a\b"#), (#"a\"#, "a/"), (#"a\,b\=c\ d"#, #"a/\,b/\=c/\ d"#), (#"a\\b"#, #"a/\b"#),
            ("a\\\nb", #"a/\ b"#), ("a\\\u{2028}b", #"a/\ b"#), (#"\\"#, "//"), (#""quoted""#, #""quoted""#),
            ("#1", "#1"), ("币安", "币安"),
        ])
    func escapes(text: String, tag: String) throws {
        #expect(try points([SampleRow(symbol: text, price: "1")]).text == "made,currency=USD,symbol=\(tag) price=1\n")
    }
}
