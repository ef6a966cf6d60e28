import DecimalArithmetic
import JSONReader
import Platform
import Transport

/// Binance's market streams: `<symbol>@ticker` for some symbols, `!miniTicker@arr` for many.
///
/// Protocol: developers.binance.com, Spot WebSocket Streams. Messages are `{"stream":…,"data":…}`, or `data` alone on a
/// raw connection. Keys differ in letter case only (c and C, o and O). An unknown stream is accepted and stays silent.
struct BinanceStream: StreamDialect {
    static let host = "wss://data-stream.binance.vision"
    static let path = "/stream"

    /// The number of symbols from which the stream of all markets is cheaper than a stream of each. The exchange allows
    /// 1024 streams.
    static let manySymbols = 200

    static let rows = JSONFields<Key>.Rows.objects(in: .data)

    /// The streams of single markets.
    private var streams: [String] = []
    private var isOfAll = false
    private var sent = 0

    /// Of an event, wrapped or raw, or of an answer to a request: `e` is only in events, `data` only in wrappers.
    enum Key: String, CaseIterable {
        case data, error, code
        case message = "msg"
        case event = "e"
        case time = "E"
        case symbol = "s"
        case last = "c"
        case open = "o"
        case high = "h"
        case low = "l"
        case turnover = "q"
        case bid = "b"
        case ask = "a"
    }

    @inline(__always) private static var columns: TickColumns<Key> {
        TickColumns(
            market: .symbol, time: (.time, .milliseconds), last: .last, open: .open, high: .high, low: .low,
            bid: .bid, ask: .ask, turnover: .turnover)
    }

    /// The exchange pings every 20 seconds, and a ping is a sign of life: two of them missed are the end.
    let rules = StreamRules(silence: .seconds(40), hidesUnknownSymbols: true)

    mutating func subscribe(to markets: [TickMarket]) -> [String] {
        guard !isOfAll else { return [] }
        let added = markets.map(Self.stream)
        if streams.count + added.count <= Self.manySymbols {
            streams += added.filter { !streams.contains($0) }
            return requests("SUBSCRIBE", added)
        }
        isOfAll = true
        return requests("UNSUBSCRIBE", streams) + requests("SUBSCRIBE", ["!miniTicker@arr"])
    }

    mutating func unsubscribe(from markets: [TickMarket]) -> [String] {
        guard !isOfAll else { return [] }
        let removed = markets.map(Self.stream)
        streams.removeAll(where: removed.contains)
        return requests("UNSUBSCRIBE", removed)
    }

    private static func stream(_ market: TickMarket) -> String { market.name.lowercased() + "@ticker" }

    /// One message for all streams, since the exchange takes five a second; none for no stream.
    private mutating func requests(_ method: String, _ streams: [String]) -> [String] {
        guard !streams.isEmpty else { return [] }
        sent += 1
        return [#"{"method":"\#(method)","params":\#(streams.asJSON),"id":\#(sent)}"#]
    }
}

// MARK: - Messages

extension BinanceStream {
    func read(
        _ message: JSONMessage<Key>, at arrival: Timestamp, of markets: inout TickMarketTable,
        _ emit: (inout Tick) -> Void
    ) throws -> StreamNews? {
        var news: StreamNews?
        if message.head.type != .array {
            news = try Self.read(message.head, at: arrival, of: &markets, emit)
            if news == nil, message.rows.isEmpty { news = try Self.refusal(message.head) }
        }
        try message.forEachRow { news = try Self.read($0, at: arrival, of: &markets, emit) ?? news }
        return news
    }

    /// Reads an event; anything else has no meaning here.
    @inline(__always)
    private static func read(
        _ row: JSONRow<Key>, at arrival: Timestamp, of markets: inout TickMarketTable, _ emit: (inout Tick) -> Void
    ) throws -> StreamNews? {
        try row.check()
        let event = try row.text(.event)
        guard event.isText("24hrTicker") || event.isText("24hrMiniTicker") else {
            let words = "the server is about to shut down"
            return event.isText("serverShutdown") ? .ending(.streamClosed(code: nil, words: words)) : nil
        }
        try markets.readTick(of: row, at: arrival, columns, emit)
        return nil
    }

    /// `{"error":{"code":2,"msg":"Invalid request: …"},"id":1}`, or the inner object alone.
    private static func refusal(_ head: JSONRow<Key>) throws -> StreamNews? {
        var (code, words) = (try head.integer(.code), try head.words(.message))
        _ = try head.read(.error) { reader in
            guard reader.next == .object else { return }
            try reader.readObject(JSONKeys<Key>()) { key, reader in
                if key == .code { code = try reader.integerIfSound() }
                if key == .message { words = try reader.textIfSound() }
            }
        }
        guard let code else { return nil }
        return .ending(code == -1003 ? .rateLimited(words: words) : .status(200, words: words))
    }
}

// MARK: - Markets

extension BinanceStream {
    /// The market of a symbol.
    ///
    /// The exchange has no market in US dollars: what is asked for in them comes in USDT, which is a coin. A name that
    /// no market can have would be an error of all others that are asked for with it ("invalid stream").
    static func market(of symbol: Symbol, in currency: Currency) -> Result<TickMarket, ProviderFailure> {
        guard symbol.bare.allSatisfy({ $0.isLetter || $0.isNumber }) else {
            return .failure(ProviderFailure(Binance.name, .unknownSymbol(symbol)))
        }
        return BinanceMarkets.names.tickMarket(of: symbol, in: currency)
    }

    /// The exchange's ticks; nothing is asked before they are run.
    static func source(_ settings: ProviderSettings) -> TickSource {
        .socket(Binance.name, settings, host: host, path: path, market: market) { BinanceStream() }
    }
}
