import DecimalArithmetic
import Markets
import Platform
import Rendering

/// A conversion as it is printed.
struct ConvertRow: Sendable {
    let amount: ExactDecimal
    let result: ExactDecimal
    let conversion: Conversion
    let now: Timestamp

    /// The oldest leg's time; that of converting where nothing had to be asked.
    var time: Timestamp { conversion.time ?? now }
}

extension FieldTable<ConvertRow> {
    /// THE fields of a conversion, in the contract's order.
    static func conversions(defaults: [String]) -> FieldTable {
        func field(
            _ name: String, _ type: FieldType, _ help: String, importance: Int = 0,
            _ presentation: Presentation = .plain, value: @escaping @Sendable (ConvertRow) -> Value
        ) -> Field<ConvertRow> {
            Field(
                name, type, help: help, isDefault: defaults.contains(name), importance: importance,
                presentation: presentation, value: value)
        }
        let essential = Field<ConvertRow>.essential
        return FieldTable(
            [
                field("amount", .number, "What is given", importance: essential) { .number(Number($0.amount)) },
                field("from", .text, "What it is given in", importance: 9) { .text($0.conversion.from.code) },
                field("to", .text, "What the result is in", importance: essential) { .text($0.conversion.to.code) },
                field("result", .number, "amount × rate, rounded once", importance: essential, .price) {
                    .number(Number($0.result))
                },
                field("rate", .number, "Units of to for one of from", importance: 8, .price) {
                    .number(Number($0.conversion.rate))
                },
                field("path", .text, "Each leg: from, to, rate, provider, time", importance: 3) {
                    .path($0.conversion)
                },
                field("provider", .text, "Whose rates they are", importance: 5) { row in
                    row.conversion.legs.isEmpty ? .null : .text(row.conversion.providers.joined(separator: "+"))
                },
                field("time", .time, "When the oldest rate was made, UTC", importance: 6) { .time($0.time) },
                field("age", .integer, "Whole seconds since time", importance: 4, .age) { row in
                    .integer(Int(max(0, row.now.wholeSeconds(since: row.time))))
                },
                field("stale", .boolean, "Whether a rate is older than 7 days", importance: 2) { row in
                    .bool(row.conversion.isStale(at: row.now))
                },
            ], defaultsIn: defaults)
    }
}

extension Value {
    /// A conversion's legs: objects in JSON, `BTC→USD 62440.63 sample, USD→SEK …` elsewhere.
    fileprivate static func path(_ conversion: Conversion) -> Value {
        let records = conversion.legs.map { leg in
            Value.Record([
                ("from", .text(leg.from.code)), ("to", .text(leg.to.code)), ("rate", .number(Number(leg.rate))),
                ("provider", .text(leg.provider)), ("time", .time(leg.time)),
            ])
        }
        let text = conversion.legs.map { "\($0.from)→\($0.to) \($0.rate) \($0.provider)" }
        return .records(records, text: text.joined(separator: ", "))
    }
}

extension FieldTable<Conversion.Leg> {
    /// The legs under a result, for `--explain`.
    static var legs: FieldTable {
        FieldTable([
            Field("from", .text, help: "What is given", importance: Field<Conversion.Leg>.essential) {
                .text($0.from.code)
            },
            Field("to", .text, help: "What is got", importance: Field<Conversion.Leg>.essential) { .text($0.to.code) },
            Field("rate", .number, help: "Units of to for one of from", importance: Field<Conversion.Leg>.essential) {
                .number(Number($0.rate))
            },
            Field("provider", .text, help: "Whose rate it is", importance: 2) { .text($0.provider) },
            Field("time", .time, help: "When it was made", importance: 1) { .time($0.time) },
        ])
    }
}
