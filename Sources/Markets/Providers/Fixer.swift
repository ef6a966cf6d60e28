import JSONReader
import Platform
import Transport

/// fixer.io, hourly rates of 170 currencies by key; the free plan has the base EUR only, which is asked for here.
///
/// Protocol: fixer.io/documentation, `/api/latest`. Errors come with status 200 and `success: false`, on apilayer's own
/// hosts with another status and a code that is text.
extension MarketProvider {
    static let fixer = MarketProvider(
        name: "fixer", jobs: [.rates], key: .required, host: "https://data.fixer.io",
        limits: "100 requests a month on the free plan", summary: "hourly rates of 170 currencies", isOnlyNamed: true,
        currencies: [], makeRates: { Fixer(settings: $0).client })
}

struct Fixer: Sendable {
    let endpoint: Endpoint
    let hasKey: Bool

    init(settings: ProviderSettings) {
        hasKey = settings.key != nil
        endpoint = Endpoint(
            provider: "fixer", http: settings.http, base: settings.base ?? MarketProvider.fixer.host,
            secret: settings.key.map { .query(name: "access_key", value: $0) }, now: settings.time.now,
            readError: { try Envelope(&$1).failure(status: $0) })
    }

    var client: RateClient {
        RateClient(
            latest: { () throws(ProviderFailure) in
                guard hasKey else { throw ProviderFailure("fixer", .missingKey) }
                return try await endpoint.get("/api/latest", [], decode: Self.table)
            },
            now: endpoint.now)
    }

    @Sendable static func table(_ reader: inout JSONReader) throws -> RateTable {
        let envelope = try Envelope(&reader)
        // REQUIREMENTS C6: an error in the body is one, whatever the status.
        if envelope.isSuccess == false || envelope.error != nil { throw envelope.failure(status: 200) }
        return try envelope.rates.required("rates").table(
            base: envelope.base.required("base"), time: (envelope.time ?? envelope.date).required("timestamp"),
            provider: "fixer")
    }
}

extension Fixer {
    private enum Key: String, CaseIterable {
        case success, error, timestamp, base, date, rates, message
        static let keys = JSONKeys<Self>()
    }

    private enum ErrorKey: String, CaseIterable {
        case code, type, info, message
        static let keys = JSONKeys<Self>()
    }

    /// What is wrong, as the service says it.
    private struct Complaint {
        /// A number, or a word.
        var code: String?
        var type: String?
        var words: String?

        init(_ reader: inout JSONReader) throws {
            if reader.next == .string { words = try reader.optionalText("error") }
            guard reader.next == .object else { return }
            try reader.readObject(ErrorKey.keys) { key, reader in
                switch key {
                case .code: code = try reader.readNumberOrString().makeString()
                case .type: type = try reader.optionalText(key.rawValue)
                case .info, .message: words = try reader.optionalText(key.rawValue) ?? words
                }
            }
        }
    }

    private struct Envelope {
        var isSuccess: Bool?
        var error: Complaint?
        var message: String?
        var time: Timestamp?
        var date: Timestamp?
        var base: Currency?
        var rates: RateCollector?

        init(_ reader: inout JSONReader) throws {
            try reader.readObject(Key.keys) { key, reader in
                let field = key.rawValue
                switch key {
                case .success: isSuccess = try reader.readBool()
                case .error: error = try reader.takeNull() ? nil : Complaint(&reader)
                case .message: message = try reader.optionalText(field)
                case .timestamp: time = try reader.optionalTime(field, in: .seconds)
                case .date: date = try reader.optionalDay(field)
                case .base: base = try reader.optionalCurrency(field)
                case .rates:
                    var collector = RateCollector()
                    try collector.read(&reader)
                    rates = collector
                }
            }
        }

        /// The failure of an answer that says it is one.
        func failure(status: Int) -> ProviderFailure.Reason {
            let kind = error?.type ?? error?.code
            let words = error?.words ?? kind ?? message
            if error?.code == "101" || error?.code == "102" { return .unauthorized(words: words) }
            return switch kind {
            case "missing_access_key"?, "invalid_access_key"?, "inactive_user"?: .unauthorized(words: words)
            case "usage_limit_reached"?, "rate_limit_reached"?, "104"?: .rateLimited(words: words)
            default: .general(status, words: words)
            }
        }
    }
}
