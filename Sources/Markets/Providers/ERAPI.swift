import JSONReader
import Platform
import Transport

/// ExchangeRate-API's open access, daily rates of 160 currencies; asks that it be named.
///
/// Protocol: exchangerate-api.com/docs/free. Errors come with status 200 or 404.
extension MarketProvider {
    static let erapi = MarketProvider(
        name: "erapi", jobs: [.rates], key: .none, host: "https://open.er-api.com",
        limits: "a few requests a day and address", summary: "daily rates of 160 currencies", isOnlyNamed: false,
        currencies: [], attribution: "Rates By Exchange Rate API (https://www.exchangerate-api.com)",
        makeRates: { ERAPI(settings: $0).client })
}

struct ERAPI: Sendable {
    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(
            provider: "erapi", http: settings.http, base: settings.base ?? MarketProvider.erapi.host,
            now: settings.time.now, readError: { try Self.error(status: $0, &$1) })
    }

    var client: RateClient {
        RateClient(
            latest: { () throws(ProviderFailure) in
                try await endpoint.get("/v6/latest/USD", [], decode: Self.table)
            },
            now: endpoint.now)
    }

    private enum Key: String, CaseIterable {
        case result, rates
        case error = "error-type"
        case updated = "time_last_update_unix"
        case base = "base_code"
        static let keys = JSONKeys<Self>()
    }

    private struct Envelope {
        var result: String?
        var error: String?
        var base: Currency?
        var updated: Timestamp?
        var rates: RateCollector?

        init(_ reader: inout JSONReader) throws {
            try reader.readObject(Key.keys) { key, reader in
                let field = key.rawValue
                switch key {
                case .result: result = try reader.optionalText(field)
                case .error: error = try reader.optionalText(field)
                case .base: base = try reader.optionalCurrency(field)
                case .updated: updated = try reader.optionalTime(field, in: .seconds)
                case .rates:
                    var collector = RateCollector()
                    try collector.read(&reader)
                    rates = collector
                }
            }
        }
    }

    @Sendable static func table(_ reader: inout JSONReader) throws -> RateTable {
        let envelope = try Envelope(&reader)
        guard envelope.result == "success", envelope.error == nil else {
            guard envelope.result == "error" || envelope.error != nil else {
                throw RowProblem(description: "result is not 'success'")
            }
            throw reason(status: 200, envelope.error)
        }
        return try envelope.rates.required("rates").table(
            base: envelope.base.required("base_code"), time: envelope.updated.required("time_last_update_unix"),
            provider: "erapi")
    }

    private static func error(status: Int, _ reader: inout JSONReader) throws -> ProviderFailure.Reason {
        reason(status: status, try Envelope(&reader).error)
    }

    private static func reason(status: Int, _ error: String?) -> ProviderFailure.Reason {
        switch error {
        case "quota-reached"?: .rateLimited(words: error)
        case "invalid-key"?, "inactive-account"?: .unauthorized(words: error)
        default: .general(status, words: error)
        }
    }
}
