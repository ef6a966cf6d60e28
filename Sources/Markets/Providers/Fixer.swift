import JSONReader
import Platform
import Transport

/// fixer.io, hourly rates of 170 currencies by key; the free plan has the base EUR only, which is asked for here.
///
/// Protocol: fixer.io/documentation, `/api/latest`. Errors come with status 200 and `success: false`, on apilayer's own
/// hosts with another status and a code that is text.
extension MarketProvider {
    static let fixer = MarketProvider(
        name: Fixer.name, jobs: [.rates], key: .required, host: "https://data.fixer.io",
        limits: "100 requests a month on the free plan", summary: "hourly rates of 170 currencies", isOnlyNamed: true,
        currencies: [], rateClient: { Fixer(settings: $0).client })
}

struct Fixer: Sendable {
    static let name = "fixer"
    let endpoint: Endpoint
    let hasKey: Bool

    init(settings: ProviderSettings) {
        hasKey = settings.key != nil
        endpoint = Endpoint(
            .fixer, settings, secret: settings.key.map { .query(name: "access_key", value: $0) }, errors: Self.errors)
    }

    var client: RateClient {
        RateClient(
            latest: { () throws(ProviderFailure) in
                guard hasKey else { throw ProviderFailure(Fixer.name, .missingKey) }
                return try await endpoint.get("/api/latest", [], decode: Self.table)
            },
            now: endpoint.now)
    }

    @Sendable static func table(_ reader: inout JSONReader) throws -> RateTable {
        let envelope = try Envelope(&reader)
        return try envelope.rates.required("rates").table(
            base: envelope.base.required("base"), time: (envelope.time ?? envelope.date).required("timestamp"),
            provider: Fixer.name)
    }
}

extension Fixer {
    private enum Key: String, CaseIterable {
        case timestamp, base, date, rates
        static let keys = JSONKeys<Self>()
    }

    /// `{"success":false,"error":{"code":101,"type":"invalid_access_key","info":"…"}}` with status 200; `{"message":"…"}` with
    /// another.
    static let errors = ErrorShape(
        [
            "success": .state, "message": .failure,
            "error": .failure(in: ["code": .code, "type": .kind, "info": .words, "message": .words]),
        ],
        meanings: [
            (.wrongKey, ["101", "102", "missing_access_key", "invalid_access_key", "inactive_user"].map { .code($0) }),
            (.rateLimited, ["104", "usage_limit_reached", "rate_limit_reached"].map { .code($0) }),
        ],
        isError: { $0.state == "false" || $0.code != nil || $0.kind != nil })

    private struct Envelope {
        var time: Timestamp?
        var date: Timestamp?
        var base: Currency?
        var rates: RateCollector?

        init(_ reader: inout JSONReader) throws {
            try reader.readObject(Key.keys) { key, reader in
                let field = key.rawValue
                switch key {
                case .timestamp: time = try reader.optionalTime(field, in: .seconds)
                case .date: date = try reader.textIfSound().flatMap { Timestamp(day: $0) }
                case .base: base = try reader.optionalCurrency(field)
                case .rates: rates = try RateCollector(&reader)
                }
            }
        }
    }
}
