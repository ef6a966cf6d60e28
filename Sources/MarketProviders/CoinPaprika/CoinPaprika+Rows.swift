import JSONReader
import Platform

extension CoinPaprika {
    static let rowNames = RowName.reader(symbol: "symbol", id: "id")

    private static let columns: QuoteColumns = [
        "id": .id, "symbol": .symbol, "name": .name, "rank": .rank, "last_updated": .timeText, "quotes": .other,
    ]
    /// The values in one currency.
    private static let amounts: QuoteColumns = [
        "price": .last, "volume_24h": .turnover, "market_cap": .marketCapAboveZero,
        "percent_change_24h": .changePercent, "percent_change_1h": .changePercentOfHour,
        "percent_change_7d": .changePercentOfWeek,
    ]

    /// A coin's row; 0 means unknown in rank and market cap.
    static func ticker(_ reader: inout JSONReader, in currency: Currency, fetched: Timestamp) throws -> Quote {
        var sent: Void?
        var row = try QuoteBuilder(&reader, columns, provider: name, fetched: fetched) { row, _, reader in
            try reader.readMap { code, reader in
                guard code == currency.code else { return }
                sent = ()
                try row.readValues(&reader, amounts)
            }
        }
        let coin = try row.coin(in: currency)
        try sent.required("quotes.\(currency)")
        return coin
    }
}
