import DecimalArithmetic
import JSONReader
import Platform

/// The data of the past depends on its age (docs.coingecko.com, "Coin OHLC Chart" and "Coin Historical Chart Data",
/// demo): `/coins/{id}/ohlc` has candles of half an hour for 1 day and of 4 hours for up to 30;
/// `/coins/{id}/market_chart` has prices every 5 minutes for 1 day, hourly for up to 90, and of each midnight beyond.
/// Without a paid plan there are at most 365 days. Volumes are of the last 24 hours everywhere, so a candle has
/// none.
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
        let candles: [Candle]
        if age <= (query.width == .hour ? 1 : 30) * Self.day {
            candles = query.width.joined(try await ohlc(of: coin, days: Self.span(of: age, query.width)))
        } else {
            let days = (age + Self.day - 1) / Self.day
            candles = query.width.sampled(try await prices(of: coin, days: days), as: coin)
        }
        return try query.pick(from: candles, now: now)
    }

    /// The service's shortest span of days that holds a past and has candles narrow enough.
    private static func span(of age: Int64, _ width: CandleWidth) -> Int64 {
        width == .hour ? 1 : [7, 14].first { age <= $0 * day } ?? 30
    }

    private func ohlc(of coin: Quote, days: Int64) async throws(ProviderFailure) -> [Candle] {
        try await get("ohlc", of: coin, days: days) { reader in
            var candles: [Candle] = []
            try reader.readArray(upTo: AnswerLimit.candles) { candles.append(try Self.candle(&$0, of: coin)) }
            return candles.sorted { $0.time < $1.time }
        }
    }

    /// `[end in milliseconds, open, high, low, close]`; the moment before the end is in the candle's span.
    private static func candle(_ reader: inout JSONReader, of coin: Quote) throws -> Candle {
        var end: Timestamp?
        let row = try reader.readSoundRow { reader in
            try reader.readCandleRow(of: 4) { end = try $0.optionalTime("time", in: .milliseconds) }
        }
        if case .failure(let problem) = row, end == nil { throw problem }
        let time = try end.required("time").advanced(bySeconds: -1)
        switch row {
        case .success(let row):
            return Candle(
                time: time, symbol: coin.symbol, open: row.prices[0], high: row.prices[1], low: row.prices[2],
                close: row.prices[3], currency: coin.currency, provider: CoinGecko.name, name: coin.name)
        case .failure(let problem):
            return Candle(
                invalidAt: time, problem: problem.description, currency: coin.currency, provider: CoinGecko.name)
        }
    }

    /// `{"prices":[[milliseconds,price],…],…}`, the last of now.
    private func prices(of coin: Quote, days: Int64) async throws(ProviderFailure) -> [PriceSample] {
        try await get("market_chart", of: coin, days: days) { reader in
            try reader.readMember("prices") { reader in
                var samples: [PriceSample] = []
                try reader.readArray(upTo: AnswerLimit.candles) { reader in
                    var time: Timestamp?
                    let (prices, _) = try reader.readCandleRow(of: 1) {
                        time = try $0.optionalTime("time", in: .milliseconds)
                    }
                    samples.append(PriceSample(time: try time.required("time"), price: prices[0]))
                }
                return samples.sorted { $0.time < $1.time }
            }
        }
    }

    private func get<Rows: KeptAnswer>(
        _ what: String, of coin: Quote, days: Int64, decode: @escaping @Sendable (inout JSONReader) throws -> Rows
    ) async throws(ProviderFailure) -> Rows {
        let id = coin.id ?? ""
        guard id.isPathSegment else { throw ProviderFailure(CoinGecko.name, .unknownSymbol(try? Symbol("id:" + id))) }
        return try await endpoint.get(
            .history(to: endpoint.now()), "/api/v3/coins/\(id)/\(what)",
            [("vs_currency", coin.currency.code.lowercased()), ("days", "\(days)")], decode: decode)
    }
}

/// What a price was at a moment.
struct PriceSample: Sendable {
    var time: Timestamp
    var price: Number
    /// True for a price of an old answer.
    var isStale = false
    /// The time of the request.
    var requested: Timestamp?
}

extension CandleWidth {
    /// Candles of prices at single moments, given oldest first: the first price in a span opens it, and closes the span
    /// before. Where the next span has none the last one closes; a span of one price alone is a gap.
    func sampled(_ samples: [PriceSample], as coin: Quote) -> [Candle] {
        var candles: [Candle] = []
        var index = samples.startIndex
        while index < samples.endIndex {
            let start = start(of: samples[index].time)
            let end = samples[index...].firstIndex { self.start(of: $0.time) != start } ?? samples.endIndex
            let isFollowed = end < samples.endIndex && self.start(of: samples[end].time) == start + seconds
            let prices = samples[index..<(isFollowed ? end + 1 : end)].map(\.price)
            if prices.count > 1, let high = prices.max(), let low = prices.min() {
                var candle = Candle(
                    time: Timestamp(seconds: start), symbol: coin.symbol, open: prices[0], high: high, low: low,
                    close: prices[prices.count - 1], currency: coin.currency, provider: coin.provider,
                    stale: samples[index].isStale, name: coin.name)
                candle.requested = samples[index].requested
                candles.append(candle)
            }
            index = end
        }
        return candles
    }
}
