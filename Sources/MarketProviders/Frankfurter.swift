import JSONReader
import Platform
import Transport

/// Frankfurter: the rates of many central banks as JSON, and in its version 1 those of the ECB.
///
/// Protocol: frankfurter.dev and its openapi.json. Version 2 is asked unless the URL that replaces the host ends in
/// `/v1`. Both send all currencies for one euro without parameters; `amount` of version 1 is not used, because with it
/// the answer is rounded.
///
/// Terms: frankfurter.dev/license has none of its own, and points to those of the banks.
extension Provider {
    /// The provider `frankfurter`: see its `summary`.
    package static let frankfurter = Provider(
        name: Frankfurter.name, jobs: [.rates], kinds: [.fiat], host: "https://api.frankfurter.dev",
        limits: "none known",
        summary: "rates of 219 currencies and 39 other assets from 112 banks, by day", isOnlyNamed: false,
        hasPastRates: true, makers: [.rates { Frankfurter(settings: $0).client }])
}

struct Frankfurter: Sendable {
    static let name = "frankfurter"

    let endpoint: Endpoint
    /// What begins each path: a URL may end in the version.
    private let prefix: String
    private let isFirstVersion: Bool

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.frankfurter, settings, errors: Self.errors)
        let version = settings.lastPathPart
        isFirstVersion = version == "v1"
        prefix = version == "v1" || version == "v2" ? "" : "/v2"
    }

    var client: RateClient { isFirstVersion ? firstVersion : secondVersion }

    /// `{"message":"not found"}`, of version 2 `{"status":422,"message":"…"}`. A code in `quotes` that the service does
    /// not know is refused with the whole request.
    private static let errors = ErrorShape(
        ["message": .failure, "status": .status],
        meanings: [(.cannotQuote(items: ["quotes"]), ["invalid currency"])])
}

// MARK: - Version 2

extension Frankfurter {
    /// `/rates`: the newest rate of each currency, with `date` until that day, with `from` and `to` of each day. Banks
    /// publish at different hours, so the time of the next rates is not known.
    private var secondVersion: RateClient {
        RateClient(
            latest: { () throws(ProviderFailure) in
                try await endpoint.get(.rates, prefix + "/rates", decode: { try Self.rows(&$0).newest() })
            },
            now: endpoint.now,
            history: { period throws(ProviderFailure) in
                try await endpoint.get(
                    .history(to: period.to), prefix + "/rates", Self.query(period),
                    decode: { try Self.rows(&$0).tables() })
            },
            onDay: { day throws(ProviderFailure) in
                try await endpoint.get(
                    .history(to: day), prefix + "/rates", [("date", day.day)],
                    decode: { try Self.rows(&$0).newest(until: day) })
            })
    }

    /// A period of any length is answered. Without `quotes` it would be one of all currencies.
    private static func query(_ period: RatePeriod) -> [(name: String, value: String)] {
        let days = [("from", period.from.day), ("to", period.to.day)]
        let codes = period.currencies.map(\.code).sorted().joined(separator: ",")
        return codes.isEmpty ? days : days + [("quotes", codes)]
    }

    private static let rowKeys = JSONKeys(named: "date", "base", "quote", "rate")

    /// `[{"date":"2026-10-06","base":"EUR","quote":"ARS","rate":1710.09}]`: one row may have the base as its quote.
    private static func rows(_ reader: inout JSONReader) throws -> DatedRates {
        var rates = DatedRates(provider: name)
        try reader.readArray(upTo: AnswerLimit.pastRates) { reader in
            var (date, base, quote): (Timestamp?, Currency?, String?)
            var rate = Result<Number?, RowProblem>.success(nil)
            try reader.readObject(rowKeys) { key, reader in
                switch key {
                case "date": date = try reader.optionalDay("date")
                case "base": base = try reader.optionalCurrency("base")
                case "quote": quote = try reader.optionalText("quote")
                default: rate = try reader.readSoundRow { try $0.optionalNumber("rate") }
                }
            }
            try rates.take(
                quote.required("quote"), rate, base: base.required("base"), date: date.required("date"))
        }
        return rates
    }
}

// MARK: - Version 1

extension Frankfurter {
    /// `/latest`, and `/2025-06-13..2025-06-16` for a period, both with the ECB's working days. The base is never among
    /// the rates.
    private var firstVersion: RateClient {
        RateClient(
            latest: { () throws(ProviderFailure) in try await endpoint.get(.rates, "/latest", decode: Self.table) },
            now: endpoint.now,
            history: { period throws(ProviderFailure) in
                try await endpoint.get(
                    .history(to: period.to), "/\(period.from.day)..\(period.to.day)", decode: Self.tables)
            })
    }

    /// `{"amount":1.0,"base":"EUR","date":"2025-06-13","rates":{"USD":1.15}}`
    @Sendable private static func table(_ reader: inout JSONReader) throws -> RateTable {
        var table = try members.table(&reader, provider: name)
        table.nextPublication = ECB.nextPublication(after: table.time)
        return table
    }

    /// `{"amount":1.0,"base":"EUR","start_date":…,"end_date":…,"rates":{"2025-06-13":{"USD":1.15}}}`: working days
    /// only.
    @Sendable private static func tables(_ reader: inout JSONReader) throws -> [RateTable] {
        var base: Currency?
        var days: [(time: Timestamp, rates: RateCollector)] = []
        try reader.readObject(JSONKeys(named: "base", "rates")) { key, reader in
            if key == "base" { return base = try reader.optionalCurrency("base") }
            var count = 0
            try reader.readMap(upTo: AnswerLimit.pastDays) { day, reader in
                guard let time = Timestamp(day: try day.text("a day")) else {
                    throw RowProblem(description: "rates of no day")
                }
                days.append((time, try RateCollector(&reader)))
                count += days[days.count - 1].rates.count
                try RateCollector.check(days: days.count, rates: count)
            }
        }
        let known = try base.required("base")
        return try days.map { try $0.rates.table(base: known, time: $0.time, provider: Frankfurter.name) }
    }

    private static let members: RateMembers = ["amount": .one, "base": .base, "date": .day, "rates": .rates]
}
