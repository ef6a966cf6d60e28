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
    /// Volumes are in units of the asset, so that the turnover is unknown.
    private var fields = JSONFields<Key>([
        .type: "type", .product: "product_id", .time: "time", .price: "price", .open: "open_24h", .high: "high_24h",
        .low: "low_24h", .bid: "best_bid", .ask: "best_ask", .message: "message", .reason: "reason",
    ])

    /// A heartbeat comes each second for each product, so that two missed ones would mean a dead stream; but the exchange
    /// pauses for some seconds now and then, and a false alarm costs a gap.
    let rules = StreamRules(silence: .seconds(10))

    mutating func subscribe(to markets: [TickMarket]) -> [String] {
        self.markets.add(markets)
        return Self.messages("subscribe", markets)
    }

    mutating func unsubscribe(from markets: [TickMarket]) -> [String] {
        self.markets.remove(markets)
        return Self.messages("unsubscribe", markets)
    }

    /// Nothing for no markets: the exchange calls that an error.
    private static func messages(_ type: String, _ markets: [TickMarket]) -> [String] {
        let names = markets.map(\.name).asJSON
        return markets.isEmpty
            ? [] : [#"{"type":"\#(type)","product_ids":\#(names),"channels":["ticker","heartbeat"]}"#]
    }

    private enum Key: Int, CaseIterable {
        case type, product, time, price, open, high, low, bid, ask, message, reason
    }

    mutating func read(
        _ message: UnsafeBufferPointer<UInt8>, at arrival: Timestamp, _ emit: (Tick) -> Void
    ) throws -> StreamNews? {
        try JSONReader.read(message) { reader in try reader.readFields(&fields) }
        let type = try fields.text(.type, in: message)
        if type.isText("ticker") {
            guard let market = try markets.market(try fields.text(.product, in: message)) else { return nil }
            let tick = try tick(message, of: market, at: arrival)
            if try tick.hasPrice() { emit(tick) }
            return nil
        }
        return type.isText("error") ? try news(message) : nil
    }

    @inline(__always)
    private func tick(
        _ message: UnsafeBufferPointer<UInt8>, of market: TickMarket, at arrival: Timestamp
    ) throws -> Tick {
        var tick = Tick(of: market, at: try .sent(try fields.text(.time, in: message), arrival: arrival))
        tick.price = NumberText(try fields.number(.price, in: message))
        tick.open = NumberText(fields.numberIfSound(.open, in: message)).aboveZero
        tick.high = NumberText(fields.numberIfSound(.high, in: message)).aboveZero
        tick.low = NumberText(fields.numberIfSound(.low, in: message)).aboveZero
        tick.bid = NumberText(fields.numberIfSound(.bid, in: message)).aboveZero
        tick.ask = NumberText(fields.numberIfSound(.ask, in: message)).aboveZero
        return tick
    }

    /// `{"type":"error","message":"Failed to subscribe","reason":"ETH-USD is not a valid product"}`, or `… is delisted`;
    /// any other reason concerns the whole stream.
    private func news(_ message: UnsafeBufferPointer<UInt8>) throws -> StreamNews? {
        let said = try fields.string(.message, in: message)?.cut ?? ""
        let words = try fields.string(.reason, in: message)?.cut ?? said
        if said == "Failed to unsubscribe" { return nil }
        if words.hasSuffix(" is not a valid product") || words.hasSuffix(" is delisted") {
            return .refused(market: words.split(separator: " ").first.map(String.init), .unknownSymbol(nil))
        }
        let all = "\(said) \(words)".lowercased()
        if all.contains("rate limit") { return .ending(.rateLimited(words: words)) }
        if all.contains("authentication") { return .ending(.unauthorized(words: words)) }
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
            let parts = id.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, let quote = Currency(parts[1]) else {
                return .failure(ProviderFailure("coinbase", .unknownSymbol(symbol)))
            }
            return .success(market(id, String(parts[0]), quote))
        case .ticker(let ticker):
            let quote = quoteCurrencies.contains(currency.code) ? currency : .usd
            return .success(market("\(ticker)-\(quote)", ticker, quote))
        }
    }

    private static func market(_ name: String, _ base: String, _ quote: Currency) -> TickMarket {
        let symbol = base.uppercased()
        return TickMarket(
            name: name, symbol: symbol, id: name, kind: AssetKind(base: symbol), currency: quote,
            provider: "coinbase")
    }

    /// The exchange's ticks; nothing is asked before they are run.
    static func source(_ settings: ProviderSettings) -> TickSource {
        .socket("coinbase", settings, host: host, rules: CoinbaseStream().rules, market: market) { CoinbaseStream() }
    }
}
