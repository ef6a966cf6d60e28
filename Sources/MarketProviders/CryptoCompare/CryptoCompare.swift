import JSONReader
import Platform
import Transport

/// CryptoCompare (now CoinDesk Data), which answers nothing without the key of a subscription since 21 May 2026.
///
/// Protocol: min-api.cryptocompare.com/documentation, `top/totaltoptiervolfull` (10 to 100 rows a page) and
/// `pricemultifull` (`fsyms` of at most 1,000 characters, `tsyms` of 100), `v2/histoday` and the like. Errors come with
/// status 200.
///
/// Terms: in 2018 they asked for a credit with a link; those of the paid plans of 2026 were not found.
extension Provider {
    /// The provider `cryptocompare`: see its `summary`.
    package static let cryptocompare = Provider(
        name: CryptoCompare.name, jobs: [.list, .price, .history, .watch], kinds: [.coin], key: .required,
        keyNote: "access without a subscription ended on 2026-05-21, also for old keys; "
            + "coingecko, coinmarketcap and coinpaprika need no key",
        host: "https://min-api.cryptocompare.com",
        limits: "set by the plan of the key", summary: "the index CCCAGG of many exchanges; coins by volume",
        isOnlyNamed: true, candlesARequest: CryptoCompare.candles.rows,
        attribution: "Data by CryptoCompare (https://www.cryptocompare.com)",
        makers: [.market { CryptoCompare(settings: $0).client }, .ticks { CryptoCompareStream.source($0) }])
}

struct CryptoCompare: Sendable {
    static let name = "cryptocompare"
    static let rowsAPage = 10...100
    static let symbolCharacters = 1000
    static let currencyCharacters = 100

    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(
            .cryptocompare, settings, key: .header("Authorization", prefix: "Apikey "), errors: Self.errors)
    }

    var client: MarketClient {
        MarketClient(list: list, quotes: quotes, now: endpoint.now, history: history)
    }
}

// MARK: - List

extension CryptoCompare {
    private func list(_ query: ListQuery) async throws(ProviderFailure) -> ListAnswer {
        let most = Self.rowsAPage.upperBound
        let size = min(max(query.depth.rows(inAnswersOf: most), Self.rowsAPage.lowerBound), most)
        let currency = query.currency.currency
        var pages = PageCollector(query: query, size: size, provider: CryptoCompare.name)
        try await pages.collect { place throws(ProviderFailure) in
            try await endpoint.get(
                .list, "/data/top/totaltoptiervolfull",
                [("limit", "\(size)"), ("tsym", currency.code), ("page", "\(place)")],
                decode: { try Self.topList(&$0, in: currency, fetched: $1) })
        }
        return pages.answer
    }
}

// MARK: - Quotes

extension CryptoCompare {
    private func quotes(
        _ symbols: [Symbol], _ choice: CurrencyChoice
    ) async -> [Result<Quote, ProviderFailure>] {
        var results: [Symbol: Result<Quote, ProviderFailure>] = [:]
        // A request answers each ticker in each currency.
        let batches = symbols.filter { $0.ticker != nil }.batches(choice) { batch, name, currency in
            Self.fits(name, after: batch.names, limit: Self.symbolCharacters)
                && Self.fits(currency.code, after: batch.currencies.map(\.code), limit: Self.currencyCharacters)
        }
        for (batch, answer) in await batches.requestInSequence(ask) {
            for symbol in batch.symbols {
                let currency = symbol.quote ?? choice.currency
                results[symbol] = answer.mapError { $0.about(symbol, in: currency) }.flatMap { prices in
                    let quotes = prices[symbol.bare]
                    let missing = ProviderFailure(
                        Self.name, quotes == nil ? .unknownSymbol(symbol) : .cannotQuote(currency))
                    return quotes?[currency.code]?.mapError {
                        ProviderFailure(Self.name, .invalidData("\(symbol): \($0)"))
                    } ?? .failure(missing)
                }
            }
        }
        return symbols.map { results[$0] ?? .failure(ProviderFailure(CryptoCompare.name, .unknownSymbol($0))) }
    }

    /// Whether a text is in a list, or fits in it, with commas between the texts.
    private static func fits(_ text: String, after list: [String], limit: Int) -> Bool {
        list.contains(text) || list.reduce(text.utf8.count) { $0 + $1.utf8.count + 1 } <= limit
    }

    private func ask(_ batch: SymbolBatch) async -> Result<Prices, ProviderFailure> {
        let codes = batch.currencies.map(\.code).joined(separator: ",")
        let asked = AskedNames(batch.names, of: CryptoCompare.name)
        return await Result(asking: { () throws(ProviderFailure) in
            try await endpoint.get(
                .quotes, "/data/pricemultifull", [("fsyms", batch.names.joined(separator: ",")), ("tsyms", codes)],
                decode: {
                    let prices = try Self.prices(&$0, in: batch.currencies, fetched: $1)
                    try asked.check(prices.keys.sorted(), "a ticker")
                    return prices
                })
        })
    }
}
