import DecimalArithmetic
import JSONReader
import Platform

extension CoinGecko {
    /// Asks for one page; a page without a single sound row fails if it `isChecked`.
    func markets(
        _ currency: Currency, _ query: [(String, String)], isChecked: Bool = true
    ) async throws(ProviderFailure) -> RowCollector<Quote> {
        let common = [("vs_currency", currency.code.lowercased())]
        return try await endpoint.get("/api/v3/coins/markets", common + query + [("sparkline", "false")]) { reader in
            let rows = try reader.readRows(name: Self.rowNames.read) {
                try Self.quote(&$0, in: currency, fetched: endpoint.now())
            }
            if isChecked { try rows.check() }
            return rows
        }
    }

    private static let rowNames = RowNameMembers(symbol: "symbol", id: "id")

    private enum Key: String, CaseIterable {
        case id, symbol, name
        case price = "current_price"
        case marketCap = "market_cap"
        case rank = "market_cap_rank"
        case volume = "total_volume"
        case high = "high_24h"
        case low = "low_24h"
        case change = "price_change_24h"
        case changePercent = "price_change_percentage_24h"
        case updated = "last_updated"
        static let keys = JSONKeys<Self>()
    }

    private static func quote(_ reader: inout JSONReader, in currency: Currency, fetched: Timestamp) throws -> Quote {
        var quote = Quote(time: fetched, symbol: "", currency: currency, provider: CoinGecko.name)
        var change: Number?
        var percent: Number?
        try reader.readObject(Key.keys) { key, reader in
            let field = key.rawValue
            switch key {
            case .id: quote.id = try reader.optionalText(field)
            case .symbol: quote.symbol = try reader.optionalText(field)?.uppercased() ?? ""
            case .name: quote.name = try reader.textIfSound()
            case .price: quote.price = try reader.optionalPrice(field)
            case .marketCap: quote.marketCap = try reader.numberIfSound()
            case .rank: quote.rank = try reader.rankIfSound()
            case .volume: quote.volume = try reader.numberIfSound()
            case .high: quote.high = try reader.positiveNumber()
            case .low: quote.low = try reader.positiveNumber()
            case .change: change = try reader.numberIfSound()
            case .changePercent: percent = try reader.numberIfSound()
            case .updated: quote.time = try reader.optionalTime(field) ?? fetched
            }
        }
        _ = try quote.id.required("id")
        guard !quote.symbol.isEmpty else { throw RowProblem(description: "symbol is missing") }
        quote.setChange(amount: change, percent: percent)
        return quote
    }
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
