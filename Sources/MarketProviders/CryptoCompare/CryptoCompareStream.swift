import DecimalArithmetic
import JSONReader
import Platform

/// CryptoCompare's streamer, version 2: the channels 2 (one exchange's ticker) and 5 (the index CCCAGG).
///
/// Protocol: min-api.cryptocompare.com/documentation/websockets. A market's name is its subscription,
/// `5~CCCAGG~BTC~USD`. Its first frame is a full one, later ones hold only what changed. Errors are frames of the types
/// 401, 429 and 500; every other type has no meaning here.
struct CryptoCompareStream: StreamDialect {
    static let host = "wss://streamer.cryptocompare.com"
    static let path = "/v2"

    static let sendsChanges = true

    enum Key: String, CaseIterable {
        case type = "TYPE"
        case market = "MARKET"
        case from = "FROMSYMBOL"
        case to = "TOSYMBOL"
        case price = "PRICE"
        case updated = "LASTUPDATE"
        case dayOpen = "OPENDAY"
        case dayHigh = "HIGHDAY"
        case dayLow = "LOWDAY"
        case open = "OPEN24HOUR"
        case high = "HIGH24HOUR"
        case low = "LOW24HOUR"
        case volume = "VOLUME24HOURTO"
        case marketCap = "CIRCULATINGSUPPLYMKTCAP"
        case bid = "BID"
        case ask = "ASK"
        case message = "MESSAGE"
        case parameter = "PARAMETER"
        case info = "INFO"
    }

    /// A heartbeat comes every 30 to 60 seconds, and a quiet pair sends nothing else: without two of them the stream is
    /// dead. The documentation asks for a pause of 5 seconds before another connection.
    let rules = StreamRules(silence: .seconds(120), pause: .seconds(5))

    /// The name of the last frame's market.
    private var name: [UInt8] = []
    /// The market with that name. The name is emptied where the table may release the market.
    private var lastMarket: UnretainedMarket?

    private static let messages = SubscriptionTemplate(
        verbs: ("SubAdd", "SubRemove"), message: #"{"action":"VERB","subs":[MARKETS]}"#)

    mutating func subscribe(to markets: [TickMarket]) -> [String] {
        name = []
        return Self.messages.subscribe(to: markets)
    }

    mutating func unsubscribe(from markets: [TickMarket]) -> [String] {
        name = []
        return Self.messages.unsubscribe(from: markets)
    }

    mutating func read(
        _ message: JSONMessage<Key>, at arrival: Timestamp, of markets: inout TickMarketTable,
        _ emit: (inout Tick) -> Void
    ) throws -> StreamNews? {
        let head = message.head
        try head.check()
        let type = try head.number(.type)
        if type.isText("5") || type.isText("2") {
            if let market = try market(of: head, type: type, in: &markets) {
                var tick = try Self.tick(head, of: market, at: arrival)
                emit(&tick)
            }
            return nil
        }
        if type.isText("500") { return try failure(head, in: &markets) }
        if type.isText("401") { return .ending(.unauthorized(words: try Self.words(head))) }
        if type.isText("429") { return .ending(.rateLimited(words: try Self.words(head))) }
        guard !type.isEmpty else { throw RowProblem(description: "TYPE is missing") }
        return nil
    }
}

// MARK: - Ticks

extension CryptoCompareStream {
    @inline(__always)
    private static func tick(_ head: JSONRow<Key>, of market: UnretainedMarket, at arrival: Timestamp) throws -> Tick {
        var tick = Tick(of: market, at: try head.time(.updated, in: .seconds, else: arrival))
        let price = try head.needed(.price)
        if try price.isPrice() { tick.price = price }
        // An array of the three would be allocated for each tick.
        tick.isOfDay = isNumber(head, .dayOpen) || isNumber(head, .dayHigh) || isNumber(head, .dayLow)
        tick.open = head.price(tick.isOfDay ? .dayOpen : .open)
        tick.high = head.price(tick.isOfDay ? .dayHigh : .high)
        tick.low = head.price(tick.isOfDay ? .dayLow : .low)
        tick.bid = head.price(.bid)
        tick.ask = head.price(.ask)
        tick.volume = head.amount(.volume)
        tick.marketCap = head.price(.marketCap)
        return tick
    }

    @inline(__always)
    private static func isNumber(_ head: JSONRow<Key>, _ key: Key) -> Bool {
        let text = head.optional(key)
        return !text.isEmpty && text.number != nil
    }

    /// The market of a frame, whose name is in four of its members; nil if it is not subscribed to.
    @inline(__always)
    private mutating func market(
        of head: JSONRow<Key>, type: JSONSlice, in markets: inout TickMarketTable
    ) throws -> UnretainedMarket? {
        let (market, from, to) = (try head.text(.market), try head.text(.from), try head.text(.to))
        guard !market.isEmpty, !from.isEmpty, !to.isEmpty else {
            throw RowProblem(description: "a tick without a market")
        }
        // No market has a longer name.
        guard type.count + market.count + from.count + to.count + 3 <= AnswerLimit.shownText else { return nil }
        var end = 0
        if isNext(type, &end), isNext(market, &end), isNext(from, &end), isNext(to, &end), end == name.count {
            return lastMarket
        }
        name.removeAll(keepingCapacity: true)
        for part in [type, market, from, to] {
            part.append(to: &name)
            name.append(UInt8(ascii: "~"))
        }
        lastMarket = markets.find(name.dropLast())
        return lastMarket
    }

    /// Whether a part is in the name of the last frame's market from a position on, with `~` after it. Moves the
    /// position behind both.
    @inline(__always)
    private func isNext(_ part: JSONSlice, _ position: inout Int) -> Bool {
        let start = position
        position += part.count + 1
        return position <= name.count && name[position - 1] == UInt8(ascii: "~") && part.isPart(of: name, at: start)
    }
}

// MARK: - Errors

extension CryptoCompareStream {
    /// A subscription that does not exist any more, or exists already, is as wanted. An invalid one concerns only its
    /// market. Any other error ends the stream: FORCE_DISCONNECT comes weekly, before the server closes the socket.
    private mutating func failure(_ head: JSONRow<Key>, in markets: inout TickMarketTable) throws -> StreamNews? {
        switch try head.words(.message) {
        case "SUBSCRIPTION_UNRECOGNIZED", "SUBSCRIPTION_ALREADY_ACTIVE": return nil
        case "INVALID_SUB":
            let name = try head.words(.parameter)
            // To unsubscribe from it would be an error.
            self.name = []
            markets.remove(markets.all.filter { $0.name == name })
            return .refused(market: name, .unknownSymbol(nil))
        default: return .ending(.status(500, words: try Self.words(head)))
        }
    }

    /// `MESSAGE: INFO`, as far as they are there.
    private static func words(_ head: JSONRow<Key>) throws -> String? {
        let words = try [head.words(.message), head.words(.info)].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: ": ")
    }
}
