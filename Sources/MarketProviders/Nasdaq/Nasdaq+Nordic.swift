import DecimalArithmetic
import JSONReader
import Platform
import ProviderKit

/// `/api/nordic/search`, which finds the order book of a stock by its symbol, and below `/api/nordic/instruments/{id}`
/// its `info` and `chart/download`.
extension Nasdaq {
    private static let bookKeys = JSONKeys(named: "orderbookId", "symbol", "assetClass", "currency")

    /// The order book of a symbol, `VOLV B`, in a currency: exchanges with another one may have the same symbol.
    func orderBook(
        of symbol: String, at exchange: String, in currency: Currency
    ) async throws(ProviderFailure) -> OrderBook {
        let id = try await endpoint.get(
            .metadata, "/api/nordic/search", [("searchText", symbol)],
            decode: { reader in
                try reader.readMember("data") { try Self.orderBookID(&$0, of: symbol, in: currency) }
            })
        guard let id, id.isPathSegment else { throw ProviderFailure(Self.name, .unknownSymbol(nil)) }
        return (id, symbol, exchange, currency)
    }

    /// `[{"group":"Shares","instruments":[{…}]}]`
    private static func orderBookID(
        _ reader: inout JSONReader, of symbol: String, in currency: Currency
    ) throws -> String? {
        var id: String?
        try reader.readArray { reader in
            try reader.readObject(JSONKeys("instruments")) { _, reader in
                if try reader.takeNull() { return }
                try reader.readArray { reader in
                    var book: [String: String] = [:]
                    try reader.readObject(bookKeys) { key, reader in book[key] = try reader.textIfSound() }
                    let isWanted = book["symbol"] == symbol && book["currency"] == currency.code
                    if isWanted, book["assetClass"] == "SHARES" { id = id ?? book["orderbookId"] }
                }
            }
        }
        return id
    }

    /// The quote of an order book. One of another exchange with the same currency is an unknown stock.
    func nordicQuote(of book: OrderBook) async throws(ProviderFailure) -> Quote {
        let asked = AskedNames([book.symbol], of: Self.name)
        let quote = try await endpoint.get(
            .quotes, "/api/nordic/instruments/\(book.id)/info", [("assetClass", "SHARES"), ("lang", "en")],
            decode: { reader, fetched in
                try reader.readMember("data") { reader in
                    try asked.checked(reader.readMember("qdHeader") { try Self.header(&$0, fetched: fetched) })
                }
            })
        if let name = quote.market, Self.isOther(name, than: book.exchange) {
            throw ProviderFailure(Self.name, .unknownSymbol(nil))
        }
        return quote
    }

    func nordicDays(
        of book: OrderBook, _ ticker: String, _ days: [String], _ freshness: Freshness
    ) async throws(ProviderFailure) -> [Candle] {
        try await endpoint.get(
            freshness, "/api/nordic/instruments/\(book.id)/chart/download",
            [("assetClass", "SHARES"), ("fromDate", days[0]), ("toDate", days[1])],
            decode: { reader in
                try reader.readMember("data") { reader in
                    try reader.readMember("charts") { reader in
                        try reader.readMember("rows") {
                            try $0.readDays(Self.nordicLayout, of: ticker, in: PriceUnit(book.currency))
                        }
                    }
                }
            })
    }

    private static let nordicLayout = DayLayout(provider: name, day: "dateTime", volume: "totalVolume") {
        Timestamp(day: $0)
    }

    // MARK: - Header

    private static let headerColumns: QuoteColumns = [
        "symbol": .symbol, "companyName": .name, "exchange": .exchange, "currency": .currency, "lastSalePrice": .last,
        "lastTradeTimestamp": .other, "primaryData": .other,
    ]

    /// The header of a stock. Its price is a number, whereas `primaryData` has text of its language.
    private static func header(_ reader: inout JSONReader, fetched: Timestamp) throws -> Quote {
        var time: Timestamp?
        var change: [String: String] = [:]
        var row = try QuoteBuilder(&reader, headerColumns, provider: name, fetched: fetched) { _, name, reader in
            if name == "primaryData" {
                guard reader.next == .object else { return }
                try reader.readObject(JSONKeys(named: "netChange", "percentageChange", "deltaIndicator")) {
                    change[$0] = try $1.textIfSound()
                }
            } else {
                time = try reader.optionalTime(name, parse: stockholmTime)
            }
        }
        row.time = time
        row.values.change = change["netChange"].flatMap { Number(shownWithDecimalComma: $0) }
        row.values.changePercent = change["percentageChange"].flatMap { Number(shownWithDecimalComma: $0) }
        row.takeChange(isDown: change["deltaIndicator"] == "down")
        return try row.stock()
    }
}
