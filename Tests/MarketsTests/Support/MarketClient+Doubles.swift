@testable import MarketProviders
import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing

extension MarketClient {
    /// A client that may not be called: every call fails the test. Set the closures that a test expects to be called.
    static func unimplemented(sourceLocation: SourceLocation = #_sourceLocation) -> MarketClient {
        MarketClient(
            list: { _ throws(ProviderFailure) in
                Issue.record("MarketClient.list was called", sourceLocation: sourceLocation)
                throw ProviderFailure("unimplemented", .cannot(.list))
            },
            quotes: { symbols, _ in
                Issue.record("MarketClient.quotes was called", sourceLocation: sourceLocation)
                return symbols.map { _ in .failure(ProviderFailure("unimplemented", .cannot(.price))) }
            },
            now: {
                Issue.record("MarketClient.now was called", sourceLocation: sourceLocation)
                return TestClock().now
            })
    }

    /// Fixed values: coin n has id n, name SuperCoin‹n›, symbol CN‹n›, price 60000·n, volume 10000·n and market cap
    /// 10000000·n in dollars. A dollar is 6.5 DKK and 10 SEK.
    static func fixed(
        coins count: Int = 10, provider: String = "fixed", now: Timestamp = TestClock().now
    ) -> MarketClient {
        FixedMarket(
            provider: provider, rates: ["USD": 1, "DKK": ExactDecimal("6.5") ?? 0, "SEK": 10], now: { now },
            coins: {
                (1...count).map { number in
                    var quote = Quote(time: now, symbol: "CN\(number)", currency: .usd, provider: provider)
                    quote.id = "\(number)"
                    quote.name = "SuperCoin\(number)"
                    quote.price = Number(ExactDecimal(60_000 * number))
                    quote.volume = Number(ExactDecimal(10_000 * number))
                    quote.marketCap = Number(ExactDecimal(10_000_000 * number))
                    return quote
                }
            }
        ).client
    }
}
