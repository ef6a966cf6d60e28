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
extension MarketProvider {
    /// The provider `ecb`: see its `summary`.
    public static let ecb = MarketProvider(
        name: ECB.name, jobs: [.rates], key: .none, host: "https://www.ecb.europa.eu", limits: "none known",
        summary: "the ECB's reference rates of 30 currencies, by working day, from the ECB itself", isOnlyNamed: false,
        currencies: [], hasPastRates: true,
        attribution: "euro reference rates of the European Central Bank (ECB); others are computed from them",
        rateClient: { ECB(settings: $0).client })
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
    @Sendable static func table(_ reader: inout XMLReader) throws -> RateTable {
        let days = try days(&reader) { _ in true }
        var table = try days.max { $0.time < $1.time }.required("a day of rates").table
        table.nextPublication = nextPublication(after: table.time)
        return table
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
        return try await endpoint.getXML(.rates, "/stats/eurofxref/\(file)") { reader in
            try Self.days(&reader) { $0 >= from && $0 <= to }.sorted { $0.time < $1.time }.map { try $0.table }
        }
    }

    /// The wanted days of an envelope, in its order.
    private static func days(_ reader: inout XMLReader, isWanted: (Timestamp) -> Bool) throws -> [Day] {
        var envelope = Envelope()
        var days: [Day] = []
        var limit = PastRateLimit()
        while let event = try reader.next() {
            switch event {
            case .start(let name): try envelope.enter(name, at: reader, isWanted: isWanted)
            case .end:
                guard let day = envelope.leave() else { continue }
                try limit.take(day.rates)
                days.append(day)
            case .text: continue
            }
        }
        return days
    }
}

/// One day's rates.
private struct Day {
    let time: Timestamp
    var rates: RateCollector

    var table: RateTable {
        get throws { try rates.table(base: .eur, time: time, provider: ECB.name) }
    }
}

/// Where the reading of an envelope is.
private struct Envelope {
    private var day: Day?
    private var depth = 0
    private var codes = CodeList()
    /// How many rates the day before had: as many as the next will have, but for a few.
    private var usualCount = 0

    mutating func enter(_ name: XMLText, at reader: XMLReader, isWanted: (Timestamp) -> Bool) throws {
        if depth == 0, !(name == "gesmes:Envelope") {
            throw RowProblem(description: "<\(name.shown)> instead of <gesmes:Envelope>")
        }
        if depth == 2, name == "Cube" {
            let time = try Self.time(of: reader)
            day = isWanted(time) ? Day(time: time, rates: RateCollector(capacity: usualCount)) : nil
        } else if depth == 3, name == "Cube", day != nil {
            try takeRate(reader)
        }
        depth += 1
    }

    /// The day that ends here.
    mutating func leave() -> Day? {
        depth -= 1
        guard depth == 2, let day else { return nil }
        self.day = nil
        usualCount = day.rates.count
        return day
    }

    private static func time(of tag: XMLReader) throws -> Timestamp {
        guard let time = Timestamp(day: try tag["time"].required("time").shown) else {
            throw RowProblem(description: "time is not a day")
        }
        return time
    }

    private mutating func takeRate(_ tag: XMLReader) throws {
        let code = try tag["currency"].required("currency")
        let rate: Result<Number?, RowProblem> =
            switch tag["rate"].map({ unsafe $0.withUTF8 { unsafe ($0.isEmpty, Number(utf8: $0.span)) } }) {
            case nil, (true, _)?: .success(nil)
            case (false, nil)?: .failure(RowProblem(description: "rate is not a number"))
            case (false, let number?)?: .success(number)
            }
        if let currency = unsafe code.withUTF8({ unsafe codes.currency($0) }) {
            try day?.rates.take(currency, rate)
        } else {
            try day?.rates.take(code.shown, rate)
        }
    }
}

/// The currencies of the answer so far, by codes of three capitals, so that each is made once.
private struct CodeList {
    private var known: [UInt32: Currency] = [:]

    /// Nil for a code that is not three capitals.
    mutating func currency(_ code: UnsafeBufferPointer<UInt8>) -> Currency? {
        guard code.count == 3, unsafe code.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) else {
            return nil
        }
        let word = unsafe code.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        if let currency = known[word] { return currency }
        let currency = unsafe Currency(String(decoding: code, as: UTF8.self))
        known[word] = currency
        return currency
    }
}
