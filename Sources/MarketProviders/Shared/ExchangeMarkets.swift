import Platform
import ProviderKit

/// The jobs of an exchange that gives all its markets in one answer.
struct ExchangeMarkets: Sendable {
    let provider: String
    /// The quote currencies if none is requested, best first.
    let ownCurrencies: [Currency]
    /// The wanted markets, or more of them: one request.
    let fetch: Fetch
    /// Adds the prices that the list lacks, for a query that wants them.
    private let price: Price?
    /// The answer with all markets, shared by all calls; nil if every call requests it.
    private var store: SharedTask<Result<ListAnswer, ProviderFailure>>?

    /// Returns markets. Others than the wanted ones may be left out.
    typealias Fetch = @Sendable (WantedMarkets) async throws(ProviderFailure) -> ListAnswer
    /// Adds prices to rows of a list; the currency of one may change only where the choice allows it.
    typealias Price = @Sendable (ListAnswer, CurrencyChoice) async -> ListAnswer

    /// An exchange. `fetch` requests its markets, and `price` adds the prices that they lack.
    init(_ provider: Provider, price: Price? = nil, fetch: @escaping Fetch) {
        self.provider = provider.name
        ownCurrencies = provider.ownCurrencies
        self.price = price
        self.fetch = fetch
    }

    /// The same exchange, asked at most once; a failure is not kept.
    var reusingAnswers: ExchangeMarkets {
        var copy = self
        copy.store = SharedTask { (try? $0.get()) != nil }
        return copy
    }

    /// True if all markets are known, so that no request is needed.
    var isHere: Bool { store?.kept != nil }

    /// The markets quoted in the currency asked for, in the exchange's order.
    func list(_ query: ListQuery) async throws(ProviderFailure) -> ListAnswer {
        let currencies = query.currency.candidates(or: ownCurrencies)
        var answer = try await markets(WantedMarkets(currencies, for: query)).notEmpty(of: provider)
        try choose(from: &answer, currencies, query)
        // Only where there is something to price: this may open a socket.
        if let price, query.includesStreamPrices, !answer.quotes.isEmpty {
            answer = await price(answer, query.currency)
        }
        answer.quotes = query.pick(from: answer.quotes)
        return answer
    }

    /// Keeps the markets in the first of the currencies that has any; spot markets and futures each, as an exchange may
    /// quote them in different ones.
    private func choose(
        from answer: inout ListAnswer, _ currencies: [Currency], _ query: ListQuery
    ) throws(ProviderFailure) {
        var chosen: [(market: MarketChoice, currency: Currency)] = []
        for part in query.market.parts {
            // Only spot markets are left out.
            let hasMarkets = answer.quotes.hasMarket { kind, _ in part.includes(kind) }
            guard hasMarkets || part == .spot && answer.leftOut > 0 else { continue }
            let currency = currencies.first { currency in
                answer.quotes.hasMarket { part.includes($0) && $1 == currency }
            }
            guard let currency else { throw ProviderFailure(provider, .cannotQuote(query.currency.currency)) }
            chosen.append((part, currency))
        }
        let isChosen = { (kind: AssetKind, currency: Currency) in
            chosen.contains { $0.currency == currency && $0.market.includes(kind) }
        }
        guard answer.quotes.hasMarket(where: { !isChosen($0, $1) }) else { return }
        answer.quotes.removeAll { !isChosen($0.kind, $0.currency) }
    }

    /// The market of each symbol.
    func quotes(_ symbols: [Symbol], _ choice: CurrencyChoice) async -> [Result<Quote, ProviderFailure>] {
        do throws(ProviderFailure) {
            let index = MarketIndex(try await markets(.all))
            return symbols.map { symbol in
                index.market(of: symbol, in: choice.candidates(for: symbol, or: ownCurrencies), provider: provider)
            }
        } catch {
            return symbols.map { .failure(error.about($0)) }
        }
    }

    /// Returns one result per symbol, from the markets that may be known already or by requests of the exchange's own.
    typealias Quotes =
        @Sendable ([Symbol], CurrencyChoice, ExchangeMarkets) async -> [Result<Quote, ProviderFailure>]
    /// Returns candles.
    typealias History = @Sendable (HistoryQuery) async throws(ProviderFailure) -> [Candle]

    /// The client of the exchange.
    func client(
        now: @escaping @Sendable () -> Timestamp, quotes: @escaping Quotes, history: @escaping History
    ) -> MarketClient {
        MarketClient(
            list: list,
            quotes: { await quotes($0, $1, self) }, now: now, history: history,
            reusingAnswers: { reusingAnswers.client(now: now, quotes: quotes, history: history) })
    }

    private func markets(_ wanted: WantedMarkets) async throws(ProviderFailure) -> ListAnswer {
        guard let store else { return try await fetch(wanted) }
        return try await store.value { [fetch] in
            await Result(asking: { () throws(ProviderFailure) in try await fetch(.all) })
        }.get()
    }
}
