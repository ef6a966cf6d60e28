@testable import MarketProviders
import DecimalArithmetic
import Platform
import TestSupport
import Testing

@testable import Markets

@Suite("The last numbers of a market complete later ticks", .quick)
struct LastTicksTests {
    /// The numbers that come out of one market's ticks, one after the other; nil for one that is only last.
    private static func outcomes(
        ofChanges: Bool, open: Number? = nil, _ ticks: [[Tick.Part: String]]
    ) -> [[String: String]?] {
        let market = TickMarket(name: "BTC-USD", symbol: "BTC", currency: .usd, provider: "made", open: open)
        var last = LastTicks(ofChanges: ofChanges)
        last.begin(with: [market])
        return ticks.map { numbers in
            var outcome: [String: String]?
            withTick(of: market, numbers) { tick in last.complete(&tick) { outcome = $0.quote.numbers } }
            return outcome
        }
    }

    @Test(
        "An open that is absent is the kept one; the stream's replaces that of the list",
        arguments: [true, false])
    func open(ofChanges: Bool) {
        let ticks: [[Tick.Part: String]] = [
            [.price: "1100"], [.price: "1200", .open: "1000"], [.price: "1300"], [.price: "5.4", .open: "4.50"],
            [.price: "9", .changePercent: "77"],
        ]
        #expect(
            Self.outcomes(ofChanges: ofChanges, open: Number("880"), ticks) == [
                ["price": "1100", "open": "880", "change": "220", "change_percent": "25"],
                ["price": "1200", "open": "1000", "change": "200", "change_percent": "20"],
                ["price": "1300", "open": "1000", "change": "300", "change_percent": "30"],
                ["price": "5.4", "open": "4.5", "change": "0.9", "change_percent": "20"],
                ["price": "9", "open": "4.5", "change": "4.5", "change_percent": "100"],
            ])
        #expect(Self.outcomes(ofChanges: ofChanges, [[.price: "1"]]) == [["price": "1"]])
    }

    @Test("A missing value is unknown in complete messages, and kept in changes")
    func others() {
        let first: [Tick.Part: String] = [
            .price: "5", .open: "4", .high: "6", .low: "3", .volume: "70", .marketCap: "80", .bid: "4.9", .ask: "5.1",
        ]
        let complete = Self.outcomes(ofChanges: false, [first, [.price: "6", .bid: "5.9"]])[1]
        #expect(complete?.keys.sorted() == ["bid", "change", "change_percent", "open", "price"])
        let changes = Self.outcomes(ofChanges: true, [first, [.price: "6", .bid: "5.9"]])[1]
        #expect(
            changes == [
                "price": "6", "open": "4", "high": "6", "low": "3", "volume": "70", "market_cap": "80", "bid": "5.9",
                "ask": "5.1", "change": "2", "change_percent": "50",
            ])
        #expect(Self.outcomes(ofChanges: true, [[.ask: "2"], [.price: "1"]]) == [nil, ["price": "1", "ask": "2"]])
    }

    @Test("A change belongs to its own tick; the open that follows from it is kept for later ticks")
    func change() {
        let outcomes = Self.outcomes(
            ofChanges: false,
            [[.price: "110", .change: "10", .changePercent: "9.99"], [.price: "150", .change: "30"], [.price: "130"]])
        #expect(outcomes[0]?["open"] == "100" && outcomes[0]?["change_percent"] == "9.99")
        #expect(outcomes[1]?["open"] == "120" && outcomes[1]?["change"] == "30")
        #expect(outcomes[2]?["open"] == "120" && outcomes[2]?["change"] == "10")
    }

    @Test("A number that is too long is passed on and not kept, and the one kept before is not used for it")
    func long() {
        let long = "1." + String(repeating: "5", count: 60)
        let ticks: [[Tick.Part: String]] = [[.price: "2", .bid: "1"], [.price: "2", .bid: long], [.price: "2"]]
        let outcomes = Self.outcomes(ofChanges: true, ticks)
        #expect(outcomes.map { $0?["bid"] } == ["1", long, nil])
    }

    @Test("Open, high and low are of the day from the first tick that has one, of 24 hours before")
    func day() {
        let market = TickMarket.made("BTC")
        var last = LastTicks(ofChanges: true)
        last.begin(with: [market])
        func outcome(_ numbers: [Tick.Part: String], isOfDay: Bool) -> [String?] {
            var found: [String?] = []
            withTick(of: market, numbers) { tick in
                tick.isOfDay = isOfDay
                last.complete(&tick) { tick in
                    found = [Tick.Part.open, .high, .low].map { tick[$0].number?.description }
                }
            }
            return found
        }
        #expect(outcome([.price: "5", .open: "4", .high: "6", .low: "3"], isOfDay: false) == ["4", "6", "3"])
        #expect(outcome([.price: "5", .open: "4.5", .high: "5.5"], isOfDay: true) == ["4.5", "5.5", nil])
        #expect(outcome([.price: "5", .open: "4.1", .low: "3.1"], isOfDay: false) == ["4.5", "5.5", nil])
        #expect(outcome([.price: "5", .low: "4.4"], isOfDay: true) == ["4.5", "5.5", "4.4"])
    }

    @Test("A new connection keeps only the open; a market that is added again starts with the open of the list")
    func begin() {
        let (btc, eth) = (TickMarket.made("BTC"), TickMarket.made("ETH"))
        let sol = TickMarket(name: "SOL-USD", symbol: "SOL", currency: .usd, provider: "made", open: Number("7"))
        var last = LastTicks(ofChanges: true)
        func opens(_ markets: TickMarket...) -> [String?] {
            markets.flatMap { market in
                var found: [String?] = []
                withTick(of: market, [.price: "5"]) { tick in
                    last.complete(&tick) { found = [$0.open.number?.description, $0.bid.number?.description] }
                }
                return found
            }
        }
        last.begin(with: [btc, eth, sol])
        for market in [btc, eth, sol] {
            withTick(of: market, [.price: "5", .open: "4", .bid: "3"]) { last.complete(&$0) { _ in } }
        }
        last.begin(with: [sol, btc])
        #expect(opens(btc, sol) == ["4", nil, "4", nil])
        last.add([eth])
        #expect(opens(eth) == [nil, nil])
        last.remove([btc, sol])
        last.add([sol, btc])
        #expect(opens(sol, btc) == ["7", nil, nil, nil])
        let unknown = TickMarket.made("XRP")
        #expect(opens(unknown) == [nil, nil])
    }

    @Test(
        "Markets that are added, removed and updated at random keep their own numbers, as in a simple model",
        arguments: 1...10)
    func random(seed: UInt64) {
        var numbers = SplitMix64(state: seed)
        let markets = (0..<40).map { TickMarket.made("M\($0)") }
        var last = LastTicks(ofChanges: true)
        var plain: [Int: [Tick.Part: String]] = [:]
        for _ in 0..<3000 {
            let index = Int(numbers.next() % 40)
            switch (plain[index], numbers.next() % 20) {
            case (nil, _):
                plain[index] = [:]
                last.add([markets[index]])
            case (.some, 0):
                plain[index] = nil
                last.remove([markets[index]])
            default:
                var told: [Tick.Part: String] = [.price: "\(numbers.next() % 9 + 1)"]
                for part in [Tick.Part.open, .volume, .ask] where numbers.next() % 3 == 0 {
                    told[part] = String(numbers.next() >> (numbers.next() % 60) | 1)
                }
                plain[index]?.merge(told) { $1 }
                withTick(of: markets[index], told) { tick in
                    last.complete(&tick) { tick in
                        for (part, text) in plain[index] ?? [:] { #expect(tick[part].number?.description == text) }
                        #expect(Tick.Part.allCases.count { !tick[$0].isEmpty } == plain[index]?.count)
                    }
                }
            }
        }
    }
}

// MARK: - Dialects

extension LastTicksTests {
    /// A dialect, and two messages of one market: price 1100 with an open of 900, then 1200 without one.
    private struct Spoken: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let read: @Sendable (_ texts: [String]) -> [StreamOutcome]
        let first: String
        let second: String

        init<Dialect: StreamDialect>(
            _ provider: String, _ market: String, _ dialect: @escaping @Sendable () -> Dialect, _ first: String,
            _ second: String
        ) {
            testDescription = provider
            (self.first, self.second) = (first, second)
            read = { texts in
                var reading = Reading(dialect(), [market], provider)
                return texts.map { reading.outcome($0) }
            }
        }
    }

    private static let dialects = [
        Spoken(
            "coinbase", "BTC-USD", { CoinbaseStream() },
            #"{"type":"ticker","product_id":"BTC-USD","price":"1100","open_24h":"900"}"#,
            #"{"type":"ticker","product_id":"BTC-USD","price":"1200"}"#),
        Spoken(
            "kraken", "BTC/USD", { KrakenStream() },
            #"{"channel":"ticker","data":[{"symbol":"BTC/USD","last":1100,"change":200,"change_pct":22.22}]}"#,
            #"{"channel":"ticker","data":[{"symbol":"BTC/USD","last":1200}]}"#),
        Spoken(
            "binance", "BTCUSDT", { BinanceStream() },
            #"{"data":{"e":"24hrTicker","s":"BTCUSDT","c":"1100","o":"900"}}"#,
            #"{"data":{"e":"24hrTicker","s":"BTCUSDT","c":"1200","o":"0.00"}}"#),
        Spoken(
            "btse", "BTC_1", { BTSEStream() },
            #"{"topic":"coinIndex","data":{"BTC_1":{"type":1,"price":1100,"open":900}}}"#,
            #"{"topic":"coinIndex","data":{"BTC_1":{"type":1,"price":1200,"gains":1}}}"#),
        Spoken(
            "wazirx", "btcinr", { WazirXStream() },
            #"{"stream":"!ticker@arr","data":[{"s":"btcinr","c":"1100","o":"900"}]}"#,
            #"{"stream":"!ticker@arr","data":[{"s":"btcinr","c":"1200"}]}"#),
        Spoken(
            "cryptocompare", "5~CCCAGG~BTC~USD", { CryptoCompareStream() },
            #"{"TYPE":"5","MARKET":"CCCAGG","FROMSYMBOL":"BTC","TOSYMBOL":"USD","PRICE":1100,"OPENDAY":900}"#,
            #"{"TYPE":"5","MARKET":"CCCAGG","FROMSYMBOL":"BTC","TOSYMBOL":"USD","PRICE":1200}"#),
    ]

    @Test("In every dialect a second message without an open keeps that of the first", arguments: dialects)
    private func everyDialect(_ spoken: Spoken) {
        let outcomes = spoken.read([spoken.first, spoken.second, spoken.second])
        for (outcome, (price, change)) in zip(outcomes, [("1100", "200"), ("1200", "300"), ("1200", "300")]) {
            #expect(outcome.ticks.map { $0["price"] } == [price])
            #expect(outcome.ticks.map { $0["open"] } == ["900"])
            #expect(outcome.ticks.map { $0["change"] } == [change])
        }
        #expect(outcomes[1].ticks[0]["change_percent"]?.hasPrefix("33.3333") == true)
        let alone = spoken.read([spoken.second])
        #expect(alone[0].ticks.map { $0["open"] } == [nil] && alone[0].ticks.map { $0["change"] } == [nil])
    }
}

extension Quote {
    /// The facts that are numbers.
    fileprivate var numbers: [String: String] {
        facts.filter { !["time", "symbol", "market", "kind", "currency", "provider"].contains($0.key) }
    }
}
