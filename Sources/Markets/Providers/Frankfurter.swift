import JSONReader
import Platform
import Transport

/// Frankfurter v1: the ECB's reference rates as JSON.
///
/// Protocol: frankfurter.dev and its openapi.json, `/v1/latest`: without parameters all currencies for one euro. The
/// base is never among the rates. `amount` is not used, because with it the answer is rounded.
extension MarketProvider {
    static let frankfurter = MarketProvider(
        name: Frankfurter.name, jobs: [.rates], key: .none, host: "https://api.frankfurter.dev", limits: "none known",
        summary: "the ECB's reference rates of 30 currencies, by working day", isOnlyNamed: false, currencies: [],
        rateClient: { Frankfurter.client($0) })
}

enum Frankfurter {
    static let name = "frankfurter"

    static func client(_ settings: ProviderSettings) -> RateClient {
        let endpoint = Endpoint(.frankfurter, settings, errors: errors)
        return RateClient(
            latest: { () throws(ProviderFailure) in
                try await endpoint.get(.rates, "/v1/latest", decode: table)
            },
            now: endpoint.now,
            history: { period throws(ProviderFailure) in
                try await endpoint.get(
                    .history(to: period.to), "/v1/\(period.from.day)..\(period.to.day)", decode: tables)
            })
    }

    /// `{"amount":1.0,"base":"EUR","date":"2025-06-13","rates":{"USD":1.15}}`
    @Sendable private static func table(_ reader: inout JSONReader) throws -> RateTable {
        var table = try members.table(&reader, provider: name)
        table.nextPublication = ECB.nextPublication(after: table.time)
        return table
    }

    private enum RangeKey: String, CaseIterable {
        case base, rates
        static let keys = JSONKeys<Self>()
    }

    /// `{"amount":1.0,"base":"EUR","start_date":…,"end_date":…,"rates":{"2025-06-13":{"USD":1.15}}}`: working days only.
    @Sendable private static func tables(_ reader: inout JSONReader) throws -> [RateTable] {
        var base: Currency?
        var days: [(time: Timestamp, rates: RateCollector)] = []
        try reader.readObject(RangeKey.keys) { key, reader in
            switch key {
            case .base: base = try reader.optionalCurrency("base")
            case .rates:
                var limit = PastRateLimit()
                try reader.readMap(upTo: AnswerLimit.pastDays) { day, reader in
                    guard let time = Timestamp(day: try day.text("a day")) else {
                        throw RowProblem(description: "rates of no day")
                    }
                    let rates = try RateCollector(&reader)
                    try limit.take(rates)
                    days.append((time, rates))
                }
            }
        }
        let known = try base.required("base")
        return try days.map { try $0.rates.table(base: known, time: $0.time, provider: Frankfurter.name) }
    }

    private static let members: RateMembers = ["amount": .one, "base": .base, "date": .day, "rates": .rates]

    /// `{"message":"not found"}`, of version 2 `{"status":422,"message":"…"}`.
    static let errors = ErrorShape(["message": .failure, "status": .status])
}
