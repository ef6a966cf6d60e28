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

    /// The server pings about every 55 seconds. A socket lives half an hour unless it is pinged from this side.
    let rules = StreamRules(
        silence: .seconds(110), ping: StreamRules.Ping(text: #"{"event":"ping"}"#, every: .seconds(300)))

    private var all = SharedSubscription(#"{"event":"subscribe","streams":["\#(stream)"]}"#)

    mutating func subscribe(to markets: [TickMarket]) -> [String] { all.subscribe(to: markets) }
    mutating func unsubscribe(from markets: [TickMarket]) -> [String] { all.unsubscribe(from: markets) }

    private enum Key: String, CaseIterable {
        case stream, event, data
        static let keys = JSONKeys<Self>()
    }

    private enum ErrorKey: String, CaseIterable {
        case code, message
        static let keys = JSONKeys<Self>()
    }

    mutating func read(
        _ message: UnsafeBufferPointer<UInt8>, at arrival: Timestamp, _ emit: (Tick) -> Void
    ) throws -> StreamNews? {
        var stream = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var event = stream
        try JSONReader.read(message) { reader in
            try reader.readObject(Key.keys) { key, reader in
                switch key {
                case .stream: stream = try reader.readTextBytes()
                case .event: event = try reader.readTextBytes()
                case .data: break
                }
            }
        }
        if stream.isText(Self.stream) {
            try readData(message) { try readTicks(&$0, at: arrival, emit) }
            return nil
        }
        if event.isText("error") {
            return .ending((try? readData(message, Self.error)) ?? .status(200, words: nil))
        }
        guard stream.count + event.count > 0 else {
            throw RowProblem(description: "neither a stream nor an event")
        }
        return nil
    }

    /// Reads the data of a message that is known to be sound.
    private func readData<Result>(
        _ message: UnsafeBufferPointer<UInt8>, _ body: (inout JSONReader) throws -> Result
    ) throws -> Result {
        try JSONReader.read(message) { reader in
            var result: Result?
            try reader.readObject(Key.keys) { key, reader in
                if key == .data { result = try body(&reader) }
            }
            return try result.required("data")
        }
    }

    /// `{"code":400,"message":"Invalid request: …"}`, the code a status of HTTP's.
    private static func error(_ reader: inout JSONReader) throws -> ProviderFailure.Reason {
        var code: Int64?
        var words: String?
        try reader.readObject(ErrorKey.keys) { key, reader in
            switch key {
            case .code: code = try reader.integerIfSound()
            case .message: words = try reader.textIfSound()
            }
        }
        return .general(code.flatMap { Int(exactly: $0) } ?? 200, words: words)
    }
}

// MARK: - Ticks

extension WazirXStream {
    private enum RowKey: String, CaseIterable {
        case symbol = "s"
        case time = "E"
        case last = "c"
        case open = "o"
        case high = "h"
        case low = "l"
        case bid = "b"
        case ask = "a"
        static let keys = JSONKeys<Self>()
    }

    /// Rows that make no sense are left out and the first is said; the others stand.
    private mutating func readTicks(
        _ reader: inout JSONReader, at arrival: Timestamp, _ emit: (Tick) -> Void
    ) throws {
        var problem: RowProblem?
        try reader.readArray { reader in
            switch try reader.readSoundRow({ try tick(&$0, at: arrival) }) {
            case .success(let tick): if let tick { emit(tick) }
            case .failure(let found): problem = problem ?? found
            }
        }
        if let problem { throw problem }
    }

    /// Nil for a market that nobody watches, and for one that was never traded.
    private mutating func tick(_ reader: inout JSONReader, at arrival: Timestamp) throws -> Tick? {
        var symbol = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var (time, last, open, high) = (NumberText.unknown, NumberText.unknown, NumberText.unknown, NumberText.unknown)
        var (low, bid, ask) = (NumberText.unknown, NumberText.unknown, NumberText.unknown)
        try reader.readObject(RowKey.keys) { key, reader in
            switch key {
            case .symbol: symbol = try reader.readTextBytes()
            case .time: time = try reader.readNumberText()
            case .last: last = try reader.readNumberText()
            case .open: open = try reader.readNumberTextIfSound()
            case .high: high = try reader.readNumberTextIfSound()
            case .low: low = try reader.readNumberTextIfSound()
            case .bid: bid = try reader.readNumberTextIfSound()
            case .ask: ask = try reader.readNumberTextIfSound()
            }
        }
        guard let market = try all.market(symbol), try last.isPrice() else { return nil }
        var tick = Tick(of: market, at: .at(try time.time(in: .milliseconds, else: arrival)))
        tick.price = last
        (tick.open, tick.high, tick.low) = (open.aboveZero, high.aboveZero, low.aboveZero)
        (tick.bid, tick.ask) = (bid.aboveZero, ask.aboveZero)
        return tick
    }
}

// MARK: - Markets

extension WazirXStream {
    /// The stream's name of a market is the list's.
    static func market(of quote: Quote) -> TickMarket {
        TickMarket(
            name: quote.market ?? quote.symbol, market: quote.market, symbol: quote.symbol, id: quote.id,
            fullName: quote.name, kind: quote.kind, currency: quote.currency, provider: "wazirx")
    }

    /// The exchange's ticks: its markets are asked for first, then the socket is opened (REQUIREMENTS W1).
    static func source(_ settings: ProviderSettings) -> TickSource {
        let exchange = WazirX(settings: settings)
        let markets = ListedMarkets(
            provider: "wazirx", ownCurrencies: WazirX.ownCurrencies, time: settings.time, market: market,
            fetch: exchange.markets)
        return .listed(markets, settings, host: host, path: path, rules: WazirXStream().rules) { WazirXStream() }
    }
}
