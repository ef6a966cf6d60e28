import DecimalArithmetic
import Platform
import Rendering

/// A row with a field of every type; nil is unknown.
struct SampleRow: Sendable {
    var symbol = "BTC"
    var name: String?
    var price: String?
    var change: String?
    var cap: String?
    var rank: Int?
    var stale: Bool?
    var time: String?
    var age: Int?

    static let table = FieldTable<SampleRow>([
        Field("symbol", .text, help: "Ticker", importance: .max) { .text($0.symbol) },
        Field("name", .text, help: "Full name", importance: 5, presentation: .name) { .text($0.name) },
        Field("price", .number, help: "Last price", importance: .max, presentation: .price) { .number($0.price) },
        Field("change", .number, help: "In percent", importance: 4, presentation: .percent) { .number($0.change) },
        Field("cap", .number, help: "Market cap", importance: 3, presentation: .whole) { .number($0.cap) },
        Field("rank", .integer, help: "By market cap", importance: 2) { .integer($0.rank) },
        Field("stale", .boolean, help: "Older than allowed", isDefault: false, importance: 1) { .bool($0.stale) },
        Field("time", .time, help: "Of the price", isDefault: false, importance: 1) { .time($0.time) },
        Field("age", .integer, help: "Seconds since time", isDefault: false, importance: 1, presentation: .age) {
            .integer($0.age)
        },
    ])

    /// The same fields, and `times(n)`, which is n times the price.
    static var withFunctions: FieldTable<SampleRow> {
        var table = table
        table.functions = ["times": times]
        return table
    }

    @Sendable
    private static func times(_ text: String) -> Result<Field<SampleRow>, SyntaxError> {
        guard let factor = Int(text) else {
            return .failure(SyntaxError(.badArgument("'\(text)' is no count"), at: 0))
        }
        return .success(
            Field("times(\(text))", .number, help: "") { row in
                let price = row.price.flatMap { Number($0) }?.value
                return (price.flatMap { try? $0 * ExactDecimal(factor) }).map { .number(Number($0)) } ?? .null
            })
    }

    static func fields(_ names: String...) throws -> [Field<SampleRow>] {
        try table.select(names)
    }
}

extension Value {
    static func text(_ text: String?) -> Value { text.map { .text($0) } ?? .null }
    static func number(_ text: String?) -> Value { text.flatMap { Number($0) }.map { .number($0) } ?? .null }
    static func integer(_ integer: Int?) -> Value { integer.map { .integer($0) } ?? .null }
    static func bool(_ bool: Bool?) -> Value { bool.map { .bool($0) } ?? .null }
    static func time(_ text: String?) -> Value { text.flatMap { Timestamp(rfc3339: $0) }.map { .time($0) } ?? .null }
}

/// The rows in a format, as text.
func rendered(
    _ rows: [SampleRow], as format: OutputFormat, fields: [Field<SampleRow>],
    options: RenderingOptions = RenderingOptions()
) -> String {
    String(decoding: Renderer.bytes(rows, as: format, fields: fields, options: options), as: UTF8.self)
}

/// The rows by a template, as text.
func rendered(_ rows: [SampleRow], template: String, digits: Int? = nil) throws -> String {
    let template = try Template(template, fields: SampleRow.table)
    let options = RenderingOptions(digits: digits)
    return String(
        decoding: Renderer.bytes(rows, as: .template, fields: [], template: template, options: options), as: UTF8.self)
}
