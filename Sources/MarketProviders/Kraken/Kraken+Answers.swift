import JSONReader
import Platform

extension Kraken {
    /// The tickers of pairs, or of all.
    func tickers(of names: [String]?) async -> Result<KrakenTickers, ProviderFailure> {
        let query = names.map { [("pair", $0.joined(separator: ","))] } ?? []
        return await get(names == nil ? .list : .quotes, "Ticker", query) { try KrakenTickers(&$0, fetched: $1) }
    }

    /// All pairs, without prices: `id` is the key of answers, `market` the name to ask by.
    func pairs() async -> Result<ListAnswer, ProviderFailure> {
        await get(.metadata, "AssetPairs", []) { reader, requested in
            var rows = RowCollector<Quote>()
            try reader.readMap { key, reader in
                let key = try key.text("a pair")
                try rows.read(&reader, name: { _ in RowName(id: key) }) { reader in
                    try Self.pair(key, &reader, fetched: requested)
                }
            }
            return try rows.answer()
        }
    }

    func get<Answer: Cacheable>(
        _ kind: Freshness, _ method: String, _ query: [(String, String)],
        decode: @escaping @Sendable (inout JSONReader, Timestamp) throws -> Answer
    ) async -> Result<Answer, ProviderFailure> {
        await Result(asking: { () throws(ProviderFailure) in
            try await endpoint.get(kind, "/0/public/\(method)", query) { reader, requested in
                try reader.readMember("result") { try decode(&$0, requested) }
            }
        })
    }

    private static let pairColumns: QuoteColumns = [
        "altname": .id, "base": .symbol, "quote": .currency, "execution_venue": .other,
    ]

    /// Kraken's own place of trade. Another one may have a pair of the same assets, which must not be taken for it.
    /// That each pair names its place, since 2026-04-27, is from the documentation and unconfirmed: no answer with it
    /// is recorded. A pair that names none is Kraken's own.
    private static let ownVenue = "international"

    /// A pair; nil for one of another place of trade, and for one of the dark pool (`XXBTZUSD.d`), which has no ticker.
    private static func pair(_ key: String, _ reader: inout JSONReader, fetched: Timestamp) throws -> Quote? {
        var venue: String?
        var row = try QuoteBuilder(&reader, pairColumns, provider: Kraken.name, fetched: fetched) { _, _, reader in
            venue = try reader.textIfSound()
        }
        guard !key.hasSuffix(".d"), venue ?? ownVenue == ownVenue else { return nil }
        (row.symbol, row.currency) = try assets(
            in: row.id.required("altname"), base: row.symbol.required("base"),
            quote: row.currency.required("quote"))
        var quote = try row.market()
        quote.id = key
        return quote
    }

    /// The common names of the assets of a pair: `BTC` and `USD` of `XXBT` and `ZUSD` in `XBTUSD`. An X or Z before
    /// them does not belong to them where the pair's name does not have it.
    private static func assets(in name: String, base: String, quote: String) throws -> (String, String) {
        for base in [base, String(base.dropFirst())] {
            for quote in [quote, String(quote.dropFirst())] where base + quote == name {
                return (ExchangeTickers.kraken.common(base), ExchangeTickers.kraken.common(quote))
            }
        }
        throw RowProblem(description: "\(name) is not made of \(base) and \(quote)")
    }
}

// MARK: - Envelope

extension Kraken {
    /// `{"error":["EQuery:Unknown asset pair"]}`, with status 200 and without a result; warnings begin with W. The
    /// temporary ones are those of docs.kraken.com, "API errors", and of libraries; Timeout is unconfirmed.
    /// `EService:Throttled: 1795850000` names the moment in seconds since 1970 until which requests are rejected.
    static let errors = ErrorShape(
        ["error": .failures(beginningWith: "E")],
        meanings: [
            (.unknownSymbol, ["unknown asset pair"]), (.rateLimited, ["eservice:throttled"]),
            (
                .unavailable,
                [
                    "eservice:unavailable", "eservice:busy", "eservice:timeout", "egeneral:internal error",
                    "egeneral:temporary lockout",
                ]
            ),
        ])
}
