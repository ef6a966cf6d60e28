import DecimalArithmetic
public import Platform
public import ProviderKit

/// What the answers to one query lack in its period.
public struct LostCandles: Sendable, Hashable {
    /// The invalid rows. Other rows are not affected.
    public internal(set) var invalid = DroppedRows()
    /// The start of the first invalid row.
    public internal(set) var firstInvalid: Timestamp?
}

// MARK: - Rules

extension Candle {
    /// Creates an invalid row, which `HistoryQuery.pick` counts and leaves out.
    init(invalidAt time: Timestamp, problem: String, currency: Currency, provider: String) {
        let none = Number(0)
        self.init(
            time: time, symbol: "", open: none, high: none, low: none, close: none, currency: currency,
            provider: provider)
        self.problem = problem
    }

    /// Why the row is not a candle; nil if it is one. The rules are those of quotes: 0 is no price, and only signed
    /// prices are below 0. The high and the low enclose the open and the close.
    var fault: String? {
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
