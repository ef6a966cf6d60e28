import CryptoCLI
import Platform
import TestSupport
import Testing

/// The paths of the providers of rates.
enum RatePath {
    static let frankfurter = "/v1/latest"
    static let ecb = "/stats/eurofxref/eurofxref-daily.xml"
    static let erapi = "/v6/latest/USD"
    static let fixer = "/api/latest"
    static let currencyapi = "/npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.min.json"
    /// The path at the second host of currencyapi.
    static let currencyapiAgain = "/v1/currencies/usd.min.json"
    /// All of the default chain, in the order asked.
    static let chain = [frankfurter, ecb, erapi, currencyapi, currencyapiAgain]
}

/// Runs a command line against a server that replaces all providers, and expects the given requests.
func runConvert(
    _ line: String, _ exchanges: [Exchange], at day: String = "2025-06-13", text: String = ""
) async throws -> ToolRun {
    try await withLoopbackServer(exchanges) { server in
        var variables = server.variables(
            for: "frankfurter", "ecb", "erapi", "currencyapi", "fixer", "coingecko", "binance")
        variables["CRYPTO_FIXER_KEY"] = "a-test-key"
        let clock = TestClock(start: try #require(Timestamp(rfc3339: day.count == 10 ? day + "T12:00:00Z" : day)))
        return await runTool(
            line.split(separator: " ").map(String.init), variables, time: clock.source,
            input: input(Array(text.utf8)))
    }
}

/// An answer of frankfurter.
func latestRates(_ rates: String, base: String = "EUR", date: String = "2025-06-13") -> Answer {
    .json(#"{"amount":1.0,"base":"\#(base)","date":"\#(date)","rates":{\#(rates)}}"#)
}
