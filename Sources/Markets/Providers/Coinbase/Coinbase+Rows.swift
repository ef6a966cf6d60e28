import JSONReader
import Platform

// MARK: - A product's quote

extension Coinbase {
    /// Price, bid, ask and time, the last with nanoseconds. `volume` is in base units, so the turnover is unknown.
    private static let tickerColumns: ExchangeColumns = [
        "price": .last, "bid": .bid, "ask": .ask, "time": .timeText,
    ]

    /// Of the last 24 hours; `last` and `volume` say what the ticker says.
    private static let statsColumns: ExchangeColumns = ["open": .open, "high": .high, "low": .low]

    /// `/products/BTC-USD/ticker`; everything a quote has but open, high and low.
    func ticker(of product: String) async -> Result<Quote, ProviderFailure> {
        let parts = product.uppercased().split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return .failure(ProviderFailure(Coinbase.name, .unknownSymbol(nil))) }
        return await read("ticker", of: product) { reader in
            var row = ExchangeRow(provider: Coinbase.name, fetched: endpoint.now())
            try Self.tickerColumns.read(&reader, into: &row)
            row.market = product
            (row.base, row.quoteCurrency) = (parts[0], parts[1])
            return try row.quote()
        }
    }

    /// `/products/BTC-USD/stats`; open, high and low alone.
    func stats(of product: String) async -> Result<ExchangeRow, ProviderFailure> {
        await read("stats", of: product) { reader in
            var row = ExchangeRow(provider: Coinbase.name, fetched: endpoint.now())
            try Self.statsColumns.read(&reader, into: &row)
            return row
        }
    }

    private func read<Answer>(
        _ part: String, of product: String, _ decode: (inout JSONReader) throws -> Answer
    ) async -> Result<Answer, ProviderFailure> {
        await Result(asking: { () throws(ProviderFailure) in
            try await endpoint.get("/products/\(product)/\(part)", [], decode: decode)
        })
    }
}

// MARK: - Products

extension Coinbase {
    private enum ProductKey: String, CaseIterable {
        case id, status
        case base = "base_currency"
        case quote = "quote_currency"
        static let keys = JSONKeys<Self>()
    }

    /// All products that are traded, without prices.
    static func products(_ reader: inout JSONReader, fetched: Timestamp) throws -> ListAnswer {
        try reader.readRows(name: rowNames.read) { reader -> Quote? in
            var row = ExchangeRow(provider: Coinbase.name, fetched: fetched)
            var status: String?
            try reader.readObject(ProductKey.keys) { key, reader in
                switch key {
                case .id: row.market = try reader.optionalText(key.rawValue)
                case .base: row.base = try reader.optionalText(key.rawValue)
                case .quote: row.quoteCurrency = try reader.optionalText(key.rawValue)
                case .status: status = try reader.textIfSound()
                }
            }
            let quote = try row.quote()
            return status == "delisted" ? nil : quote
        }.answer()
    }

    private static let rowNames = RowNameMembers(id: "id")

    /// `{"message":"NotFound"}`, `{"message":"Not allowed for delisted products"}`
    static let errors = ErrorShape(
        ["message": .failure], meanings: [(.unknownSymbol, ["notfound", "delisted products"])])
}
