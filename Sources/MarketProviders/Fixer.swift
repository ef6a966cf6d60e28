import JSONReader
import Platform
import Transport

/// fixer.io, hourly rates of 170 currencies by key; the free plan has the base EUR only, which is asked for here.
///
/// Protocol: fixer.io/documentation, `/api/latest` with the key in the URL. New keys are those of apilayer's host,
/// which has the same interface below `/fixer` and takes the key in the header `apikey`; `CRYPTO_FIXER_URL` names it.
/// Errors come with status 200 and `success: false`, on apilayer's hosts with another status and a code that is text.
///
/// Terms: the documentation asks for no attribution; the terms were not reachable.
extension Provider {
    /// The provider `fixer`: see its `summary`.
    package static let fixer = Provider(
        name: Fixer.name, jobs: [.rates], kinds: [.fiat], key: .required,
        keyNote: "a key of apilayer needs CRYPTO_FIXER_URL=\(Fixer.apilayer)", host: "https://data.fixer.io",
        limits: "100 requests per month on the free plan", summary: "hourly rates of 170 currencies", isOnlyNamed: true,
        makers: [.rates { Fixer.client($0) }])
}

enum Fixer {
    static let name = "fixer"

    /// The host of keys that are not of the former service.
    static let apilayer = "https://api.apilayer.com/fixer"

    static func client(_ settings: ProviderSettings) -> RateClient {
        let isOfAPILayer = settings.lastPathPart == "fixer"
        let endpoint = Endpoint(
            .fixer, settings, key: isOfAPILayer ? .header("apikey") : .query("access_key"), errors: errors)
        let path = isOfAPILayer ? "/latest" : "/api/latest"
        return RateClient(
            latest: { () throws(ProviderFailure) in
                try await endpoint.get(.rates, path, decode: { try members.table(&$0, provider: name) })
            },
            now: endpoint.now)
    }

    private static let members: RateMembers = [
        "timestamp": .seconds, "base": .base, "date": .dayIfSound, "rates": .rates,
    ]

    /// `{"success":false,"error":{"code":101,"type":"invalid_access_key","info":"…"}}` with status 200;
    /// `{"message":"…"}` with another.
    static let errors = ErrorShape(
        [
            "success": .state, "message": .failure,
            "error": .failure(in: ["code": .code, "type": .kind, "info": .words, "message": .words]),
        ],
        meanings: [
            (.wrongKey, ["101", "102", "missing_access_key", "invalid_access_key", "inactive_user"].map { .code($0) }),
            (.rateLimited, ["104", "usage_limit_reached", "rate_limit_reached"].map { .code($0) }),
        ],
        explanations: [
            ("the quota of the plan is used up", ["104", "usage_limit_reached"].map { .code($0) }),
            (
                "not in the plan of this key, as https is not in each free one; a key of apilayer has it, with "
                    + "CRYPTO_FIXER_URL=\(apilayer)", ["105", "https_access_restricted"].map { .code($0) }
            ),
        ],
        isError: { $0.state == "false" || $0.code != nil || $0.kind != nil })
}
