import Platform
import Transport

/// The prices of the app's list: the stream's topic `coinIndex` has all of them in one message (REQUIREMENTS W6).
extension BTSE {
    /// How long the first message is waited for. It is unconfirmed that the topic is still served, and the rows stand
    /// without it.
    private static let patience = Duration.seconds(5)

    private static func patience(_ configuration: HTTPConfiguration) -> Duration {
        let left = configuration.deadline.remaining(at: configuration.time.elapsed())
        return min(patience, configuration.timeout, left ?? patience)
    }

    /// All markets, with prices: those of the stream for the app's list, which is loaded first (REQUIREMENTS W1), and those
    /// of the markets API where that stands in for it.
    @Sendable func pricedMarkets() async throws(ProviderFailure) -> ListAnswer {
        guard let answer = try await appMarkets() else { return try await publicMarkets() }
        guard let index else { return answer }
        do throws(ProviderFailure) {
            let markets = answer.quotes.filter(\.isInDollars).map(BTSEStream.market)
            let prices = try await index.firstTicks(of: markets, within: Self.patience(index.configuration))
            return answer.priced(by: prices)
        } catch {
            var answer = answer
            answer.priceFailure = error
            return answer
        }
    }

    /// The stream at the provider's host; nil where there is nothing to open sockets with.
    static func index(_ settings: ProviderSettings) -> SocketStream<BTSEStream>? {
        guard settings.sockets != nil else { return nil }
        return SocketStream("btse", settings, host: BTSEStream.host, path: BTSEStream.path) { BTSEStream() }
    }
}

extension ListAnswer {
    /// The list with the prices that are in the index; a market that is not has none.
    fileprivate func priced(by prices: [String: TickBuffer]) -> ListAnswer {
        var answer = self
        answer.quotes = quotes.map { quote in
            guard quote.isInDollars, let name = quote.streamMarket, let buffer = prices[name] else { return quote }
            var quote = quote
            buffer.withTick(of: .none) { quote.take($0) }
            return quote
        }
        return answer
    }
}

extension Quote {
    /// Whether the index, which is in dollars, is of its price.
    fileprivate var isInDollars: Bool { currency == .usd }

    fileprivate mutating func take(_ tick: Tick) {
        time = tick.time.timestamp
        price = tick.number(.price)
        (high, low) = (tick.number(.high), tick.number(.low))
        if let open = tick.number(.open) {
            setChange(fromOpen: open)
        } else {
            setChange(amount: nil, percent: tick.number(.changePercent))
        }
    }
}
