import JSONReader
import Platform

/// The messages by which a stream subscribes to markets by their names, and unsubscribes from them.
struct SubscriptionTemplate: Sendable {
    /// What a message says to subscribe and to unsubscribe.
    var verbs = (subscribe: "subscribe", unsubscribe: "unsubscribe")
    /// A message, with `VERB` and `MARKETS` in place of these.
    let message: String
    /// A market in a message, with `NAME` in place of its name, which is a JSON string.
    var market = "NAME"
    /// The number of bytes of the markets in a message; with 0 each market has a message of its own.
    var bytes = Int.max

    func subscribe(to markets: [TickMarket]) -> [String] { messages(verbs.subscribe, markets) }
    func unsubscribe(from markets: [TickMarket]) -> [String] { messages(verbs.unsubscribe, markets) }

    private func messages(_ verb: String, _ markets: [TickMarket]) -> [String] {
        let beginning = message.replacing(bytes: "VERB", with: verb)
        return markets.map { market.replacing(bytes: "NAME", with: $0.name.asJSON) }.joined(upTo: bytes).map {
            beginning.replacing(bytes: "MARKETS", with: $0)
        }
    }
}
