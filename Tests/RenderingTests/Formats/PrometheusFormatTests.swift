import DecimalArithmetic
import Platform
import Rendering
import TestSupport
import Testing

@Suite("Metrics of prometheus", .quick)
struct PrometheusFormatTests {
    private static let table = FieldTable<SampleRow>(
        [
            Field("symbol", .text, help: "Ticker", roles: .label) { .text($0.symbol) },
            Field("name", .text, help: "Full name") { .text($0.name) },
            Field("price", .number, help: "Last\\first price,\nexact") { .number($0.price) },
            Field("rank", .integer, help: "By market cap", isDefault: false) { .integer($0.rank) },
            Field("stale", .boolean, help: "Old", isDefault: false) { .bool($0.stale) },
            Field("time", .time, help: "Of the price", isDefault: false) { .time($0.time) },
            Field("age", .integer, help: "Since time", isDefault: false, presentation: .age) { .integer($0.age) },
            Field("trend", .numbers, help: "Prices") { _ in .numbers([]) },
        ], metrics: "made_")

    private func metrics(
        _ rows: [SampleRow], _ names: [String]? = nil, digits: Int? = nil
    ) throws -> (text: String, remark: String?) {
        var renderer = Renderer(
            .prometheus, fields: try Self.table.selection(names, for: .prometheus),
            options: RenderingOptions(digits: digits))
        let bytes = renderer.bytes(rows)
        return (String(decoding: bytes, as: UTF8.self), renderer.takeRemark())
    }

    @Test("Each number is a metric with the labels of its row, the time and the age too; an unknown one has no sample")
    func rows() throws {
        let rows = [
            SampleRow(price: "67234.1200", time: "2024-03-01T12:00:00.50Z", age: 61), SampleRow(symbol: "X", age: 0),
        ]
        let (text, remark) = try metrics(rows)
        #expect(
            text == #"""
                # HELP made_price Last\\first price, exact
                # TYPE made_price gauge
                made_price{symbol="BTC"} 67234.12
                # HELP made_time_seconds Of the price, in seconds since 1970
                # TYPE made_time_seconds gauge
                made_time_seconds{symbol="BTC"} 1709294400.50
                # HELP made_age_seconds Since time
                # TYPE made_age_seconds gauge
                made_age_seconds{symbol="BTC"} 61
                made_age_seconds{symbol="X"} 0

                """#)
        #expect(remark == nil)
        #expect(try metrics([]).text == "")
        #expect(try metrics([SampleRow(price: "1.25")], ["price"], digits: 1).text.hasSuffix(" 1.2\n"))
    }

    @Test("Selected fields are metrics or labels beside those that each row has; a flag is 0 or 1")
    func fields() throws {
        let row = SampleRow(name: "Bitcoin", rank: 1, stale: true)
        let text = try metrics([row, SampleRow(symbol: "X", stale: false)], ["stale", "rank", "name"]).text
        #expect(
            text == #"""
                # HELP made_stale Old
                # TYPE made_stale gauge
                made_stale{symbol="BTC",name="Bitcoin"} 1
                made_stale{symbol="X"} 0
                # HELP made_rank By market cap
                # TYPE made_rank gauge
                made_rank{symbol="BTC",name="Bitcoin"} 1

                """#)
        #expect(throws: FieldError.unfit("trend")) { try Self.table.selection(["price", "trend"], for: .prometheus) }
    }

    @Test("Backslash, quote and line end in a label are escaped, other control characters replaced")
    func labels() throws {
        let text = try metrics([SampleRow(symbol: "a\"b\\c\nd\u{1B}e", price: "1")], ["price"]).text
        #expect(text.hasSuffix("{symbol=\"a\\\"b\\\\c\\nd\u{FFFD}e\"} 1\n"))
    }

    @Test("Of rows with the same labels, which Prometheus refuses, the first counts, and a remark says so")
    func repeated() throws {
        let rows = [SampleRow(name: "one", price: "1"), SampleRow(name: "two", price: "2"), SampleRow(price: "3")]
        let (text, remark) = try metrics(rows, ["price"])
        #expect(text.hasSuffix("\nmade_price{symbol=\"BTC\"} 1\n"))
        #expect(
            remark == "2 rows are left out, with the same labels as another; a text field in --fields adds a label")
        #expect(try metrics(rows, ["price", "name"]).remark == nil)
    }
}
