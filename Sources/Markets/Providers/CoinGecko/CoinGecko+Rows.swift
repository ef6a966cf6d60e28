import JSONReader

extension CoinGecko {
    /// Asks for one page; a page without a single sound row fails if it `isChecked`.
    func markets(
        _ currency: Currency, _ query: [(String, String)], isChecked: Bool = true
    ) async throws(ProviderFailure) -> RowCollector<Quote> {
        let common = [("vs_currency", currency.code.lowercased())]
        return try await endpoint.get("/api/v3/coins/markets", common + query + [("sparkline", "false")]) { reader in
            let rows = try reader.readRows(name: Self.rowNames.read) {
                try QuoteRow(&$0, Self.columns, provider: CoinGecko.name, fetched: endpoint.now()).coin(in: currency)
            }
            if isChecked { try rows.check() }
            return rows
        }
    }

    private static let rowNames = RowNameMembers(symbol: "symbol", id: "id")

    private static let columns: QuoteColumns = [
        "id": .id, "symbol": .symbol, "name": .name, "current_price": .last, "market_cap": .marketCap,
        "market_cap_rank": .rank, "total_volume": .turnover, "high_24h": .high, "low_24h": .low,
        "price_change_24h": .change, "price_change_percentage_24h": .changePercent, "last_updated": .timeText,
    ]
}

// MARK: - Errors

extension CoinGecko {
    /// `{"error":"…"}`, `{"status":{"error_code":429,"error_message":"…"}}`, `{"error":{"status":{…}}}` or
    /// `{"status":500,"error":"…"}`. Codes from 10002 on are of keys and plans (docs.coingecko.com, "Common Errors").
    static let errors = ErrorShape(
        ["error": .failure(in: ["status": .failure(in: status)]), "status": .failure(in: status)],
        meanings: [
            (.cannotQuote(items: ["vs_currency"]), ["invalid vs_currency"]),
            (.unknownSymbol, ["coin not found", "could not find coin"]),
            (.rateLimited, [.code("429")]), (.wrongKey, [.code("10002"), .code("10010"), .code("10011")]),
        ])

    private static let status: ErrorMembers = ["error_code": .codeOrStatus, "error_message": .words]
}
