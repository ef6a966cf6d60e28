import JSONReader
import Platform
import Transport

/// ExchangeRate-API's open access, daily rates of 160 currencies; asks that it be named.
///
/// Protocol: exchangerate-api.com/docs/free. Errors come with status 200 or 404.
///
/// Terms: www.exchangerate-api.com/docs/free asks for this attribution with a link.
extension Provider {
    /// The provider `erapi`: see its `summary`.
    package static let erapi = Provider(
        name: ERAPI.name, jobs: [.rates], kinds: [.fiat], host: "https://open.er-api.com",
        limits: "a few requests per day and address", summary: "daily rates of 160 currencies", isOnlyNamed: false,
        attribution: "Rates By Exchange Rate API (https://www.exchangerate-api.com)",
        makers: [.rates { ERAPI.client($0) }])
}

enum ERAPI {
    static let name = "erapi"

    static func client(_ settings: ProviderSettings) -> RateClient {
        let endpoint = Endpoint(.erapi, settings, errors: errors)
        return RateClient(
            latest: { () throws(ProviderFailure) in
                try await endpoint.get(.rates, "/v6/latest/USD", decode: { try members.table(&$0, provider: name) })
            },
            now: endpoint.now)
    }

    private static let members: RateMembers = [
        "result": .success, "base_code": .base, "time_last_update_unix": .seconds,
        "time_next_update_unix": .next, "rates": .rates,
    ]

    /// `{"result":"error","error-type":"unsupported-code"}`
    static let errors = ErrorShape(
        ["result": .state, "error-type": .failure],
        meanings: [(.rateLimited, ["quota-reached"]), (.wrongKey, ["invalid-key", "inactive-account"])],
        isError: { $0.state == "error" })
}
