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

    static let rows = JSONFields<Key>.Rows.objects(in: .data)

    /// Volumes are in units of the asset, so that the turnover is unknown.
    enum Key: String, CaseIterable {
        case channel, method, success, error, symbol, data
        case bid, ask, last, low, high, change, timestamp
        case changePercent = "change_pct"
    }

    @inline(__always) private static var columns: TickColumns<Key> {
        TickColumns(
            market: .symbol, time: (.timestamp, nil), last: .last, high: .high, low: .low, bid: .bid, ask: .ask,
            change: .change, changePercent: .changePercent)
    }

    /// A heartbeat comes each second in which nothing else does; as with Coinbase, a pause of some seconds is no end.
    let rules = StreamRules(silence: .seconds(10))

    static let subscription: SubscriptionTemplate? = SubscriptionTemplate(
        message: #"{"method":"VERB","params":{"channel":"ticker","symbol":[MARKETS]}}"#)

    func read(
        _ message: JSONMessage<Key>, at arrival: Timestamp, of markets: inout TickMarketTable,
        _ emit: (inout Tick) -> Void
    ) throws -> StreamNews? {
        let head = message.head
        try head.check()
        guard try head.text(.channel).isText("ticker") else { return try Self.news(head) }
        try message.forEachRow(in: .data, as: .array) { row in
            try markets.readTick(of: row, at: arrival, Self.columns, emit)
        }
        return nil
    }

    /// `{"error":"Currency pair not supported NOPE/USD","method":"subscribe","success":false,"symbol":"NOPE/USD"}`. An
    /// error without a symbol is one of the whole stream.
    private static func news(_ head: JSONRow<Key>) throws -> StreamNews? {
        let error = try head.words(.error)
        let isSuccess = try head.read(.success) { try $0.readBool() } ?? true
        guard !isSuccess || error != nil, try !head.text(.method).isText("unsubscribe") else { return nil }
        let words = error ?? ""
        let text = words.lowercased()
        if ["rate limit", "too many requests", "exceeded msg rate"].contains(where: text.contains(bytes:)) {
            return .ending(.rateLimited(words: words))
        }
        guard let symbol = try head.words(.symbol) else { return .ending(.status(200, words: words)) }
        return .refused(market: symbol, text.contains(bytes: "pair") ? .unknownSymbol(nil) : .status(200, words: words))
    }
}

// MARK: - Markets

extension KrakenStream {
    /// What its pairs are quoted in, by the exchange's list of pairs of 2021.
    static let quoteCurrencies: Set<String> = [
        "USD", "EUR", "GBP", "CAD", "JPY", "AUD", "CHF", "BTC", "ETH", "USDT", "USDC", "DAI",
    ]

    /// The rules of v2 names, with BTC and DOGE where REST has XBT and XDG.
    private static let names = MarketNames(.kraken, separator: "/", tickers: .krakenStream) { quote, _ in
        quoteCurrencies.contains(quote.code)
    }

    /// The market of a symbol.
    static func market(of symbol: Symbol, in currency: Currency) -> Result<TickMarket, ProviderFailure> {
        names.tickMarket(of: symbol.outsideKraken, in: currency) { market in
            Kraken.pairName(of: market.base.uppercased(), in: market.quote)
        }
    }

    /// The exchange's ticks; nothing is asked before they are run.
    static func source(_ settings: ProviderSettings) -> TickSource {
        .socket(Kraken.name, settings, host: host, path: path, market: market) { KrakenStream() }
    }
}
