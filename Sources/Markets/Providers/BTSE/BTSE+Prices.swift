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
            let tickers = try await tickers([])
            return answer.joined(with: tickers) { market, tickers in
                tickers.named(market) ?? tickers.future(of: market, choice)
            }
        } catch {
            var answer = answer
            answer.priceFailure = error
            return answer
        }
    }

    /// The first message of the index; nil where none comes, and where no market is one of the index.
    private func indexPrices(of quotes: [Quote]) async -> [String: TickBuffer]? {
        guard let index, !quotes.isEmpty else { return nil }
        let prices = try? await index.firstTicks(
            of: quotes.map(BTSEStream.market), within: Self.patience(index.configuration))
        return prices.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The stream at the provider's host; nil where there is nothing to open sockets with.
    static func index(_ settings: ProviderSettings) -> TickSocket<BTSEStream>? {
        guard settings.sockets != nil else { return nil }
        return TickSocket(BTSE.name, settings, host: BTSEStream.host, path: BTSEStream.path) { BTSEStream() }
    }
}

// MARK: - The ticker's prices

/// The rows of the 24 h ticker by what a market of a list is found by.
struct BTSETickers {
    private let quotes: [Quote]
    // Places among the quotes, which are large.
    private var byMarket: [String?: Int] = [:]
    private var futures: [String: Int] = [:]

    fileprivate init(_ quotes: [Quote]) {
        self.quotes = quotes
        for index in quotes.indices.reversed() {
            byMarket[quotes[index].market] = index
            if quotes[index].kind == .future { futures[quotes[index].symbol] = index }
        }
    }

    /// The ticker of the market's own name.
    func named(_ market: Quote) -> Quote? { byMarket[market.market].map { quotes[$0] } }

    /// The ticker of a future of the app's list: `BTC-PERP-USDT` of `BTC-PERP`. Its currency is the ticker's, so that
    /// there is none where the price must be in another.
    func future(of market: Quote, _ choice: CurrencyChoice) -> Quote? {
        guard market.kind == .future, let ticker = futures[market.symbol].map({ quotes[$0] }) else { return nil }
        return choice.allowsOtherCurrency || ticker.currency == market.currency ? ticker : nil
    }
}

extension ListAnswer {
    /// The markets, each with what `find` finds of it in the 24 h ticker.
    func joined(with tickers: ListAnswer, _ find: (Quote, BTSETickers) -> Quote?) -> ListAnswer {
        let found = BTSETickers(tickers.quotes)
        var answer = self
        answer.quotes = quotes.map { market in
            guard var quote = find(market, found) else { return market }
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
