import DecimalArithmetic
import JSONReader
import Platform

/// BTSE's topic `coinIndex`: the indices of all assets in one message, in US dollars.
///
/// As the exchange's own app of 2023 spoke it (`wss://ws.btse.com/ws/futures`): one subscription an opening, keys
/// `<symbol>_1` for spot markets and futures alike, rows of type 1 (REQUIREMENTS W6). Today's documentation does not
/// name the topic; that it is still served, that its prices are in dollars and that `open`, `high`, `low` and `gains`
/// are of a day is unconfirmed beyond an answer of 2019 whose rows have the same shape. `volume` is 0 in all of that
/// answer, so that nobody can tell what it counts.
struct BTSEStream: StreamDialect {
    static let host = "wss://ws.btse.com"
    static let path = "/ws/futures"
    static let topic: StaticString = "coinIndex"

    /// A `ping` every 15 seconds, as the documentation asks for, is answered by `pong` within the second: two that are
    /// missed mean a dead stream.
    let rules = StreamRules(silence: .seconds(30), ping: StreamRules.Ping(text: "ping", every: .seconds(15)))

    private var all = SharedSubscription(#"{"op":"subscribe","args":["\#(topic)"]}"#)

    mutating func subscribe(to markets: [TickMarket]) -> [String] { all.subscribe(to: markets) }
    mutating func unsubscribe(from markets: [TickMarket]) -> [String] { all.unsubscribe(from: markets) }

    /// The answer to `ping` is the one text that is not JSON.
    mutating func read(
        _ message: UnsafeBufferPointer<UInt8>, at arrival: Timestamp, _ emit: (Tick) -> Void
    ) throws -> StreamNews? {
        if message.isText("pong") { return nil }
        let head = try JSONReader.read(message) { try BTSEMessage(&$0) }
        if head.topic.isText(Self.topic) {
            if all.isSent { try JSONReader.read(message) { try readTicks(&$0, at: arrival, emit) } }
            return nil
        }
        return try head.news(of: Self.topic)
    }
}

// MARK: - Ticks

extension BTSEStream {
    private enum DataKey: String, CaseIterable {
        case data
        static let keys = JSONKeys<Self>()
    }

    private enum RowKey: String, CaseIterable {
        case type, price, open, high, low, gains
        static let keys = JSONKeys<Self>()
    }

    /// Rows that make no sense are left out and the first is said; the others stand. A market that is not among the rows
    /// has no news.
    private mutating func readTicks(
        _ reader: inout JSONReader, at arrival: Timestamp, _ emit: (Tick) -> Void
    ) throws {
        var hasData = false
        var problem: RowProblem?
        try reader.readObject(DataKey.keys) { _, reader in
            if try reader.takeNull() { return }
            hasData = true
            try reader.readMap(upTo: AnswerLimit.rows) { name, reader in
                guard !name.hasEscapes, let market = all.find(name.bytes) else { return }
                let row = try reader.readSoundRow { try Self.tick(&$0, of: market, at: arrival) }
                switch row {
                case .success(let tick): if let tick { emit(tick) }
                case .failure(let found): problem = problem ?? RowProblem(description: "\(market.name): \(found)")
                }
            }
        }
        if let problem { throw problem }
        guard hasData else { throw RowProblem(description: "data is missing") }
    }

    /// Nil for a row of another type, and for one without a price.
    private static func tick(
        _ reader: inout JSONReader, of market: TickMarket, at arrival: Timestamp
    ) throws -> Tick? {
        var tick = Tick(of: market, at: .at(arrival))
        var isIndex = true
        try reader.readObject(RowKey.keys) { key, reader in
            switch key {
            case .type: isIndex = try reader.readNumberText().bytes.isText("1")
            case .price: tick.price = try reader.readNumberText()
            case .open: tick.open = try reader.readNumberTextIfSound().aboveZero
            case .high: tick.high = try reader.readNumberTextIfSound().aboveZero
            case .low: tick.low = try reader.readNumberTextIfSound().aboveZero
            case .gains: tick.changePercent = try reader.readNumberTextIfSound()
            }
        }
        guard isIndex, try tick.price.isPrice() else { return nil }
        // Cut to two decimals, it is of use only where there is no open to compute it from.
        if !tick.open.isEmpty { tick.changePercent = .unknown }
        return tick
    }
}

// MARK: - Markets

extension BTSEStream {
    /// The index of a market of the list.
    static func market(of quote: Quote) -> TickMarket {
        TickMarket(
            name: quote.streamMarket ?? "\(quote.symbol)_1", market: quote.market, symbol: quote.symbol, id: quote.id,
            fullName: quote.name, kind: quote.kind, currency: .usd, provider: "btse")
    }

    /// The exchange's ticks: its markets are asked for first, then the socket is opened (REQUIREMENTS W1).
    static func source(_ settings: ProviderSettings) -> TickSource {
        let markets = ListedMarkets(
            provider: "btse", ownCurrencies: BTSE.ownCurrencies, time: settings.time, market: market,
            fetch: BTSE(settings: settings).markets)
        return .listed(markets, settings, host: host, path: path, rules: BTSEStream().rules) { BTSEStream() }
    }
}
