import Platform
import TestSupport
import Testing

/// Messages of the streams of exchanges with given values.
enum StreamFrames {
    static let coinbaseGreeting = #"{"type":"subscriptions","channels":[{"name":"ticker","product_ids":["BTC-USD"]}]}"#

    static let coinbaseHeartbeat =
        #"{"type":"heartbeat","sequence":90,"last_trade_id":20,"product_id":"BTC-USD","time":"2024-03-01T12:00:00.5Z"}"#

    /// A tick of Coinbase. The price is JSON, including any quotes.
    static func coinbase(
        _ product: String, _ price: String, open: String = "100", time: String = "2024-03-01T12:00:00.5Z"
    ) -> String {
        #"{"type":"ticker","sequence":1,"product_id":"\#(product)","price":\#(price),"open_24h":"\#(open)","#
            + #""best_bid":"1.50","best_ask":"2","time":"\#(time)"}"#
    }

    static func coinbaseSubscription(_ products: String..., verb: String = "subscribe") -> String {
        let names = products.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"type":"\#(verb)","product_ids":[\#(names)],"channels":["ticker","heartbeat"]}"#
    }

    static func coinbaseRefusal(_ product: String) -> String {
        #"{"type":"error","message":"Failed to subscribe","reason":"\#(product) is not a valid product"}"#
    }
}

extension LoopbackServer {
    /// The variable that points a provider's stream at this server.
    func streams(of providers: String...) -> [String: String] {
        Dictionary(uniqueKeysWithValues: providers.map { ("CRYPTO_\($0.uppercased())_WS_URL", webSocketURL) })
    }
}

/// Runs `crypto watch` with these arguments and Coinbase's stream against scripts, one per connection, in virtual time.
/// Requests for candles get an answer, if there is one.
func runWatch(
    _ arguments: String, _ scripts: [WebSocketScript], candles: Answer? = nil, random: Double = 0,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws -> ToolRun {
    let asked = candles.map { Exchange.get("/products/BTC-USD/candles", times: .any, answer: $0) }
    let streams = scripts.map { Exchange.webSocket(sourceLocation: sourceLocation, script: $0) }
    return try await withVirtualTime { _ in
        try await withLoopbackServer([asked].compactMap(\.self) + streams, sourceLocation: sourceLocation) {
            server in
            await runTool(
                ("watch --provider coinbase " + arguments).split(separator: " ").map(String.init),
                server.streams(of: "coinbase").merging(server.variables(for: "coinbase")) { $1 }, random: random,
                sourceLocation: sourceLocation)
        }
    }
}
