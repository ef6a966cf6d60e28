import DecimalArithmetic
import JSONReader
import Platform

extension CoinGecko {
    /// Asks for one page; a page without a single sound row fails if it `isChecked`.
    func markets(
        _ currency: Currency, _ query: [(String, String)], isChecked: Bool = true
    ) async throws(ProviderFailure) -> RowCollector<Quote> {
        let common = [("vs_currency", currency.code.lowercased())]
        do throws(ProviderFailure) {
            return try await endpoint.get("/api/v3/coins/markets", common + query + [("sparkline", "false")]) {
                reader in
                let rows = try Self.rows(&reader, in: currency, fetched: endpoint.now())
                if isChecked { try rows.check() }
                return rows
            }
        } catch {
            // Said with 400 or 422, and without saying which.
            guard case .status(400..<500, let words?) = error.reason, words.contains("invalid vs_currency") else {
                throw error
            }
            throw ProviderFailure(error.provider, .cannotQuote(currency))
        }
    }

    private static func rows(
        _ reader: inout JSONReader, in currency: Currency, fetched: Timestamp
    ) throws -> RowCollector<Quote> {
        var rows = RowCollector<Quote>()
        rows.reserveCapacity(rowsAPage)
        try reader.readArray { reader in
            try rows.read(&reader, name: Self.name) { try quote(&$0, in: currency, fetched: fetched) }
        }
        return rows
    }

    private enum NameKey: String, CaseIterable {
        case id, symbol
        static let keys = JSONKeys<Self>()
    }

    private static func name(_ reader: inout JSONReader) throws -> RowName {
        var name = RowName()
        try reader.readObject(NameKey.keys) { key, reader in
            switch key {
            case .id: name.id = try reader.optionalText(key.rawValue)
            case .symbol: name.symbol = try reader.optionalText(key.rawValue)
            }
        }
        return name
    }

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
        var quote = Quote(time: fetched, symbol: "", currency: currency, provider: "coingecko")
        var change: Number?
        var percent: Number?
        try reader.readObject(Key.keys) { key, reader in
            let field = key.rawValue
            switch key {
            case .id: quote.id = try reader.optionalText(field)
            case .symbol: quote.symbol = try reader.optionalText(field)?.uppercased() ?? ""
            case .name: quote.name = try reader.optionalText(field)
            case .price: quote.price = try reader.optionalNumber(field)
            case .marketCap: quote.marketCap = try reader.optionalNumber(field)
            case .rank: quote.rank = try reader.optionalInteger(field).map(Int.init)
            case .volume: quote.volume = try reader.optionalNumber(field)
            case .high: quote.high = try reader.optionalNumber(field)
            case .low: quote.low = try reader.optionalNumber(field)
            case .change: change = try reader.optionalNumber(field)
            case .changePercent: percent = try reader.optionalNumber(field)
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
    private enum ErrorKey: String, CaseIterable {
        case error, status
        case message = "error_message"
        static let keys = JSONKeys<Self>()
    }

    /// `{"error":"…"}`, `{"status":{"error_message":"…"}}`, `{"error":{"status":{…}}}` or `{"status":500,"error":"…"}`.
    @Sendable static func words(_ reader: inout JSONReader) throws -> String? {
        var said: String?
        try reader.readObject(ErrorKey.keys) { _, reader in
            switch reader.next {
            case .string: said = try reader.readString().makeString()
            case .object: said = try words(&reader) ?? said
            default: try reader.skip()
            }
        }
        return said
    }
}
