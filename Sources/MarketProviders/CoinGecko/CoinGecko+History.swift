import DecimalArithmetic
import JSONReader
import Platform

/// The data of the past depends on its age (docs.coingecko.com, "Coin OHLC Chart" and "Coin Historical Chart Data",
/// demo): `/coins/{id}/ohlc` has candles of half an hour for 1 day, of 4 hours for up to 30, and of 4 days beyond;
/// `/coins/{id}/market_chart` has prices every 5 minutes for 1 day, hourly for up to 90, and of each midnight beyond,
/// or with `interval=daily`. These are points, of which no candle is made: what was between them is not known. Without
/// a paid plan there are at most 365 days. Volumes are of the last 24 hours everywhere, so a candle has none.
extension CoinGecko {
    private static let day: Int64 = 86_400
    static let daysKept: Int64 = 365

    func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        guard query.symbol.token == nil else {
            throw ProviderFailure(CoinGecko.name, .notKept("candles of tokens by their contracts"))
        }
        let now = endpoint.now()
        let start = query.width.start(of: query.from)
        let age = max(now.seconds - start, 0)
        guard query.width.seconds >= CandleWidth.hour.seconds else {
            throw query.notKept(by: CoinGecko.name, from: [.hour])
        }
        let farthest = (query.width.seconds < Self.day ? 90 : Self.daysKept) * Self.day
        guard age <= farthest else {
            throw query.notKept(by: CoinGecko.name, before: Timestamp(seconds: now.seconds - farthest))
        }
        let coin = try await quotes([query.symbol], query.currency)[0].get()
        if age <= (query.width == .hour ? 1 : 30) * Self.day {
            let rows = try await ohlc(of: coin, days: Self.span(of: age, query.width))
            let seconds: Int64 = query.width == .hour ? 1800 : 14_400
            var parts: [Int64: Int64] = [:]
            for row in rows where row.fault == nil { parts[query.width.start(of: row.time), default: 0] += 1 }
            // The rows carry their ends, so that candles of 4 hours are made of them, too.
            var candles = try query.pick(from: rows, of: .quarter, now: now)
            // A candle that lacks a part may have been higher or lower.
            for index in candles.indices where parts[candles[index].time.seconds] != query.width.seconds / seconds {
                candles[index].complete = false
            }
            return candles
        }
        let days = (age + Self.day - 1) / Self.day
        return try query.pick(points: try await prices(of: coin, days: days, isDaily: query.width.seconds >= Self.day))
    }

    /// The service's shortest span of days that holds a past and has candles narrow enough.
    private static func span(of age: Int64, _ width: CandleWidth) -> Int64 {
        width == .hour ? 1 : [7, 14].first { age <= $0 * day } ?? 30
    }

    private func ohlc(of coin: Quote, days: Int64) async throws(ProviderFailure) -> [Candle] {
        try await get("ohlc", of: coin, days: days) { reader in
            var candles: [Candle] = []
            try reader.readArray(upTo: AnswerLimit.candles) { candles.append(try Self.row(&$0, of: coin, prices: 4)) }
            return candles.sorted { $0.time < $1.time }
        }
    }

    /// `{"prices":[[milliseconds,price],…],…}`, the last of now.
    private func prices(of coin: Quote, days: Int64, isDaily: Bool) async throws(ProviderFailure) -> [Candle] {
        let interval = isDaily ? [("interval", "daily")] : []
        return try await get("market_chart", of: coin, days: days, interval) { reader in
            try reader.readMember("prices") { reader in
                var points: [Candle] = []
                try reader.readArray(upTo: AnswerLimit.candles) {
                    points.append(try Self.row(&$0, of: coin, prices: 1))
                }
                return points
            }
        }
    }

    /// A point is `[milliseconds, price]`. A candle is `[end in milliseconds, open, high, low, close]`; the moment
    /// before its end is in its span.
    private static func row(_ reader: inout JSONReader, of coin: Quote, prices count: Int) throws -> Candle {
        var time: Timestamp?
        let row = try reader.readSoundRow { reader in
            try reader.readCandleRow(of: count) { time = try $0.optionalTime("time", in: .milliseconds) }
        }
        if count > 1 { time = time?.advanced(bySeconds: -1) }
        return try Candle.read(row, at: time, in: coin.currency, by: CoinGecko.name) { row, time in
            let bar: [Number?] = count > 1 ? row.prices : [nil, nil, nil]
            return Candle(
                time: time, symbol: coin.symbol, open: bar[0], high: bar[1], low: bar[2], close: row.prices[count - 1],
                currency: coin.currency, provider: CoinGecko.name, name: coin.name)
        }
    }

    private func get<Rows: Cacheable>(
        _ what: String, of coin: Quote, days: Int64, _ others: [(String, String)] = [],
        decode: @escaping @Sendable (inout JSONReader) throws -> Rows
    ) async throws(ProviderFailure) -> Rows {
        let id = coin.id ?? ""
        guard id.isPathSegment else { throw ProviderFailure(CoinGecko.name, .unknownSymbol(try? Symbol("id:" + id))) }
        return try await endpoint.get(
            .history(to: endpoint.now()), "/api/v3/coins/\(id)/\(what)",
            [("vs_currency", coin.currency.code.lowercased()), ("days", "\(days)")] + others,
            decode: decode)
    }
}
