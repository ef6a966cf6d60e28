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

    private struct Day {
        let time: Timestamp
        var rates = RateCollector()
    }

    @Sendable static func table(_ reader: inout XMLReader) throws -> RateTable {
        var newest: Day?
        var day: Day?
        var depth = 0
        while let event = try reader.next() {
            switch event {
            case .start(let element):
                try check(element, depth: depth)
                if depth == 2, element.name == "Cube" { day = Day(time: try time(of: element)) }
                if depth == 3, element.name == "Cube" { try take(element, into: &day) }
                depth += 1
            case .end:
                depth -= 1
                guard depth == 2, let read = day else { continue }
                if newest.map({ $0.time < read.time }) ?? true { newest = read }
                day = nil
            case .text:
                continue
            }
        }
        let found = try newest.required("a day of rates")
        return try found.rates.table(base: .eur, time: found.time, provider: "ecb")
    }

    private static func check(_ element: XMLElement, depth: Int) throws {
        guard depth > 0 || element.name == "gesmes:Envelope" else {
            throw RowProblem(description: "<\(element.name)> instead of <gesmes:Envelope>")
        }
    }

    private static func time(of element: XMLElement) throws -> Timestamp {
        guard let time = Timestamp(day: try element["time"].required("time")) else {
            throw RowProblem(description: "time is no day")
        }
        return time
    }

    private static func take(_ element: XMLElement, into day: inout Day?) throws {
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
