import Rendering
import Testing

struct SortingTests {
    static let rows = [
        SampleRow(symbol: "a", name: "Zcash", price: "9"), SampleRow(symbol: "b", name: "Bitcoin", price: "10.0"),
        SampleRow(symbol: "c"), SampleRow(symbol: "d", name: "bitcoin", price: "-1e-9", stale: true),
        SampleRow(symbol: "e", name: "Bitcoin", price: "10"), SampleRow(symbol: "f", price: "0", stale: false),
    ]

    @Test(
        "Sorting is stable, with capitals before small letters and missing values last in both directions",
        arguments: [
            ("price", false, "dfabec"), ("price", true, "beafdc"), ("name", false, "beadcf"), ("name", true, "dabecf"),
            ("stale", false, "fdabce"), ("stale", true, "dfabce"), ("symbol", true, "fedcba"), ("rank", true, "abcdef"),
        ])
    func sorts(name: String, descending: Bool, order: String) throws {
        let field = try #require(SampleRow.table[name])
        #expect(field.sorted(Self.rows, descending: descending).map(\.symbol).joined() == order)
    }

    @Test("A missing price is shown as --, never as 0", arguments: [OutputFormat.table, .markdown])
    func missing(_ format: OutputFormat) throws {
        let text = rendered(
            [SampleRow()], as: format, fields: try SampleRow.fields("price"), options: RenderingOptions(header: false))
        #expect(text.hasSuffix(format == .table ? "--\n" : "\n| -- |\n"))
    }
}
