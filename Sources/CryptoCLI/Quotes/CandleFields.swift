import DecimalArithmetic
import Markets
import Rendering

extension FieldTable<Candle> {
    /// THE fields of a candle, in the contract's order; all are default ones.
    static let candles = FieldTable([
        Field("time", .time, help: "When its span begins, UTC", importance: 9) { .time($0.time) },
        Field("symbol", .text, help: "The ticker", importance: Field<Candle>.essential) { .text($0.symbol) },
        number("open", "The first price", importance: 6) { $0.open },
        number("high", "The highest price", importance: 5) { $0.high },
        number("low", "The lowest price", importance: 5) { $0.low },
        number("close", "The last price", importance: Field<Candle>.essential) { $0.close },
        Field("volume", .number, help: "What was traded, in units of the asset", importance: 3, presentation: .whole) {
            Value($0.volume)
        },
        Field("currency", .text, help: "What prices are in", importance: 7) { .text($0.currency.code) },
        Field("provider", .text, help: "Who says so", importance: 4) { .text($0.provider) },
        Field("stale", .boolean, help: "Whether an old rate or answer stands in", importance: 1) { .bool($0.stale) },
    ])

    private static func number(
        _ name: String, _ help: String, importance: Int, _ value: @escaping @Sendable (Candle) -> Number
    ) -> Field<Candle> {
        Field(name, .number, help: help, importance: importance, presentation: .price) { .number(value($0)) }
    }
}
