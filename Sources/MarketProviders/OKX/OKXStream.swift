import DecimalArithmetic
import JSONReader
import Platform

/// OKX's public stream: the channel `tickers`, whose every message is a whole ticker.
///
/// Protocol: www.okx.com/docs-v5, "WebSocket" and "Tickers channel". Each market of a subscription is acknowledged or
/// refused by itself.
struct OKXStream: StreamDialect {
    static let host = "wss://ws.okx.com:8443"
    static let path = "/ws/v5/public"
    static let rows = JSONFields<Key>.Rows.objects(in: .data)

    /// The server takes arguments of 64 KB in a message; names and braces of the message come to them.
    static let subscription: SubscriptionTemplate? = SubscriptionTemplate(
        message: #"{"op":"VERB","args":[MARKETS]}"#, market: #"{"channel":"tickers","instId":NAME}"#, bytes: 60_000)

    enum Key: String, CaseIterable {
        case event, code, data, last
        case words = "msg"
        case market = "instId"
        case time = "ts"
        case open = "open24h"
        case high = "high24h"
        case low = "low24h"
        case bid = "bidPx"
        case ask = "askPx"
        case turnover = "volCcy24h"
    }

    @inline(__always) private static var columns: TickColumns<Key> {
        TickColumns(
            market: .market, time: (.time, .milliseconds), last: .last, open: .open, high: .high, low: .low,
            bid: .bid, ask: .ask, turnover: .turnover)
    }

    /// The server closes a connection on which nothing comes for 30 seconds, and answers a text. It allows 3
    /// connections a second, and 480 subscriptions an hour.
    let rules = StreamRules(
        silence: .seconds(40), ping: StreamRules.Ping(text: "ping", every: .seconds(20), answer: "pong"),
        pause: .seconds(1), changes: StreamRules.Changes(480, in: .seconds(3600)))

    func read(
        _ message: JSONMessage<Key>, at arrival: Timestamp, of markets: inout TickMarketTable,
        _ emit: (inout Tick) -> Void
    ) throws -> StreamNews? {
        let head = message.head
        try head.check()
        guard head.type(.data) != nil else { return try Self.news(head) }
        try message.forEachRow(in: .data, as: .array) { row in
            try markets.readTick(of: row, at: arrival, Self.columns, emit)
        }
        return nil
    }

    /// `{"event":"error","code":"60018","msg":"Wrong URL or channel:tickers,instId:NMR-USDT doesn't exist. …"}` names
    /// the market in words alone; the notice 64008 comes a minute before the server ends the connection.
    private static func news(_ head: JSONRow<Key>) throws -> StreamNews? {
        let (event, code) = (try head.text(.event), try head.integer(.code))
        let words = try head.words(.words)
        if event.isText("notice"), code == 64008 { return .ending(.streamClosed(code: nil, words: words)) }
        guard event.isText("error") else { return nil }
        switch code {
        case 60018:
            let name = words?.split(bytes: "instId:").dropFirst().first?.split(separator: " ").first
            return .refused(market: name.map(String.init), .unknownSymbol(nil))
        case 50011, 60014: return .ending(.rateLimited(words: words))
        default: return .ending(.status(200, words: words))
        }
    }

    /// The market of a symbol.
    static func market(of symbol: Symbol, in currency: Currency) -> Result<TickMarket, ProviderFailure> {
        OKX.names.tickMarket(of: symbol, in: currency)
    }

    /// The exchange's ticks; nothing is asked before they are run.
    static func source(_ settings: ProviderSettings) -> TickSource {
        .socket(OKX.name, settings, host: host, path: path, market: market) { OKXStream() }
    }
}
