import DecimalArithmetic
import JSONReader
import Platform
import Transport

/// Coinbase Exchange's feed: the channels `ticker` and `heartbeat`.
///
/// Protocol: docs.cdp.coinbase.com/exchange, WebSocket overview and channels. A subscription must come within 5 seconds
/// of the opening; the valid products of a message that has invalid ones are subscribed all the same.
struct CoinbaseStream: StreamDialect {
    static let host = "wss://ws-feed.exchange.coinbase.com"

    /// Volumes are in units of the asset, so that the turnover is unknown.
    enum Key: String, CaseIterable {
        case type, time, price, message, reason, sequence
        case product = "product_id"
        case open = "open_24h"
        case high = "high_24h"
        case low = "low_24h"
        case bid = "best_bid"
        case ask = "best_ask"
        case trade = "trade_id"
        case lastTrade = "last_trade_id"
    }

    @inline(__always) private static var columns: TickColumns<Key> {
        TickColumns(
            market: .product, time: (.time, nil), last: .price, open: .open, high: .high, low: .low, bid: .bid,
            ask: .ask, sequence: .sequence)
    }

    /// A heartbeat comes each second for each product, so that two missed ones would mean a dead stream; but the
    /// exchange pauses for some seconds now and then, and a false alarm costs a gap.
    let rules = StreamRules(silence: .seconds(10))

    static let subscription: SubscriptionTemplate? = SubscriptionTemplate(
        message: #"{"type":"VERB","product_ids":[MARKETS],"channels":["ticker","heartbeat"]}"#)

    /// What the trades of the tickers are compared with; nil if no loss is to be found.
    private var trades: CoinbaseTrades?

    let unread: [Key]

    /// Creates the dialect of a connection.
    init(_ numbers: StreamNumbers = .read) {
        trades = numbers == .compared ? CoinbaseTrades() : nil
        unread =
            switch numbers {
            case .unread: [.sequence, .trade, .lastTrade]
            case .read: [.trade, .lastTrade]
            case .compared: []
            }
    }

    mutating func read(
        _ message: JSONMessage<Key>, at arrival: Timestamp, of markets: inout TickMarketTable,
        _ emit: (inout Tick) -> Void
    ) throws -> StreamNews? {
        let head = message.head
        try head.check()
        let type = try head.text(.type)
        guard type.isText("ticker") else {
            if type.isText("error") { return try news(head) }
            return trades == nil || !type.isText("heartbeat") ? nil : try loss(head, at: arrival, of: &markets)
        }
        if trades != nil, try !isNew(head, at: arrival, of: &markets) { return nil }
        try markets.readTick(of: head, at: arrival, Self.columns, emit)
        return nil
    }

    /// `{"type":"error","message":"Failed to subscribe","reason":"ETH-USD is not a valid product"}`, or `… is
    /// delisted`. An error with any other reason is one of the whole stream.
    private func news(_ head: JSONRow<Key>) throws -> StreamNews? {
        let message = try head.words(.message) ?? ""
        let reason = try head.words(.reason) ?? message
        if message == "Failed to unsubscribe" { return nil }
        if reason.hasSuffix(" is not a valid product") || reason.hasSuffix(" is delisted") {
            return .refused(market: reason.split(separator: " ").first.map(String.init), .unknownSymbol(nil))
        }
        let all = "\(message) \(reason)".lowercased()
        if all.contains(bytes: "rate limit") { return .ending(.rateLimited(words: reason)) }
        if all.contains(bytes: "authentication") { return .ending(.unauthorized(words: reason)) }
        return .ending(.status(200, words: reason))
    }
}

// MARK: - Loss

extension CoinbaseStream {
    /// Whether a ticker is neither late nor sent twice.
    private mutating func isNew(
        _ head: JSONRow<Key>, at arrival: Timestamp, of markets: inout TickMarketTable
    ) throws -> Bool {
        guard let market = markets.find(try head.text(.product)), let trade = try head.integer(.trade),
            let sequence = try head.integer(.sequence)
        else { return true }
        return trades?.take(trade, sequence, of: market.market.name, at: arrival) != false
    }

    /// Returns the loss that a heartbeat proves.
    private mutating func loss(
        _ head: JSONRow<Key>, at arrival: Timestamp, of markets: inout TickMarketTable
    ) throws -> StreamNews? {
        guard let market = markets.find(try head.text(.product))?.market, let trade = try head.integer(.lastTrade),
            let (count, from) = trades?.missing(before: trade, of: market.name, at: arrival)
        else { return nil }
        return .skipped(.init(symbol: market.symbol, count: count, from: from, to: arrival))
    }
}

// MARK: - Markets

extension CoinbaseStream {
    /// The market of a symbol.
    static func market(of symbol: Symbol, in currency: Currency) -> Result<TickMarket, ProviderFailure> {
        Coinbase.names.tickMarket(of: symbol, in: currency)
    }

    /// The exchange's ticks; nothing is asked before they are run.
    static func source(_ settings: ProviderSettings) -> TickSource {
        .socket(Coinbase.name, settings, host: host, market: market) {
            CoinbaseStream(settings.streamNumbers)
        }
    }
}
