import DecimalArithmetic
import JSONReader
import Platform

extension CoinPaprika {
    static let rowNames = RowNameMembers(symbol: "symbol", id: "id")

    private enum Key: String, CaseIterable {
        case id, symbol, name, rank, quotes
        case updated = "last_updated"
        static let keys = JSONKeys<Self>()
    }

    /// A coin's row; 0 means unknown in rank and market cap.
    static func ticker(_ reader: inout JSONReader, in currency: Currency, fetched: Timestamp) throws -> Quote {
        var quote = Quote(time: fetched, symbol: "", currency: currency, provider: CoinPaprika.name)
        var isQuoted = false
        try reader.readObject(Key.keys) { key, reader in
            let field = key.rawValue
            switch key {
            case .id: quote.id = try reader.optionalText(field)
            case .symbol: quote.symbol = try reader.optionalText(field)?.uppercased() ?? ""
            case .name: quote.name = try reader.textIfSound()
            case .rank: quote.rank = try reader.rankIfSound()
            case .updated: quote.time = try reader.optionalTime(field) ?? fetched
            case .quotes:
                try reader.readMap { code, reader in
                    guard code == currency.code else { return }
                    try readAmounts(&reader, into: &quote)
                    isQuoted = true
                }
            }
        }
        _ = try quote.id.required("id")
        guard !quote.symbol.isEmpty else { throw RowProblem(description: "symbol is missing") }
        guard isQuoted else { throw RowProblem(description: "quotes.\(currency) is missing") }
        if quote.price == nil { quote.changePercent = nil }
        return quote
    }

    private enum AmountKey: String, CaseIterable {
        case price
        case volume = "volume_24h"
        case marketCap = "market_cap"
        case changePercent = "percent_change_24h"
        static let keys = JSONKeys<Self>()
    }

    /// Reads the values in one currency.
    private static func readAmounts(_ reader: inout JSONReader, into quote: inout Quote) throws {
        try reader.readObject(AmountKey.keys) { key, reader in
            switch key {
            case .price: quote.price = try reader.optionalPrice(key.rawValue)
            case .volume: quote.volume = try reader.numberIfSound()
            case .marketCap: quote.marketCap = try reader.positiveNumber()
            case .changePercent: quote.changePercent = try reader.numberIfSound()
            }
        }
    }
}
