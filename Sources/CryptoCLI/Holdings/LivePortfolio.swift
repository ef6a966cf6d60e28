import DecimalArithmetic
import Markets
import Platform
import ProviderKit
import Rendering
import Synchronization

/// The holdings of a stream with their newest prices, which its rows and the line below them share.
final class LivePortfolio: Sendable {
    fileprivate struct State {
        var portfolio: Portfolio
        var total: Position
        var symbols = MarketSymbols()
        /// The currencies for whose prices conversions were looked for.
        var prepared: Set<Currency>
    }

    private let choice: CurrencyChoice
    private let state: Mutex<State>
    /// Raised when prices come in a currency that was not expected, so that conversions are missing.
    let change = TaskSignal()

    /// Creates a portfolio without prices.
    init(_ holdings: [Holding], _ choice: CurrencyChoice) {
        self.choice = choice
        let portfolio = Portfolio(holdings, in: choice.currency)
        let expected = Set(holdings.map { $0.symbol.quote ?? choice.currency })
        state = Mutex(State(portfolio: portfolio, total: portfolio.total, prepared: expected))
    }

    /// Rows of all holdings before the first price, to find widths: their cost is in the place of their value.
    func rowsAtCost(_ now: Timestamp) -> [QuoteRow] {
        state.withLock(\.portfolio).holdings.map { holding in
            var quote = Quote(
                time: now, symbol: holding.symbol.bare, currency: holding.symbol.quote ?? choice.currency, provider: "")
            let costs = holding.lots.compactMap(\.cost?.price)
            quote.price = costs.max().map { Number($0) }
            var row = QuoteRow(quote, now: now)
            let value = costs.max().flatMap { try? $0 * holding.amount }
            row.position = Position(amount: holding.amount, value: value, cost: .zero, worth: value)
            row.group = holding.group
            return row
        }
    }

    /// Adds the market whose ticks are prices of a symbol.
    func add(_ market: TickMarket, of symbol: Symbol) {
        state.withLock { $0.symbols.add(market, of: symbol) }
    }

    /// The conversions that are needed for prices in the currencies of the symbols, and in those that came.
    var pairs: [Portfolio.Pair] {
        state.withLock { state in
            let portfolio = state.portfolio
            let expected = portfolio.holdings.flatMap {
                portfolio.pairs(of: $0, in: $0.symbol.quote ?? choice.currency)
            }
            return (expected + portfolio.pairs).withoutRepeats
        }
    }

    /// The holdings.
    var holdings: [Holding] { state.withLock(\.portfolio.holdings) }

    /// Replaces the holdings by the same ones with other amounts.
    func set(_ adjusted: [Holding]) { state.withLock { $0.portfolio.set(adjusted) } }

    /// Sets the conversions that exist.
    func set(_ conversions: [Portfolio.Pair: Conversion]) {
        state.withLock { state in
            state.portfolio.conversions = conversions
            state.total = state.portfolio.total
        }
    }

    /// Takes a price of a market, for the rows of a group. Returns the rows of the symbols whose price it is.
    func take(_ quote: Quote, of market: String, in group: String?, now: Timestamp) -> [QuoteRow] {
        let (rows, isUnexpected) = state.withLock { state in
            let symbols = state.symbols.symbols(of: market, in: quote.currency, choice.currency)
            if quote.price != nil {
                for symbol in symbols { state.portfolio.set(quote, of: symbol) }
                state.total = state.portfolio.total
            }
            let rows = symbols.compactMap { symbol -> QuoteRow? in
                guard let holding = state.portfolio[symbol, in: group] else { return nil }
                var row = QuoteRow(quote, now: now)
                row.givenName = symbol.canonical
                row.group = group
                row.position = state.portfolio.position(of: holding, at: quote)
                return row.sharing(state.total, of: state.portfolio)
            }
            return (rows, state.prepared.insert(quote.currency).inserted)
        }
        if isUnexpected { change.raise() }
        return rows
    }

    /// Updates the share of a row to the newest total, and a subtotal.
    func update(_ row: inout QuoteRow, now: Timestamp) {
        if row.isTotalLine, let subtotal = row.group.flatMap({ subtotal(of: $0, now: now) }) { row = subtotal }
        row = state.withLock { state in row.sharing(state.total, of: state.portfolio) }
    }

    /// Says which holdings the total gain leaves out; nil if there are none.
    var noticeOfMissingCosts: String? { state.withLock(\.portfolio).noticeOfMissingCosts }

    /// The total in words.
    var summary: String {
        let (total, currency) = state.withLock { ($0.total, $0.portfolio.totalCurrency) }
        guard let value = total.value else { return "total unknown" }
        let gain = total.gainPercent.map { " (\(Presentation.percent.text(of: Number($0))))" } ?? ""
        return "total \(Presentation.price.text(of: Number(value))) \(currency)\(gain)"
    }

    /// Returns the row of the subtotal of a group; nil if it is the only one, or has no price yet.
    func subtotal(of group: String, now: Timestamp) -> QuoteRow? {
        state.withLock { state in
            let portfolio = state.portfolio
            return portfolio.subtotals.first { $0.group == group }.flatMap { _, sum in
                QuoteRow(sum, named: QuoteRow.subtotal, of: portfolio.rows(of: group, now: now), portfolio)?.asLastLine
                    .sharing(state.total, of: portfolio)
            }
        }
    }
}
