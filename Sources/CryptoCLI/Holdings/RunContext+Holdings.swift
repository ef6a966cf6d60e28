import DecimalArithmetic
import Markets

extension RunContext {
    /// Returns a row for each holding with a price, the totals of the groups and of all, the failures of the others,
    /// and what to say about the total gain. Where there are no rows there is no total.
    func positions(
        of holdings: [Holding]
    ) async throws(Failure) -> (rows: [QuoteRow], totals: [QuoteRow], failures: [Failure], notice: String?) {
        let (holdings, unadjusted) = try await adjusted(holdings)
        // The prices and the costs are converted by the same rates.
        let rates = ExchangeRates(providers.rateChain())
        let (known, unknown) = try await known(
            holdings.map(\.symbol).withoutRepeats.filter { unadjusted[$0] == nil }, needsPrice: true, ofFavorites: true,
            rates: rates)
        var portfolio = Portfolio(holdings, in: try currency().currency)
        for (symbol, quote, _) in known { portfolio.set(quote, of: symbol) }
        var book = try ConversionMemory(self, prices: providers.conversionPrices, known: rates)
        let (found, unconverted) = await book.find(portfolio.pairs)
        portfolio.conversions = found
        var failures = holdings.map(\.symbol).withoutRepeats.compactMap { unadjusted[$0] } + unknown + unconverted
        try await reportSplits(
            of: holdings, portfolio, at: Dictionary(uniqueKeysWithValues: known.map { ($0.symbol, $0.quote) }))
        let prices = Dictionary(uniqueKeysWithValues: known.map { ($0.symbol, ($0.quote, $0.now)) })
        let rows = holdings.compactMap { holding -> QuoteRow? in
            guard let (quote, now) = prices[holding.symbol] else { return nil }
            var row = QuoteRow(quote, now: now)
            row.givenName = holding.symbol.canonical
            row.group = holding.group
            row.position = portfolio.position(of: holding, at: quote)
            if row.position?.value == nil { failures.append(.tooLarge(holding.symbol, "value")) }
            return row
        }
        let (subtotals, total) = (portfolio.subtotals, portfolio.total)
        let ends =
            subtotals.map { part in
                QuoteRow(part.sum, named: QuoteRow.subtotal, of: rows.filter { $0.group == part.group }, portfolio)
            } + [QuoteRow(total, named: "total", of: rows, portfolio)]
        let shared = [rows, ends.compactMap(\.self)].map { $0.map { $0.sharing(total, of: portfolio) } }
        return (shared[0], shared[1], failures, rows.isEmpty ? nil : portfolio.noticeOfMissingCosts)
    }
}

extension QuoteRow {
    /// Returns the row with its share of the total.
    func sharing(_ total: Position, of portfolio: Portfolio) -> QuoteRow {
        guard let position = self.position else { return self }
        var row = self
        row.position?.share = portfolio.share(of: position.value, in: quote.currency, total: total)
        return row
    }

    /// The symbol of the total of a group.
    static let subtotal = "subtotal"

    /// The row of a total as the last line of a table.
    var asLastLine: QuoteRow {
        var row = self
        row.isTotalLine = true
        return row
    }

    /// Creates the row of the total of rows. Its time is that of the oldest price, and its group that of all, if it is
    /// the same. Returns nil without rows.
    init?(_ total: Position, named name: String, of rows: [QuoteRow], _ portfolio: Portfolio) {
        guard let oldest = rows.min(by: { $0.time < $1.time }) else { return nil }
        var quote = Quote(
            time: oldest.time, symbol: name, currency: portfolio.totalCurrency, provider: "")
        quote.stale = rows.contains(where: \.stale)
        self.init(quote, age: oldest.age)
        self.position = total
        group = rows.allSatisfy { $0.group == oldest.group } ? oldest.group : nil
    }
}

extension ConversionMemory {
    /// Finds conversions of a portfolio. Returns those that exist, and why the others do not.
    mutating func find(
        _ pairs: [Portfolio.Pair]
    ) async -> (found: [Portfolio.Pair: Conversion], failures: [Failure]) {
        var found: [Portfolio.Pair: Conversion] = [:]
        var failures: [Failure] = []
        for (pair, result) in zip(pairs, await conversions(pairs)) {
            switch result {
            case .success(let conversion): found[pair] = conversion
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
