import DecimalArithmetic
import JSONReader
import Platform

extension CryptoCompare {
    /// `{"Response":"Error","Message":"…","Type":1}` or `{"Data":{},"Err":{"message":"…"}}`, mostly with status 200. Type 99
    /// is too many requests.
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

    enum AnswerKey: String, CaseIterable {
        case data = "Data"
        case raw = "RAW"
        static let keys = JSONKeys<Self>()
    }
}

// MARK: - top/totaltoptiervolfull

extension CryptoCompare {
    private enum CoinKey: String, CaseIterable {
        case info = "CoinInfo"
        case raw = "RAW"
        static let keys = JSONKeys<Self>()
    }

    private enum InfoKey: String, CaseIterable {
        case id = "Id"
        case symbol = "Name"
        case name = "FullName"
        static let keys = JSONKeys<Self>()
    }

    static func topList(
        _ reader: inout JSONReader, in currency: Currency, fetched: Timestamp
    ) throws -> RowCollector<Quote> {
        try reader.readMember(AnswerKey.data.rawValue) { reader in
            guard reader.next == .array else { throw RowProblem(description: "Data is missing") }
            let rows = try reader.readRows(name: name) { try coin(&$0, in: currency, fetched: fetched) }
            try rows.check()
            return rows
        }
    }

    /// A coin without a market in this currency has no RAW, or none in it: its price is unknown.
    private static func coin(_ reader: inout JSONReader, in currency: Currency, fetched: Timestamp) throws -> Quote {
        var info = Info()
        var quote: Quote?
        try reader.readObject(CoinKey.keys) { key, reader in
            switch key {
            case .info: try info.read(&reader)
            case .raw:
                if try reader.takeNull() { return }
                try reader.readMap { code, reader in
                    guard code == currency.code, try !reader.takeNull() else { return }
                    quote = try price(&reader, in: currency, fetched: fetched)
                }
            }
        }
        let ticker = try info.symbol.required("Name").uppercased()
        var row = quote ?? Quote(time: fetched, symbol: ticker, currency: currency, provider: CryptoCompare.name)
        (row.symbol, row.id, row.name) = (ticker, info.id, info.name)
        row.kind = AssetKind(base: ticker)
        row.streamMarket = CryptoCompareStream.name(of: ticker, in: currency, at: row.streamMarket)
        return row
    }

    /// Who a coin is.
    private struct Info {
        var id: String?
        var symbol: String?
        var name: String?

        mutating func read(_ reader: inout JSONReader) throws {
            try reader.readObject(InfoKey.keys) { key, reader in
                switch key {
                case .id: id = try reader.textIfSound()
                case .symbol: symbol = try reader.optionalText(key.rawValue)
                case .name: name = try reader.textIfSound()
                }
            }
        }
    }

    private static func name(_ reader: inout JSONReader) throws -> RowName {
        var info = Info()
        try reader.readObject(CoinKey.keys) { key, reader in if key == .info { try info.read(&reader) } }
        return RowName(symbol: info.symbol, id: info.id)
    }
}
