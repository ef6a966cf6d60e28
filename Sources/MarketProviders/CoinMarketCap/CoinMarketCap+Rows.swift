import JSONReader
import Platform

extension CoinMarketCap {
    /// The coins of an array, or of an object by ticker or id, whose values are coins or arrays of them.
    static func coins(
        _ reader: inout JSONReader, in currency: Currency, fetched: Timestamp
    ) throws -> RowCollector<Quote> {
        var rows = RowCollector<Quote>()
        func read(_ reader: inout JSONReader) throws {
            try rows.read(&reader, name: rowNames) { try coin(&$0, in: currency, fetched: fetched) }
        }
        guard reader.next == .object else {
            try reader.readArray(read)
            return rows
        }
        try reader.readMap { _, reader in
            if reader.next == .array { try reader.readArray(read) } else { try read(&reader) }
        }
        return rows
    }

    private static let rowNames = RowName.reader(symbol: "symbol")

    private static let columns: QuoteColumns = [
        "id": .idNumber, "symbol": .symbol, "name": .name, "cmc_rank": .rank, "last_updated": .timeText,
        "quote": .other,
    ]
    /// The values in one currency, which `symbol` names where they are in an array.
    private static let amounts: QuoteColumns = [
        "symbol": .currency, "price": .last, "volume_24h": .turnover, "market_cap": .marketCapAboveZero,
        "percent_change_24h": .changePercent, "percent_change_1h": .changePercentOfHour,
        "percent_change_7d": .changePercentOfWeek, "last_updated": .timeText,
    ]

    /// `quote` is an array in version 3 of the service, and an object by currency before it.
    private static func coin(_ reader: inout JSONReader, in currency: Currency, fetched: Timestamp) throws -> Quote {
        var sent: QuoteBuilder?
        var row = try QuoteBuilder(&reader, columns, provider: name, fetched: fetched) { _, _, reader in
            if reader.next == .object {
                try reader.readMap { code, reader in
                    guard code == currency.code else { return try reader.skip() }
                    sent = try QuoteBuilder(&reader, amounts, provider: name, fetched: fetched)
                }
            } else {
                try reader.readArray { reader in
                    let values = try QuoteBuilder(&reader, amounts, provider: name, fetched: fetched)
                    if values.currency == currency.code { sent = .some(consume values) }
                }
            }
        }
        guard let sent else { throw RowProblem(description: "quote.\(currency) is missing") }
        row.takeValues(of: sent)
        return try row.coin(in: currency)
    }

    /// `{"status":{"error_code":1001,"error_message":"This API Key is invalid.",…}}`, with status 200 too. Version 3
    /// sends the code as text. 1001 to 1005 and 1007 are of keys (wrong, missing, not activated, expired, required,
    /// disabled), 1008 to 1011 of limits by the minute, day, month and address.
    static let errors = ErrorShape(
        ["status": .inside(["error_code": .codeOrStatus, "error_message": .words])],
        meanings: [
            (.wrongKey, [.code("1001"), .code("1002"), .code("1003"), .code("1004"), .code("1005"), .code("1007")]),
            (.rateLimited, [.code("1008"), .code("1009"), .code("1010"), .code("1011")]),
            (.cannotQuote(items: ["convert"]), [#"invalid value for "convert""#]),
            (.unknownSymbol, [#"invalid value for "symbol""#, #"invalid value for "id""#]),
        ], isError: { $0.code.map { $0 != "0" } ?? false })
}
