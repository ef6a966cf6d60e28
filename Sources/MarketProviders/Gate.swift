import JSONReader
import Platform
import Transport

/// Gate, formerly gate.io. All values of its answers are strings.
///
/// Protocol: www.gate.com/docs/developers/apiv4, "Spot": `GET /api/v4/spot/tickers`, `/api/v4/spot/candlesticks`.
///
/// Terms: the documentation asks for no attribution; the service agreement was not read.
extension Provider {
    /// The provider `gate`: see its `summary`.
    package static let gate = Provider(
        name: Gate.name, jobs: [.list, .price, .history, .watch], kinds: [.coin], host: "https://api.gateio.ws",
        limits: "200 requests per 10 seconds and address", summary: "an exchange with many small coins, mostly in USDT",
        // By a list of its markets of 2021. That there are no others by now is unconfirmed.
        isOnlyNamed: true, currencies: ["USDT", "BTC", "ETH", "USDC"], ownCurrencies: [.usdt],
        candlesARequest: Gate.candles.rows,
        makers: [.market { Gate(settings: $0).client }, .ticks { GateStream.source($0) }])
}

struct Gate: Sendable {
    static let name = "gate"

    let endpoint: Endpoint

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.gate, settings, errors: Self.errors)
    }

    var client: MarketClient {
        let markets = ExchangeMarkets(.gate) { wanted throws(ProviderFailure) in try await tickers(.list, [], wanted) }
        let history = Self.candles.history(of: Self.names, from: endpoint)
        return markets.client(now: endpoint.now, market: Self.names.name, history: history) {
            name throws(ProviderFailure) in
            try await tickers(.quotes, [("currency_pair", name)], asked: AskedNames([name], of: Self.name))
        }
    }

    /// The rules of names: `BTC_USDT`, and of a coin that was replaced `LITE_OLD_USDT`. By a library's table, some
    /// tickers mean another coin than elsewhere, such as GTC. The coins that they mean have no other ticker.
    static let names = MarketNames(.gate, separator: "_", mayRepeat: true)

    private func tickers(
        _ kind: Freshness, _ query: [(String, String)], _ wanted: WantedMarkets = .all, asked: AskedNames? = nil
    ) async throws(ProviderFailure) -> ListAnswer {
        try await endpoint.get(kind, "/api/v4/spot/tickers", query) {
            try $0.readMarkets(Self.columns, name: "currency_pair", of: Self.name, wanted, asked: asked, fetched: $1)
        }
    }

    /// No time and no open. A market without trades keeps its last price, with a high and low of 0 and no bid and ask.
    private static let columns: QuoteColumns = [
        "currency_pair": .market(separator: UInt8(ascii: "_")), "last": .last, "highest_bid": .bid, "lowest_ask": .ask,
        "high_24h": .high, "low_24h": .low, "change_percentage": .changePercent, "quote_volume": .turnover,
    ]

    /// `{"label":"INVALID_CURRENCY","message":"Invalid currency NOPE"}` with status 400. That two known currencies
    /// without a market are an `INVALID_CURRENCY_PAIR` is unconfirmed.
    private static let errors = ErrorShape(
        ["label": .code, "message": .failure, "detail": .failure],
        meanings: [
            (.unknownSymbol, [.code("INVALID_CURRENCY"), .code("INVALID_CURRENCY_PAIR")]),
            (.rateLimited, [.code("TOO_MANY_REQUESTS")]),
            (.unavailable, [.code("INTERNAL"), .code("SERVER_ERROR"), .code("TOO_BUSY")]),
        ])

    /// Rows of time in seconds, turnover, close, high, low, open and volume in units of the base, oldest first; `from`
    /// and `to` are included. By one measurement each span has a row. That days begin at 00:00 UTC is unconfirmed, and
    /// weeks are made of days because it is not known when they begin.
    static let candles = CandleRequest(
        widths: [.minute, .fiveMinutes, .quarter, .hour, .fourHours, .day], rows: 1000, kept: 10_000,
        layout: CandleLayout(provider: name, unit: .seconds, open: 4, high: 2, low: 3, close: 1, volume: 5),
        path: { _ in "/api/v4/spot/candlesticks" }
    ) {
        [
            ("currency_pair", $0.market.name), ("interval", $0.width.rawValue), ("from", "\($0.from)"),
            ("to", "\($0.lastStart)"),
        ]
    }
}

/// Gate's public stream, the channel `spot.tickers`. Each message is a whole ticker, and is sent when the ticker
/// changes. The only time in a message is when the server sent it.
///
/// Protocol: www.gate.com/docs/developers/apiv4/ws. At the futures a subscription with one
/// unknown market fails as a whole. Whether it does here is unconfirmed, so each market has a message of its own. By
/// the documentation a subscription has the time, to the minute.
struct GateStream: StreamDialect {
    static let rows = JSONFields<Key>.Rows.objects(in: .result)

    let now: @Sendable () -> Timestamp

    enum Key: String, CaseIterable {
        case channel, event, error, result, type, msg, last
        case time = "time_ms"
        case market = "currency_pair"
        case high = "high_24h"
        case low = "low_24h"
        case bid = "highest_bid"
        case ask = "lowest_ask"
        case changePercent = "change_percentage"
        case turnover = "quote_volume"
    }

    @inline(__always) private static var columns: TickColumns<Key> {
        TickColumns(
            market: .market, time: (.time, .milliseconds), last: .last, high: .high, low: .low, bid: .bid, ask: .ask,
            changePercent: .changePercent, turnover: .turnover)
    }

    /// The server closes a connection on which the client is silent for a minute. The time of a ping is not checked.
    let rules = StreamRules(
        silence: .seconds(30), ping: StreamRules.Ping(text: #"{"time":0,"channel":"spot.ping"}"#, every: .seconds(15)))

    func subscribe(to markets: [TickMarket]) -> [String] { requests("subscribe", markets) }
    func unsubscribe(from markets: [TickMarket]) -> [String] { requests("unsubscribe", markets) }

    private func requests(_ event: String, _ markets: [TickMarket]) -> [String] {
        let head = #"{"time":\#(now().seconds),"channel":"spot.tickers","event":"\#(event)","payload":"#
        return markets.map { head + [$0.name].asJSON + "}" }
    }

    func read(
        _ message: JSONMessage<Key>, at arrival: Timestamp, of markets: inout TickMarketTable,
        _ emit: (inout Tick) -> Void
    ) throws -> StreamNews? {
        let head = message.head
        try head.check()
        guard try head.text(.channel).isText("spot.tickers") && head.text(.event).isText("update") else {
            return try Self.news(message)
        }
        try message.forEachRow(in: .result, as: .object) { row in
            try markets.readTick(of: row, timedBy: head, at: arrival, Self.columns, emit)
        }
        return nil
    }

    /// `"error":{"code":2,"message":"unknown currency pair: NOPE_USDT"}`; `"result":{"type":"upgrade","msg":"…"}`
    /// before a restart. The channel of the latter message is unconfirmed.
    private static func news(_ message: JSONMessage<Key>) throws -> StreamNews? {
        if let row = message.rows.first, try message[row].text(.type).isText("upgrade") {
            return .ending(.streamClosed(code: nil, words: try message[row].words(.msg)))
        }
        guard message.head.type(.error) == .object else { return nil }
        var words: String?
        _ = try message.head.read(.error) { reader in
            try reader.readObject(JSONKeys("message")) { words = try $1.textIfSound() }
        }
        guard let words, words.hasPrefix("unknown currency pair") else { return .ending(.status(200, words: words)) }
        return .refused(market: words.split(separator: " ").dropFirst(3).last.map(String.init), .unknownSymbol(nil))
    }

    static func source(_ settings: ProviderSettings) -> TickSource {
        .socket(
            Gate.name, settings, host: "wss://api.gateio.ws", path: "/ws/v4/",
            market: { Gate.names.tickMarket(of: $0, in: $1) }, dialect: { GateStream(now: settings.time.now) })
    }
}
