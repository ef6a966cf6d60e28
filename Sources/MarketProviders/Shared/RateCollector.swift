import DecimalArithmetic
import JSONReader
import Platform

/// Collects the rates of an answer. Invalid rates are dropped and counted.
///
/// A code that is there twice makes the whole answer invalid, since it is unknown which of the two is right.
struct RateCollector {
    /// The sound rates.
    private(set) var rates: [Currency: ExactDecimal] = [:]
    /// The others.
    private(set) var dropped = DroppedRows()
    private var droppedCodes: Set<String> = []

    /// A collector with room for so many rates and their base's.
    init(capacity: Int = 0) {
        if capacity > 0 { rates.reserveCapacity(capacity + 1) }
    }

    /// A collector that holds these rates.
    init(rates: [Currency: ExactDecimal], dropped: DroppedRows) {
        (self.rates, self.dropped) = (rates, dropped)
    }

    /// All rates, sound or not.
    var count: Int { rates.count + dropped.total }

    /// Takes a rate as it was read, of a code as it was written.
    mutating func take(_ code: String, _ rate: Result<Number?, RowProblem>) throws {
        if let currency = Currency(code) { return try take(currency, as: code, rate) }
        try drop(code, RowProblem(description: "not a currency code"))
    }

    /// Takes the rate of a currency, whose code is written in capitals in messages.
    mutating func take(_ currency: Currency, _ rate: Result<Number?, RowProblem>) throws {
        try take(currency, as: currency.code, rate)
    }

    private mutating func take(_ currency: Currency, as code: String, _ rate: Result<Number?, RowProblem>) throws {
        try checkCount()
        guard droppedCodes.isEmpty || !droppedCodes.contains(currency.code) else { throw Self.twice(code) }
        switch Self.sound(rate) {
        case .success(let rate):
            guard rates.updateValue(rate, forKey: currency) == nil else { throw Self.twice(code) }
        case .failure(let problem):
            guard rates[currency] == nil else { throw Self.twice(code) }
            try drop(code, problem)
        }
    }

    private static func sound(_ rate: Result<Number?, RowProblem>) -> Result<ExactDecimal, RowProblem> {
        rate.flatMap { number in
            guard let rate = number?.value else { return .failure(RowProblem(description: "rate is missing")) }
            guard !rate.isZero, !rate.isNegative else {
                return .failure(RowProblem(description: "the rate \(rate) is not above 0"))
            }
            return .success(rate)
        }
    }

    private mutating func drop(_ code: String, _ problem: RowProblem) throws {
        try checkCount()
        let place = count + 1
        guard droppedCodes.insert(code.uppercased()).inserted else { throw Self.twice(code) }
        dropped.append(DroppedRow(place: place, symbol: code, problem: "\(code): \(problem.description)"))
    }

    private func checkCount() throws {
        guard count < AnswerLimit.rates else { throw RowProblem(description: "over \(AnswerLimit.rates) rates") }
    }

    /// Throws if the days of an answer hold too much together.
    static func check(days: Int, rates: Int) throws {
        guard days <= AnswerLimit.pastDays else { throw RowProblem(description: "over \(AnswerLimit.pastDays) days") }
        guard rates <= AnswerLimit.pastRates else {
            throw RowProblem(description: "over \(AnswerLimit.pastRates) rates")
        }
    }

    private static func twice(_ code: String) -> RowProblem { RowProblem(description: "'\(code)' twice") }

    /// Reads the rates of `{"USD":1.1512,"SEK":"10.96"}`.
    init(_ reader: inout JSONReader) throws {
        guard reader.next == .object else { throw RowProblem(description: "rates is not an object") }
        try reader.readMap { code, reader in
            let code = code.shown
            try take(code, reader.readSoundRow { try $0.optionalNumber("rate") })
        }
    }

    /// Reads the rates of the wanted currencies of `{"usd":1.1512,"sek":10.96}`. Others are ignored, and so are codes
    /// of no currency.
    init(_ reader: inout JSONReader, where isWanted: (Currency) -> Bool) throws {
        try reader.readMap { code, reader in
            guard let currency = Currency(code.shown), isWanted(currency) else { return }
            try take(currency, reader.readSoundRow { try $0.optionalNumber("rate") })
        }
    }

    /// The sound rates of `base`. Throws where there is not a single one, or the base is worth something else than
    /// itself.
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
        guard let currency = Currency(text) else { throw RowProblem(description: "\(field) is not a currency code") }
        return currency
    }

    /// A day such as `2025-06-13`, as its first moment in UTC.
    mutating func optionalDay(_ field: String) throws -> Timestamp? {
        guard let text = try optionalText(field) else { return nil }
        guard let day = Timestamp(day: text) else { throw RowProblem(description: "\(field) is not a day") }
        return day
    }
}
