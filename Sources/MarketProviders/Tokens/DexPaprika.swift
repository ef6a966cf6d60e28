import JSONReader
import Platform
import Transport

/// DexPaprika's prices of tokens in dollars, from the pools of exchanges on the chains; a key raises its limits.
///
/// Protocol: docs.dexpaprika.com, `GET /networks/{network}/multi/prices?tokens=`, at most 10 tokens. One without a
/// price is left out. That a network of this name exists for each chain is not confirmed for all of them.
extension Provider {
    /// The provider `dexpaprika`: see its `summary`.
    package static let dexpaprika = Provider(
        name: DexPaprika.name, jobs: [.price], kinds: [.token], tokenJobs: [.price], key: .optional,
        host: "https://api.dexpaprika.com",
        limits: "15 requests per minute and 50,000 credits per month without a key, 30 and 300,000 with a free one; "
            + "a token costs a credit",
        summary: "tokens by their contracts, priced by the pools that trade them; up to 15 s late without a key",
        isOnlyNamed: false, currencies: ["USD"], requestsAMinute: 30, keylessRequestsAMinute: 15,
        attribution: "Data by DexPaprika (https://dexpaprika.com)",
        makers: [.market { DexPaprika(settings: $0).client }])
}

struct DexPaprika: Sendable {
    static let name = "dexpaprika"
    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.dexpaprika, settings, key: .header("Authorization"), errors: Self.errors)
    }

    var client: MarketClient { .tokens(endpoint, size: 10, name: { $0.serviceNames.dexpaprika }, ask) }

    private func ask(_ batch: TokenQuotes.Batch) async throws(ProviderFailure) -> QuotesByName {
        try await endpoint.get(
            .quotes, "/networks/\(batch.chain)/multi/prices",
            [("tokens", batch.addresses.joined(separator: ","))],
            decode: { try Self.quotes(&$0, of: batch.addresses, fetched: $1) })
    }

    private static let columns: QuoteColumns = ["id": .id, "price_usd": .last, "last_updated": .timeText]
    private static let names = RowName.reader(id: "id")

    /// `[{"chain":"ethereum","id":"0x…","price_usd":2683.92,"last_updated":"2026-09-28T13:06:30Z"}]`
    private static func quotes(
        _ reader: inout JSONReader, of addresses: [String], fetched: Timestamp
    ) throws -> QuotesByName {
        var quotes = QuotesByName(of: addresses, by: name)
        try reader.readArray(upTo: AnswerLimit.rates) { reader in
            var again = reader
            let address = try names(&again).id.required("id")
            try quotes.read(address, &reader) { reader in
                var row = try QuoteBuilder(&reader, columns, provider: name, fetched: fetched)
                return .success(row.quote(of: "", in: .usd))
            }
        }
        return quotes
    }

    /// `{"message":"not found"}` with 404 is an unknown token or network. 402 means that the credits of the month are
    /// used up; no body of it is recorded.
    static let errors = ErrorShape(
        ["message": .failure, "error": .failure],
        meanings: [(.unknownSymbol, ["not found"]), (.rateLimited, [.status(402), "quota"])],
        explanations: [
            (
                "the credits of this month are used up; there are 50,000 without a key, and 300,000 with a free one "
                    + "in CRYPTO_DEXPAPRIKA_KEY", [.status(402), "quota"]
            )
        ])
}

extension MarketClient {
    /// Creates the client of a provider that has nothing but tokens, in dollars.
    static func tokens(
        _ endpoint: Endpoint, size: Int, name: @escaping @Sendable (Token.Chain) -> String?,
        _ ask: @escaping @Sendable (TokenQuotes.Batch) async throws(ProviderFailure) -> QuotesByName
    ) -> MarketClient {
        let provider = endpoint.provider
        let tokens = TokenQuotes(provider: provider, size: size, name: name, ask: ask)
        return MarketClient(
            list: { _ throws(ProviderFailure) in throw ProviderFailure(provider, .cannot(.list)) },
            quotes: { symbols, choice in
                let found = await tokens.quotes(symbols, choice)
                return symbols.map { found[$0] ?? .failure(ProviderFailure(provider, .unknownSymbol($0))) }
            }, now: endpoint.now)
    }
}
