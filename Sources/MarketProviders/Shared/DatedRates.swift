import DecimalArithmetic
import Platform

/// Collects rates that have dates of their own.
///
/// A code that is there twice on one date makes the whole answer invalid, since it is unknown which of the two is
/// right.
struct DatedRates {
    /// How old a rate may be on a day without a newer one: some banks publish once a week.
    private static let longestUse: Int64 = 14 * 86_400

    private let provider: String
    private var base: Currency?
    private var days: [Timestamp: RateCollector] = [:]

    init(provider: String) {
        self.provider = provider
    }

    /// Takes a rate as it was read, of a code as it was written.
    mutating func take(
        _ code: String, _ rate: Result<Number?, RowProblem>, base: Currency, date: Timestamp
    ) throws {
        if let known = self.base, known != base {
            throw RowProblem(description: "rates of two currencies, \(known) and \(base)")
        }
        self.base = base
        try days[date, default: RateCollector()].take(code, rate)
        try RateCollector.check(days: days.count, rates: 0)
    }

    /// The newest rate of each currency, with its date. Some banks publish those of tomorrow.
    func newest() throws -> RateTable {
        guard let base, let time = days.keys.max() else { throw RowProblem(description: "there are no rates") }
        var rates = KnownRates()
        for (date, day) in days.sorted(by: { $0.key < $1.key }) { rates.take(day, of: date) }
        return try rates.table(base: base, time: time, provider: provider)
    }

    /// The newest rate of each currency until a day. Throws `notKept` if there is none.
    func newest(until day: Timestamp) throws -> RateTable {
        var known = self
        known.days = days.filter { $0.key <= day }
        guard !known.days.isEmpty else { throw ProviderFailure.Reason.notKept("rates of \(day.day)") }
        return try known.newest()
    }

    /// The rates of each day with new ones, oldest first. A currency without a new one has its last one.
    func tables() throws -> [RateTable] {
        guard let base else { return [] }
        var tables: [RateTable] = []
        var rates = KnownRates()
        for (date, day) in days.sorted(by: { $0.key < $1.key }) {
            rates.take(day, of: date)
            rates.drop(before: date.advanced(bySeconds: -Self.longestUse))
            guard rates.isUsable(with: base) else { continue }
            tables.append(try rates.table(base: base, time: date, provider: provider))
        }
        return tables.isEmpty ? [try newest()] : tables
    }
}

/// The last rate of each currency.
private struct KnownRates {
    private var rates: [Currency: (rate: ExactDecimal, date: Timestamp)] = [:]
    private var dropped = DroppedRows()

    mutating func take(_ day: RateCollector, of date: Timestamp) {
        for (currency, rate) in day.rates { rates[currency] = (rate, date) }
        dropped.append(contentsOf: day.dropped)
    }

    mutating func drop(before first: Timestamp) {
        rates = rates.filter { $0.value.date >= first }
    }

    func isUsable(with base: Currency) -> Bool { rates.keys.contains { $0 != base } }

    /// The base is worth one of itself on each day, whatever the date of its row.
    func table(base: Currency, time: Timestamp, provider: String) throws -> RateTable {
        let collector = RateCollector(rates: rates.mapValues(\.rate), dropped: dropped)
        var table = try collector.table(base: base, time: time, provider: provider)
        for (currency, known) in rates where known.date != time && currency != base {
            table.times[currency] = known.date
        }
        return table
    }
}
