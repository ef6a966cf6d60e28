/// A row of `watch` with all documented fields.
enum TickJSON {
    private static let keys = [
        "time", "symbol", "id", "name", "kind", "market", "price", "currency", "open", "high", "low", "change",
        "change_percent", "volume", "market_cap", "rank", "bid", "ask", "provider", "age", "stale", "via",
        "change_percent_1h", "change_percent_7d", "trend", "chain",
    ]
    private static let texts: Set = [
        "time", "symbol", "id", "name", "kind", "market", "currency", "provider", "via",
    ]

    /// Returns the object of a line: every key in order, `null` for values not given; by default of a coin, and
    /// stale if it is older than a day or ahead of the clock.
    static func row(_ facts: [String: String]) -> String {
        let age = facts["age"].flatMap { Int($0) } ?? 0
        let facts = ["kind": "coin", "stale": "\(age > 86_400 || age < 0)"].merging(facts) { $1 }
        let members = keys.map { key in
            let value = facts[key].map { texts.contains(key) ? "\"\($0)\"" : $0 } ?? "null"
            return "\"\(key)\":\(value)"
        }
        return "{" + members.joined(separator: ",") + "}"
    }
}
