import Markets
import Platform
import TestSupport
import Testing

/// The rules of prices, for the candles of every provider.
@Suite("Candles follow the rules of quotes", .quick)
struct CandleRuleTests {
    /// A provider and how it writes three days from 2024-02-01 on, of which the second has these prices.
    struct Past: Sendable, CustomTestStringConvertible {
        var question: PastQuestion
        var path: String
        var body: @Sendable (_ open: String, _ high: String, _ low: String, _ close: String) -> String

        init(
            _ provider: String, _ symbol: String = "BTC", key: String? = nil, at path: String,
            around: (String, String) = ("[", "]"), row: @escaping @Sendable (Int64, [String]) -> String
        ) {
            question = PastQuestion(provider: provider, symbol: symbol, from: "2024-02-01", to: "2024-02-03", key: key)
            self.path = path
            let (start, end) = around
            body = { open, high, low, close in
                let prices = [["1", "2", "0.5", "1.5"], [open, high, low, close], ["1", "2", "0.5", "1.5"]]
                let rows = prices.enumerated().map { row(1_706_745_600 + Int64($0) * 86_400, $1) }
                return start + rows.joined(separator: ",") + end
            }
        }

        var testDescription: String { question.provider }
    }

    static let pasts = [
        Past("binance", "BTC/USDT", at: "/api/v3/klines") {
            "[\($0)000,\"\($1[0])\",\"\($1[1])\",\"\($1[2])\",\"\($1[3])\",\"9\"]"
        },
        Past("coinbase", at: "/products/BTC-USD/candles") { "[\($0),\($1[2]),\($1[1]),\($1[0]),\($1[3]),9]" },
        Past("kraken", at: "/0/public/OHLC", around: (#"{"error":[],"result":{"XXBTZUSD":["#, #"],"last":1}}"#)) {
            "[\($0),\"\($1[0])\",\"\($1[1])\",\"\($1[2])\",\"\($1[3])\",\"1\",\"9\",3]"
        },
        Past("bitstamp", at: "/api/v2/ohlc/btcusd/", around: (#"{"data":{"pair":"BTC/USD","ohlc":["#, "]}}")) {
            #"{"close":"\#($1[3])","high":"\#($1[1])","low":"\#($1[2])","open":"\#($1[0])","timestamp":"\#($0)"}"#
        },
        Past(
            "cryptocompare", key: "sEcrEt", at: "/data/v2/histoday",
            around: (#"{"Response":"Success","Data":{"Data":["#, "]}}")
        ) { #"{"time":\#($0),"open":\#($1[0]),"high":\#($1[1]),"low":\#($1[2]),"close":\#($1[3])}"# },
        Past("nasdaq", "AAPL", at: "/api/quote/AAPL/historical", around: (#"{"data":{"tradesTable":{"rows":["#, "]}}}"))
        {
            let day = Timestamp(seconds: $0).day.split(separator: "-")
            return #"{"date":"\#(day[1])/\#(day[2])/\#(day[0])","close":"\#($1[3])","open":"\#($1[0])","#
                + #""high":"\#($1[1])","low":"\#($1[2])"}"#
        },
    ]

    static let invalid: [([String], String)] = [
        (["0", "0", "0", "0"], "open is 0"), (["1", "2", "0", "1"], "low is 0"), (["1", "2", "-1", "1"], "low is -1"),
        (["1", "0.5", "0.5", "0.5"], "high 0.5 is below open 1"), (["1", "3", "0.5", "9"], "high 3 is below close 9"),
        (["1", "9", "3", "9"], "low 3 is above open 1"),
    ]

    @Test("A row that is no candle is left out and counted; the others stay", arguments: pasts)
    func invalidRow(past: Past) async throws {
        for (prices, problem) in Self.invalid {
            let body = past.body(prices[0], prices[1], prices[2], prices[3])
            let candles = try await past.question.ask([.get(past.path, answer: .json(body))]).get()
            #expect(candles.map(\.time.day) == ["2024-02-01", "2024-02-03"], "\(prices)")
            #expect(candles[0].lost?.invalid.map(\.problem) == [problem])
            #expect(candles[0].lost?.firstInvalid == .of("2024-02-02"))
        }
        let sound = past.body("1", "1", "1", "1")
        let candles = try await past.question.ask([.get(past.path, answer: .json(sound))]).get()
        #expect(candles.count == 3 && candles[0].lost == nil)
    }

    @Test("If no row of a period is a candle, the answer is invalid; a wider candle is made of the valid rows")
    func onlyInvalid() async throws {
        let past = Self.pasts[3]
        let exchange = Exchange.get(past.path, times: .any, answer: .json(past.body("0", "0", "0", "0")))
        var question = past.question
        (question.from, question.to) = ("2024-02-02", "2024-02-02")
        let failure = try await question.ask([exchange]).failure
        #expect(
            failure?.reason == .invalidData("the candle of 2024-02-02T00:00:00Z: open is 0"))
        (question.from, question.width) = ("2024-01-29", .week)
        let week = try await question.ask([exchange]).get()
        #expect(week.map(\.line) == ["2024-01-29T00:00:00Z BTC 1 2 0.5 1.5 - USD"])
        #expect(week.first?.lost?.invalid.total == 1)
    }

    @Test(
        "Prices below 0 are real for futures, indices and yields only",
        arguments: [
            ("CL=F", "FUTURE", true), ("^TNX", "INDEX", true), ("CLK20.NYM", "FUTURE", true),
            ("AAPL", "EQUITY", false), ("BTC-USD", "CRYPTOCURRENCY", false),
        ])
    func negative(symbol: String, type: String, isReal: Bool) async throws {
        let body = """
            {"chart":{"result":[{"meta":{"currency":"USD","symbol":"\(symbol)","instrumentType":"\(type)"},
            "timestamp":[1706774400,1706860800,1706947200],"indicators":{"quote":[{"open":[17.73,-14,null],
            "high":[17.85,13.86,null],"low":[-40.32,-16.74,null],"close":[-37.63,10.01,null]}]}}],"error":null}}
            """
        let question = PastQuestion(
            provider: "yahoo", symbol: "stock:\(symbol)", from: "2024-02-01", to: "2024-02-03")
        let answer = try await question.ask([
            .get("/v8/finance/chart/\(symbol.replacing("^", with: "%5E"))", answer: .json(body))
        ])
        guard isReal else { return #expect(answer.failure?.isInvalidData == true) }
        #expect(
            try answer.get().map(\.line) == [
                "2024-02-01T00:00:00Z \(symbol) 17.73 17.85 -40.32 -37.63 - USD",
                "2024-02-02T00:00:00Z \(symbol) -14 13.86 -16.74 10.01 - USD",
            ])
        #expect(try answer.get()[0].lost == nil)
    }

    @Test("Minutes without a row are holes, except at an exchange that sends none for a minute without a trade")
    func holes() async throws {
        let minutes = (0..<6).map { 1_706_745_600 + $0 * 60 }
        func ask(_ provider: String, _ path: String, _ body: String) async throws -> CandleHoles? {
            let question = PastQuestion(
                provider: provider, symbol: provider == "binance" ? "BTC/USDT" : "BTC", from: "2024-02-01",
                to: "2024-02-01T01:05:00Z", width: .minute)
            let candles = try await question.ask([.get(path, answer: .json(body))]).get()
            return candles.last?.lost?.holes
        }
        let binance = minutes.map { "[\($0)000,1,1,1,1,1]" }.joined(separator: ",")
        let found = try #require(try await ask("binance", "/api/v3/klines", "[\(binance)]"))
        #expect(found.count == 60 && found.total == 66 && found.width == .minute)
        #expect(found.first == .of("2024-02-01T00:06:00Z") && found.last == .of("2024-02-01T01:05:00Z"))
        let coinbase = minutes.map { "[\($0),1,1,1,1,1]" }.joined(separator: ",")
        #expect(try await ask("coinbase", "/products/BTC-USD/candles", "[\(coinbase)]") == nil)
    }

    @Test("A day missing from a week is a hole, an invalid or an unfinished day is none, nor what is before the first")
    func missingDays() async throws {
        func ask(_ days: [Int64], from: String, to: String) async throws -> CandleHoles? {
            let rows = days.map { day in
                let time = 1_706_486_400 + day * 86_400
                let low = day == 1 ? "0" : "1"
                return #"{"timestamp":"\#(time)","open":"1","high":"1","low":"\#(low)","close":"1"}"#
            }
            let body = #"{"data":{"pair":"BTC/USD","ohlc":[\#(rows.joined(separator: ","))]}}"#
            let question = PastQuestion(provider: "bitstamp", symbol: "BTC", from: from, to: to, width: .week)
            let candles = try await question.ask([.get("/api/v2/ohlc/btcusd/", answer: .json(body))]).get()
            return candles.last?.lost?.holes
        }
        let week = ("2024-01-29", "2024-02-04")
        let hole = try await ask([0, 1, 2, 4, 5, 6], from: week.0, to: week.1)
        #expect(hole?.count == 1 && hole?.total == 7 && hole?.first == .of("2024-02-01") && hole?.width == .day)
        #expect(try await ask([0, 1, 2, 3, 4, 5, 6], from: week.0, to: week.1) == nil)
        #expect(try await ask([0, 1, 2, 3, 4, 5, 6], from: "2023-11-06", to: week.1) == nil)
        // The clock shows noon of Friday 1 March.
        let days = Array(Int64(28)...32)
        #expect(try await ask(Array(days.dropLast()), from: "2024-02-26", to: "2024-03-03") == nil)
        #expect(try await ask(Array(days.dropLast(2)), from: "2024-02-26", to: "2024-03-03")?.count == 1)
    }
}
