import DecimalArithmetic
import Markets
import Rendering

extension CandleWidth {
    /// Whether candles cover whole days, which are days of UTC.
    var areDays: Bool { seconds >= Self.day.seconds }
}

extension FieldTable<Candle> {
    /// The fields of a candle, in the documented order; all are shown by default. Where a terminal is too narrow for
    /// the four prices, it shows the last one only.
    static let candles = candles(areDays: false)

    /// Returns the fields of candles of a width. Times of whole days are shown as days; nil for candles of moments,
    /// whose widths differ.
    static func candles(of width: CandleWidth?) -> FieldTable {
        candles(areDays: width?.areDays == true, showsWidth: width == nil)
    }

    private static func candles(areDays: Bool, showsWidth: Bool = false) -> FieldTable {
        let fields: [Field<Candle>] = [
            Field(
                "time", .time, help: "Start of the candle, UTC; of a single price its time",
                importance: Field<Candle>.essential, presentation: areDays ? .day : .minute, roles: [.priceTime, .key]
            ) { .time($0.time) }.known(),
            Field(
                "symbol", .text, help: "Ticker", importance: Field<Candle>.essential, roles: [.commodity, .key, .tag]
            ) { .text($0.symbol) }.known(),
            number("open", "First price; unknown for a single price", importance: Importance.companion) { $0.open },
            number("high", "Highest price; unknown for a single price", importance: Importance.companion) { $0.high },
            number("low", "Lowest price; unknown for a single price", importance: Importance.companion) { $0.low },
            number("close", "Last price", importance: Field<Candle>.essential, roles: .price) { $0.close }.known(),
            Field(
                "volume", .number, help: "Amount traded, in units of the asset", importance: Importance.volume,
                presentation: .whole
            ) { Value($0.volume) },
            Field(
                "currency", .text, shortTitle: "CUR", help: "Currency of the prices", importance: Importance.currency,
                roles: [.currency, .key, .tag]
            ) { Value(ofCurrency: $0.currency) },
            Field(
                "provider", .text, help: "Source of the prices", importance: Importance.provider, roles: [.key, .tag]
            ) { .text($0.provider) }.known(),
            Field(
                "stale", .boolean, help: "Whether an old answer or rate was used", importance: Importance.stale,
                presentation: .flag(shown: true)
            ) { .bool($0.stale) }.known(),
            Field(
                "width", .text, help: "Width of the candle; empty for a single price",
                importance: showsWidth ? Importance.companion : Importance.stale,
                presentation: showsWidth ? .plain : .detail, roles: [.key, .tag]
            ) { Value($0.width?.rawValue) },
            Field(
                "complete", .boolean, help: "Whether all of the span was seen or fetched, first moment to last",
                importance: Importance.stale, presentation: .flag(shown: false)
            ) { .bool($0.complete) }.known(),
        ]
        return FieldTable(fields, measurement: "crypto")
    }

    private static func number(
        _ name: String, _ help: String, importance: Int, roles: FieldRoles = [],
        value: @escaping @Sendable (Candle) -> Number?
    ) -> Field<Candle> {
        Field(name, .number, help: help, importance: importance, presentation: .price, roles: roles) {
            Value(value($0))
        }.showing(atLeast: { candle, _ in candle.isRate ? 1 : 0 })
    }
}
