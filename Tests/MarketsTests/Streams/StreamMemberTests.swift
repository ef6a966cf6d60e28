import DecimalArithmetic
import Platform
import TestFixtures
import TestSupport
import Testing

@testable import Markets

/// A stream's message, and the role of each of its members.
struct StreamMessage: Sendable, CustomTestStringConvertible {
    /// The effect of an invalid member on the message.
    enum Effect: Sendable, Equatable {
        case none
        /// The tick lacks these.
        case without([String])
        /// The tick has these in place of others.
        case with([String: String])
        /// There is no tick and no error.
        case nothing
        /// The message is dropped with an error.
        case dropped
    }

    struct Role: Sendable {
        /// Where the member is missing, null or empty.
        let absent: Effect
        /// Where it is of another type.
        let odd: Effect
        var special: [MemberChange: Effect] = [:]

        static let needed = Role(absent: .dropped, odd: .dropped)
        static let unread = Role(absent: .none, odd: .none)
        /// The time of arrival where nothing is sent.
        static let time = Role(absent: .with(["time": "2024-03-01T12:00:00Z"]), odd: .dropped)
        /// The kind of the message. Messages of other kinds are ignored.
        static let kind = Role(
            absent: .nothing, odd: .dropped, special: [.odd(#""abc""#): .nothing, .odd("true"): .dropped])
        /// A price that may be missing, because later messages have only changes.
        static let price = Role(absent: .nothing, odd: .dropped)
        static let open = null("open", "change", "change_percent")

        static func null(_ fields: String...) -> Role { Role(absent: .without(fields), odd: .without(fields)) }

        func with(_ special: [MemberChange: Effect]) -> Role { Role(absent: absent, odd: odd, special: special) }
    }

    let provider: String
    let text: String
    let roles: [String: Role]
    /// Creates a reading that is subscribed to the market.
    let make: @Sendable () -> any MessageReading

    var testDescription: String { "\(provider): \(text.prefix(60))" }

    /// Reads a message as the first of a connection.
    func read(_ text: String) -> StreamOutcome {
        var reading = make()
        return reading.outcome(text)
    }
}

extension StreamMessage {
    private static func reading<Dialect: StreamDialect>(
        _ dialect: Dialect, _ name: String, _ provider: String
    ) -> @Sendable () -> any MessageReading {
        { Reading(dialect, [name], provider) }
    }

    private static let binanceRoles: [String: Role] = [
        "e": .kind, "E": .time, "s": .needed, "c": .needed, "o": .open,
        "h": .null("high"), "l": .null("low"), "q": .null("volume"), "P": .unread,
    ]

    static let all = [
        StreamMessage(
            provider: "coinbase",
            text: #"{"type":"ticker","sequence":7,"product_id":"BTC-USD","price":"67024.5","open_24h":"66000","#
                + #""high_24h":"67500","low_24h":"65900","volume_24h":"9","best_bid":"67023","best_ask":"67025","#
                + #""time":"2024-03-01T11:59:30.5Z"}"#,
            roles: [
                "type": .kind, "sequence": .unread, "product_id": .needed, "price": .needed, "open_24h": .open,
                "high_24h": .null("high"), "low_24h": .null("low"), "volume_24h": .unread, "best_bid": .null("bid"),
                "best_ask": .null("ask"), "time": .time,
            ], make: reading(CoinbaseStream(), "BTC-USD", "coinbase")),
        StreamMessage(
            provider: "kraken",
            text:
                #"{"channel":"ticker","type":"update","data":[{"symbol":"BTC/USD","bid":67023,"bid_qty":1,"ask":67025,"#
                + #""last":67024.5,"low":65900,"high":67500,"change":1024.5,"change_pct":1.55,"#
                + #""timestamp":"2024-03-01T11:59:30.5Z"}]}"#,
            roles: [
                "channel": .kind, "type": .unread, "data": .needed.with([.empty: .nothing]), "symbol": .needed,
                "bid": .null("bid"), "bid_qty": .unread, "ask": .null("ask"), "last": .needed, "low": .null("low"),
                "high": .null("high"), "change": .null("open", "change"), "change_pct": .null("change_percent"),
                "timestamp": .time,
            ], make: reading(KrakenStream(), "BTC/USD", "kraken")),
        StreamMessage(
            provider: "binance",
            text: #"{"stream":"btcusdt@ticker","data":{"e":"24hrTicker","E":1709294370500,"s":"BTCUSDT","P":"1.5","#
                + #""c":"67024.5","o":"66000","h":"67500","l":"65900","q":"9","b":"67023","a":"67025"}}"#,
            roles: binanceRoles.merging([
                "stream": .unread, "data": Role(absent: .nothing, odd: .nothing).with([.odd("[1]"): .dropped]),
                "b": .null("bid"), "a": .null("ask"),
            ]) { $1 }, make: reading(BinanceStream(), "BTCUSDT", "binance")),
        StreamMessage(
            provider: "binance",
            text:
                #"[{"e":"24hrMiniTicker","E":1709294370500,"s":"BTCUSDT","P":0,"c":"67024.5","o":"66000","h":"67500","#
                + #""l":"65900","q":"9"}]"#, roles: binanceRoles, make: reading(BinanceStream(), "BTCUSDT", "binance")),
        StreamMessage(
            provider: "cryptocompare",
            text: #"{"TYPE":"5","MARKET":"CCCAGG","FROMSYMBOL":"BTC","TOSYMBOL":"USD","FLAGS":4,"PRICE":67024.5,"#
                + #""LASTUPDATE":1709294370,"OPENDAY":66000,"HIGHDAY":67500,"LOWDAY":65900,"OPEN24HOUR":64000,"#
                + #""HIGH24HOUR":67600,"LOW24HOUR":65000,"VOLUME24HOURTO":9,"CIRCULATINGSUPPLYMKTCAP":1319,"BID":67023,"#
                + #""ASK":67025}"#,
            roles: [
                "TYPE": .needed.with([.odd(#""abc""#): .nothing]), "MARKET": .needed, "FROMSYMBOL": .needed,
                "TOSYMBOL": .needed, "FLAGS": .unread,
                "PRICE": .price, "LASTUPDATE": Role(absent: .with(["time": "2024-03-01T12:00:00Z"]), odd: .dropped),
                "OPENDAY": .open, "HIGHDAY": .null("high"),
                "LOWDAY": .null("low"), "OPEN24HOUR": .unread, "HIGH24HOUR": .unread, "LOW24HOUR": .unread,
                "VOLUME24HOURTO": .null("volume"), "CIRCULATINGSUPPLYMKTCAP": .null("market_cap"),
                "BID": .null("bid"), "ASK": .null("ask"),
            ], make: reading(CryptoCompareStream(), "5~CCCAGG~BTC~USD", "cryptocompare")),
        StreamMessage(
            provider: "wazirx",
            text:
                #"{"stream":"!ticker@arr","data":[{"s":"btcinr","E":1709294370500,"c":"67024.5","o":"66000","h":"67500","#
                + #""l":"65900","b":"67023","a":"67025","q":"9"}]}"#,
            roles: [
                "stream": .needed, "data": .needed.with([.empty: .nothing]), "s": .needed, "E": .time, "c": .price,
                "o": .open, "h": .null("high"), "l": .null("low"), "b": .null("bid"), "a": .null("ask"), "q": .unread,
            ], make: reading(WazirXStream(), "btcinr", "wazirx")),
        StreamMessage(
            provider: "btse",
            text:
                #"{"topic":"coinIndex","id":null,"data":{"BTC_1":{"type":1,"price":67024.5,"open":66000,"high":67500,"#
                + #""low":65900,"gains":1.55,"volume":0}}}"#,
            roles: [
                "topic": .needed, "id": .unread, "data": .needed.with([.empty: .nothing]),
                "BTC_1": .needed.with([.missing: .nothing, .empty: .nothing]),
                // A row of another type than 1 is none of a coin; without one it is of the only type there is.
                "type": Role(absent: .nothing, odd: .dropped).with([.missing: .none, .odd(#""abc""#): .nothing]),
                "price": .price,
                "open": Role(absent: .without(["open", "change"]), odd: .without(["open", "change"])),
                "high": .null("high"), "low": .null("low"), "gains": .unread, "volume": .unread,
            ], make: reading(BTSEStream(), "BTC_1", "btse")),
        StreamMessage(
            provider: "okx",
            text: #"{"arg":{"channel":"tickers"},"data":[{"instId":"BTC-USDT","last":"67024.5","askPx":"67025","#
                + #""bidPx":"67023","open24h":"66000","high24h":"67500","low24h":"65900","volCcy24h":"9","vol24h":"1","#
                + #""ts":"1709294370500"}]}"#,
            roles: [
                "arg": .unread, "channel": .unread, "data": .needed.with([.missing: .nothing, .empty: .nothing]),
                "instId": .needed, "last": .needed, "askPx": .null("ask"), "bidPx": .null("bid"), "open24h": .open,
                "high24h": .null("high"), "low24h": .null("low"), "volCcy24h": .null("volume"), "vol24h": .unread,
                "ts": .time,
            ], make: reading(OKXStream(), "BTC-USDT", "okx")),
        StreamMessage(
            provider: "bitstamp",
            text: #"{"data":{"id":212337562,"timestamp":"1709294370","amount":0.0028,"amount_str":"0.00280000","#
                + #""price":67024,"price_str":"67024.5","type":0,"microtimestamp":"1709294370500000","#
                + #""buy_order_id":7,"sell_order_id":8},"channel":"live_trades_btcusd","event":"trade"}"#,
            roles: [
                "data": .needed, "id": .unread, "timestamp": .unread, "amount": .unread, "amount_str": .unread,
                "price": .unread, "price_str": .needed, "type": .unread, "microtimestamp": .time,
                "buy_order_id": .unread, "sell_order_id": .unread, "channel": .needed, "event": .kind,
            ], make: reading(BitstampStream(), "live_trades_btcusd", "bitstamp")),
    ]
}

@Suite("Every member of every stream's messages", .quick)
struct StreamMemberTests {
    @Test(
        "A member that is missing, null, empty or of another type drops the message if it is needed, else is unknown",
        arguments: StreamMessage.all)
    func changes(message: StreamMessage) throws {
        let body = AnswerBody.json(message.text)
        let sound = message.read(message.text)
        let facts = try #require(sound.ticks.first)
        #expect(sound.ticks.count == 1 && !sound.isDropped)
        for member in body.members {
            let name = member.split(separator: ".").last.map(String.init) ?? ""
            let role = try #require(message.roles[name], "\(member) has no role")
            for change in body.changes(of: member) {
                let outcome = message.read(try body.changing(member, by: change).text)
                var expected = StreamOutcome.tick(facts)
                switch role.special[change] ?? (change.isAbsent ? role.absent : role.odd) {
                case .none: break
                case .without(let fields): expected = .tick(facts.filter { !fields.contains($0.key) })
                case .with(let fields): expected = .tick(facts.merging(fields) { $1 })
                case .nothing: expected = .nothing
                case .dropped: expected = .dropped
                }
                // Another test covers the values that follow from an open.
                let isSame = outcome == expected || !fields(outcome).isEmpty && fields(outcome) == fields(expected)
                #expect(isSame, "\(message.provider): \(member) \(change): \(outcome)")
            }
        }
        #expect(
            Set(message.roles.keys) == Set(body.members.compactMap { $0.split(separator: ".").last.map(String.init) }))
    }

    /// A tick without what is computed.
    private func fields(_ outcome: StreamOutcome) -> [[String: String]] {
        outcome.ticks.map { $0.filter { !["change", "change_percent"].contains($0.key) } }
    }

    @Test(
        "Extreme numbers and times never trap, and a time outside the years 1 to 9999 is invalid",
        arguments: StreamMessage.all)
    func extremes(message: StreamMessage) throws {
        let body = AnswerBody.json(message.text)
        let numbers = [
            "0", "-0", "9223372036854775807", "-9223372036854775808", "1e308", "-1e308", "1e-320",
            String(repeating: "1234567890", count: 40), "-62135596801", "-62135596800", "253402300799",
            "253402300800", "253402300799000", "253402300800000",
        ]
        let times = [
            "0000-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59Z",
            "9999-12-31T23:59:59-00:01", "10000-01-01T00:00:00Z",
        ]
        for member in body.members {
            for text in numbers + times.map({ "\"\($0)\"" }) + numbers.map({ "\"\($0)\"" }) {
                let outcome = message.read(try body.setting(member, to: text).text)
                for facts in outcome.ticks {
                    let time = try #require(facts["time"].flatMap { Timestamp(rfc3339: $0) }, "\(member) \(text)")
                    // Its week can be computed too.
                    let week = Timestamp(seconds: CandleWidth.week.start(of: time)).description
                    #expect(Timestamp(rfc3339: week) != nil, "\(member) \(text): \(week)")
                    for key in ["price", "open", "high", "low", "change", "volume", "bid", "ask"] {
                        let isPlain = facts[key].map { Number($0)?.description == $0 } ?? true
                        #expect(isPlain, "\(member) \(text.prefix(40)): \(key) \(facts[key] ?? "")")
                    }
                }
            }
        }
    }
}
