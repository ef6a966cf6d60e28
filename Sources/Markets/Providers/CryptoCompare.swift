import JSONReader
import Platform
import Transport

/// CryptoCompare (now CoinDesk Data), which answers nothing without a key since 21 May 2026.
///
/// Protocol: min-api.cryptocompare.com/documentation, `top/totaltoptiervolfull` (10 to 100 rows a page) and
/// `pricemultifull` (`fsyms` of at most 1,000 characters). Errors come with status 200.
extension MarketProvider {
    static let cryptocompare = MarketProvider(
        name: "cryptocompare", jobs: [.list, .price], key: .required, host: "https://min-api.cryptocompare.com",
        limits: "by the key's plan", summary: "the index CCCAGG over exchanges, top coins by volume",
        isOnlyNamed: true, currencies: [], make: { CryptoCompare(settings: $0).client })
}

struct CryptoCompare: Sendable {
    static let rowsAPage = 10...100
    static let symbolCharacters = 1000

    let endpoint: Endpoint
    let hasKey: Bool

    init(settings: ProviderSettings) {
        hasKey = settings.key != nil
        endpoint = Endpoint(
            provider: "cryptocompare", http: settings.http, base: settings.base ?? MarketProvider.cryptocompare.host,
            secret: settings.key.map { .header(name: "Authorization", value: $0, prefix: "Apikey ") },
            now: settings.time.now, readError: { .general($0, words: try Self.words(&$1)) })
    }

    var client: MarketClient {
        MarketClient(
            list: { query throws(ProviderFailure) in try await list(query) },
            quotes: { await quotes($0, $1) },
            now: endpoint.now)
    }

    private var missingKey: ProviderFailure { ProviderFailure("cryptocompare", .missingKey) }
}

// MARK: - List

extension CryptoCompare {
    private func list(_ query: ListQuery) async throws(ProviderFailure) -> ListAnswer {
        guard hasKey else { throw missingKey }
        // A search or a condition may need every page; a plain list only as many rows as it prints.
        let size = min(max(query.limit, Self.rowsAPage.lowerBound), Self.rowsAPage.upperBound)
        let currency = query.currency.currency
        var whole = ListAnswer(quotes: [])
        for page in 0... {
            let rows = try await endpoint.get(
                "/data/top/totaltoptiervolfull",
                [("limit", "\(size)"), ("tsym", currency.code), ("page", "\(page)")],
                decode: { try Self.topList(&$0, in: currency, fetched: endpoint.now()) })
            if page == 0, rows.count == 0 { throw ProviderFailure("cryptocompare", .invalidData("an empty list")) }
            whole.quotes += rows.rows
            whole.dropped += rows.dropped.map { $0.moved(by: page * size) }
            if rows.count < size || (query.search == nil && query.pick(from: whole.quotes).count == query.limit) {
                break
            }
        }
        return ListAnswer(quotes: query.pick(from: whole.quotes), dropped: whole.dropped)
    }
}

// MARK: - Quotes

extension CryptoCompare {
    private func quotes(
        _ symbols: [Symbol], _ choice: CurrencyChoice
    ) async -> [Result<Quote, ProviderFailure>] {
        guard hasKey else { return symbols.map { _ in .failure(missingKey) } }
        var found: [Currency: [String: Quote]] = [:]
        var failed: [Symbol: ProviderFailure] = [:]
        for batch in Self.batches(symbols, choice) {
            do throws(ProviderFailure) {
                let answer = try await ask(batch.tickers, batch.currency)
                found[batch.currency, default: [:]].merge(answer) { first, _ in first }
            } catch {
                for symbol in batch.symbols { failed[symbol] = error.about(symbol) }
            }
        }
        return symbols.map { symbol in
            if let failure = failed[symbol] { return .failure(failure) }
            guard let quote = symbol.ticker.flatMap({ found[symbol.quote ?? choice.currency]?[$0] }) else {
                return .failure(ProviderFailure("cryptocompare", .unknownSymbol(symbol)))
            }
            return .success(quote)
        }
    }

    private struct Batch {
        let currency: Currency
        var symbols: [Symbol]
        var length: Int
        var tickers: [String] { symbols.map(\.bare) }
    }

    private static func batches(_ symbols: [Symbol], _ choice: CurrencyChoice) -> [Batch] {
        var batches: [Batch] = []
        var seen: Set<Symbol> = []
        for symbol in symbols where symbol.ticker != nil && seen.insert(symbol).inserted {
            let currency = symbol.quote ?? choice.currency
            let length = symbol.bare.utf8.count + 1
            let fitting = batches.lastIndex { $0.currency == currency && $0.length + length <= symbolCharacters }
            if let fitting {
                batches[fitting].symbols.append(symbol)
                batches[fitting].length += length
            } else {
                batches.append(Batch(currency: currency, symbols: [symbol], length: length))
            }
        }
        return batches
    }

    private func ask(_ tickers: [String], _ currency: Currency) async throws(ProviderFailure) -> [String: Quote] {
        try await endpoint.get(
            "/data/pricemultifull", [("fsyms", tickers.joined(separator: ",")), ("tsyms", currency.code)],
            decode: { try Self.prices(&$0, in: currency, fetched: endpoint.now()) })
    }
}
