import DecimalArithmetic
import JSONReader
import Platform

extension CryptoCompare {
    /// `{"Response":"Error","Message":"…","Type":1}` or `{"Data":{},"Err":{"message":"…"}}`, mostly with status 200.
    /// Type 99 is too many requests.
    static let errors = ErrorShape(
        [
            "Response": .state, "Message": .words, "Type": .code,
            "Err": .failure(in: ["message": .words, "http_status_code": .status]),
        ],
        meanings: [
            (.rateLimited, [.code("99"), "rate limit"]), (.wrongKey, ["api key", "api_key"]),
            (.cannotQuote(items: ["tsym", "tsyms"]), ["tosymbols"]),
            (.unknownSymbol, ["market does not exist", "no data for the symbol"]),
        ],
        isError: { $0.state == "Error" })
}

// MARK: - top/totaltoptiervolfull

extension CryptoCompare {
    private static let coinKeys = JSONKeys(named: "CoinInfo", "RAW")

    /// What names a coin.
    private static let nameColumns: QuoteColumns = ["Id": .idIfSound, "Name": .symbol, "FullName": .name]

    static func topList(
        _ reader: inout JSONReader, in currency: Currency, fetched: Timestamp
    ) throws -> RowCollector<Quote> {
        try reader.readMember("Data") { reader in
            guard reader.next == .array else { throw RowProblem(description: "Data is missing") }
            let rows = try reader.readRows(name: name) { try coin(&$0, in: currency, fetched: fetched) }
            try rows.check()
            return rows
        }
    }

    /// A coin without a market in this currency has no RAW, or none in it: its price is unknown.
    private static func coin(_ reader: inout JSONReader, in currency: Currency, fetched: Timestamp) throws -> Quote {
        var info: (name: RowName, fullName: String?)?
        var quote: Quote?
        try reader.readObject(coinKeys) { key, reader in
            if key == "CoinInfo" { return info = try names(&reader) }
            if try reader.takeNull() { return }
            try reader.readMap { code, reader in
                guard code == currency.code, try !reader.takeNull() else { return }
                quote = try price(&reader, in: currency, fetched: fetched)
            }
        }
        let ticker = try (info?.name.symbol).required("Name").uppercased()
        var row = quote ?? Quote(time: fetched, symbol: ticker, currency: currency, provider: CryptoCompare.name)
        (row.symbol, row.id, row.name) = (ticker, info?.name.id, info?.fullName)
        row.kind = AssetKind(base: ticker)
        row.streamMarket = CryptoCompareStream.name(of: ticker, in: currency, at: row.streamMarket)
        return row
    }

    private static func name(_ reader: inout JSONReader) throws -> RowName {
        var name = RowName()
        try reader.readObject(JSONKeys("CoinInfo")) { _, reader in name = try names(&reader).name }
        return name
    }

    private static func names(_ reader: inout JSONReader) throws -> (name: RowName, fullName: String?) {
        let row = try QuoteBuilder(&reader, nameColumns, provider: CryptoCompare.name, fetched: Timestamp(seconds: 0))
        return (RowName(symbol: row.symbol, id: row.id), row.values.name)
    }
}
