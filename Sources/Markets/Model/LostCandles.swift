import DecimalArithmetic
package import Platform
package import ProviderKit

/// What the answers to one query lack in its period.
package struct LostCandles: Sendable, Hashable {
    /// The invalid rows. Other rows are not affected.
    package internal(set) var invalid = DroppedRows()
    /// The start of the first invalid row.
    package internal(set) var firstInvalid: Timestamp?
    /// The spans without a row, if the provider sends one for each; nil if there are none.
    package internal(set) var holes: CandleHoles?

    var isEmpty: Bool { invalid.isEmpty && holes == nil }
}

/// Spans of a period that have no row.
package struct CandleHoles: Sendable, Hashable {
    /// How many spans have none.
    package var count: Int64
    /// How many spans the period has.
    package var total: Int64
    /// The start of the first and of the last one without a row.
    package var first, last: Timestamp
    /// The width of a span.
    package var width: CandleWidth
}

// MARK: - Rules

extension Candle {
    /// Creates an invalid row, which `HistoryQuery.pick` counts and leaves out.
    package init(invalidAt time: Timestamp, problem: String, currency: Currency, provider: String) {
        let none = Number(0)
        self.init(
            time: time, symbol: "", open: none, high: none, low: none, close: none, currency: currency,
            provider: provider)
        self.problem = problem
    }

    /// Why the row is not a candle; nil if it is one. The rules are those of quotes: 0 is no price, and only signed
    /// prices are below 0. The high and the low enclose the open and the close.
    package var fault: String? {
        if let problem { return problem }
        let prices = [("open", open), ("high", high), ("low", low), ("close", close)].compactMap { name, price in
            price.map { (name, $0) }
        }
        if isSigned {
            if prices.allSatisfy(\.1.isZero) { return "all prices are 0" }
        } else if let (name, price) = prices.first(where: { $0.1.isZero || $0.1.isNegative }) {
            return "\(name) is \(price)"
        }
        for (name, price) in prices where name == "open" || name == "close" {
            if let high, high < price { return "high \(high) is below \(name) \(price)" }
            if let low, low > price { return "low \(low) is above \(name) \(price)" }
        }
        return nil
    }
}

extension HistoryQuery {
    /// Returns the valid rows, and what is wrong with the others that begin in the period. Throws `ProviderFailure` if
    /// no row of the period is valid, because that is not a usable answer.
    func sound(_ rows: [Candle]) throws(ProviderFailure) -> (rows: [Candle], lost: LostCandles?) {
        var sound: [Candle] = []
        var lost = LostCandles()
        var problems: [(time: Timestamp, text: String)] = []
        for row in rows {
            if let fault = row.fault { problems.append((row.time, fault)) } else { sound.append(row) }
        }
        guard let first = problems.first else { return (rows, nil) }
        let isWanted = { (time: Timestamp) in
            time >= Timestamp(seconds: width.start(of: from)) && time <= to
                && (moments.isEmpty || moments.contains { width.start(of: $0) == width.start(of: time) })
        }
        let wanted = problems.filter { isWanted($0.time) }.sorted { $0.time < $1.time }
        for (time, text) in wanted {
            lost.firstInvalid = lost.firstInvalid ?? time
            lost.invalid.append(DroppedRow(place: lost.invalid.total + 1, symbol: symbol.bare, problem: text))
        }
        if sound.isEmpty || !wanted.isEmpty && !sound.contains(where: { isWanted($0.time) }) {
            let (time, text) = wanted.first ?? first
            throw ProviderFailure(rows[0].provider, .invalidData("the candle of \(time): \(text)"))
        }
        return (sound, wanted.isEmpty ? nil : lost)
    }
}

extension HistoryQuery {
    /// The seconds after the end of a span within which its row may not be there yet.
    private static let settling: Int64 = 5

    /// Returns the spans of the period that are over and have no row. Those before the first row are none if they are
    /// longer than five days: then the provider's past begins with it.
    func holes(among rows: [Candle], of width: CandleWidth, now: Timestamp) -> CandleHoles? {
        let starts = Set(rows.map { width.start(of: $0.time) })
        let requested = rows.compactMap(\.requested).min() ?? now
        let end = min(now, requested).advanced(bySeconds: -Self.settling - width.seconds)
        let last = min(width.start(of: to), width.start(of: end))
        var first = self.width.start(of: from)
        guard let known = starts.min(), moments.isEmpty else { return nil }
        if known - first > max(5 * CandleWidth.day.seconds, self.width.seconds) { first = known }
        guard first <= last else { return nil }
        let total = (last - first) / width.seconds + 1
        let count = total - Int64(starts.count { first <= $0 && $0 <= last })
        guard count > 0 else { return nil }
        let missing = { (start: Int64) in !starts.contains(start) }
        let all = stride(from: first, through: last, by: Int(width.seconds))
        let back = stride(from: last, through: first, by: -Int(width.seconds))
        guard let from = all.first(where: missing), let to = back.first(where: missing) else { return nil }
        return CandleHoles(
            count: count, total: total, first: Timestamp(seconds: from), last: Timestamp(seconds: to), width: width)
    }
}
