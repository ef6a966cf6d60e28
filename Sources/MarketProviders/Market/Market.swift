public import DecimalArithmetic
public import Platform
public import ProviderKit
import Transport

/// Prices, lists, candles and live ticks of coins, stocks and currencies.
///
/// ```swift
/// import MarketProviders
///
/// let market = try Market("sample")
/// let price = try await market.price(of: "BTC", in: "SEK")
/// print("BTC", price, "SEK")
/// ```
///
/// Each symbol is asked of the providers of its kind. A request that fails is repeated at the next one, and at all of
/// them after a pause if the failure passes. A price in a currency in which the provider does not quote is converted by
/// its own pairs or by exchange rates. Creating a market sends no request.
public struct Market: Sendable {
    private let table: ProviderTable
    /// The providers of exchange rates, in the order in which they are asked.
    private let rates: [Provider]
    /// The name of the first provider, for failures of what none is asked about.
    let name: String
    let options: ProviderOptions

    /// Creates a market of built-in providers.
    ///
    /// - Parameters:
    ///   - names: The names of the providers, such as `kraken`, in the order in which they are asked; none for the
    ///     usual ones, which need no key.
    ///   - options: How they are asked.
    /// - Throws: `ProviderFailure` with the code `unsupported` for a name that no provider has, and with the code
    ///   `missingKey` if a provider needs a key that `options` does not have.
    public init(_ names: String..., options: ProviderOptions = ProviderOptions()) throws(ProviderFailure) {
        guard !names.isEmpty else {
            self.init(.markets, options)
            return
        }
        try self.init(ProviderTable.markets.named(names, for: .price), options: options)
    }

    /// Creates a market of given providers, which another package may have made. If none of them has exchange rates,
    /// the built-in providers of rates are asked.
    ///
    /// - Parameters:
    ///   - providers: The providers, in the order in which they are asked. At least one.
    ///   - options: How they are asked.
    /// - Throws: `ProviderFailure` with the code `missingKey` if a provider needs a key that `options` does not have.
    public init(_ providers: [Provider], options: ProviderOptions = ProviderOptions()) throws(ProviderFailure) {
        precondition(!providers.isEmpty, "a market needs a provider")
        try options.checkKeys(of: providers)
        self.init(ProviderTable(providers), options)
    }

    private init(_ table: ProviderTable, _ options: ProviderOptions) {
        let rates = table.defaults(for: .rates, of: .fiat)
        self.rates = rates.isEmpty ? ProviderTable.markets.defaults(for: .rates, of: .fiat) : rates
        (self.table, self.options) = (table, options)
        name = (table.defaults(for: .price, of: .coin).first ?? table.prices.first ?? table.all[0]).name
    }

    /// Returns the current price of a symbol.
    ///
    /// - Parameters:
    ///   - symbol: A symbol, such as `BTC`, `BTC/EUR` or `stock:AAPL`.
    ///   - currency: The code of the currency of the price, unless the symbol is a pair.
    /// - Returns: The price.
    /// - Throws: `ProviderFailure` if no provider has it, also for a text that is not a symbol or not a currency.
    public func price(of symbol: String, in currency: String = "USD") async throws(ProviderFailure) -> Number {
        let quote = try await quote(of: symbol, in: currency)
        guard let price = quote.price else { throw ProviderFailure(quote.provider, .unknownSymbol(nil)) }
        return price
    }

    /// Returns the current quote of a symbol, which has a price.
    ///
    /// - Parameters:
    ///   - symbol: A symbol, such as `BTC`, `BTC/EUR` or `stock:AAPL`.
    ///   - currency: The code of the currency of the price, unless the symbol is a pair.
    /// - Returns: The quote.
    /// - Throws: `ProviderFailure` if no provider has it, also for a text that is not a symbol or not a currency.
    public func quote(of symbol: String, in currency: String = "USD") async throws(ProviderFailure) -> Quote {
        try await quotes(of: [symbol], in: currency)[0].get()
    }

    /// Returns the current quotes of symbols, with one request where a provider allows it.
    ///
    /// - Parameters:
    ///   - symbols: Symbols, such as `BTC`, `BTC/EUR` or `stock:AAPL`.
    ///   - currency: The code of the currency of the prices. A pair has its own.
    /// - Returns: One result per symbol, in order.
    public func quotes(
        of symbols: [String], in currency: String = "USD"
    ) async -> [Result<Quote, ProviderFailure>] {
        let choice = choice(currency)
        let parsed = symbols.map { text in choice.flatMap { _ in parse(text) } }
        var results = parsed.map { symbol in
            symbol.flatMap { .failure(ProviderFailure(name, .unknownSymbol($0))) as Result<Quote, ProviderFailure> }
        }
        guard case .success(let choice) = choice else { return results }
        let deadline = options.callDeadline
        let rates = exchangeRates(until: deadline)
        let kinds = parsed.map { symbol in (try? symbol.get()).map { self.kinds($0) } ?? [] }
        // The rates of a currency take the place of an unknown coin with the same code.
        for turn in 0...1 {
            let open = parsed.indices.filter { place in
                guard kinds[place].count > turn, case .failure(let failure) = results[place] else { return false }
                return failure.isUnknownSymbol
            }
            for kind in AssetKind.allCases {
                let places = open.filter { kinds[$0][turn] == kind }
                guard !places.isEmpty, let chain = chain(for: .price, of: kind, rates, deadline) else { continue }
                let asked = places.compactMap { try? parsed[$0].get() }
                for (place, answer) in zip(places, await chain.quotes(asked, in: choice)) {
                    results[place] = answer.map { $0.quote }
                }
            }
        }
        return results
    }

    /// Returns the first assets of a provider's own list, which is by market cap or by turnover.
    ///
    /// - Parameters:
    ///   - count: The number of assets, at least 1.
    ///   - currency: The code of the currency of the prices.
    /// - Returns: The quotes, in the provider's order.
    /// - Throws: `ProviderFailure` if no provider has a list.
    public func top(_ count: Int, in currency: String = "USD") async throws(ProviderFailure) -> [Quote] {
        let query = ListQuery(.first(max(1, count)), currency: try choice(currency).get())
        let deadline = options.callDeadline
        let rates = exchangeRates(until: deadline)
        guard let chain = chain(for: .list, of: mainKind(for: .list), rates, deadline) else {
            throw ProviderFailure(name, .cannot(.list))
        }
        return Array(try await chain.list(query).answer.quotes.prefix(count))
    }

    /// Returns past candles, oldest first.
    ///
    /// - Parameters:
    ///   - symbol: A symbol, such as `BTC`, `BTC/EUR` or `stock:AAPL`.
    ///   - period: The first and the last moment at which a candle may begin.
    ///   - width: The width of a candle.
    ///   - currency: The code of the currency of the prices, unless the symbol is a pair.
    /// - Returns: The candles, at least one.
    /// - Throws: `ProviderFailure` if no provider has them, also for a text that is not a symbol or not a currency.
    public func candles(
        of symbol: String, in period: ClosedRange<Timestamp>, width: CandleWidth = .day, currency: String = "USD"
    ) async throws(ProviderFailure) -> [Candle] {
        let query = HistoryQuery(
            symbol: try parse(symbol).get(), currency: try choice(currency).get(), from: period.lowerBound,
            to: period.upperBound, width: width)
        let deadline = options.callDeadline
        let rates = exchangeRates(until: deadline)
        var failure = ProviderFailure(name, .cannot(.history))
        for kind in kinds(query.symbol) {
            guard let chain = chain(for: .history, of: kind, rates, deadline) else { continue }
            do throws(ProviderFailure) { return try await chain.history(query).candles } catch { failure = error }
            guard failure.isUnknownSymbol else { break }
        }
        throw failure
    }

    // MARK: - What the providers are asked with

    /// The symbol of a text. A text that is none is one that no provider knows.
    func parse(_ text: String) -> Result<Symbol, ProviderFailure> {
        Result { () throws(Symbol.SyntaxError) in try Symbol(text) }
            .mapError { _ in ProviderFailure(name, .unknownSymbol(nil)) }
    }

    func choice(_ code: String) -> Result<CurrencyChoice, ProviderFailure> {
        Currency(code).map { .success(CurrencyChoice($0)) } ?? .failure(ProviderFailure(code, .unknownName))
    }

    /// The providers that are asked for a job and a kind, in order.
    func asked(for job: ProviderJob, of kind: AssetKind) -> [Provider] { table.defaults(for: job, of: kind) }

    /// The rates of one call, or of a stream, which has no deadline.
    func exchangeRates(until deadline: Deadline) -> ExchangeRates {
        ExchangeRates { options.chain(of: rates, until: deadline) { $0.makeRates($1) } }
    }

    /// Coins, unless only providers of stocks do the job.
    private func mainKind(for job: ProviderJob) -> AssetKind {
        asked(for: job, of: .coin).isEmpty && !asked(for: job, of: .stock).isEmpty ? .stock : .coin
    }

    /// The kinds that a symbol may have, in the order in which their providers are asked.
    func kinds(_ symbol: Symbol) -> [AssetKind] {
        symbol.kinds(isFavorite: false).map { $0 == .coin && !symbol.isID ? mainKind(for: .price) : $0 }
    }

    /// The chain of one call; nil if no provider does the job for this kind.
    private func chain(
        for job: ProviderJob, of kind: AssetKind, _ rates: ExchangeRates, _ deadline: Deadline
    ) -> ProviderChain? {
        if kind == .fiat {
            let prices = options.chain(of: asked(for: job, of: .coin), until: deadline) { $0.make($1) }
            return options.chain(of: [self.rates[0]], until: deadline) { _, _ in rates.client(with: prices) }
        }
        let providers = asked(for: job, of: kind)
        guard !providers.isEmpty else { return nil }
        return options.chain(of: providers, until: deadline) { provider, settings in
            ConvertingMarket(provider, provider.make(settings), rates: rates).client
        }
    }
}
