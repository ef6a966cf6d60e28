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

extension WebSocketPeer {
    /// Expects that the next control frame other than a pong is a regular close; ignores messages before it. Ends the
    /// script.
    func expectLeave(_ code: UInt16 = 1000) throws -> Never {
        while let frame = try receive() {
            guard frame.opcode == 8 else { continue }
            guard frame.closeCode == code else { throw ScriptFailure("expected close \(code), got \(frame)") }
            try send(.close(code))
            try drop()
        }
        throw ScriptFailure("expected close \(code), but the client left")
    }

    /// Lets a minute pass in which the server pings every 20 seconds, so that the stream does not count as dead;
    /// what the client sends meanwhile is ignored.
    func passMinute() throws {
        for _ in 0..<3 {
            try send(.ping())
            while let frame = try receive(), frame.opcode != 10 {}
            try wait(.seconds(20))
        }
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
