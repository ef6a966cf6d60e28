import JSONReader
import Platform

// MARK: - A product's quote

extension Coinbase {
    /// Price, bid, ask and time, the last with nanoseconds. `volume` is in base units, so the turnover is unknown.
    private static let tickerColumns: QuoteColumns = [
        "price": .last, "bid": .bid, "ask": .ask, "time": .timeText,
    ]

    /// Of the last 24 hours; `last` and `volume` say what the ticker says.
    private static let statsColumns: QuoteColumns = ["open": .open, "high": .high, "low": .low]

    /// `/products/BTC-USD/ticker`; everything a quote has but open, high and low.
    func ticker(of product: String) async -> Result<Quote, ProviderFailure> {
        let parts = product.uppercased().split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return .failure(ProviderFailure(Coinbase.name, .unknownSymbol(nil))) }
        return await read("ticker", of: product) { reader, requested in
            var row = try QuoteBuilder(&reader, Self.tickerColumns, provider: Coinbase.name, fetched: requested)
            (row.id, row.symbol, row.currency) = (product, ExchangeTickers.coinbase.common(parts[0]), parts[1])
            return try row.market()
        }
    }

    /// `/products/BTC-USD/stats`; open, high and low alone.
    func stats(of product: String) async -> Result<Quote, ProviderFailure> {
        await read("stats", of: product) {
            try QuoteBuilder(&$0, Self.statsColumns, provider: Coinbase.name, fetched: $1).values
        }
    }

    private func read<Answer: Cacheable>(
        _ part: String, of product: String,
        _ decode: @escaping @Sendable (inout JSONReader, Timestamp) throws -> Answer
    ) async -> Result<Answer, ProviderFailure> {
        await Result(asking: { () throws(ProviderFailure) in
            try await endpoint.get(.quotes, "/products/\(product)/\(part)", decode: decode)
        })
    }
}

// MARK: - Products

extension Coinbase {
    private static let productColumns: QuoteColumns = [
        "id": .id, "base_currency": .symbol, "quote_currency": .currency, "status": .other,
    ]

    /// All products that are traded, without prices.
    static func products(_ reader: inout JSONReader, fetched: Timestamp) throws -> ListAnswer {
        try reader.readRows(name: rowNames) { reader -> Quote? in
            var status: String?
            var row = try QuoteBuilder(&reader, productColumns, provider: name, fetched: fetched) { _, _, reader in
                status = try reader.textIfSound()
            }
            row.symbol = row.symbol.map(ExchangeTickers.coinbase.common)
            let quote = try row.market()
            return status == "delisted" ? nil : quote
        }.answer()
    }

    private static let rowNames = RowName.reader(id: "id")

    /// `{"message":"NotFound"}`, `{"message":"Not allowed for delisted products"}`
    static let errors = ErrorShape(
        ["message": .failure], meanings: [(.unknownSymbol, ["notfound", "delisted products"])])
}
