import DecimalArithmetic
import Platform
import Transport

/// The European Central Bank's euro foreign exchange reference rates, published about 16:00 CET on working days.
///
/// Protocol: ecb.europa.eu/stats/eurofxref: `gesmes:Envelope` > `Cube` > `Cube[@time]` > `Cube[@currency,@rate]`, units
/// for one euro. The history files have the same form with more days.
///
/// Terms: www.ecb.europa.eu/services/using-our-site/disclaimer asks that the ECB be cited as the source, and that a
/// change be stated, such as a cross rate.
extension Provider {
    /// The provider `ecb`: see its `summary`.
    package static let ecb = Provider(
        name: ECB.name, jobs: [.rates], kinds: [.fiat], host: "https://www.ecb.europa.eu", limits: "none known",
        summary: "the ECB's reference rates of 30 currencies, by working day, from the ECB itself", isOnlyNamed: false,
        hasPastRates: true,
        attribution: "euro reference rates of the European Central Bank (ECB); others are computed from them",
        makers: [.rates { ECB(settings: $0).client }])
}

struct ECB: Sendable {
    static let name = "ecb"
    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.ecb, settings)
    }

    var client: RateClient {
        RateClient(
            latest: { () throws(ProviderFailure) in
                try await endpoint.getXML(.rates, "/stats/eurofxref/eurofxref-daily.xml", decode: Self.table)
            },
            now: endpoint.now,
            history: { period throws(ProviderFailure) in try await history(from: period.from, to: period.to) })
    }

    /// The newest day's rates.
    @Sendable static func table(_ text: [UInt8]) throws -> RateTable {
        let days = try Envelope(text) { _ in true }.days
        var table = try Self.table(of: days.max { $0.time < $1.time }.required("a day of rates"))
        table.nextPublication = nextPublication(after: table.time)
        return table
    }

    private static func table(of day: Envelope.Day) throws -> RateTable {
        try day.rates.table(base: .eur, time: day.time, provider: name)
    }
}

// MARK: - History

extension ECB {
    /// The short file holds 90 days, of which the first may be missing.
    private static let shortFile: Int64 = 85 * 86_400

    /// One request, for the file of the last 90 days where that is enough, else for the one of all days since 1999.
    private func history(from: Timestamp, to: Timestamp) async throws(ProviderFailure) -> [RateTable] {
        let isRecent = endpoint.now().wholeSeconds(since: from) <= Self.shortFile
        let file = isRecent ? "eurofxref-hist-90d.xml" : "eurofxref-hist.xml"
        return try await endpoint.getXML(.rates, "/stats/eurofxref/\(file)") { text in
            try Envelope(text) { $0 >= from && $0 <= to }.days.sorted { $0.time < $1.time }.map(Self.table)
        }
    }
}

/// The wanted days of an answer, in its order.
private struct Envelope {
    typealias Day = (time: Timestamp, rates: RateCollector)

    private(set) var days: [Day] = []
    /// Whether the reader is in the last one of `days`.
    private var isInDay = false
    /// The number of rates of all days before it.
    private var count = 0
    /// The currencies so far, by codes of three capitals, so that each is made once.
    private var currencies: [UInt32: Currency] = [:]

    init(_ text: [UInt8], isWanted: (Timestamp) -> Bool) throws {
        try XMLReader.read(text) { tag in
            switch tag.depth {
            case 0 where !tag.isNamed("gesmes:Envelope"):
                throw RowProblem(description: "<\(tag.name)> instead of <gesmes:Envelope>")
            case 2: try beginDay(tag, isWanted)
            case 3 where isInDay && tag.isNamed("Cube"): try takeRate(tag)
            default: break
            }
        }
        try endDay()
    }

    private mutating func beginDay(_ tag: XMLReader, _ isWanted: (Timestamp) -> Bool) throws {
        try endDay()
        guard tag.isNamed("Cube") else { return }
        guard let time = Timestamp(day: String(decoding: try tag["time"].required("time"), as: UTF8.self)) else {
            throw RowProblem(description: "time is not a day")
        }
        isInDay = isWanted(time)
        // It will have as many rates as the day before, but for a few.
        if isInDay { days.append((time, RateCollector(capacity: days.last?.rates.count ?? 0))) }
    }

    private mutating func endDay() throws {
        guard isInDay else { return }
        isInDay = false
        count += days[days.count - 1].rates.count
        try RateCollector.check(days: days.count, rates: count)
    }

    private mutating func takeRate(_ tag: XMLReader) throws {
        let code = try tag["currency"].required("currency")
        let text = tag["rate"] ?? []
        let number = Number(utf8: text.span)
        let rate: Result<Number?, RowProblem> =
            number == nil && !text.isEmpty
            ? .failure(RowProblem(description: "rate is not a number")) : .success(number)
        if let currency = currency(code) {
            try days[days.count - 1].rates.take(currency, rate)
        } else {
            try days[days.count - 1].rates.take(String(decoding: code.prefix(200), as: UTF8.self), rate)
        }
    }

    /// Nil for a code that is not three capitals.
    private mutating func currency(_ code: ArraySlice<UInt8>) -> Currency? {
        guard code.count == 3, code.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
            return nil
        }
        let word = code.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        if let currency = currencies[word] { return currency }
        let currency = Currency(String(decoding: code, as: UTF8.self))
        currencies[word] = currency
        return currency
    }
}
