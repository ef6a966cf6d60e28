import Platform
import Transport

extension TickSource {
    /// Creates a source for a provider that names its markets by a rule: its dialect over a socket.
    static func socket<Dialect: StreamDialect>(
        _ provider: String, _ settings: ProviderSettings, host: String, path: String = "", key: KeyUse? = nil,
        market: @escaping @Sendable (Symbol, Currency) -> Result<TickMarket, ProviderFailure>,
        dialect: @escaping @Sendable () -> Dialect
    ) -> TickSource {
        let stream = TickSocket(provider, settings, host: host, path: path, key: key, makeDialect: dialect)
        return TickSource(
            rules: dialect().rules,
            markets: { symbols, currency in symbols.map { market($0, $0.quote ?? currency) } },
            listed: { quotes in
                quotes.compactMap { quote in
                    (try? Symbol(quote.symbol)).flatMap { try? market($0, quote.currency).get().opened(by: quote) }
                }
            },
            run: { subscriptions, receiver throws(ProviderFailure) in try await stream.run(subscriptions, receiver) })
    }
}
