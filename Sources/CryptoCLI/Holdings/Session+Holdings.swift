import DecimalArithmetic
import Markets

extension Session {
    /// Returns a row for each holding with a price, the total of all, and the failures of the others. The total is nil
    /// if there are no rows.
    func positions(
        of holdings: [Holding]
    ) async throws(Failure) -> (rows: [QuoteRow], total: QuoteRow?, failures: [Failure]) {
        // The prices and the costs are converted by the same rates.
        let rates = ExchangeRates(providers.rateChain())
        let (known, unknown) = try await known(
            holdings.map(\.symbol), needsPrice: true, ofFavorites: true, rates: rates)
        var portfolio = Portfolio(holdings, in: try currency().currency)
        for (symbol, quote, _) in known { portfolio.set(quote, of: symbol) }
        var book = try KeptConversions(self, prices: providers.conversionPrices, known: rates)
        let (found, unconverted) = await book.find(portfolio.pairs)
        portfolio.conversions = found
        var failures = unknown + unconverted
        let rows = known.compactMap { symbol, quote, now -> QuoteRow? in
            guard let holding = portfolio[symbol] else { return nil }
            var row = QuoteRow(quote, now: now)
            row.givenName = symbol.onceName
            row.position = portfolio.position(of: holding, at: quote)
            if row.position?.value == nil { failures.append(.tooLarge(symbol, "value")) }
            return row
        }
        let total = portfolio.total
        return (rows.map { $0.sharing(total, of: portfolio) }, QuoteRow(total, of: rows, portfolio), failures)
    }
}

extension QuoteRow {
    /// Returns the row with its share of the total.
    func sharing(_ total: Position, of portfolio: Portfolio) -> QuoteRow {
        guard let position else { return self }
        var row = self
        row.position = position.having(share: portfolio.share(of: position.value, in: currency, total: total))
        return row
    }

    /// The row of a total as the last line of a table.
    var asLastLine: QuoteRow {
        var row = self
        row.isTotalLine = true
        return row
    }

    /// Creates the row of a total. Its time is that of the oldest price. Returns nil without rows.
    fileprivate init?(_ total: Position, of rows: [QuoteRow], _ portfolio: Portfolio) {
        guard let oldest = rows.min(by: { $0.time < $1.time }) else { return nil }
        var quote = Quote(
            time: oldest.time, symbol: "total", currency: portfolio.totalCurrency, provider: "")
        quote.stale = rows.contains(where: \.stale)
        self.init(quote, age: oldest.age)
        position = total.having(share: portfolio.share(of: total.value, in: currency, total: total))
    }
}

extension KeptConversions {
    /// Finds conversions of a portfolio. Returns those that exist, and why the others do not.
    mutating func find(
        _ pairs: [Portfolio.Pair]
    ) async -> (found: [Portfolio.Pair: Conversion], failures: [Failure]) {
        var found: [Portfolio.Pair: Conversion] = [:]
        var failures: [Failure] = []
        for (pair, result) in zip(pairs, await conversions(pairs)) {
            switch result {
            case .success(let shown): found[pair] = shown.conversion
            case .failure(let failure): failures.append(failure.converting(pair))
            }
        }
        return (found, failures)
    }
}

extension Failure {
    /// A number that no number here can hold.
    static func tooLarge(_ symbol: Symbol, _ what: String) -> Failure {
        Failure(.configuration, "\(symbol): the \(what) does not fit in 34 digits and an exponent of 6144")
    }

    /// Returns the failure with what it prevents.
    fileprivate func converting(_ pair: Portfolio.Pair) -> Failure {
        Failure(status, "no conversion from \(pair.from) to \(pair.to) for your holdings: \(message)", details: details)
    }
}
