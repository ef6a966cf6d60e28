import TestSupport

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

/// An answer of frankfurter.
func latestRates(_ rates: String, base: String = "EUR", date: String = "2025-06-13") -> Answer {
    .json(#"{"amount":1.0,"base":"\#(base)","date":"\#(date)","rates":{\#(rates)}}"#)
}
