import DecimalArithmetic
import Markets
import Platform

extension TickMarket {
    /// A market of a made-up provider: `BTC` in USD is `BTC-USD`.
    static func made(_ symbol: String, _ currency: Currency = .usd, via: String? = nil) -> TickMarket {
        TickMarket(name: "\(symbol)-\(currency)", symbol: symbol, currency: currency, provider: "made", via: via)
    }
}

/// Hands over a tick of these numbers; the time is in seconds since 1970.
func withTick<Result>(
    of market: TickMarket, _ numbers: [Tick.Part: String], at seconds: Int64 = 1_709_294_400,
    _ body: (inout Tick) throws -> Result
) rethrows -> Result {
    var buffer = TickBuffer()
    buffer.clear(at: Timestamp(seconds: seconds))
    for (part, text) in numbers {
        var text = text
        text.withUTF8 { buffer.set(part, text: NumberText($0)) }
    }
    return try buffer.withTick(of: market, body)
}
