import DecimalArithmetic
import Markets
import Platform
import TestFixtures
import TestSupport
import Testing
import Transport

extension Provider {
    /// Its rate client at a server, over real sockets.
    func rateClient(_ server: LoopbackServer, below path: String = "", key: String? = nil) -> RateClient {
        makeRates(
            ProviderSettings(
                http: .curl(.ofTest()), base: server.url + path, key: key,
                time: TestClock().source))
    }
}

extension RateClient {
    /// A client that fails the test if it is asked.
    static func unimplemented(sourceLocation: SourceLocation = #_sourceLocation) -> RateClient {
        RateClient(
            latest: { () throws(ProviderFailure) in
                Issue.record("RateClient.latest was called", sourceLocation: sourceLocation)
                throw ProviderFailure("unimplemented", .cannot(.rates))
            }, now: { TestClock().now })
    }

    /// A client of one answer.
    static func fixed(_ answer: Result<RateTable, ProviderFailure>) -> RateClient {
        RateClient(latest: { () throws(ProviderFailure) in try answer.get() }, now: { TestClock().now })
    }
}

extension RateTable {
    /// A table from text: `SEK=10 DKK=6.5`.
    static func of(
        _ base: String, _ rates: String, provider: String = "test", time: String = "2024-03-01T00:00:00Z"
    ) -> RateTable {
        let pairs = rates.split(separator: " ").map { $0.split(separator: "=") }
        return RateTable(
            base: Currency(base) ?? .usd,
            rates: Dictionary(
                uniqueKeysWithValues: pairs.map { (Currency($0[0]) ?? .usd, ExactDecimal($0[1]) ?? .zero) }),
            time: Timestamp(rfc3339: time) ?? TestClock().now, provider: provider)
    }

    /// A rate as text.
    func rate(_ code: String) -> String? {
        Currency(code).flatMap { rates[$0]?.description }
    }
}

/// How each provider of rates is asked.
struct RateWire {
    let name: String
    let path: String
    /// What is in front of the path in the URL of the provider.
    var prefix = ""
    /// Where it asks again if the first answer is a failure.
    var otherPath: String?
    var key: String?
    /// A sound answer in which the rate of SEK, beside a USD rate, is this text.
    let body: @Sendable (_ sek: String) -> String

    var provider: Provider { .listed(name) }
    var query: RequestMatcher.Query { key.map { .text("access_key=\($0)") } ?? .none }

    /// What the provider makes of an answer to its one request.
    func latest(_ answer: Answer, sourceLocation: SourceLocation = #_sourceLocation) async throws
        -> Result<RateTable, ProviderFailure>
    {
        let exchanges = [Exchange.get(prefix + path, query: query, answer: answer, sourceLocation: sourceLocation)]
        let others = otherPath.map { [Exchange.get($0, query: .none, times: .any, answer: answer)] } ?? []
        return try await withLoopbackServer(exchanges + others, sourceLocation: sourceLocation) { server in
            let client = provider.rateClient(server, below: prefix, key: key)
            return await Result.catching { () async throws(ProviderFailure) in try await client.latest() }
        }
    }

    func latest(_ body: String) async throws -> Result<RateTable, ProviderFailure> {
        try await latest(.response(body: Array(body.utf8)))
    }

    static let all = [frankfurter, ecb, erapi, fixer, currencyapi]

    /// By its name, `frankfurter/v1` for the old version.
    static func named(_ name: Substring) -> RateWire? {
        (all + [oldFrankfurter]).first { $0.name + $0.prefix == name }
    }

    static let frankfurter = RateWire(
        name: "frankfurter", path: "/v2/rates",
        body: {
            #"[{"date":"2024-02-29","base":"EUR","quote":"EUR","rate":1.0},{"date":"2024-03-01","base":"EUR","quote":"USD","#
                + #""rate":1.25},{"date":"2024-03-01","base":"EUR","quote":"SEK","rate":\#($0)}]"#
        })
    /// Version 1 of frankfurter, named by the URL.
    static let oldFrankfurter = RateWire(
        name: "frankfurter", path: "/latest", prefix: "/v1",
        body: { #"{"amount":1.0,"base":"EUR","date":"2024-03-01","rates":{"USD":1.25,"SEK":\#($0)}}"# })
    static let erapi = RateWire(
        name: "erapi", path: "/v6/latest/USD",
        body: {
            #"{"result":"success","time_last_update_unix":1709294400,"base_code":"EUR","#
                + #""rates":{"EUR":1,"USD":1.25,"SEK":\#($0)}}"#
        })
    static let fixer = RateWire(
        name: "fixer", path: "/api/latest", key: "sEcrEt",
        body: { #"{"success":true,"timestamp":1709294400,"base":"EUR","rates":{"USD":1.25,"SEK":\#($0)}}"# })
    static let currencyapi = RateWire(
        name: "currencyapi", path: "/npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.min.json",
        otherPath: "/v1/currencies/usd.min.json",
        body: { #"{"date":"2024-03-01","eur":{"$myro":3.3,"ada":1.4,"usd":1.25,"sek":\#($0)}}"# })
    static let ecb = RateWire(
        name: "ecb", path: "/stats/eurofxref/eurofxref-daily.xml",
        body: { rate in
            let text = rate.filter { $0 != "\"" }
            return """
                <?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope><Cube><Cube time='2024-03-01'>
                <Cube currency='USD' rate='1.25'/><Cube currency='SEK' rate='\(text)'/></Cube></Cube></gesmes:Envelope>
                """
        })
}

extension Result {
    /// What a body returns or throws.
    static func catching(_ body: () async throws(Failure) -> Success) async -> Result {
        do throws(Failure) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
}
