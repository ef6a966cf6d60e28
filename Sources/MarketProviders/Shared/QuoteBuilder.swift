import DecimalArithmetic
import Platform

/// A row of an answer as its members come, before they make a quote.
///
/// It is moved, never copied, because to copy a quote takes as long as to read it. What makes the quote changes the row
/// in place: to consume it is to move it once more.
struct QuoteBuilder: ~Copyable {
    /// The provider's identifier of the asset; the name of the market at an exchange.
    var id: String?
    /// The ticker, in any letter case.
    var symbol: String?
    /// The code of the quote currency.
    var currency: String?
    var exchange: String?
    var time: Timestamp?
    /// Whether the caller does not want the row. Not all of its members were read.
    var isLeftOut = false
    /// Nil after the row made its quote. As `Quote?` it would be nil by default, to be replaced when the row is
    /// created.
    private var stored: Optional<Quote>

    /// All other values. The open and the changes are as they were sent.
    var values: Quote {
        _read { yield stored! }
        _modify { yield &stored! }
    }

    @inline(__always)
    init(provider: String, fetched: Timestamp) {
        stored = Quote(time: fetched, symbol: "", currency: .usd, provider: provider)
    }
}

// MARK: - Quotes

extension QuoteBuilder {
    /// Takes the values in one currency, and their time, which some services send in a part of the row.
    mutating func takeValues(of sent: borrowing QuoteBuilder) {
        values.price = sent.values.price
        values.volume = sent.values.volume
        values.marketCap = sent.values.marketCap
        values.changePercent = sent.values.changePercent
        values.changePercentOfHour = sent.values.changePercentOfHour
        values.changePercentOfWeek = sent.values.changePercentOfWeek
        time = sent.time ?? time
        dropChangesWithoutPrice()
    }

    /// Forgets the changes in percent if there is no price: they mean nothing then.
    mutating func dropChangesWithoutPrice() {
        guard values.price == nil else { return }
        (values.changePercent, values.changePercentOfHour, values.changePercentOfWeek) = (nil, nil, nil)
    }

    /// Returns the quote of an exchange's market. Throws `RowProblem` if its name, the base or the quote currency is
    /// missing.
    mutating func market() throws -> Quote {
        try takeMarket()
        return quote()
    }

    /// Does the same; nil for a row that is left out.
    @inline(__always)
    mutating func wantedMarket() throws -> Quote? {
        if isLeftOut { return nil }
        try takeMarket()
        values.complete(id, at: time)
        return stored.take()
    }

    @inline(__always)
    private mutating func takeMarket() throws {
        let id = try id.required("symbol")
        guard let currency = try Currency(currency.required("quote currency")) else {
            throw RowProblem(description: "quote currency is not a currency")
        }
        let base = try symbol.required("base currency")
        guard !base.isEmpty else { throw RowProblem(description: "base currency is empty") }
        values.takeMarket(id, of: base, in: currency)
    }

    /// Returns the quote of a coin in a currency. Throws `RowProblem` if its id or ticker is missing.
    mutating func coin(in currency: Currency) throws -> Quote {
        _ = try id.required("id")
        return quote(of: try symbol.required("symbol").inCapitals, in: currency)
    }

    /// Returns the quote of a stock, whose ticker is also its id, in a whole currency. Throws `RowProblem` if the
    /// ticker or currency is missing, and for a price below 0 of anything but futures, indices and yields.
    ///
    /// - Parameter isSigned: Whether prices may be below 0.
    /// - Returns: The quote.
    /// - Throws: `RowProblem`.
    mutating func stock(isSigned: Bool = false) throws -> Quote {
        let symbol = try symbol.required("symbol")
        if !isSigned, values.price?.isNegative == true { throw RowProblem(description: "the price is below 0") }
        if !isSigned { (values.high, values.low) = (values.high?.aboveZero, values.low?.aboveZero) }
        let unit = try PriceUnit(code: currency.required("currency"))
        convert(from: unit)
        var quote = quote(of: symbol.inCapitals, in: unit.currency, kind: .stock)
        quote.id = symbol
        return quote
    }

    /// Counts the change from the price less the amount of the change; without the amount, the percentage stays as it
    /// was sent. A fall may be sent without its sign.
    mutating func takeChange(isDown: Bool = false) {
        if isDown {
            for number in [\Quote.change, \.changePercent] {
                values[keyPath: number] = values[keyPath: number].map { $0.isNegative ? $0 : Number(-$0.value) }
            }
        }
        if values.price == nil { values.changePercent = nil }
        if let last = values.price, let change = values.change {
            values.open = (try? last.value - change.value).map(Number.init)
            values.changePercent = nil
        }
        values.change = nil
    }

    /// Returns the quote of an asset at the exchange, with all that is known. `symbol` is in capitals.
    mutating func quote(of symbol: String, in currency: Currency, kind: AssetKind = .coin) -> Quote {
        (values.symbol, values.currency, values.kind, values.market) = (symbol, currency, kind, exchange)
        return quote()
    }

    /// Returns the values, of an asset that is named later.
    @inline(__always)
    mutating func quote() -> Quote {
        values.complete(id, at: time)
        return stored.take()!
    }
}

extension Quote {
    /// Makes it the quote of a market. The base is in any letter case.
    mutating func takeMarket(_ name: String?, of base: String, in currency: Currency) {
        (symbol, self.currency, market) = (base.inCapitals, currency, name)
        kind = AssetKind(base: symbol)
    }

    /// Takes the prices of another quote, and the change, which follows from the open unless it is sent.
    mutating func takePrices(of sent: Quote) {
        (price, high, low, bid, ask) = (sent.price, sent.high, sent.low, sent.bid, sent.ask)
        (open, change, changePercent) = (sent.open, sent.change, sent.changePercent)
        stale = stale || sent.stale
        setSentChange()
    }

    /// Sets what the row names, and replaces the open and the changes that were sent.
    fileprivate mutating func complete(_ id: String?, at time: Timestamp?) {
        setSentChange()
        self.id = id
        if let time { self.time = time }
    }

    /// Replaces the open and the changes that were sent.
    private mutating func setSentChange() {
        let sent = open
        open = nil
        setChange(amount: change, percent: changePercent)
        setChange(fromOpen: sent)
    }
}
