import DecimalArithmetic
import Markets
import Platform
import Rendering

extension FieldTable where Row: QuoteRepresentable {
    /// Returns the fields of quotes in the documented order. The conditions of a view may add fields.
    static func quotes(_ view: View) -> FieldTable {
        let hasGaps = view.has("gaps")
        var fields = Row.fields(quoteFields(isGrouped: view.names.contains("group")), of: view)
        if hasGaps { fields = fields.map(\.unlessGap) }
        if view.has("watch") { fields += markFields }
        if hasGaps { fields += gapFields }
        return FieldTable(
            fields.map { field in view.titles[field.name].map(field.titled) ?? field }, defaultsIn: view.names,
            metrics: "crypto_", measurement: "crypto")
    }

    private static func quoteFields(isGrouped: Bool) -> [Field<Row>] {
        func number(
            _ part: Tick.Part, named name: String, help: String, importance: Int, presentation: Presentation = .price,
            roles: FieldRoles = []
        ) -> Field<Row> {
            let field = Field<Row>(
                name, .number, help: help, importance: importance, presentation: presentation,
                place: .bytes(part.rawValue), roles: roles, write: { $0.write(part, to: &$1) },
                order: { $0.order(of: part, to: $1) }, value: { Value($0.number(part)) })
            return presentation == .price
                ? field.showing(atLeast: { row, _ in row.quote.kind == .fiat ? 1 : 0 }) : field
        }
        let essential = Field<Row>.essential
        let time = Field<Row>(
            "time", .time, help: "Time of the price, UTC", importance: Importance.time,
            place: .bytes(Tick.Part.count), roles: [.priceTime, .key],
            write: { row, bytes in
                row.writeTime(to: &bytes)
                return true
            }, value: { .time($0.time) }
        ).known()
        return [
            time,
            field("symbol", .text, help: "Ticker", importance: essential, roles: [.commodity, .label, .key, .tag]) {
                .text($0.quote.symbol)
            }.known(),
            field("id", .text, help: "Identifier at the provider", importance: 8, presentation: .name, roles: .label) {
                Value($0.quote.id)
            },
            field("name", .text, help: "Full name", importance: 60, presentation: .name) { Value($0.quote.name) },
            field(
                "kind", .text, help: "Kind of asset: coin, token, fiat, stock, future or index", importance: 2,
                roles: [.label, .tag]
            ) { .text($0.quote.kind.rawValue) }.known().oneOf(AssetKind.allCases.map(\.rawValue)),
            field("market", .text, help: "Name of the market at the provider", importance: 12, roles: .label) {
                Value($0.quote.market)
            },
            number(.price, named: "price", help: "Latest price, in currency", importance: essential, roles: .price),
            field(
                "currency", .text, shortTitle: "CUR", help: "Currency of the prices", importance: Importance.currency,
                roles: [.currency, .label, .key, .tag]
            ) { Value(ofCurrency: $0.quote.currency) },
            number(
                .open, named: "open", help: "Price at the start of the last 24 hours, or of the UTC day", importance: 14
            ),
            number(.high, named: "high", help: "Highest price since open", importance: 13),
            number(.low, named: "low", help: "Lowest price since open", importance: 13),
            number(.change, named: "change", help: "price − open", importance: 40, presentation: .change),
            number(
                .changePercent, named: "change_percent", help: "100 × change ÷ open", importance: Importance.verdict,
                presentation: .percent),
            number(
                .volume, named: "volume", help: "Turnover of the last 24 hours, in currency",
                importance: Importance.volume,
                presentation: .whole),
            number(
                .marketCap, named: "market_cap", help: "Value of all units in circulation, in currency", importance: 50,
                presentation: .whole),
            field("rank", .integer, help: "Rank by market cap", importance: 42) { Value($0.quote.rank) },
            number(.bid, named: "bid", help: "Highest price that a buyer offers", importance: 10),
            number(.ask, named: "ask", help: "Lowest price that a seller asks", importance: 10),
            field(
                "provider", .text, help: "Source of the price", importance: Importance.provider,
                roles: [.label, .key, .tag]
            ) {
                // A currency in itself and a total have none.
                $0.quote.provider.isEmpty ? .null : .text($0.quote.provider)
            },
            Field("age", .integer, help: "Whole seconds since time", importance: Importance.age, presentation: .age) {
                .integer($0.age)
            }.known(),
            // Not a constant of the row's origin: it depends on the age.
            Field(
                "stale", .boolean, help: "Whether an old answer, price or rate was used",
                importance: Importance.stale, presentation: .flag(shown: true)
            ) { .bool($0.stale) }.known(),
            field(
                "via", .text, help: "Path of the currency conversion", importance: Importance.via,
                presentation: .sentence
            ) { Value($0.quote.via) },
            field(
                "change_percent_1h", .number, title: "1H %", help: "Change of the last hour in percent, if sent",
                importance: 44, presentation: .percent
            ) { Value($0.quote.changePercentOfHour) },
            field(
                "change_percent_7d", .number, title: "7D %", help: "Change of the last 7 days in percent, if sent",
                importance: 43, presentation: .percent
            ) { Value($0.quote.changePercentOfWeek) },
            field("trend", .numbers, help: "Prices of the last 7 days, oldest first, if sent", importance: 5) {
                $0.quote.trend.map(Value.numbers) ?? .null
            },
        ] + sessionFields + [group(isShown: isGrouped), chain]
    }

    /// Returns a field whose value is the same in all rows of an origin.
    private static func field(
        _ name: String, _ type: FieldType, title: String? = nil, shortTitle: String? = nil, help: String,
        importance: Int = 0, presentation: Presentation = .plain, roles: FieldRoles = [],
        value: @escaping @Sendable (Row) -> Value
    ) -> Field<Row> {
        Field(
            name, type, title: title, shortTitle: shortTitle, help: help, importance: importance,
            presentation: presentation, place: .origin, roles: roles, value: value)
    }

    /// The chain of a token. Only tokens have it, and their symbols begin with it.
    private static var chain: Field<Row> {
        field(
            "chain", .text, help: "Chain of a token, as in its symbol: eth, base, sol", importance: 9,
            presentation: .name
        ) { Value($0.quote.token?.chain.rawValue) }.oneOf(Token.Chain.allCases.map(\.rawValue))
    }

    /// The group of a row. Only where there are groups it tells rows apart; elsewhere it is for those who name it.
    private static func group(isShown: Bool) -> Field<Row> {
        let field = field(
            "group", .text, help: "Favorites file that it is from, by its name without the ending",
            importance: Importance.companion, presentation: .name, roles: isShown ? [.label, .key, .tag] : []
        ) { Value($0.group) }
        return isShown ? field : field.namedOnly()
    }

    /// The fields of trades before the market opens and after it closed: only stocks have them, and a provider may have
    /// to be asked for more.
    private static var sessionFields: [Field<Row>] {
        [
            field(
                "session", .text, help: "Of a stock's exchange now: pre, regular, post or closed", importance: 41
            ) { Value($0.quote.session?.rawValue) }.oneOf(TradingSession.allCases.map(\.rawValue)),
            field(
                "extended_price", .number, title: "EXTENDED", help: "Latest price while session is pre or post",
                importance: 41, presentation: .price
            ) { Value($0.quote.extended?.price) },
            field(
                "extended_change_percent", .number, title: "EXTENDED %",
                help: "100 × (extended_price − price) ÷ price", importance: 41, presentation: .percent
            ) { Value($0.quote.extended?.changePercent) },
            field("extended_time", .time, help: "Time of extended_price, UTC", importance: 9) {
                $0.quote.extended?.time.map(Value.time) ?? .null
            },
        ].map { $0.namedOnly() }
    }
}

extension QuoteRow {
    static func fields(_ fields: [Field<QuoteRow>], of view: View) -> [Field<QuoteRow>] {
        if view.has("holdings") { return fields.map(\.inTotals) + positionFields }
        if view.has("consensus") { return fields + agreementFields }
        if view.has("each") {
            // The provider tells the rows of a symbol apart.
            let essential = Field<QuoteRow>.essential
            return fields.map { $0.name == "provider" ? $0.weighing(essential) : $0 } + [deviationField]
        }
        guard view.has("wide") else { return fields }
        let bar = Field<QuoteRow>(
            "volume_bar", .number, title: "", help: "volume as a part of the largest", importance: 7, presentation: .bar
        ) { Value($0.volumePart.map(Number.init)) }
        return fields.map { $0.name == "trend" ? $0.weighing(Importance.volume + 1) : $0 } + [bar]
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

    /// A percentage or an index has no currency.
    init(ofCurrency currency: Currency) {
        self = currency == .unitless ? .null : .text(currency.code)
    }
}
