import DecimalArithmetic
import Platform
import Transport

/// The European Central Bank's euro foreign exchange reference rates, published about 16:00 CET on working days.
///
/// Protocol: ecb.europa.eu/stats/eurofxref: `gesmes:Envelope` > `Cube` > `Cube[@time]` > `Cube[@currency,@rate]`, units
/// for one euro. The history files have the same form with more days.
extension MarketProvider {
    static let ecb = MarketProvider(
        name: "ecb", jobs: [.rates], key: .none, host: "https://www.ecb.europa.eu", limits: "none known",
        summary: "the ECB's reference rates of 30 currencies, by working day, from the source", isOnlyNamed: false,
        currencies: [], makeRates: { ECB(settings: $0).client })
}

struct ECB: Sendable {
    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(
            provider: "ecb", http: settings.http, base: settings.base ?? MarketProvider.ecb.host,
            now: settings.time.now)
    }

    var client: RateClient {
        RateClient(
            latest: { () throws(ProviderFailure) in
                try await endpoint.getXML("/stats/eurofxref/eurofxref-daily.xml", decode: Self.table)
            },
            now: endpoint.now,
            history: { (from, to) throws(ProviderFailure) in try await history(from: from, to: to) })
    }

    /// The newest day's rates.
    @Sendable static func table(_ reader: inout XMLReader) throws -> RateTable {
        let days = try days(&reader) { _ in true }
        return try days.max { $0.time < $1.time }.required("a day of rates").table
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
        return try await endpoint.getXML("/stats/eurofxref/\(file)") { reader in
            try Self.days(&reader) { $0 >= from && $0 <= to }.sorted { $0.time < $1.time }.map { try $0.table }
        }
    }

    /// The wanted days of an envelope, in its order.
    private static func days(_ reader: inout XMLReader, isWanted: (Timestamp) -> Bool) throws -> [Day] {
        var envelope = Envelope()
        var days: [Day] = []
        while let event = try reader.next() {
            switch event {
            case .start(let element): try envelope.enter(element, isWanted)
            case .end: if let day = envelope.leave() { days.append(day) }
            case .text: continue
            }
        }
        return days
    }
}

/// One day's rates.
private struct Day {
    let time: Timestamp
    var rates = RateCollector()

    var table: RateTable {
        get throws { try rates.table(base: .eur, time: time, provider: "ecb") }
    }
}

/// Where the reading of an envelope is.
private struct Envelope {
    private var day: Day?
    private var depth = 0

    mutating func enter(_ element: XMLElement, _ isWanted: (Timestamp) -> Bool) throws {
        switch (depth, element.name) {
        case (0, "gesmes:Envelope"): break
        case (0, let name): throw RowProblem(description: "<\(name)> instead of <gesmes:Envelope>")
        case (2, "Cube"):
            let time = try Self.time(of: element)
            day = isWanted(time) ? Day(time: time) : nil
        case (3, "Cube"): if day != nil { try takeRate(element) }
        default: break
        }
        depth += 1
    }

    /// The day that ends here.
    mutating func leave() -> Day? {
        depth -= 1
        guard depth == 2 else { return nil }
        defer { day = nil }
        return day
    }

    private static func time(of element: XMLElement) throws -> Timestamp {
        guard let time = Timestamp(day: try element["time"].required("time")) else {
            throw RowProblem(description: "time is no day")
        }
        return time
    }

    private mutating func takeRate(_ element: XMLElement) throws {
        let code = try element["currency"].required("currency")
        let rate: Result<Number?, RowProblem> =
            switch element["rate"].map({ Number($0) }) {
            case nil: .success(nil)
            case .some(nil): .failure(RowProblem(description: "rate is no number"))
            case .some(let number): .success(number)
            }
        try day?.rates.take(code, rate)
    }
}
