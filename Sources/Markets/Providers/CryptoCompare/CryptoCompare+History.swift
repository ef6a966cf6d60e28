import DecimalArithmetic
import JSONReader
import Platform

/// `GET /data/v2/histoday`, `histohour` and `histominute`: candles up to `toTs`, one more than `limit`, which is 2000
/// at most, oldest first. What was before a coin's first trade is sent as zeros.
extension CryptoCompare {
    private static let rowsARequest: Int64 = 2000
    private static let paths: [CandleWidth: String] = [.minute: "histominute", .hour: "histohour", .day: "histoday"]

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        guard let ticker = query.symbol.ticker else {
            throw ProviderFailure(CryptoCompare.name, .unknownSymbol(query.symbol))
        }
        let currency = query.symbol.quote ?? query.currency.currency
        return try await query.candles(
            from: endpoint, widths: Array(Self.paths.keys), rows: Self.rowsARequest + 1
        ) { width, page throws(ProviderFailure) in
            let rows = max(1, (page.upperBound - page.lowerBound) / width.seconds)
            do throws(ProviderFailure) {
                return try await endpoint.get(
                    .history(to: Timestamp(seconds: page.upperBound)), "/data/v2/\(Self.paths[width] ?? "")",
                    [
                        ("fsym", ticker), ("tsym", currency.code), ("limit", "\(rows)"), ("toTs", "\(page.upperBound)"),
                    ], decode: { try Self.candles(&$0, of: ticker, in: currency) })
            } catch {
                throw error.about(query.symbol, in: currency)
            }
        }
    }

    /// `{"Response":"Success","Data":{"Data":[…]}}`, or the rows under the first `Data` at once, as version 1 sends
    /// them.
    private static func candles(
        _ reader: inout JSONReader, of symbol: String, in currency: Currency
    ) throws -> [Candle] {
        try reader.readMember("Data") { reader in
            guard reader.next == .object else { return try rows(&reader, of: symbol, in: currency) }
            return try reader.readMember("Data") { try rows(&$0, of: symbol, in: currency) }
        }
    }

    private static func rows(_ reader: inout JSONReader, of symbol: String, in currency: Currency) throws -> [Candle] {
        var rows: [Candle] = []
        try reader.readArray(upTo: AnswerLimit.candles) { reader in
            if let candle = try candle(&reader, of: symbol, in: currency) { rows.append(candle) }
        }
        return rows
    }

    private enum CandleKey: String, CaseIterable {
        case time, open, high, low, close
        case volume = "volumefrom"
        static let keys = JSONKeys<Self>()
    }

    /// Nil for a span in which there was no price.
    private static func candle(
        _ reader: inout JSONReader, of symbol: String, in currency: Currency
    ) throws -> Candle? {
        var time: Timestamp?
        var numbers: [CandleKey: Number] = [:]
        try reader.readObject(CandleKey.keys) { key, reader in
            switch key {
            case .time: time = try reader.optionalTime(key.rawValue, in: .seconds)
            case .volume: numbers[key] = try reader.numberIfSound()
            default: numbers[key] = try reader.optionalNumber(key.rawValue)
            }
        }
        let candle = Candle(
            time: try time.required("time"), symbol: symbol, open: try numbers[.open].required("open"),
            high: try numbers[.high].required("high"), low: try numbers[.low].required("low"),
            close: try numbers[.close].required("close"), volume: numbers[.volume], currency: currency,
            provider: CryptoCompare.name)
        return candle.close.isZero && candle.high.isZero ? nil : candle
    }
}
