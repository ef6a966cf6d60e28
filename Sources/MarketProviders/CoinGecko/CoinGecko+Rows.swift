import DecimalArithmetic
import JSONReader

extension CoinGecko {
    /// Asks for one page. It fails if `check` throws: without another one, if it has not a single sound row.
    func markets(
        _ kind: Freshness, _ currency: Currency, _ query: [(String, String)],
        check: @escaping @Sendable (RowCollector<Quote>) throws -> Void = { try $0.check() }
    ) async throws(ProviderFailure) -> RowCollector<Quote> {
        let all = [("vs_currency", currency.code.lowercased())] + query + ofExtras
        return try await endpoint.get(kind, "/api/v3/coins/markets", all) { reader, requested in
            let rows = try reader.readRows(name: Self.rowNames) { reader in
                var trend: [Number]?
                var row = try QuoteBuilder(&reader, Self.columns, provider: CoinGecko.name, fetched: requested) {
                    trend = try Self.trend(&$2)
                }
                // The service sends it in dollars, whatever the currency.
                row.values.trend = currency == .usd ? trend : nil
                return try row.coin(in: currency)
            }
            try check(rows)
            return rows
        }
    }

    /// What asks for the values that the service sends only on request.
    private var ofExtras: [(String, String)] {
        let changes = extras.contains(.changes) ? [("price_change_percentage", "1h,7d")] : []
        return changes + [("sparkline", "\(extras.contains(.trend))")]
    }

    /// Reads `{"price":[…]}`, the prices of 7 days by the hour, oldest first. What is not a price is left out.
    private static func trend(_ reader: inout JSONReader) throws -> [Number]? {
        guard reader.next == .object else { return nil }
        var prices: [Number] = []
        try reader.readObject(JSONKeys("price")) { _, reader in
            guard reader.next == .array else { return }
            try reader.readArray(upTo: AnswerLimit.hours) { reader in
                if let price = try reader.positiveNumber() { prices.append(price) }
            }
        }
        return prices.isEmpty ? nil : prices
    }

    private static let rowNames = RowName.reader(symbol: "symbol", id: "id")

    private static let columns: QuoteColumns = [
        "id": .id, "symbol": .symbol, "name": .name, "current_price": .last, "market_cap": .marketCap,
        "market_cap_rank": .rank, "total_volume": .turnover, "high_24h": .high, "low_24h": .low,
        "price_change_24h": .change, "price_change_percentage_24h": .changePercent, "last_updated": .timeText,
        "price_change_percentage_1h_in_currency": .changePercentOfHour,
        "price_change_percentage_7d_in_currency": .changePercentOfWeek, "sparkline_in_7d": .other,
    ]
}

// MARK: - Errors

extension CoinGecko {
    /// `{"error":"…"}`, `{"status":{"error_code":429,"error_message":"…"}}`, `{"error":{"status":{…}}}` or
    /// `{"status":500,"error":"…"}`; about keys and plans also `{"error_code":10010,"status":{"error_message":"…"}}`.
    /// Codes from 10002 on are of keys and plans, 10010 and 10011 of a key for another host (docs.coingecko.com, "Error
    /// Codes").
    static let errors = ErrorShape(
        [
            "error": .failure(in: ["status": .failure(in: status)]), "status": .failure(in: status),
            "error_code": .codeOrStatus,
        ],
        meanings: [
            (.cannotQuote(items: ["vs_currency"]), ["invalid vs_currency"]),
            (.unknownSymbol, ["coin not found", "could not find coin"]),
            (.rateLimited, [.code("429")]), (.wrongKey, [.code("10002"), .code("10010"), .code("10011")]),
        ])

    private static let status: ErrorMembers = ["error_code": .codeOrStatus, "error_message": .words]
}
