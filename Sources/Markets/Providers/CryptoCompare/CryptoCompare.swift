import JSONReader
import Platform
import Transport

/// CryptoCompare (now CoinDesk Data), which answers nothing without a key since 21 May 2026.
///
/// Protocol: min-api.cryptocompare.com/documentation, `top/totaltoptiervolfull` (10 to 100 rows a page) and
/// `pricemultifull` (`fsyms` of at most 1,000 characters, `tsyms` of 100), `v2/histoday` and its kin. Errors come with status 200.
extension MarketProvider {
    static let cryptocompare = MarketProvider(
        name: CryptoCompare.name, jobs: [.list, .price, .history, .watch], key: .required,
        host: "https://min-api.cryptocompare.com",
        limits: "by the key's plan", summary: "the index CCCAGG over exchanges, top coins by volume",
        isOnlyNamed: true, currencies: [], marketClient: { CryptoCompare(settings: $0).client },
        makeTicks: { CryptoCompareStream.source($0) })
}

struct CryptoCompare: Sendable {
    static let name = "cryptocompare"
    static let rowsAPage = 10...100
    static let symbolCharacters = 1000
    static let currencyCharacters = 100

    let endpoint: Endpoint
    let hasKey: Bool

    init(settings: ProviderSettings) {
        hasKey = settings.key != nil
        endpoint = Endpoint(
            .cryptocompare, settings,
            secret: settings.key.map { .header(name: "Authorization", value: $0, prefix: "Apikey ") },
            errors: Self.errors)
    }

    var client: MarketClient {
        MarketClient(
            list: { query throws(ProviderFailure) in try await list(query) },
            quotes: { await quotes($0, $1) },
            now: endpoint.now, history: { query throws(ProviderFailure) in try await history(query) })
    }

    var missingKey: ProviderFailure { ProviderFailure(CryptoCompare.name, .missingKey) }
}

// MARK: - List

extension CryptoCompare {
    private func list(_ query: ListQuery) async throws(ProviderFailure) -> ListAnswer {
        guard hasKey else { throw missingKey }
        let most = Self.rowsAPage.upperBound
        let size = min(max(query.depth.rows(inAnswersOf: most), Self.rowsAPage.lowerBound), most)
        let currency = query.currency.currency
        var pages = PageCollector(query: query, size: size, provider: CryptoCompare.name)
        repeat {
            let page = try await endpoint.get(
                "/data/top/totaltoptiervolfull",
                [("limit", "\(size)"), ("tsym", currency.code), ("page", "\(pages.count)")],
                decode: { try Self.topList(&$0, in: currency, fetched: endpoint.now()) })
            try pages.take(page)
        } while pages.needsMore
        return pages.answer
    }
}

// MARK: - Quotes

extension CryptoCompare {
    private func quotes(
        _ symbols: [Symbol], _ choice: CurrencyChoice
    ) async -> [Result<Quote, ProviderFailure>] {
        guard hasKey else { return symbols.map { _ in .failure(missingKey) } }
        var results: [Symbol: Result<Quote, ProviderFailure>] = [:]
        for (batch, answer) in await Self.batches(symbols, choice).requestInSequence(ask) {
            for symbol in batch.symbols {
                let currency = symbol.quote ?? choice.currency
                results[symbol] = answer.mapError { $0.about(symbol, in: currency) }.flatMap { prices in
                    prices.quote(of: symbol, in: currency)
                }
            }
        }
        return symbols.map { results[$0] ?? .failure(ProviderFailure(CryptoCompare.name, .unknownSymbol($0))) }
    }

    /// Symbols that fit in one request; it answers each ticker in each currency.
    private struct Batch {
        var symbols: [Symbol] = []
        var currencies: [Currency] = []
        var fsyms = CommaList(limit: CryptoCompare.symbolCharacters)
        var tsyms = CommaList(limit: CryptoCompare.currencyCharacters)

        mutating func add(_ symbol: Symbol, in currency: Currency) -> Bool {
            guard fsyms.fits(symbol.bare), tsyms.fits(currency.code) else { return false }
            symbols.append(symbol)
            fsyms.add(symbol.bare)
            if tsyms.add(currency.code) { currencies.append(currency) }
            return true
        }
    }

    private static func batches(_ symbols: [Symbol], _ choice: CurrencyChoice) -> [Batch] {
        var seen: Set<Symbol> = []
        var batches = [Batch()]
        for symbol in symbols where symbol.ticker != nil && seen.insert(symbol).inserted {
            let currency = symbol.quote ?? choice.currency
            if batches[batches.count - 1].add(symbol, in: currency) { continue }
            batches.append(Batch())
            _ = batches[batches.count - 1].add(symbol, in: currency)
        }
        return batches.filter { !$0.symbols.isEmpty }
    }

    private func ask(_ batch: Batch) async -> Result<Prices, ProviderFailure> {
        await Result(asking: { () throws(ProviderFailure) in
            try await endpoint.get(
                "/data/pricemultifull", [("fsyms", batch.fsyms.text), ("tsyms", batch.tsyms.text)],
                decode: { try Self.prices(&$0, in: batch.currencies, fetched: endpoint.now()) })
        })
    }
}

/// Different texts between commas, up to so many bytes.
private struct CommaList {
    let limit: Int
    private var items: Set<String> = []
    private(set) var text = ""

    init(limit: Int) {
        self.limit = limit
    }

    func fits(_ item: String) -> Bool {
        items.isEmpty || items.contains(item) || text.utf8.count + 1 + item.utf8.count <= limit
    }

    /// False for a text that is there already.
    @discardableResult
    mutating func add(_ item: String) -> Bool {
        guard items.insert(item).inserted else { return false }
        text += (text.isEmpty ? "" : ",") + item
        return true
    }
}
