import DecimalArithmetic
import JSONReader
import Platform

/// BTSE's topic `coinIndex`: the indices of all assets in one message, in US dollars.
///
/// As in the exchange's own app of 2023 (`wss://ws.btse.com/ws/futures`): one subscription for each connection, keys
/// `<symbol>_1` for spot markets and futures alike, rows of type 1. Today's documentation does not name the topic; that
/// it is still served (where it is not, the 24 h ticker is polled), that its prices are in dollars and that `open`,
/// `high`, `low` and `gains` are of a day is unconfirmed beyond an answer of 2019 whose rows have the same shape.
/// `volume` is 0 in all of that answer, so its meaning is unknown.
struct BTSEStream: StreamDialect {
    static let host = "wss://ws.btse.com"
    static let path = "/ws/futures"
    static let topic: StaticString = "coinIndex"
    static let rows = JSONFields<Key>.Rows.named(in: .data)

    /// A `ping` every 15 seconds, as the documentation asks for, is answered by `pong` within the second: two that are
    /// missed mean a dead stream.
    let rules = StreamRules(
        silence: .seconds(30), ping: StreamRules.Ping(text: "ping", every: .seconds(15), answer: "pong"),
        mayBeUnserved: true)

    private var isSubscribed = false
    private(set) var isServed = false
    /// The rows of a message so far: a name that occurs twice is an error.
    private var seen: Set<ObjectIdentifier> = []

    enum Key: String, CaseIterable {
        case topic, data, event, errors, success, code, message
        case channels = "channel"
        case words = "msg"
        case type, price, open, high, low, gains
    }

    @inline(__always) private static var columns: TickColumns<Key> {
        TickColumns(last: .price, open: .open, high: .high, low: .low, changePercent: .gains, needsPrice: false)
    }

    /// All markets come by one subscription.
    mutating func subscribe(to markets: [TickMarket]) -> [String] {
        defer { isSubscribed = true }
        return isSubscribed ? [] : [#"{"op":"subscribe","args":["\#(Self.topic)"]}"#]
    }

    /// A market without a row in the message keeps its price.
    mutating func read(
        _ message: JSONMessage<Key>, at arrival: Timestamp, of markets: inout TickMarketTable,
        _ emit: (inout Tick) -> Void
    ) throws -> StreamNews? {
        try message.head.check()
        guard try message.head.text(.topic).isText(Self.topic) else {
            guard let refusal = try Self.refusal(message.head) else { return nil }
            return isServed ? .ending(refusal) : .unserved(refusal)
        }
        isServed = true
        seen.removeAll(keepingCapacity: true)
        try message.forEachRow(in: .data, as: .object) { row in
            guard let market = markets.find(row.name) else { return }
            do {
                guard message.rows.count == 1 || seen.insert(market.id).inserted else {
                    throw RowProblem(description: "it is there twice")
                }
                try Self.readTick(row, of: market, at: arrival, emit)
            } catch {
                throw RowProblem(description: "\(market.market.name): \(error)")
            }
        }
        return nil
    }

    /// Calls `emit` with the tick of a row, unless it is of another type or has no price.
    @inline(__always)
    private static func readTick(
        _ row: JSONRow<Key>, of market: UnretainedMarket, at arrival: Timestamp, _ emit: (inout Tick) -> Void
    ) throws {
        try row.check()
        guard try row.type(.type) == nil || row.number(.type).isText("1") else { return }
        try row.readTick(of: market, at: arrival, columns) { tick in
            // It has only two decimals, so the change is computed from the open if there is one.
            if !tick.open.isEmpty { tick.changePercent = .unknown }
            emit(&tick)
        }
    }
}

// MARK: - Markets

extension BTSEStream {
    /// The index of a market of the list.
    static func market(of quote: Quote) -> TickMarket {
        var index = quote
        index.currency = .usd
        return TickMarket(name: quote.streamMarket ?? "\(quote.symbol)_1", of: index)
    }

    /// The exchange's ticks: its markets are loaded first, then the socket is opened.
    static func source(_ settings: ProviderSettings) -> TickSource {
        let markets = ListedMarkets(.btse, settings.time, market: market, fetch: BTSE(settings: settings).markets)
        return .listed(markets, settings, host: host, path: path) { BTSEStream() }
    }
}
