import DecimalArithmetic
import JSONReader
import Platform

/// CryptoCompare's streamer, version 2: the channels 2 (one exchange's ticker) and 5 (the index CCCAGG).
///
/// Protocol: min-api.cryptocompare.com/documentation/websockets. A market's name is its subscription,
/// `5~CCCAGG~BTC~USD`. Its first frame is a full one, later ones hold only what changed. Errors are frames of the types
/// 401, 429 and 500; every other type says nothing that matters here.
struct CryptoCompareStream: StreamDialect {
    static let host = "wss://streamer.cryptocompare.com"
    static let path = "/v2"

    static let sendsChanges = true

    /// A heartbeat comes every 30 to 60 seconds, and a quiet pair sends nothing else: two that are missed mean a dead
    /// stream. The documentation asks for a pause of 5 seconds before another connection.
    let rules = StreamRules(silence: .seconds(120), pause: .seconds(5))

    private var markets = TickMarketTable()
    /// A frame's market as its subscription names it; kept so that it is allocated once.
    private var name: [UInt8] = []

    mutating func subscribe(to markets: [TickMarket]) -> [String] {
        self.markets.add(markets)
        return Self.message("SubAdd", markets)
    }

    /// What has been refused before is not there to be removed, and asking for it would be answered by an error.
    mutating func unsubscribe(from markets: [TickMarket]) -> [String] {
        let known = markets.filter { self.markets.contains($0.name) }
        self.markets.remove(known)
        return Self.message("SubRemove", known)
    }

    private static func message(_ action: String, _ markets: [TickMarket]) -> [String] {
        markets.isEmpty ? [] : [#"{"action":"\#(action)","subs":\#(markets.map(\.name).asJSON)}"#]
    }

    mutating func read(
        _ message: UnsafeBufferPointer<UInt8>, at arrival: Timestamp, _ emit: (Tick) -> Void
    ) throws -> StreamNews? {
        let frame = try JSONReader.read(message) { try CryptoCompareFrame(&$0) }
        if frame.type.isText("5") || frame.type.isText("2") {
            try take(frame, at: arrival, emit)
            return nil
        }
        if frame.type.isText("500") { return failure(frame) }
        if frame.type.isText("401") { return .ending(.unauthorized(words: frame.words)) }
        if frame.type.isText("429") { return .ending(.rateLimited(words: frame.words)) }
        guard frame.type.count > 0 else { throw RowProblem(description: "TYPE is missing") }
        return nil
    }
}

// MARK: - Ticks

extension CryptoCompareStream {
    private mutating func take(_ frame: CryptoCompareFrame, at arrival: Timestamp, _ emit: (Tick) -> Void) throws {
        guard let market = market(of: frame) else {
            guard [frame.market, frame.from, frame.to].allSatisfy({ $0.count > 0 }) else {
                throw RowProblem(description: "a tick of no market")
            }
            return
        }
        var tick = Tick(of: market, at: .at(try frame.updated.time(in: .seconds, else: arrival)))
        if try frame.price.isPrice() { tick.price = frame.price }
        tick.isOfDay = frame.knowsDay
        tick.open = (tick.isOfDay ? frame.dayOpen : frame.open).aboveZero
        tick.high = (tick.isOfDay ? frame.dayHigh : frame.high).aboveZero
        tick.low = (tick.isOfDay ? frame.dayLow : frame.low).aboveZero
        tick.volume = frame.volume.notNegative
        tick.marketCap = frame.marketCap.aboveZero
        (tick.bid, tick.ask) = (frame.bid.aboveZero, frame.ask.aboveZero)
        emit(tick)
    }

    private mutating func market(of frame: CryptoCompareFrame) -> TickMarket? {
        // No market has a longer name, and the room for one is kept.
        guard frame.market.count + frame.from.count + frame.to.count < AnswerLimit.shownText else { return nil }
        var name: [UInt8] = []
        swap(&name, &self.name)
        name.removeAll(keepingCapacity: true)
        name.append(contentsOf: frame.type)
        name.append(UInt8(ascii: "~"))
        name.append(contentsOf: frame.market)
        name.append(UInt8(ascii: "~"))
        name.append(contentsOf: frame.from)
        name.append(UInt8(ascii: "~"))
        name.append(contentsOf: frame.to)
        let market = name.withUnsafeBufferPointer { markets.find($0) }
        swap(&name, &self.name)
        return market
    }
}

// MARK: - Errors

extension CryptoCompareStream {
    /// A subscription that is not there any more, or there already, is as wanted; a wrong one is its market's alone; all
    /// else ends the stream: FORCE_DISCONNECT comes weekly and says that the socket will close.
    private mutating func failure(_ frame: CryptoCompareFrame) -> StreamNews? {
        switch frame.message?.cut {
        case "SUBSCRIPTION_UNRECOGNIZED", "SUBSCRIPTION_ALREADY_ACTIVE": return nil
        case "INVALID_SUB":
            let name = frame.parameter?.cut
            markets.remove(markets.all.filter { $0.name == name })
            return .refused(market: name, .unknownSymbol(nil))
        default: return .ending(.status(500, words: frame.words))
        }
    }
}
