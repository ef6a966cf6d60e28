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

    private var markets = TickMarketTable()

    /// A heartbeat comes each second for each product, so that two missed ones would mean a dead stream; but the exchange
    /// pauses for some seconds now and then, and a false alarm costs a gap.
    let rules = StreamRules(silence: .seconds(10))

    mutating func subscribe(to markets: [TickMarket]) -> [String] {
        self.markets.add(markets)
        return [Self.message("subscribe", markets)]
    }

    mutating func unsubscribe(from markets: [TickMarket]) -> [String] {
        self.markets.remove(markets)
        return [Self.message("unsubscribe", markets)]
    }

    private static func message(_ type: String, _ markets: [TickMarket]) -> String {
        let names = markets.map { "\"\($0.name)\"" }.joined(separator: ",")
        return #"{"type":"\#(type)","product_ids":[\#(names)],"channels":["ticker","heartbeat"]}"#
    }

    private enum Key: String, CaseIterable {
        case type, price, time, message, reason
        case product = "product_id"
        case open = "open_24h"
        case high = "high_24h"
        case low = "low_24h"
        case bid = "best_bid"
        case ask = "best_ask"
        static let keys = JSONKeys<Self>()
    }

    /// What stands in a message, in place. Its volumes are in units of the asset, so that the turnover is unknown.
    private struct Frame {
        var type = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var product = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var time = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        var price = NumberText.unknown
        var open = NumberText.unknown
        var high = NumberText.unknown
        var low = NumberText.unknown
        var bid = NumberText.unknown
        var ask = NumberText.unknown
        var message: String?
        var reason: String?
    }

    mutating func read(
        _ message: UnsafeBufferPointer<UInt8>, at arrival: Timestamp, _ emit: (Tick) -> Void
    ) throws -> StreamNews? {
        let frame = try JSONReader.read(message, Self.frame)
        if frame.type.isText("ticker") {
            guard let market = markets.find(frame.product) else { return nil }
            try emit(Self.tick(frame, of: market, at: arrival))
            return nil
        }
        return frame.type.isText("error") ? Self.news(frame) : nil
    }

    private static func frame(_ reader: inout JSONReader) throws -> Frame {
        var frame = Frame()
        try reader.readObject(Key.keys) { key, reader in
            switch key {
            case .type: frame.type = try reader.readTextBytes()
            case .product: frame.product = try reader.readTextBytes()
            case .time: frame.time = try reader.readTextBytes()
            case .price: frame.price = try reader.readNumberText()
            case .open: frame.open = try reader.readNumberText()
            case .high: frame.high = try reader.readNumberText()
            case .low: frame.low = try reader.readNumberText()
            case .bid: frame.bid = try reader.readNumberText()
            case .ask: frame.ask = try reader.readNumberText()
            case .message: frame.message = try reader.optionalText("message")
            case .reason: frame.reason = try reader.optionalText("reason")
            }
        }
        return frame
    }

    private static func tick(_ frame: Frame, of market: TickMarket, at arrival: Timestamp) throws -> Tick {
        var tick = Tick(of: market, at: frame.time.count > 0 ? .sent(frame.time, arrival: arrival) : .at(arrival))
        tick.price = frame.price
        try tick.checkPrice()
        (tick.open, tick.high, tick.low) = (frame.open, frame.high, frame.low)
        (tick.bid, tick.ask) = (frame.bid, frame.ask)
        return tick
    }

    /// `{"type":"error","message":"Failed to subscribe","reason":"ETH-USD is not a valid product"}`, or `… is delisted`;
    /// any other reason concerns the whole stream.
    private static func news(_ frame: Frame) -> StreamNews? {
        let words = frame.reason ?? frame.message ?? ""
        if frame.message == "Failed to unsubscribe" { return nil }
        if words.hasSuffix(" is not a valid product") || words.hasSuffix(" is delisted") {
            return .refused(market: words.split(separator: " ").first.map(String.init), .unknownSymbol(nil))
        }
        if words.lowercased().contains("rate limit") { return .ending(.rateLimited(words: words)) }
        if words.contains("authentication") { return .ending(.unauthorized(words: words)) }
        return .ending(.status(200, words: words))
    }
}

// MARK: - Markets

extension CoinbaseStream {
    /// What its products are quoted in, by the exchange's list of products of 2021 and its own documentation.
    static let quoteCurrencies: Set<String> = ["USD", "EUR", "GBP", "USDT", "USDC", "BTC", "ETH", "DAI", "INR", "SGD"]

    /// A symbol's product, by the exchange's rule for their names.
    static func market(of symbol: Symbol, in currency: Currency) -> Result<TickMarket, ProviderFailure> {
        switch symbol.name {
        case .stock: return .failure(ProviderFailure("coinbase", .unknownSymbol(symbol)))
        case .id(let id):
            let parts = id.uppercased().split(separator: "-")
            guard parts.count == 2, let quote = Currency(parts[1]) else {
                return .failure(ProviderFailure("coinbase", .unknownSymbol(symbol)))
            }
            return .success(market(String(parts[0]), quote))
        case .ticker(let ticker):
            return .success(market(ticker, quoteCurrencies.contains(currency.code) ? currency : .usd))
        }
    }

    private static func market(_ base: String, _ quote: Currency) -> TickMarket {
        TickMarket(
            name: "\(base)-\(quote)", symbol: base, id: "\(base)-\(quote)", currency: quote, provider: "coinbase")
    }

    /// The exchange's ticks; nothing is asked before they are run.
    static func source(_ settings: ProviderSettings) -> TickSource {
        .socket("coinbase", settings, host: host, rules: CoinbaseStream().rules, market: market) { CoinbaseStream() }
    }
}
