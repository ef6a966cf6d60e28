import Platform
import Transport

/// The prices of a list of markets that has none, as the app's: those of the stream's topic `coinIndex`, which has
/// all of them in one message, else those of the markets API's 24 h ticker.
extension BTSE {
    /// How long the first message is waited for. It is unconfirmed that the topic is still served.
    private static let patience = Duration.seconds(5)

    /// At most half of the time that is left, so that the ticker can be asked where the stream is silent.
    private static func patience(_ configuration: HTTPConfiguration) -> Duration {
        let left = configuration.deadline.remaining(at: configuration.time.elapsed())
        return min(patience, configuration.timeout, left.map { $0 / 2 } ?? patience)
    }

    /// Returns a list with prices. A list that has them is returned unchanged; without any source of prices, the rows
    /// stay without.
    @Sendable func withPrices(_ answer: ListAnswer, _ choice: CurrencyChoice) async -> ListAnswer {
        guard answer.isWithoutPrices else { return answer }
        if let prices = await indexPrices(of: answer.quotes.filter(\.isInDollars)) { return answer.priced(by: prices) }
        do throws(ProviderFailure) {
            return answer.joined(with: try await tickers([]), futuresIn: choice)
        } catch {
            var answer = answer
            answer.priceFailure = error
            return answer
        }
    }

    /// The first message of the index; nil where none comes, and where no market is one of the index.
    private func indexPrices(of quotes: [Quote]) async -> [String: TickBuffer]? {
        guard let index, !quotes.isEmpty else { return nil }
        let (markets, time) = (quotes.map(BTSEStream.market), index.configuration.time)
        let prices = try? await TickSource.firstTicks(
            by: Self.name, within: Self.patience(index.configuration), time, take: { TickBuffer($0) }
        ) { receiver throws(ProviderFailure) in
            try await index.run(TickSubscriptions(markets), receiver)
        }
        return prices.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The stream at the provider's host; nil where there is nothing to open sockets with.
    static func index(_ settings: ProviderSettings) -> TickSocket<BTSEStream>? {
        guard settings.sockets != nil else { return nil }
        return TickSocket(BTSE.name, settings, host: BTSEStream.host, path: BTSEStream.path) { BTSEStream() }
    }
}

// MARK: - The ticker's prices

extension ListAnswer {
    /// The markets, each with its row of the 24 h ticker, which is found by the name of the market. With a choice, a
    /// future of the app's list is also found by its symbol: `BTC-PERP-USDT` of `BTC-PERP`. Its currency is the
    /// ticker's, so that there is none where the price must be in another.
    func joined(with tickers: ListAnswer, futuresIn choice: CurrencyChoice? = nil) -> ListAnswer {
        let rows = tickers.quotes
        // Places among the rows, which are large.
        var (byMarket, futures): ([String?: Int], [String: Int]) = ([:], [:])
        for index in rows.indices.reversed() {
            byMarket[rows[index].market] = index
            if rows[index].kind == .future { futures[rows[index].symbol] = index }
        }
        var answer = self
        answer.quotes = quotes.map { market in
            var place = byMarket[market.market]
            if place == nil, let choice, market.kind == .future {
                place = futures[market.symbol].flatMap { index in
                    choice.allowsOtherCurrency || rows[index].currency == market.currency ? index : nil
                }
            }
            guard var quote = place.map({ rows[$0] }) else { return market }
            (quote.symbol, quote.name, quote.kind) = (market.symbol, market.name, market.kind)
            quote.streamMarket = market.streamMarket
            return quote
        }
        answer.dropped.append(contentsOf: tickers.dropped)
        return answer
    }

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
    /// Whether the index, which is in dollars, has its price.
    fileprivate var isInDollars: Bool { currency == .usd }

    fileprivate mutating func take(_ tick: borrowing Tick) {
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
