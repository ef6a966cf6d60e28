import DecimalArithmetic
import Rendering

extension View {
    /// What favorites are worth.
    static let holdings = View(
        when: ["holdings"],
        shows: [
            "symbol", "price", "change_percent", "amount", "value", "share_percent", "gain", "gain_percent", "currency",
        ])

    /// Rows in the groups of several files.
    static let groups = View(when: ["favorites-file"], shows: ["group", rest])
}

extension Field<QuoteRow> {
    /// The field as one that is empty in the line of a total, unless it is a sum.
    var inTotals: Field {
        if ["time", "symbol", "currency", "age", "stale"].contains(name) { return self }
        let isGroup = name == "group"
        return mapped { row, value in
            guard row.position?.isTotal == true else { return value }
            return isGroup && value != .null ? value : row.noValue
        }.known(false)
    }
}

extension QuoteRow {
    /// The fields of holdings.
    static var positionFields: [Field<QuoteRow>] {
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
