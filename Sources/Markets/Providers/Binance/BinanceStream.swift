import DecimalArithmetic
import JSONReader
import Platform
import Transport

/// Binance's market streams: `<symbol>@ticker` for some symbols, `!miniTicker@arr` for many.
///
/// Protocol: developers.binance.com, Spot WebSocket Streams. Messages are `{"stream":…,"data":…}`, or `data` alone on a raw
/// connection. Keys differ in letter case only (c and C, o and O). An unknown stream is accepted and stays silent.
struct BinanceStream: StreamDialect {
    static let host = "wss://data-stream.binance.vision"
    static let path = "/stream"

    /// From so many symbols on the stream of all markets costs less than one of each; 1024 is the exchange's own limit.
    static let manySymbols = 200

    private var markets = TickMarketTable()
    private var isOfAll = false
    private var sent = 0

    /// The exchange pings every 20 seconds, and a ping is a sign of life: two of them missed are the end.
    let rules = StreamRules(silence: .seconds(40), hidesUnknownSymbols: true)

    mutating func subscribe(to markets: [TickMarket]) -> [String] {
        if isOfAll || self.markets.count + markets.count <= Self.manySymbols {
            self.markets.add(markets)
            return isOfAll ? [] : requests("SUBSCRIBE", markets.map(Self.stream))
        }
        let before = self.markets.all
        self.markets.add(markets)
        isOfAll = true
        return requests("UNSUBSCRIBE", before.map(Self.stream)) + requests("SUBSCRIBE", ["!miniTicker@arr"])
    }

    mutating func unsubscribe(from markets: [TickMarket]) -> [String] {
        self.markets.remove(markets)
        return isOfAll ? [] : requests("UNSUBSCRIBE", markets.map(Self.stream))
    }

    private static func stream(_ market: TickMarket) -> String { market.name.lowercased() + "@ticker" }

    /// One message for all streams, since the exchange takes five a second; none for no stream.
    private mutating func requests(_ method: String, _ streams: [String]) -> [String] {
        guard !streams.isEmpty else { return [] }
        sent += 1
        return [#"{"method":"\#(method)","params":\#(streams.asJSON),"id":\#(sent)}"#]
    }

    mutating func read(
        _ message: UnsafeBufferPointer<UInt8>, at arrival: Timestamp, _ emit: (Tick) -> Void
    ) throws -> StreamNews? {
        var events = Events(markets: markets, arrival: arrival)
        defer { markets = events.markets }
        // What is no whole message has no ticks.
        try JSONReader.read(message) { reader in try events.check(&reader) }
        try JSONReader.read(message) { reader in
            if reader.next == .array {
                try events.readAll(&reader, emit)
            } else {
                try events.readMessage(&reader, emit)
            }
        }
        if let problem = events.problem { throw problem }
        return events.news
    }
}

// MARK: - Messages

/// What is read of one message.
private struct Events {
    var markets: TickMarketTable
    let arrival: Timestamp
    var news: StreamNews?
    var problem: (any Error)?

    init(markets: TickMarketTable, arrival: Timestamp) {
        (self.markets, self.arrival) = (markets, arrival)
    }

    /// A wrapped event, a raw one, or an answer to a request: `e` is only in events, `data` only in wrappers.
    private enum Key: String, CaseIterable {
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
        static let keys = JSONKeys<Self>()
    }

    /// Throws for what is not sound to its end.
    func check(_ reader: inout JSONReader) throws {
        if reader.next == .object { try reader.readObject(Key.keys) { _, _ in } } else { try reader.skip() }
    }

    mutating func readAll(_ reader: inout JSONReader, _ emit: (Tick) -> Void) throws {
        try reader.readArray { reader in
            let row = try reader.readRow { reader in try readMessage(&reader, emit) }
            if case .failure(let error) = row { problem = problem ?? error }
        }
    }

    mutating func readMessage(_ reader: inout JSONReader, _ emit: (Tick) -> Void) throws {
        var event = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var name = event
        var tick = Tick(of: .none, at: .at(arrival))
        var time = NumberText.unknown
        var hasOtherTime = false
        var words: String?
        var code: Int64?
        try reader.readObject(Key.keys) { key, reader in
            switch key {
            case .data:
                if reader.next == .array {
                    try readAll(&reader, emit)
                } else if reader.next == .object {
                    try readMessage(&reader, emit)
                }
            case .error: if reader.next == .object { try readMessage(&reader, emit) }
            case .code: code = try reader.integerIfSound()
            case .message: words = try reader.textIfSound()
            case .event: event = try reader.readTextBytes()
            case .time:
                // Other events have other things under the same key.
                let kind = reader.next
                hasOtherTime = kind == .array || kind == .object || kind == .bool
                time = try reader.readNumberTextIfSound()
            case .symbol: if reader.next == .string { name = try reader.readTextBytes() }
            case .last: tick.price = try reader.readNumberTextIfSound()
            case .open: tick.open = try reader.readNumberTextIfSound().aboveZero
            case .high: tick.high = try reader.readNumberTextIfSound().aboveZero
            case .low: tick.low = try reader.readNumberTextIfSound().aboveZero
            case .turnover: tick.volume = try reader.readNumberTextIfSound().notNegative
            case .bid: tick.bid = try reader.readNumberTextIfSound().aboveZero
            case .ask: tick.ask = try reader.readNumberTextIfSound().aboveZero
            }
        }
        if event.isText("24hrTicker") || event.isText("24hrMiniTicker") {
            guard let market = try markets.market(name), try tick.hasPrice() else { return }
            guard !hasOtherTime else { throw RowProblem(description: "a time that is none") }
            tick.market = market
            tick.time = .at(try time.time(in: .milliseconds, else: arrival))
            emit(tick)
        } else if event.isText("serverShutdown") {
            news = .ending(.streamClosed(code: nil, words: "the server is about to shut down"))
        } else if let code {
            news = Self.refusal(code, words)
        }
    }

    /// `{"error":{"code":2,"msg":"Invalid request: …"},"id":1}`, or the inner object alone.
    private static func refusal(_ code: Int64, _ words: String?) -> StreamNews {
        code == -1003 ? .ending(.rateLimited(words: words)) : .ending(.status(200, words: words))
    }
}

// MARK: - Markets

extension BinanceStream {
    /// A symbol's market by the rule of its names: base and quote in capitals, nothing between.
    ///
    /// The exchange has no market in US dollars: what is asked for in them comes in USDT, which is a coin. A name that no
    /// market can have would be an error of all others that are asked for with it ("invalid stream").
    static func market(of symbol: Symbol, in currency: Currency) -> Result<TickMarket, ProviderFailure> {
        let unknown = ProviderFailure("binance", .unknownSymbol(symbol))
        guard symbol.bare.allSatisfy({ $0.isLetter || $0.isNumber }) else { return .failure(unknown) }
        switch symbol.name {
        case .stock: return .failure(unknown)
        case .id(let id):
            guard let pair = BinanceMarket.split([id], knownBases: [])[id], let quote = Currency(pair.quote) else {
                return .failure(unknown)
            }
            return .success(market(id, pair.base, quote))
        case .ticker(let ticker):
            let quote = BinanceMarket.isQuoteCurrency(currency) ? currency : .usdt
            return .success(market(ticker + quote.code, ticker, quote))
        }
    }

    private static func market(_ name: String, _ base: String, _ quote: Currency) -> TickMarket {
        TickMarket(
            name: name, symbol: base, id: name, kind: AssetKind(base: base), currency: quote,
            provider: "binance")
    }

    /// The exchange's ticks; nothing is asked before they are run.
    static func source(_ settings: ProviderSettings) -> TickSource {
        .socket("binance", settings, host: host, path: path, rules: BinanceStream().rules, market: market) {
            BinanceStream()
        }
    }
}
