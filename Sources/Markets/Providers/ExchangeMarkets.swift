import DecimalArithmetic
import Platform

/// One market of an exchange as its fields come, before they make a quote.
struct ExchangeRow {
    let provider: String
    let fetched: Timestamp
    /// The exchange's own name of the market; it is the quote's id too.
    var market: String?
    var base: String?
    var quoteCurrency: String?
    var time: Timestamp?
    var last: Number?
    var open: Number?
    var high: Number?
    var low: Number?
    var bid: Number?
    var ask: Number?
    var turnover: Number?

    init(provider: String, fetched: Timestamp) {
        self.provider = provider
        self.fetched = fetched
    }

    /// The quote, or the problem that the row does not say what it is of.
    func quote() throws -> Quote {
        let market = try self.market.required("symbol")
        guard let currency = try Currency(quoteCurrency.required("quote currency")) else {
            throw RowProblem(description: "quote currency is no currency")
        }
        var quote = Quote(
            time: time ?? fetched, symbol: try base.required("base currency").uppercased(), currency: currency,
            provider: provider)
        quote.id = market
        quote.market = market
        quote.price = last
        quote.high = high
        quote.low = low
        quote.bid = bid
        quote.ask = ask
        quote.volume = turnover
        quote.setChange(fromOpen: open)
        return quote
    }
}

/// The jobs of an exchange that gives all its markets in one answer.
struct ExchangeMarkets: Sendable {
    let provider: String
    /// What it quotes in when nobody chose a currency, best first.
    let ownCurrencies: [Currency]
    /// All markets, one request.
    let fetch: @Sendable () async throws(ProviderFailure) -> ListAnswer

    /// The markets quoted in the currency asked for, in the exchange's order.
    func list(_ query: ListQuery) async throws(ProviderFailure) -> ListAnswer {
        let all = try await fetch()
        guard !all.quotes.isEmpty else { throw ProviderFailure(provider, .invalidData("an empty list")) }
        for currency in candidates(query.currency) {
            let quotes = all.quotes.filter { $0.currency == currency }
            guard quotes.isEmpty else { return ListAnswer(quotes: query.pick(from: quotes), dropped: all.dropped) }
        }
        throw ProviderFailure(provider, .cannotQuote(query.currency.currency))
    }

    /// The market of each symbol.
    func quotes(_ symbols: [Symbol], _ choice: CurrencyChoice) async -> [Result<Quote, ProviderFailure>] {
        do throws(ProviderFailure) {
            let index = MarketIndex(try await fetch())
            return symbols.map { symbol in
                index.market(of: symbol, in: symbol.quote.map { [$0] } ?? candidates(choice), provider: provider)
            }
        } catch {
            return symbols.map { .failure(error.about($0)) }
        }
    }

    private func candidates(_ choice: CurrencyChoice) -> [Currency] {
        [choice.currency] + (choice.ownIsFine ? ownCurrencies : [])
    }
}
