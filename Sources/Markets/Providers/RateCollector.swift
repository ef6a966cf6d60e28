import DecimalArithmetic
import JSONReader
import Platform

/// Gathers the rates of an answer: one that makes no sense is dropped and said, the others stand.
///
/// A code that stands twice spoils the whole answer, since nobody can say which of the two is meant.
struct RateCollector {
    private var rates: [Currency: ExactDecimal] = [:]
    private var dropped: [DroppedRow] = []
    private var codes: Set<String> = []

    /// Takes a rate as it was read.
    mutating func take(_ code: String, _ rate: Result<Number?, RowProblem>) throws {
        guard codes.insert(code.uppercased()).inserted else { throw RowProblem(description: "'\(code)' twice") }
        do {
            guard let currency = Currency(code) else { throw RowProblem(description: "no currency code") }
            let rate = try rate.get().required("rate").value
            guard rate > 0 else { throw RowProblem(description: "the rate \(rate) is not above 0") }
            rates[currency] = rate
        } catch let problem as RowProblem {
            dropped.append(DroppedRow(place: codes.count, symbol: code, problem: "\(code): \(problem.description)"))
        }
    }

    /// Reads `{"USD":1.1512,"SEK":"10.96"}`.
    mutating func read(_ reader: inout JSONReader) throws {
        guard reader.next == .object else { throw RowProblem(description: "rates is no object") }
        try reader.readMap { code, reader in
            let code = code.makeString()
            try take(code, reader.readSoundRow { try $0.optionalNumber("rate") })
        }
    }

    /// The sound rates of `base`. Throws where there is not a single one, or the base is worth something else than itself.
    func table(base: Currency, time: Timestamp, provider: String) throws -> RateTable {
        guard rates.keys.contains(where: { $0 != base }) else {
            throw RowProblem(description: dropped.first?.fact ?? "there are no rates")
        }
        guard rates[base] ?? 1 == 1 else { throw RowProblem(description: "one \(base) is not 1 \(base)") }
        return RateTable(base: base, rates: rates, time: time, provider: provider, dropped: dropped)
    }
}

extension JSONReader {
    /// A currency code.
    mutating func optionalCurrency(_ field: String) throws -> Currency? {
        guard let text = try optionalText(field) else { return nil }
        guard let currency = Currency(text) else { throw RowProblem(description: "\(field) is no currency code") }
        return currency
    }

    /// A day such as `2025-06-13`, as its first moment in UTC.
    mutating func optionalDay(_ field: String) throws -> Timestamp? {
        guard let text = try optionalText(field) else { return nil }
        guard let day = Timestamp(day: text) else { throw RowProblem(description: "\(field) is no day") }
        return day
    }
}
