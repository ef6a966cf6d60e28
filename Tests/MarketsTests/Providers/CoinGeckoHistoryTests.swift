import Markets
import TestSupport
import Testing

/// CoinGecko's past, of which there is the less the further it is back.
@Suite("CoinGecko's past", .quick)
struct CoinGeckoHistoryTests {
    private static let now = "2021-05-15T15:34:27Z"

    private static func question(_ from: String, _ to: String, _ width: CandleWidth) -> PastQuestion {
        PastQuestion(provider: "coingecko", symbol: "BTC", from: from, to: to, width: width, now: now)
    }

    /// The request that says which coin it is.
    private static let coin = Exchange.get(
        "/api/v3/coins/markets", query: ["symbols": "btc", "vs_currency": "usd"],
        answer: .json(#"[{"id":"bitcoin","symbol":"btc","name":"Bitcoin","market_cap":1}]"#))

    private static func rows(_ what: String, days: String, isDaily: Bool = false, _ answer: Answer) -> Exchange {
        let interval = isDaily ? [QueryItem("interval", "daily")] : []
        return .get(
            "/api/v3/coins/bitcoin/\(what)",
            query: .exactly([QueryItem("vs_currency", "usd"), QueryItem("days", days)] + interval), answer: answer)
    }

    @Test("Candles of 4 hours carry their end; the one under way is left out", .needsRecordings)
    func fourHours() async throws {
        let answer = try Answer.recording("coingecko/ohlc-bitcoin-7d-202105.json")
        let question = Self.question("2021-05-08T16:00:00Z", "2021-05-15T23:59:59Z", .fourHours)
        let candles = try await question.ask([Self.coin, Self.rows("ohlc", days: "7", answer)]).get()
        #expect(candles.count == 41)
        #expect(candles.first?.line == "2021-05-08T16:00:00Z BTC 57945.79 59122.18 57945.79 59122.18 - USD")
        #expect(candles.last?.line == "2021-05-15T08:00:00Z BTC 48810.93 49065.53 48572.17 48574.71 - USD")
    }

    @Test("Days are made of candles of 4 hours as long as there are any", .needsRecordings)
    func days() async throws {
        let answer = try Answer.recording("coingecko/ohlc-bitcoin-7d-202105.json")
        let question = Self.question("2021-05-09", "2021-05-15", .day)
        let candles = try await question.ask([Self.coin, Self.rows("ohlc", days: "7", answer)]).get()
        #expect(candles.count == 6 && candles.allSatisfy { $0.name == "Bitcoin" })
        #expect(candles.first?.line == "2021-05-09T00:00:00Z BTC 58771.88 59092.64 56636.68 58050.13 - USD")
        #expect(candles.last?.line == "2021-05-14T00:00:00Z BTC 49972.8 51253.27 49049.42 49950.27 - USD")
    }

    @Test("Beyond 30 days there are points, without open, high, low and width", .needsRecordings)
    func dailyPoints() async throws {
        let answer = try Answer.recording("coingecko/market_chart-bitcoin-90d-daily-202105.json")
        for (days, from) in [("91", "2021-02-14"), ("31", "2021-04-15")] {
            let question = Self.question(from, "2021-05-15T23:59:59Z", .day)
            let points = try await question.ask([
                Self.coin, Self.rows("market_chart", days: days, isDaily: true, answer),
            ]).get()
            let line = "2021-05-14T00:00:00Z BTC - - - 49972.795398372444 - USD"
            #expect(points.contains { $0.line == line })
            #expect(points.allSatisfy { $0.width == nil && $0.high == nil && $0.complete })
            #expect(points.first?.time.day == (days == "91" ? "2021-02-15" : "2021-04-15"))
            #expect(points.last?.time.day == "2021-05-15")
        }
    }

    @Test("Hours of more than a day are points at their own times", .needsRecordings)
    func hourlyPoints() async throws {
        let answer = try Answer.recording("coingecko/market_chart-bitcoin-1d-minutely-202105.json")
        let question = Self.question("2021-05-14T15:00:00Z", "2021-05-15T13:00:00Z", .hour)
        let points = try await question.ask([Self.coin, Self.rows("market_chart", days: "2", answer)]).get()
        #expect(points.count > 200 && points.allSatisfy { $0.width == nil && $0.open == nil })
        #expect(points.first?.line.contains(" BTC - - - 51") == true)
    }

    @Test("Hours of up to 90 days are the points of about each hour", .needsRecordings)
    func pointsOfMonth() async throws {
        let answer = try Answer.recording("coingecko/market_chart-bitcoin-30d-hourly-202105.json")
        let question = Self.question("2021-04-20T00:00:00Z", "2021-04-20T23:59:59Z", .hour)
        let points = try await question.ask([Self.coin, Self.rows("market_chart", days: "26", answer)]).get()
        #expect(points.count == 24 && points.allSatisfy { $0.width == nil })
        #expect(points.first?.line == "2021-04-20T00:03:57.441Z BTC - - - 55721.166052695626 - USD")
        #expect(points.last?.line == "2021-04-20T23:04:27.648Z BTC - - - 56361.42179426308 - USD")
    }

    @Test("The price of a moment is the nearest point, with its own time, if it is no further away than the width")
    func moments() async throws {
        let midnights = [1_612_137_600, 1_612_224_000, 1_612_396_800]
        let rows = midnights.enumerated().map { "[\($1)000,\($0 + 1)]" }.joined(separator: ",")
        let exchange = Exchange.get(
            "/api/v3/coins/bitcoin/market_chart", times: .any, answer: .json(#"{"prices":[\#(rows)]}"#))
        let last = ["2021-02-01T23:59:59Z": "2021-02-02T00:00:00Z", "2021-02-03T05:00:00Z": "2021-02-04T00:00:00Z"]
        for (moment, time) in last {
            let points = try await Self.question(moment, moment, .day).askAt([Self.coin, exchange]).get()
            #expect(points.map(\.time.description) == [time])
        }
        #expect(try await Self.question("2021-03-05", "2021-03-05", .day).askAt([Self.coin, exchange]).get().isEmpty)
    }

    @Test("An hour of the last day is made of two halves")
    func hours() async throws {
        // 2021-05-15T14:00Z and on, recognized by their ends.
        let body = "[[1621087200000,1,2,1,2],[1621089000000,2,5,2,3],[1621090800000,3,4,0.5,4],[1621092600000,9,9,9,9]]"
        let question = Self.question("2021-05-15T13:00:00Z", "2021-05-15T16:00:00Z", .hour)
        let candles = try await question.ask([Self.coin, Self.rows("ohlc", days: "1", .json(body))]).get()
        #expect(
            candles.map(\.line) == [
                "2021-05-15T13:00:00Z BTC 1 2 1 2 - USD", "2021-05-15T14:00:00Z BTC 2 5 0.5 4 - USD",
            ])
    }

    @Test("A day that lacks one of its six candles is not complete")
    func incompleteDay() async throws {
        let day: Int64 = 1_620_950_400
        let ends = (1...6).map { day + $0 * 14_400 }
        for missing in [nil, 2] {
            let rows = ends.indices.filter { $0 != missing }.map { "[\(ends[$0])000,1,2,1,2]" }
            let question = Self.question("2021-05-14", "2021-05-14", .day)
            let candles = try await question.ask([
                Self.coin, Self.rows("ohlc", days: "7", .json("[\(rows.joined(separator: ","))]")),
            ]).get()
            #expect(candles.map(\.complete) == [missing == nil])
        }
    }

    @Test(
        "What no plan has is skipped without a request",
        arguments: [
            ("2021-05-15", CandleWidth.quarter, "candles of 15m, only of 1h 4h 1d 1w"),
            ("2021-05-15", .minute, "candles of 1m, only of 1h 4h 1d 1w"),
            ("2021-01-15", .hour, "candles of 1h before 2021-02-14T15:34:27Z"),
            ("2020-05-15", .day, "candles of 1d before 2020-05-15T15:34:27Z"),
        ])
    func notKept(from: String, width: CandleWidth, what: String) async throws {
        let failure = try await Self.question(from, "2021-05-15", width).ask([]).failure
        #expect(failure == ProviderFailure("coingecko", .notKept(what)))
        #expect(failure?.isSkippable == true)
    }

    @Test("CoinGecko's recorded refusals of a past", .needsRecordings)
    func refusals() async throws {
        let question = Self.question("2021-05-09", "2021-05-15", .day)
        let refusals: [(String, Int, ProviderFailure.Reason)] = [
            ("ohlc-error-500-202107.json", 500, .status(500, words: "Internal Server Error")),
            ("market_chart-error-422-202107.json", 422, .status(422, words: "Missing parameter vs_currency")),
            ("error-404-coin-not-found.json", 404, .unknownSymbol(nil)),
        ]
        for (file, status, reason) in refusals {
            let answer = try Answer.recording("coingecko/\(file)", status: status)
            let result = try await question.ask([Self.coin, Self.rows("ohlc", days: "7", answer)])
            #expect(result.failure?.reason == reason, "\(file)")
        }
    }
}
