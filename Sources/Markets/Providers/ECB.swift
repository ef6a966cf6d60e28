import DecimalArithmetic
import Platform
import Transport

/// The European Central Bank's euro foreign exchange reference rates, published about 16:00 CET on working days.
///
/// Protocol: ecb.europa.eu/stats/eurofxref: `gesmes:Envelope` > `Cube` > `Cube[@time]` > `Cube[@currency,@rate]`, units
/// for one euro. The history files have the same form with more days; the newest counts.
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
            now: endpoint.now)
    }

    @Sendable static func table(_ reader: inout XMLReader) throws -> RateTable {
        var days = Days()
        while let event = try reader.next() {
            switch event {
            case .start(let element): try days.enter(element)
            case .end: days.leave()
            case .text: continue
            }
        }
        let newest = try days.newest.required("a day of rates")
        return try newest.rates.table(base: .eur, time: newest.time, provider: "ecb")
    }
}

/// One day's rates.
private struct Day {
    let time: Timestamp
    var rates = RateCollector()
}

/// The days of an envelope, of which the newest is kept.
private struct Days {
    private(set) var newest: Day?
    private var day: Day?
    private var depth = 0

    mutating func enter(_ element: XMLElement) throws {
        switch (depth, element.name) {
        case (0, "gesmes:Envelope"): break
        case (0, let name): throw RowProblem(description: "<\(name)> instead of <gesmes:Envelope>")
        case (2, "Cube"): day = Day(time: try Self.time(of: element))
        case (3, "Cube"): try takeRate(element)
        default: break
        }
        depth += 1
    }

    mutating func leave() {
        depth -= 1
        guard depth == 2, let read = day else { return }
        if newest.map({ $0.time < read.time }) ?? true { newest = read }
        day = nil
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
