import JSONReader
import Platform

extension BTSE {
    /// `{"success":true,"code":1,"msg":"Success","data":…}` with another code, or
    /// `{"status":400,"errorCode":-2,"message":"Unsupported symbol: …"}`. A market that does not exist is a wrong
    /// parameter by its code and has its own words only.
    static let errors = ErrorShape(
        ["success": .state, "code": .code, "errorCode": .kind, "msg": .words, "message": .words],
        meanings: [
            (.unknownSymbol, ["unsupported symbol", "invalid symbol", "coin pair does not exist"]),
            (.wrongKey, [.code("10002"), "authentication failed"]),
        ],
        isError: { $0.state == "false" || $0.kind != nil || $0.code.map { $0 != "1" } ?? false })

    private static let marketKeys = JSONKeys(
        named: "symbol", "future", "type", "category", "displayName", "tradeCurrency", "quoteCurrency", "marketName")
    private static let nameMembers = RowName.reader(symbol: "symbol", id: "marketName")

    private typealias MarketRow = (symbol: String, isFuture: Bool?, currency: Currency?, texts: [String: String])

    /// Reads a row of either list of markets. A member that is not a text counts as missing.
    private static func marketRow(_ reader: inout JSONReader) throws -> MarketRow {
        var symbol: String?
        var isFuture: Bool?
        var texts: [String: String] = [:]
        try reader.readObject(marketKeys) { key, reader in
            switch key {
            case "symbol": symbol = try reader.readString().text("symbol")
            case "future": isFuture = try reader.readBool()
            default: texts[key] = try reader.textIfSound()
            }
        }
        let name = try symbol.required("symbol")
        guard !name.isEmpty else { throw RowProblem(description: "symbol is empty") }
        return (name, isFuture, texts["quoteCurrency"].flatMap { Currency($0) }, texts)
    }

    private static func name(_ reader: inout JSONReader) throws -> RowName {
        let name = try nameMembers(&reader)
        return RowName(symbol: name.symbol, id: name.id ?? name.symbol)
    }

    /// The app's name of a market in the stream's index .
    private static func indexName(_ symbol: String) -> String { "\(symbol)_1" }
}

// MARK: - The app's list

extension BTSE {
    /// `/futures/api/inquire/initial/market`: of each market only `symbol` and `future` are needed and
    /// none has a price.
    static func appMarkets(_ reader: inout JSONReader, fetched: Timestamp) throws -> ListAnswer {
        try reader.readMember("data") { reader in
            try reader.readRows(name: name) { try appMarket(&$0, fetched: fetched) }.answer()
        }
    }

    /// All recorded markets are in US dollars, and so is the index that the app showed for them.
    private static func appMarket(_ reader: inout JSONReader, fetched: Timestamp) throws -> Quote {
        let market = try marketRow(&reader)
        let isFuture = try market.isFuture.required("future")
        let currency = market.currency ?? .usd
        var quote = Quote(time: fetched, symbol: market.symbol.uppercased(), currency: currency, provider: BTSE.name)
        quote.market = market.texts["marketName"] ?? "\(market.symbol)-\(currency)"
        quote.id = quote.market
        quote.kind = isFuture ? .future : AssetKind(base: quote.symbol)
        quote.streamMarket = indexName(market.symbol)
        return quote
    }
}

// MARK: - The markets API

extension BTSE {
    /// `/public-api/market/v1/markets`. Futures of stocks and commodities are left out: they share names with coins.
    static func markets(_ reader: inout JSONReader, fetched: Timestamp) throws -> ListAnswer {
        try reader.readMember("data") { reader in
            try reader.readMember("symbols") { reader in
                try reader.readRows(name: name) { try market(&$0, fetched: fetched) }.answer()
            }
        }
    }

    private static func market(_ reader: inout JSONReader, fetched: Timestamp) throws -> Quote? {
        let market = try marketRow(&reader)
        let currency = try market.currency.required("quoteCurrency")
        let traded = try market.texts["tradeCurrency"].required("tradeCurrency")
        guard market.texts["category"] ?? "CRYPTO" == "CRYPTO" else { return nil }
        var quote = Quote(time: fetched, symbol: traded.uppercased(), currency: currency, provider: BTSE.name)
        (quote.id, quote.market, quote.name) = (market.symbol, market.symbol, market.texts["displayName"])
        quote.kind = market.texts["type"] == "Spot" ? AssetKind(base: quote.symbol) : .future
        quote.streamMarket = indexName(traded)
        return quote
    }
}

// MARK: - ticker/24hr

extension BTSE {
    /// `volume` is turnover in the quote currency (`amount` is in base units, or contracts); times are in seconds. Of
    /// the change only a rounded ratio is sent, so it follows from the open.
    private static let columns: QuoteColumns = [
        "symbol": .market(separator: UInt8(ascii: "-")), "lastPrice": .last, "openPrice": .open, "highPrice": .high,
        "lowPrice": .low, "bidPrice": .bid, "askPrice": .ask, "volume": .turnover, "closeTime": .time(.seconds),
    ]

    /// The array of several markets, or the object of one.
    static func tickers(_ reader: inout JSONReader, fetched: Timestamp) throws -> ListAnswer {
        try reader.readMember("data") { reader in
            try reader.readRows(acceptsOne: true, name: name) { try ticker(&$0, fetched: fetched) }.answer()
        }
    }

    /// `BTC-USD`, `BTC-PERP-USDT`: what has more than one part before the quote currency is a future.
    private static func ticker(_ reader: inout JSONReader, fetched: Timestamp) throws -> Quote {
        var row = try QuoteBuilder(&reader, columns, provider: BTSE.name, fetched: fetched)
        var quote = try row.market()
        if quote.symbol.contains("-") { quote.kind = .future }
        quote.streamMarket = indexName(quote.symbol)
        return quote
    }
}
