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
        limits: "100 requests per month on the free plan", summary: "hourly rates of 170 currencies", isOnlyNamed: true,
        currencies: [], rateClient: { Fixer.client($0) })
}

enum Fixer {
    static let name = "fixer"

    static func client(_ settings: ProviderSettings) -> RateClient {
        let endpoint = Endpoint(.fixer, settings, key: .query("access_key"), errors: errors)
        return RateClient(
            latest: { () throws(ProviderFailure) in
                try await endpoint.get(.rates, "/api/latest", decode: { try members.table(&$0, provider: name) })
            },
            now: endpoint.now)
    }

    private static let members: RateMembers = [
        "timestamp": .seconds, "base": .base, "date": .dayIfSound, "rates": .rates,
    ]

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
}
