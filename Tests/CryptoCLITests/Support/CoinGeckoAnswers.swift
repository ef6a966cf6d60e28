import Platform
import TestSupport
import Testing

/// Answers of `/api/v3/coins/markets` with given values.
enum CoinGeckoAnswers {
    static let path = "/api/v3/coins/markets"

    /// A search for an unknown symbol that finds nothing.
    static let nothingFound = Exchange.get("/api/v3/search", times: .any, answer: .json(#"{"coins":[]}"#))

    /// One coin. A value of nil is left out; `more` is appended.
    static func row(
        _ id: String, _ symbol: String, name: String? = nil, price: String? = "67024.5", change: String? = "1024.5",
        percent: String? = "1.5522", rank: Int? = 1, updated: String = "2024-03-01T11:59:30.250Z", more: String = ""
    ) -> String {
        let members = [
            ("id", #""\#(id)""#), ("symbol", #""\#(symbol)""#), ("name", #""\#(name ?? id)""#),
            ("current_price", price), ("market_cap", "1319000000000"), ("market_cap_rank", rank.map { "\($0)" }),
            ("total_volume", "31000000000.75"), ("high_24h", "67500"), ("low_24h", "66000"),
            ("price_change_24h", change), ("price_change_percentage_24h", percent),
            ("last_updated", #""\#(updated)""#),
        ]
        let written = members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
        return "{" + written.joined(separator: ",") + more + "}"
    }

    static let bitcoin = row("bitcoin", "btc", name: "Bitcoin")
    /// The same with the current time, for a program that has the system's clock.
    static var bitcoinNow: String {
        row("bitcoin", "btc", name: "Bitcoin", updated: TimeSource.live.now().description)
    }
    static let ethereum = row(
        "ethereum", "eth", name: "Ethereum", price: "3434.92", change: "-48.42", percent: "-1.39", rank: 2)

    /// The array of these rows.
    static func rows(_ rows: String...) -> Answer {
        .json("[" + rows.joined(separator: ",") + "]")
    }
}

extension LoopbackServer {
    /// The variables that point providers at this server: frankfurter in its version 1, whose answers are short.
    func variables(for providers: String...) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: providers.map { name in
                (
                    "CRYPTO_\(name.uppercased().replacing("-", with: "_"))_URL",
                    url + (name == "frankfurter" ? "/v1" : "")
                )
            })
    }
}
