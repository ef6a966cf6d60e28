import DecimalArithmetic
import JSONReader
import Platform

/// Bitstamp's public stream: the channels `live_trades_btcusd`, a message for each trade, with its price alone.
///
/// Protocol: www.bitstamp.net/websocket/v2. A connection takes 1,024 subscriptions, each in a message of its own, and
/// lives 90 days. A channel of a market that does not exist is acknowledged and stays silent (measured in 2026).
struct BitstampStream: StreamDialect {
    static let host = "wss://ws.bitstamp.net"
    static let rows = JSONFields<Key>.Rows.objects(in: .data)

    static let subscription: SubscriptionTemplate? = SubscriptionTemplate(
        message: #"{"event":"bts:VERB","data":{"channel":MARKETS}}"#, bytes: 0)

    enum Key: String, CaseIterable {
        case event, channel, data, message
        /// `price` is a number and may be rounded, and `timestamp` may be in seconds or milliseconds.
        case price = "price_str"
        case time = "microtimestamp"
    }

    @inline(__always) private static var columns: TickColumns<Key> {
        TickColumns(time: (.time, .microseconds), last: .price)
    }

    /// The server answers each heartbeat, and closes no connection on which nothing comes.
    let rules = StreamRules(
        silence: .seconds(30), ping: StreamRules.Ping(text: #"{"event":"bts:heartbeat"}"#, every: .seconds(15)),
        hidesUnknownSymbols: true)

    func read(
        _ message: JSONMessage<Key>, at arrival: Timestamp, of markets: inout TickMarketTable,
        _ emit: (inout Tick) -> Void
    ) throws -> StreamNews? {
        let head = message.head
        try head.check()
        guard try head.text(.event).isText("trade") else { return try Self.news(message) }
        guard let market = try markets.market(head.text(.channel)) else { return nil }
        try message.forEachRow(in: .data, as: .object) { row in
            try row.check()
            try row.readTick(of: market, at: arrival, Self.columns, emit)
        }
        return nil
    }

    /// `{"event":"bts:error","channel":"","data":{"code":null,"message":"Bad subscription string."}}`;
    /// `{"event":"bts:request_reconnect","channel":"","data":null}` comes some seconds before a restart.
    private static func news(_ message: JSONMessage<Key>) throws -> StreamNews? {
        let event = try message.head.text(.event)
        if event.isText("bts:request_reconnect") {
            return .ending(.streamClosed(code: nil, words: "the server asks for a new connection"))
        }
        guard event.isText("bts:error") else { return nil }
        let words = try message.rows.first.flatMap { try message[$0].words(.message) }
        if words == "Invalid channel provided." { return .refused(market: nil, .unknownSymbol(nil)) }
        return .ending(.status(200, words: words))
    }

    /// The market of a symbol, by the name of its channel.
    static func market(of symbol: Symbol, in currency: Currency) -> Result<TickMarket, ProviderFailure> {
        Bitstamp.names.tickMarket(of: symbol, in: currency, streamName: { "live_trades_\(Bitstamp.symbol($0))" })
    }

    /// The exchange's ticks; nothing is asked before they are run.
    static func source(_ settings: ProviderSettings) -> TickSource {
        .socket(Bitstamp.name, settings, host: host, market: market) { BitstampStream() }
    }
}
