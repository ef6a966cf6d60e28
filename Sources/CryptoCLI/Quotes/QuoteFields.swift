import DecimalArithmetic
import Markets
import Platform
import Rendering

extension FieldTable where Row: QuoteRepresentable {
    /// Returns the fields of a quote, in the documented order; `defaults` are those that a command shows by default.
    static func quotes(defaults: [String]) -> FieldTable {
        func field(
            _ name: String, _ type: FieldType, _ help: String, importance: Int = 0,
            _ presentation: Presentation = .plain, _ place: FieldPlace = .origin,
            value: @escaping @Sendable (Row) -> Value
        ) -> Field<Row> {
            Field(
                name, type, help: help, isDefault: defaults.contains(name), importance: importance,
                presentation: presentation, place: place, value: value)
        }
        func number(
            _ name: String, _ help: String, importance: Int = 0, _ part: Tick.Part,
            _ presentation: Presentation = .price
        ) -> Field<Row> {
            Field(
                name, .number, help: help, isDefault: defaults.contains(name), importance: importance,
                presentation: presentation, place: .bytes(part.rawValue), write: { $0.write(part, to: &$1) },
                order: { $0.order(of: part, to: $1) }, value: { Value($0.number(part)) })
        }
        let essential = Field<Row>.essential
        let time = Field<Row>(
            "time", .time, help: "Time of the price, UTC", isDefault: defaults.contains("time"), importance: 4,
            place: .bytes(Tick.Part.allCases.count),
            write: { row, bytes in
                row.writeTime(to: &bytes)
                return true
            }, value: { .time($0.time) })
        let fields: [Field<Row>] = [
            time,
            field("symbol", .text, "Ticker", importance: essential) { .text($0.symbol) },
            field("id", .text, "Identifier at the provider", importance: 2) { Value($0.id) },
            field("name", .text, "Full name", importance: 7) { Value($0.name) },
            field("kind", .text, "Kind of asset: coin, fiat, stock or future", importance: 1) {
                .text($0.kind.rawValue)
            },
            field("market", .text, "Name of the market at the provider", importance: 3) { Value($0.market) },
            number("price", "Latest price, in currency", importance: essential, .price),
            field("currency", .text, "Currency of the prices", importance: 9) { .text($0.currency.code) },
            number("open", "Price at the start of the last 24 hours, or of the UTC day", importance: 3, .open),
            number("high", "Highest price since open", importance: 3, .high),
            number("low", "Lowest price since open", importance: 3, .low),
            number("change", "price − open", importance: 4, .change, .signed()),
            number("change_percent", "100 × change ÷ open", importance: 8, .changePercent, .percent),
            number("volume", "Turnover of the last 24 hours, in currency", importance: 5, .volume, .whole),
            number("market_cap", "Value of all units in circulation, in currency", importance: 6, .marketCap, .whole),
            field("rank", .integer, "Rank by market cap", importance: 4) { Value($0.rank) },
            number("bid", "Highest price that a buyer offers", importance: 2, .bid),
            number("ask", "Lowest price that a seller asks", importance: 2, .ask),
            field("provider", .text, "Source of the price", importance: 4) { .text($0.provider) },
            field("age", .integer, "Whole seconds since time", importance: 7, .age, .nowhere) { .integer($0.age) },
            field("stale", .boolean, "Whether an old answer was used", importance: 1) { .bool($0.stale) },
            field("via", .text, "Path of the currency conversion", importance: 2) { Value($0.via) },
        ]
        return FieldTable(fields, defaultsIn: defaults)
    }
}

extension Value {
    init(_ number: Number?) {
        self = number.map(Value.number) ?? .null
    }

    init(_ text: String?) {
        self = text.map(Value.text) ?? .null
    }

    init(_ integer: Int?) {
        self = integer.map(Value.integer) ?? .null
    }
}
