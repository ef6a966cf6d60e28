import DecimalArithmetic
import JSONReader
import Platform
import Transport

/// Kraken's WebSocket v2: the channel `ticker`, a snapshot and then an update with each trade.
///
/// Protocol: docs.kraken.com/api/docs/websocket-v2/ticker. Each symbol of a subscription is acknowledged by itself.
struct KrakenStream: StreamDialect {
    static let host = "wss://ws.kraken.com"
    static let path = "/v2"

    private var markets = TickMarketTable()

    /// A heartbeat comes each second in which nothing else does; as with Coinbase, a pause of some seconds is no end.
    let rules = StreamRules(silence: .seconds(10))

    mutating func subscribe(to markets: [TickMarket]) -> [String] {
        self.markets.add(markets)
        return Self.messages("subscribe", markets)
    }

    mutating func unsubscribe(from markets: [TickMarket]) -> [String] {
        self.markets.remove(markets)
        return Self.messages("unsubscribe", markets)
    }

    private static func messages(_ method: String, _ markets: [TickMarket]) -> [String] {
        let names = markets.map(\.name).asJSON
        return markets.isEmpty
            ? [] : [#"{"method":"\#(method)","params":{"channel":"ticker","symbol":\#(names)}}"#]
    }

    private enum Key: String, CaseIterable {
        case channel, method, success, error, symbol, data
        static let keys = JSONKeys<Self>()
    }

    private struct Head {
        var channel = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var method = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var success = true
        var error: String?
        var symbol: String?
    }

    mutating func read(
        _ message: UnsafeBufferPointer<UInt8>, at arrival: Timestamp, _ emit: (Tick) -> Void
    ) throws -> StreamNews? {
        // What the data are is said in a member that may stand behind them, and what is no whole message has none.
        let head = try JSONReader.read(message, Self.head)
        if head.channel.isText("ticker") {
            try JSONReader.read(message) { reader in try readTicks(&reader, at: arrival, emit) }
            return nil
        }
        guard !head.success || head.error != nil else { return nil }
        return Self.news(head)
    }

    private static func head(_ reader: inout JSONReader) throws -> Head {
        var head = Head()
        try reader.readObject(Key.keys) { key, reader in
            switch key {
            case .channel: head.channel = try reader.readTextBytes()
            case .method: head.method = try reader.readTextBytes()
            case .success: head.success = try reader.readBool()
            case .error: head.error = try reader.textIfSound()
            case .symbol: head.symbol = try reader.textIfSound()
            case .data: break
            }
        }
        return head
    }

    /// `{"error":"Currency pair not supported NOPE/USD","method":"subscribe","success":false,"symbol":"NOPE/USD"}`; an
    /// error without a symbol concerns the whole stream.
    private static func news(_ head: Head) -> StreamNews? {
        if head.method.isText("unsubscribe") { return nil }
        let words = head.error ?? ""
        let said = words.lowercased()
        if ["rate limit", "too many requests", "exceeded msg rate"].contains(where: said.contains) {
            return .ending(.rateLimited(words: words))
        }
        guard let symbol = head.symbol else { return .ending(.status(200, words: words)) }
        return .refused(market: symbol, said.contains("pair") ? .unknownSymbol(nil) : .status(200, words: words))
    }
}

// MARK: - Ticks

extension KrakenStream {
    private enum DataKey: String, CaseIterable {
        case data
        static let keys = JSONKeys<Self>()
    }

    private enum TickKey: String, CaseIterable {
        case symbol, bid, ask, last, low, high, change, timestamp
        case changePercent = "change_pct"
        static let keys = JSONKeys<Self>()
    }

    private mutating func readTicks(
        _ reader: inout JSONReader, at arrival: Timestamp, _ emit: (Tick) -> Void
    ) throws {
        var problem: (any Error)?
        var table = markets
        var hasData = false
        try reader.readObject(DataKey.keys) { _, reader in
            hasData = true
            try reader.readArray { reader in
                let row = try reader.readRow { reader in try Self.tick(&reader, in: &table, at: arrival) }
                switch row {
                case .success(let tick): if let tick { emit(tick) }
                case .failure(let error): problem = problem ?? error
                }
            }
        }
        markets = table
        if let problem { throw problem }
        guard hasData else { throw RowProblem(description: "data is missing") }
    }

    /// Nil for a market that nobody asked for. The volume is in units of the asset, so that the turnover is unknown.
    private static func tick(
        _ reader: inout JSONReader, in markets: inout TickMarketTable, at arrival: Timestamp
    ) throws -> Tick? {
        var name = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var tick = Tick(of: .none, at: .at(arrival))
        try reader.readObject(TickKey.keys) { key, reader in
            switch key {
            case .symbol: name = try reader.readTextBytes()
            case .bid: tick.bid = try reader.readNumberTextIfSound().aboveZero
            case .ask: tick.ask = try reader.readNumberTextIfSound().aboveZero
            case .last: tick.price = try reader.readNumberText()
            case .low: tick.low = try reader.readNumberTextIfSound().aboveZero
            case .high: tick.high = try reader.readNumberTextIfSound().aboveZero
            case .change: tick.change = try reader.readNumberTextIfSound()
            case .changePercent: tick.changePercent = try reader.readNumberTextIfSound()
            case .timestamp: tick.time = try .sent(try reader.readTextBytes(), arrival: arrival)
            }
        }
        guard let market = try markets.market(name), try tick.hasPrice() else { return nil }
        tick.market = market
        return tick
    }
}

// MARK: - Markets

extension KrakenStream {
    /// What its pairs are quoted in, by the exchange's list of pairs of 2021.
    static let quoteCurrencies: Set<String> = [
        "USD", "EUR", "GBP", "CAD", "JPY", "AUD", "CHF", "BTC", "ETH", "USDT", "USDC", "DAI",
    ]

    /// A symbol's pair by the rule of v2 names, which writes BTC and DOGE where REST has XBT and XDG.
    static func market(of symbol: Symbol, in currency: Currency) -> Result<TickMarket, ProviderFailure> {
        switch symbol.name {
        case .stock: return .failure(ProviderFailure("kraken", .unknownSymbol(symbol)))
        case .id(let id):
            let parts = id.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, let quote = Currency(parts[1]) else {
                return .failure(ProviderFailure("kraken", .unknownSymbol(symbol)))
            }
            return .success(market(id, String(parts[0]), quote))
        case .ticker(let ticker):
            let base = KrakenPair.ticker(ticker)
            let quote = quoteCurrencies.contains(currency.code) ? currency : .usd
            return .success(market("\(base)/\(quote)", base, quote))
        }
    }

    private static func market(_ name: String, _ base: String, _ quote: Currency) -> TickMarket {
        let symbol = base.uppercased()
        return TickMarket(
            name: name, market: KrakenPair(base: symbol, quote: quote).name, symbol: symbol, id: name,
            kind: AssetKind(base: symbol), currency: quote, provider: "kraken")
    }

    /// The exchange's ticks; nothing is asked before they are run.
    static func source(_ settings: ProviderSettings) -> TickSource {
        .socket("kraken", settings, host: host, path: path, rules: KrakenStream().rules, market: market) {
            KrakenStream()
        }
    }
}
