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
        let most = query.isSelective ? Self.rowsAPage.upperBound : query.limit
        let size = min(max(most, Self.rowsAPage.lowerBound), Self.rowsAPage.upperBound)
        let currency = query.currency.currency
        var pages = PageCollector(query: query, size: size, provider: "cryptocompare")
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
        for batch in Self.batches(symbols, choice) {
            let answer = await ask(batch)
            for symbol in batch.symbols {
                results[symbol] = answer.mapError { $0.about(symbol) }.flatMap { prices in
                    prices[symbol.bare]?.mapError { ProviderFailure("cryptocompare", .invalidData($0.description)) }
                        ?? .failure(ProviderFailure("cryptocompare", .unknownSymbol(symbol)))
                }
            }
        }
        return symbols.map { results[$0] ?? .failure(ProviderFailure("cryptocompare", .unknownSymbol($0))) }
    }

    private struct Batch {
        let currency: Currency
        var symbols: [Symbol]
        var length: Int

        /// `fsyms` as sent.
        var tickers: String { symbols.map(\.bare).joined(separator: ",") }
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

    private func ask(_ batch: Batch) async -> Result<[String: Result<Quote, RowProblem>], ProviderFailure> {
        do throws(ProviderFailure) {
            return .success(
                try await endpoint.get(
                    "/data/pricemultifull", [("fsyms", batch.tickers), ("tsyms", batch.currency.code)],
                    decode: { try Self.prices(&$0, in: batch.currency, fetched: endpoint.now()) }))
        } catch {
            return .failure(error)
        }
    }
}
