import DecimalArithmetic
import Platform

/// A row of an answer as its members come, before they make a quote.
struct QuoteRow {
    let provider: String
    let fetched: Timestamp
    /// The provider's identifier of the asset; the name of the market at an exchange.
    var id: String?
    /// The ticker, in any letter case.
    var symbol: String?
    /// The code of the quote currency.
    var currency: String?
    var name: String?
    var exchange: String?
    var time: Timestamp?
    var last: Number?
    var open: Number?
    var high: Number?
    var low: Number?
    var bid: Number?
    var ask: Number?
    var turnover: Number?
    var marketCap: Number?
    var change: Number?
    var changePercent: Number?
    var changePercentOfHour: Number?
    var changePercentOfWeek: Number?
    var trend: [Number]?
    var rank: Int?
    /// True for a row of an old answer.
    var isStale = false

    init(provider: String, fetched: Timestamp) {
        self.provider = provider
        self.fetched = fetched
    }
}

// MARK: - Quotes

extension QuoteRow {
    /// Takes the values in one currency, which some services send in a part of the row. Changes without a price mean
    /// nothing.
    mutating func takeValues(of values: QuoteRow) {
        (last, turnover, marketCap, time) = (values.last, values.turnover, values.marketCap, values.time ?? time)
        guard last != nil else { return }
        changePercent = values.changePercent
        (changePercentOfHour, changePercentOfWeek) = (values.changePercentOfHour, values.changePercentOfWeek)
    }

    /// Returns the quote of an exchange's market. Throws `RowProblem` if its name, the base or the quote currency is missing.
    func market() throws -> Quote {
        let market = try id.required("symbol")
        guard let currency = try Currency(self.currency.required("quote currency")) else {
            throw RowProblem(description: "quote currency is not a currency")
        }
        let base = try symbol.required("base currency")
        guard !base.isEmpty else { throw RowProblem(description: "base currency is empty") }
        let symbol = base.uppercased()
        return quote(of: symbol, in: currency, kind: AssetKind(base: symbol), market: market)
    }

    /// Returns the quote of a coin in a currency. Throws `RowProblem` if its id or ticker is missing.
    func coin(in currency: Currency) throws -> Quote {
        _ = try id.required("id")
        return quote(of: try symbol.required("symbol").uppercased(), in: currency, market: exchange)
    }

    /// Returns the quote of a stock, whose ticker is also its id. Throws `RowProblem` if the ticker or currency is missing.
    func stock() throws -> Quote {
        let symbol = try symbol.required("symbol")
        guard let currency = try Currency(currency.required("currency")) else {
            throw RowProblem(description: "currency is not a currency")
        }
        var quote = quote(of: symbol.uppercased(), in: currency, kind: .stock, market: exchange)
        quote.id = symbol
        return quote
    }

    /// Counts the change from the price less the amount of the change; without the amount, the percentage stays as it was
    /// sent. A fall may be sent without its sign.
    mutating func takeChange(isDown: Bool = false) {
        if isDown {
            for number in [\QuoteRow.change, \.changePercent] {
                self[keyPath: number] = self[keyPath: number].map { $0.isNegative ? $0 : Number(-$0.value) }
            }
        }
        if last == nil { changePercent = nil }
        if let last, let change {
            open = (try? last.value - change.value).map(Number.init)
            changePercent = nil
        }
        change = nil
    }

    /// Returns the quote of an asset, with all that is known. `symbol` is in capitals.
    @inline(__always)
    func quote(of symbol: String, in currency: Currency, kind: AssetKind = .coin, market: String?) -> Quote {
        var quote = Quote(time: time ?? fetched, symbol: symbol, currency: currency, provider: provider)
        (quote.id, quote.name, quote.kind, quote.market, quote.rank) = (id, name, kind, market, rank)
        (quote.volume, quote.marketCap) = (turnover, marketCap)
        (quote.changePercentOfHour, quote.changePercentOfWeek) = (changePercentOfHour, changePercentOfWeek)
        quote.trend = trend
        quote.takePrices(of: self)
        return quote
    }
}

extension Quote {
    /// Takes the prices of a row, and the change, which follows from the open unless it is sent.
    @inline(__always)
    mutating func takePrices(of row: QuoteRow) {
        (price, high, low, bid, ask) = (row.last, row.high, row.low, row.bid, row.ask)
        stale = stale || row.isStale
        setChange(amount: row.change, percent: row.changePercent)
        setChange(fromOpen: row.open)
    }
}
