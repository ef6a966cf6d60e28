import JSONReader
import Platform

/// `/simple/token_price/{platform}`: the price of a token by its contract. Without a key there is one a request
/// (docs.coingecko.com, "Coin Price by Token Addresses"; the limit of one is the service's since July 2024).
extension CoinGecko {
    var tokens: TokenQuotes {
        TokenQuotes(
            provider: CoinGecko.name, size: 1, hasCurrencies: true, name: { $0.serviceNames.coingecko },
            ask: { batch throws(ProviderFailure) in
                let currency = batch.currency.code.lowercased()
                return try await endpoint.get(
                    .quotes, "/api/v3/simple/token_price/\(batch.chain)",
                    [
                        ("contract_addresses", batch.addresses.joined(separator: ",")), ("vs_currencies", currency),
                        ("include_last_updated_at", "true"), ("precision", "full"),
                    ],
                    decode: { try Self.tokens(&$0, batch, fetched: $1) })
            })
    }

    /// `{"0x…":{"usd":0.99988,"last_updated_at":1790610660}}`; a token that is not quoted in the currency is `{}`.
    private static func tokens(
        _ reader: inout JSONReader, _ batch: TokenQuotes.Batch, fetched: Timestamp
    ) throws -> QuotesByName {
        let code = batch.currency.code.lowercased()
        let keys = JSONKeys(named: code, "last_updated_at")
        var quotes = QuotesByName(of: batch.addresses, by: name)
        try reader.readMap(upTo: AnswerLimit.rates) { address, reader in
            try quotes.read(try address.text("an address"), &reader) { reader in
                var quote = Quote(time: fetched, symbol: "", currency: batch.currency, provider: name)
                var isQuoted = false
                try reader.readObject(keys) { key, reader in
                    if key == code {
                        isQuoted = true
                        quote.price = try reader.optionalPrice(code)
                    } else {
                        quote.time = try reader.optionalTime(key, in: .seconds) ?? fetched
                    }
                }
                return isQuoted ? .success(quote) : .failure(.cannotQuote(batch.currency))
            }
        }
        return quotes
    }
}
