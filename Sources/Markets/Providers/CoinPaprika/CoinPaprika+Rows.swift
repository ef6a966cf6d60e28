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
        var amounts: Amounts?
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
                    if code == currency.code { amounts = try Self.amounts(&reader) }
                }
            }
        }
        _ = try quote.id.required("id")
        guard !quote.symbol.isEmpty else { throw RowProblem(description: "symbol is missing") }
        let sent = try amounts.required("quotes.\(currency)")
        quote.price = sent.price
        quote.volume = sent.volume
        quote.marketCap = sent.marketCap
        quote.setChange(amount: nil, percent: sent.price == nil ? nil : sent.changePercent)
        return quote
    }

    /// What is sent in one currency.
    private struct Amounts {
        var price: Number?
        var volume: Number?
        var marketCap: Number?
        var changePercent: Number?
    }

    private enum AmountKey: String, CaseIterable {
        case price
        case volume = "volume_24h"
        case marketCap = "market_cap"
        case changePercent = "percent_change_24h"
        static let keys = JSONKeys<Self>()
    }

    private static func amounts(_ reader: inout JSONReader) throws -> Amounts {
        var amounts = Amounts()
        try reader.readObject(AmountKey.keys) { key, reader in
            let field = key.rawValue
            switch key {
            case .price: amounts.price = try reader.optionalPrice(field)
            case .volume: amounts.volume = try reader.numberIfSound()
            case .marketCap: amounts.marketCap = try reader.positiveNumber()
            case .changePercent: amounts.changePercent = try reader.numberIfSound()
            }
        }
        return amounts
    }
}
