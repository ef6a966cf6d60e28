import JSONReader
import Platform
import Transport

/// ExchangeRate-API's open access, daily rates of 160 currencies; asks that it be named.
///
/// Protocol: exchangerate-api.com/docs/free. Errors come with status 200 or 404.
extension MarketProvider {
    static let erapi = MarketProvider(
        name: ERAPI.name, jobs: [.rates], key: .none, host: "https://open.er-api.com",
        limits: "a few requests a day and address", summary: "daily rates of 160 currencies", isOnlyNamed: false,
        currencies: [], attribution: "Rates By Exchange Rate API (https://www.exchangerate-api.com)",
        rateClient: { ERAPI(settings: $0).client })
}

struct ERAPI: Sendable {
    static let name = "erapi"
    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.erapi, settings, errors: Self.errors)
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
        case updated = "time_last_update_unix"
        case base = "base_code"
        static let keys = JSONKeys<Self>()
    }

    private struct Envelope {
        var result: String?
        var base: Currency?
        var updated: Timestamp?
        var rates: RateCollector?

        init(_ reader: inout JSONReader) throws {
            try reader.readObject(Key.keys) { key, reader in
                let field = key.rawValue
                switch key {
                case .result: result = try reader.optionalText(field)
                case .base: base = try reader.optionalCurrency(field)
                case .updated: updated = try reader.optionalTime(field, in: .seconds)
                case .rates: rates = try RateCollector(&reader)
                }
            }
        }
    }

    @Sendable static func table(_ reader: inout JSONReader) throws -> RateTable {
        let envelope = try Envelope(&reader)
        guard envelope.result == "success" else { throw RowProblem(description: "result is not 'success'") }
        return try envelope.rates.required("rates").table(
            base: envelope.base.required("base_code"), time: envelope.updated.required("time_last_update_unix"),
            provider: ERAPI.name)
    }

    /// `{"result":"error","error-type":"unsupported-code"}`
    static let errors = ErrorShape(
        ["result": .state, "error-type": .failure],
        meanings: [(.rateLimited, ["quota-reached"]), (.wrongKey, ["invalid-key", "inactive-account"])],
        isError: { $0.state == "error" })
}
