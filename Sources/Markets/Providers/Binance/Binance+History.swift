import DecimalArithmetic
import JSONReader
import Platform

/// `GET /api/v3/klines`: rows of opening time in milliseconds, open, high, low, close, volume in units of the base, and
/// more; oldest first, 1000 a request at most.
extension Binance {
    private static let rowsARequest = 1000

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        let name = try Self.market(of: query.symbol, query.currency).get()
        guard let pair = BinanceMarket.split([name], knownBases: Set([query.symbol.ticker].compactMap(\.self)))[name],
            let currency = Currency(pair.quote)
        else { throw ProviderFailure("binance", .unknownSymbol(query.symbol)) }
        var candles: [Candle] = []
        var start = query.from.seconds * 1000
        while true {
            let rows: [Candle] = try await endpoint.get(
                "/api/v3/klines",
                [
                    ("symbol", name), ("interval", query.width.rawValue), ("startTime", "\(start)"),
                    ("endTime", "\(query.to.seconds * 1000)"), ("limit", "\(Self.rowsARequest)"),
                ],
                decode: { try Self.klines(&$0, pair.base, currency) })
            candles += rows
            guard rows.count == Self.rowsARequest, let last = rows.last else { break }
            start = (last.time.seconds + query.width.seconds) * 1000
        }
        return query.pick(from: candles, now: endpoint.now())
    }

    static func klines(_ reader: inout JSONReader, _ symbol: String, _ currency: Currency) throws -> [Candle] {
        var candles: [Candle] = []
        try reader.readArray { reader in
            var time: Timestamp?
            let numbers = try reader.readCandleRow(of: 5) { time = try $0.optionalTime("time", in: .milliseconds) }
            candles.append(
                Candle(
                    time: try time.required("time"), symbol: symbol, open: numbers[0], high: numbers[1],
                    low: numbers[2], close: numbers[3], volume: numbers[4], currency: currency, provider: "binance"))
        }
        return candles
    }
}

extension JSONReader {
    /// An array of a moment, which `readTime` takes, and `count` numbers, whatever follows them.
    mutating func readCandleRow(
        of count: Int, _ readTime: (inout JSONReader) throws -> Void
    ) throws -> [Number] {
        var numbers: [Number] = []
        var place = 0
        try readArray { reader in
            if place == 0 {
                try readTime(&reader)
            } else if place <= count {
                numbers.append(try reader.optionalNumber("column \(place)").required("column \(place)"))
            } else {
                try reader.skip()
            }
            place += 1
        }
        guard numbers.count == count else { throw RowProblem(description: "a candle of \(numbers.count) numbers") }
        return numbers
    }
}
