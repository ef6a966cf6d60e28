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

    /// Returns the quote. Throws `RowProblem` if the market, the base or the quote currency is missing.
    func quote() throws -> Quote {
        let market = try self.market.required("symbol")
        guard let currency = try Currency(quoteCurrency.required("quote currency")) else {
            throw RowProblem(description: "quote currency is no currency")
        }
        let base = try self.base.required("base currency")
        guard !base.isEmpty else { throw RowProblem(description: "base currency is empty") }
        var quote = Quote(
            time: time ?? fetched, symbol: base.uppercased(), currency: currency, provider: provider)
        quote.kind = AssetKind(base: quote.symbol)
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
