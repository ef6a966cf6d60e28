import DecimalArithmetic
import JSONReader
import Platform

extension CryptoCompare {
    enum AnswerKey: String, CaseIterable {
        case response = "Response"
        case message = "Message"
        case type = "Type"
        case data = "Data"
        case raw = "RAW"
        case failure = "Err"
        static let keys = JSONKeys<Self>()
    }

    private enum FailureKey: String, CaseIterable {
        case message
        static let keys = JSONKeys<Self>()
    }

    /// What an answer says beside its data; an error with status 200 is one all the same (REQUIREMENTS C6).
    struct Envelope {
        var isError = false
        var message: String?
        var type: Int64?

        mutating func read(_ key: AnswerKey, _ reader: inout JSONReader) throws {
            switch key {
            case .response: isError = try reader.optionalText("Response") == "Error" || isError
            case .message: message = try reader.optionalText("Message")
            case .type: type = try reader.optionalInteger("Type")
            case .failure:
                guard reader.next == .object else { return try reader.skip() }
                try reader.readObject(FailureKey.keys) { _, reader in
                    message = try reader.optionalText("message")
                    isError = true
                }
            case .data, .raw: try reader.skip()
            }
        }

        func check(asking currency: Currency) throws {
            guard isError else { return }
            let said = message?.lowercased() ?? ""
            if type == 99 || said.contains("rate limit") { throw ProviderFailure.Reason.rateLimited(words: message) }
            if said.contains("api key") || said.contains("api_key") {
                throw ProviderFailure.Reason.unauthorized(words: message)
            }
            if said.contains("tosymbols") { throw ProviderFailure.Reason.cannotQuote(currency) }
            if said.contains("market does not exist") || said.contains("no data for the symbol") {
                throw ProviderFailure.Reason.unknownSymbol(nil)
            }
            throw ProviderFailure.Reason.status(200, words: message)
        }
    }

    /// The message of an error body, whatever the status it came with.
    @Sendable static func words(_ reader: inout JSONReader) throws -> String? {
        var envelope = Envelope()
        try reader.readObject(AnswerKey.keys) { try envelope.read($0, &$1) }
        return envelope.message
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
        var rows: RowCollector<Quote>?
        var envelope = Envelope()
        try reader.readObject(AnswerKey.keys) { key, reader in
            guard key == .data, reader.next == .array else { return try envelope.read(key, &reader) }
            rows = try coins(&reader, in: currency, fetched: fetched)
        }
        try envelope.check(asking: currency)
        return try rows.required("Data")
    }

    private static func coins(
        _ reader: inout JSONReader, in currency: Currency, fetched: Timestamp
    ) throws -> RowCollector<Quote> {
        var rows = RowCollector<Quote>()
        try reader.readArray { reader in
            try rows.read(&reader, name: name) { try coin(&$0, in: currency, fetched: fetched) }
        }
        try rows.check()
        return rows
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
                    guard code == currency.code else { return try reader.skip() }
                    quote = try price(&reader, in: currency, fetched: fetched)
                }
            }
        }
        let ticker = try info.symbol.required("Name").uppercased()
        var row = quote ?? Quote(time: fetched, symbol: ticker, currency: currency, provider: "cryptocompare")
        row.symbol = ticker
        row.id = info.id
        row.name = info.name
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
                let field = key.rawValue
                switch key {
                case .id: id = try reader.optionalText(field)
                case .symbol: symbol = try reader.optionalText(field)
                case .name: name = try reader.optionalText(field)
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
