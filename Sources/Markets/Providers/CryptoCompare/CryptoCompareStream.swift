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

    /// The name of a frame's market; kept so that it is allocated once.
    private var name = [UInt8](repeating: 0, count: AnswerLimit.shownText)

    func subscribe(to markets: [TickMarket]) -> [String] { [Self.message("SubAdd", markets)] }
    func unsubscribe(from markets: [TickMarket]) -> [String] { [Self.message("SubRemove", markets)] }

    private static func message(_ action: String, _ markets: [TickMarket]) -> String {
        #"{"action":"\#(action)","subs":\#(markets.map(\.name).asJSON)}"#
    }

    mutating func read(
        _ message: JSONMessage<Key>, at arrival: Timestamp, of markets: inout TickMarketTable, _ emit: (Tick) -> Void
    ) throws -> StreamNews? {
        let head = message.head
        try head.check()
        let type = unsafe try head.number(.type)
        if unsafe type.isText("5") || type.isText("2") {
            if let market = unsafe try market(of: head, type, in: &markets) {
                emit(try Self.tick(head, of: market, at: arrival))
            }
            return nil
        }
        if unsafe type.isText("500") { return try failure(head, in: &markets) }
        if unsafe type.isText("401") { return .ending(.unauthorized(words: try Self.words(head))) }
        if unsafe type.isText("429") { return .ending(.rateLimited(words: try Self.words(head))) }
        guard type.count > 0 else { throw RowProblem(description: "TYPE is missing") }
        return nil
    }
}

// MARK: - Ticks

extension CryptoCompareStream {
    @inline(__always)
    private static func tick(_ head: JSONRow<Key>, of market: TickMarket, at arrival: Timestamp) throws -> Tick {
        var tick = Tick(of: market, at: .at(try head.needed(.updated).time(in: .seconds, else: arrival)))
        let price = try head.needed(.price)
        if try price.isPrice() { tick.price = price }
        tick.isOfDay = [.dayOpen, .dayHigh, .dayLow].contains { isNumber(head.optional($0)) }
        tick.open = head.price(tick.isOfDay ? .dayOpen : .open)
        tick.high = head.price(tick.isOfDay ? .dayHigh : .high)
        tick.low = head.price(tick.isOfDay ? .dayLow : .low)
        tick.volume = head.optional(.volume).notNegative
        tick.marketCap = head.price(.marketCap)
        tick.bid = head.price(.bid)
        tick.ask = head.price(.ask)
        return tick
    }

    private static func isNumber(_ text: NumberText) -> Bool { !text.isEmpty && text.number != nil }

    /// The market of a frame, whose name is in four of its members; nil if it is not subscribed to.
    @inline(__always)
    private mutating func market(
        of head: JSONRow<Key>, _ type: UnsafeBufferPointer<UInt8>, in markets: inout TickMarketTable
    ) throws -> TickMarket? {
        let (market, from, to) = unsafe (try head.text(.market), try head.text(.from), try head.text(.to))
        guard market.count > 0, from.count > 0, to.count > 0 else {
            throw RowProblem(description: "a tick without a market")
        }
        // No market has a longer name.
        let length = type.count + market.count + from.count + to.count + 3
        guard length <= name.count else { return nil }
        return unsafe name.withUnsafeMutableBufferPointer { name in
            var end = unsafe Self.append(type, to: name, at: 0)
            unsafe end = Self.append(market, to: name, at: end)
            unsafe end = Self.append(from, to: name, at: end)
            unsafe end = Self.append(to, to: name, at: end)
            return unsafe markets.find(UnsafeBufferPointer(rebasing: name[..<end]))
        }
    }
}

// MARK: - Errors

extension CryptoCompareStream {
    /// A subscription that does not exist any more, or exists already, is as wanted. An invalid one concerns only its
    /// market. Any other error ends the stream: FORCE_DISCONNECT comes weekly, before the server closes the socket.
    private func failure(_ head: JSONRow<Key>, in markets: inout TickMarketTable) throws -> StreamNews? {
        switch try head.words(.message) {
        case "SUBSCRIPTION_UNRECOGNIZED", "SUBSCRIPTION_ALREADY_ACTIVE": return nil
        case "INVALID_SUB":
            let name = try head.words(.parameter)
            // To unsubscribe from it would be an error.
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

    /// Appends a part of a name, after `~` unless it is the first. Returns the new end.
    @inline(__always)
    private static func append(
        _ part: UnsafeBufferPointer<UInt8>, to name: UnsafeMutableBufferPointer<UInt8>, at end: Int
    ) -> Int {
        if end > 0 { unsafe name[end] = UInt8(ascii: "~") }
        let start = end > 0 ? end + 1 : 0
        _ = unsafe UnsafeMutableBufferPointer(rebasing: name[start..<(start + part.count)]).update(from: part)
        return start + part.count
    }
}
