import DecimalArithmetic
import JSONReader
import Platform

/// WazirX's stream of all its spot markets, `!ticker@arr`: each message holds those that changed.
///
/// Protocol: docs.wazirx.com, WebSocket streams. What `q` counts is documented as "quantity" only, so the turnover is
/// unknown. A stream that the exchange does not know is acknowledged as `null`.
struct WazirXStream: StreamDialect {
    static let host = "wss://stream.wazirx.com"
    static let path = "/stream"
    static let stream: StaticString = "!ticker@arr"
    static let rows = JSONFields<Key>.Rows.objects(in: .data)

    /// The server pings about every 55 seconds. A socket lives half an hour unless it is pinged from this side.
    let rules = StreamRules(
        silence: .seconds(110), ping: StreamRules.Ping(text: #"{"event":"ping"}"#, every: .seconds(300)))

    private var isSubscribed = false

    enum Key: String, CaseIterable {
        case stream, event, data, code, message
        case symbol = "s"
        case time = "E"
        case last = "c"
        case open = "o"
        case high = "h"
        case low = "l"
        case bid = "b"
        case ask = "a"
    }

    @inline(__always) private static var columns: TickColumns<Key> {
        TickColumns(
            market: .symbol, time: (.time, .milliseconds), last: .last, open: .open, high: .high, low: .low,
            bid: .bid, ask: .ask, needsPrice: false)
    }

    /// All markets come by one subscription.
    mutating func subscribe(to markets: [TickMarket]) -> [String] {
        defer { isSubscribed = true }
        return isSubscribed ? [] : [#"{"event":"subscribe","streams":["\#(Self.stream)"]}"#]
    }

    func read(
        _ message: JSONMessage<Key>, at arrival: Timestamp, of markets: inout TickMarketTable,
        _ emit: (inout Tick) -> Void
    ) throws -> StreamNews? {
        let head = message.head
        try head.check()
        let (stream, event) = (try head.text(.stream), try head.text(.event))
        if stream.isText(Self.stream) {
            try message.forEachRow(in: .data, as: .array) { row in
                try markets.readTick(of: row, at: arrival, Self.columns, emit)
            }
            return nil
        }
        if event.isText("error") { return .ending(try Self.error(message)) }
        guard !stream.isEmpty || !event.isEmpty else { throw RowProblem(description: "neither a stream nor an event") }
        return nil
    }

    /// The data is `{"code":400,"message":"Invalid request: …"}`. The code is a status of HTTP.
    private static func error(_ message: JSONMessage<Key>) throws -> ProviderFailure.Reason {
        guard let data = message.rows.first.map({ message[$0] }) else { return .status(200, words: nil) }
        return .general(
            try data.integer(.code).flatMap { Int(exactly: $0) } ?? 200, words: try data.words(.message))
    }
}

// MARK: - Markets

extension WazirXStream {
    /// The stream's name of a market is the list's.
    static func market(of quote: Quote) -> TickMarket {
        TickMarket(name: quote.market ?? quote.symbol, of: quote)
    }

    /// The exchange's ticks: its markets are loaded first, then the socket is opened.
    static func source(_ settings: ProviderSettings) -> TickSource {
        let exchange = WazirX(settings: settings)
        let markets = ListedMarkets(
            .wazirx, settings.time, market: market,
            fetch: { () throws(ProviderFailure) in try await exchange.markets() })
        return .listed(markets, settings, host: host, path: path) { WazirXStream() }
    }
}
