import Rendering
import Testing

struct FieldTableTests {
    @Test func fieldsComeInTheOrderAsked() throws {
        #expect(try SampleRow.table.select(["price", "symbol"]).map(\.name) == ["price", "symbol"])
    }

    @Test(
        "--fields rejects unknown and repeated names",
        arguments: [
            (["price", "prise"], FieldError.unknown("prise", known: SampleRow.table.names)),
            ([""], .unknown("", known: SampleRow.table.names)),
            (["Price"], .unknown("Price", known: SampleRow.table.names)),
            (["price", "symbol", "price"], .repeated("price")),
        ])
    func refuses(_ names: [String], _ error: FieldError) {
        #expect(throws: error) { try SampleRow.table.select(names) }
    }

    @Test(
        "Formats json, jsonl and template have every field by default, the others the default fields",
        arguments: OutputFormat.allCases.filter(SampleRow.table.fits))
    func defaults(_ format: OutputFormat) {
        let isWhole = [OutputFormat.json, .jsonl, .template].contains(format)
        let names = ["symbol", "name", "price", "change", "cap", "rank"] + (isWhole ? ["stale", "time", "age"] : [])
        #expect(SampleRow.table.defaults(for: format).map(\.name) == names)
    }

    @Test func fieldsHelpIsATableOfTheTable() {
        let bytes = Renderer.bytes(SampleRow.table.fields.suffix(3), as: .table, fields: Field<SampleRow>.columns)
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                FIELD  TYPE     DEFAULT  MEANING
                stale  boolean  no       Older than allowed
                time   time     no       Of the price
                age    integer  no       Seconds since time

                """)
    }
}
