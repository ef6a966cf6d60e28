import JSONReader
import Platform
import Transport

/// GeckoTerminal's prices of tokens in dollars, from the pools of exchanges on the chains; without a key.
///
/// Protocol: apiguide.geckoterminal.com, `GET /simple/networks/{network}/token_price/{addresses}`, at most 30. Prices
/// are texts without a time; null is no price, and an unknown token is left out.
///
/// Terms: the service is CoinGecko's, with the terms and the attribution guide that `CoinGecko.swift` names.
extension Provider {
    /// The provider `geckoterminal`: see its `summary`.
    package static let geckoterminal = Provider(
        name: GeckoTerminal.name, jobs: [.price], kinds: [.token], tokenJobs: [.price],
        host: "https://api.geckoterminal.com", limits: "10 to 30 requests per minute",
        summary: "tokens by their contracts, priced by the pools that trade them", isOnlyNamed: false,
        currencies: ["USD"], requestsAMinute: 10,
        attribution: "Powered by CoinGecko (https://www.coingecko.com); on-chain data provided by GeckoTerminal "
            + "(https://www.geckoterminal.com)", makers: [.market { GeckoTerminal(settings: $0).client }])
}

struct GeckoTerminal: Sendable {
    static let name = "geckoterminal"
    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(
            .geckoterminal, settings,
            headers: [HTTPHeader("Accept", "application/json;version=20230302")], errors: Self.errors)
    }

    var client: MarketClient { .tokens(endpoint, size: 30, name: { $0.serviceNames.geckoterminal }, ask) }

    private func ask(_ batch: TokenQuotes.Batch) async throws(ProviderFailure) -> QuotesByName {
        let addresses = batch.addresses.joined(separator: ",")
        return try await endpoint.get(
            .quotes, "/api/v2/simple/networks/\(batch.chain)/token_price/\(addresses)",
            decode: { try Self.quotes(&$0, of: batch.addresses, fetched: $1) })
    }

    /// `{"data":{"attributes":{"token_prices":{"0x…":"2602.07","0x…":null}}}}`
    private static func quotes(
        _ reader: inout JSONReader, of addresses: [String], fetched: Timestamp
    ) throws -> QuotesByName {
        var quotes = QuotesByName(of: addresses, by: name)
        try reader.readMember("data") { reader in
            try reader.readMember("attributes") { reader in
                try reader.readMember("token_prices") { reader in
                    try reader.readMap(upTo: AnswerLimit.rates) { address, reader in
                        let address = try address.text("an address")
                        try quotes.read(address, &reader) { reader in
                            var quote = Quote(time: fetched, symbol: "", currency: .usd, provider: name)
                            quote.price = try reader.optionalPrice("the price")
                            return .success(quote)
                        }
                    }
                }
            }
        }
        return quotes
    }

    /// `{"errors":[{"status":"404","title":"Not Found"}]}`
    static let errors = ErrorShape(
        ["errors": .failure(in: ["title": .words])], meanings: [(.unknownSymbol, ["not found"])])
}
