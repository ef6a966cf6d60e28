import DecimalArithmetic
import Rendering

extension FieldTable<QuoteRow> {
    /// The default fields of holdings.
    static var ownedDefaults: [String] {
        [
            "symbol", "price", "change_percent", "amount", "value", "share_percent", "gain", "gain_percent", "currency",
        ]
    }

    /// Returns the fields of a quote, with those of `--holdings`. In the line of a total only sums are shown.
    static func owned(defaults: [String] = ownedDefaults) -> FieldTable {
        let sums = ["time", "symbol", "currency", "age", "stale"]
        let ofQuote = quoteFields(of: defaults).map { field in
            if sums.contains(field.name) { return field }
            return field.mapped { row, value in
                guard row.position?.isTotal == true else { return value }
                return field.name == "group" && value != .null ? value : row.noValue
            }.known(false)
        }
        return FieldTable(ofQuote + positionFields, defaultsIn: defaults, metrics: "crypto_", measurement: "crypto")
    }

    private static var positionFields: [Field<QuoteRow>] {
        func field(
            _ name: String, help: String, importance: Int, presentation: Presentation = .money,
            value: @escaping @Sendable (Position) -> ExactDecimal?
        ) -> Field<QuoteRow> {
            Field(
                name, .number, help: "With --holdings: " + help, importance: importance, presentation: presentation
            ) { row in Value(row.position.flatMap(value).map(Number.init)) }
        }
        let amount = field("amount", help: "units held", importance: 65, presentation: .grouped) { $0.amount }
        return [
            amount.mapped { row, value in row.position?.isTotal == true ? row.noValue : value },
            field("value", help: "price × amount", importance: Field<QuoteRow>.essential) { $0.value },
            field(
                "share_percent", help: "100 × value ÷ the total value", importance: 60,
                presentation: .share
            ) { $0.share },
            field("cost", help: "amount × the unit cost, at today's rate", importance: 50) { $0.cost },
            field("gain", help: "value − cost", importance: 70, presentation: .signed()) { $0.gain },
            field("gain_percent", help: "100 × gain ÷ cost", importance: 85, presentation: .percent) {
                $0.gainPercent
            },
        ]
    }
}

extension QuoteRow {
    /// The value of a column that has no total: an empty cell in the last line of a table, null in other formats.
    fileprivate var noValue: Value { self.isTotalLine ? .text("") : .null }
}
