import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("--at with a time of day", .quick)
struct MomentTests {
    /// 2024-02-26T14:32:00Z.
    private static let minute: Int64 = 1_708_957_920

    private static let fields = "--fields time,close,width,provider --csv --no-header"

    /// Coinbase's answer to a request for candles of so many seconds; without a close there was no trade.
    private static func coinbase(_ width: Int64, _ close: String? = nil, times: Int = 1) -> Exchange {
        let start = minute / width * width
        return .get(
            "/products/BTC-USD/candles",
            query: [
                "granularity": "\(width)", "start": Timestamp(seconds: start).description,
                "end": Timestamp(seconds: start).description,
            ], times: .exactly(times), answer: .json(close.map { "[[\(start),1,99,2,\($0),5]]" } ?? "[]"))
    }

    private static func binance(_ width: String, _ close: String?) -> Exchange {
        .get(
            "/api/v3/klines", query: ["symbol": "BTCUSDT", "interval": width],
            answer: .json(
                close.map { "[[\(minute * 1000),\"9\",\"12\",\"1\",\"\($0)\",\"5.50\",0,\"55\",1,\"1\",\"1\",\"0\"]]" }
                    ?? "[]"))
    }

    private func run(_ line: String, _ exchanges: [Exchange]) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            await runTool(
                line,
                server.variablesForDefaultChains.merging(server.variables(for: "frankfurter", "ecb")) { $1 })
        }
    }

    @Test(
        "is the candle of the minute that contains it, by one request",
        arguments: ["14:32:20Z", "14:32Z", "15:32+01:00"])
    func minute(time: String) async throws {
        let run = try await run("price BTC --at 2024-02-26T\(time) \(Self.fields)", [Self.coinbase(60, "4.5")])
        #expect(run.outputLines == ["2024-02-26T14:32:00Z,4.5,1m,coinbase"] && run.errors.isEmpty, "\(run.errors)")
    }

    @Test("a minute without a trade is asked for at all providers, and then of five minutes")
    func quiet() async throws {
        let exchanges = [
            Self.coinbase(60), Self.binance("1m", nil), Self.coinbase(300, "4.5"),
            // What leads from its dollars to others is asked for at the same time.
            .get("/api/v3/klines", query: ["symbol": "EURUSDT"], times: .any, answer: .json("[]")),
        ]
        let run = try await run("price BTC --at 2024-02-26T14:32:20Z -p coinbase,binance \(Self.fields)", exchanges)
        #expect(run.outputLines == ["2024-02-26T14:30:00Z,4.5,5m,coinbase"], "\(run.errors)")
    }

    @Test("the finest width wins, also of a later provider; one that is dead is asked once")
    func finest() async throws {
        let later = try await run(
            "price BTC/USDT --at 2024-02-26T14:32:20Z -p coingecko,binance \(Self.fields)", [Self.binance("1m", "7")])
        #expect(later.outputLines == ["2024-02-26T14:32:00Z,7,1m,binance"], "\(later.errors)")
        let dead = Exchange.get("/products/BTC-USDT/candles", answer: .status(500))
        let wider = try await run(
            "price BTC/USDT --at 2024-02-26T14:32:20Z -p coinbase,binance --retries 0 \(Self.fields)",
            [dead, Self.binance("1m", nil), Self.binance("5m", nil), Self.binance("1h", "8")])
        #expect(wider.outputLines == ["2024-02-26T14:32:00Z,8,1h,binance"])
        #expect(wider.errors == "crypto: coinbase: refused with status 500; trying binance\n")
    }

    @Test(
        "before a coin got its ticker the price is that of the old one, in units of the new one, in every command",
        arguments: [
            ("price EGLD --at 2020-02-26 --fields symbol,close,volume", "", "EGLD,0.8,0.05"),
            ("price - --fields symbol,close,volume", "EGLD 2020-02-26\n", "EGLD,0.8,0.05"),
            ("price EGLD --from 2020-02-26 --to 2020-02-26 --fields symbol,open,high", "", "EGLD,0.75,0.9"),
            ("convert 3 EGLD USD --at 2020-02-26 --fields from,result", "", "EGLD,2.4"),
            ("convert - --at 2020-02-26 --fields from,result", "3 EGLD USD\n", "EGLD,2.4"),
        ])
    func renamed(line: String, input: String, row: String) async throws {
        let old = "[[1582675200,0.0007,0.0009,0.00075,0.0008,50]]"
        let run = try await renamed(line, input, old: old, new: nil)
        #expect(run.outputLines == [row], "\(run.errors)")
        let fact = "ERD became EGLD in 2020-09 (0.001 EGLD for 1 ERD): the price is that of ERD, divided by 0.001"
        #expect(run.status == .success && run.errors == "crypto: \(fact)\n")
    }

    @Test("where the old ticker is unknown or has no candle, the price is that of the new one, without a notice")
    func renamedEarly() async throws {
        let line = "price EGLD --at 2020-02-26 --fields symbol,close"
        for old in [nil, "[]"] {
            let run = try await renamed(line, old: old, new: "[[1582675200,1,3,2,2,5]]")
            #expect(run.outputLines == ["EGLD,2"] && run.errors.isEmpty, "\(run.errors)")
            let none = try await renamed(line, old: old, new: old == nil ? "[]" : nil)
            #expect(none.status == .unknownName && none.errors.contains("EGLD"), "\(none.errors)")
            #expect(!none.errors.contains("ERD"), "\(none.errors)")
        }
        let since = try await renamed(
            "price EGLD --at 2024-02-26 --fields symbol,close", old: "[[1708905600,9,9,9,9,5]]",
            new: "[[1708905600,1,3,2,2,5]]")
        #expect(since.outputLines == ["EGLD,2"] && since.errors.isEmpty, "\(since.errors)")
    }

    /// Runs a line with Coinbase, which has these candles of a day; of nil the market is unknown.
    private func renamed(_ line: String, _ input: String = "", old: String?, new: String?) async throws -> ToolRun {
        let exchanges = [("ERD", old), ("EGLD", new)].map { ticker, candles in
            Exchange.get(
                "/products/\(ticker)-USD/candles", times: .any,
                answer: candles.map { .json($0) } ?? .json(#"{"message":"NotFound"}"#, status: 404))
        }
        return try await withLoopbackServer(exchanges) { server in
            let typed = TypedInput()
            typed.type(input)
            typed.end()
            let words = "\(line) -p coinbase,frankfurter --csv --no-header".split(separator: " ").map(String.init)
            return await runTool(words, server.variables(for: "coinbase", "frankfurter"), input: typed.read)
        }
    }

    @Test("a candle that is wider than an hour has a notice")
    func wide() async throws {
        let exchanges = [Self.coinbase(60), Self.coinbase(300), Self.coinbase(3600), Self.coinbase(86_400, "4.5")]
        let run = try await run("price BTC --at 2024-02-26T14:32:20Z -p coinbase \(Self.fields)", exchanges)
        #expect(run.status == .success && run.outputLines == ["2024-02-26T00:00:00Z,4.5,1d,coinbase"])
        let words = "BTC: the finest candle at 2024-02-26T14:32:20Z is of 1d; its close may be hours away"
        #expect(run.errors == "crypto: \(words)\n")
    }

    @Test("where all providers fail for a reason that passes, they are asked again; a moment without any candle is 66")
    func failures() async throws {
        let down = Exchange.get("/products/BTC-USD/candles", answer: .status(503))
        let again = try await run(
            "price BTC --at 2024-02-26T14:32:20Z -p coinbase --retries 1 \(Self.fields)",
            [down, Self.coinbase(60, "3")])
        #expect(again.outputLines == ["2024-02-26T14:32:00Z,3,1m,coinbase"], "\(again.errors)")
        let none = try await run(
            "price BTC --at 2024-02-26T14:32:20Z -p coinbase \(Self.fields)",
            [60, 300, 3600, 86_400].map { Self.coinbase($0) })
        expectFailure(none, .unknownName, says: "coinbase: no candle of BTC on 2024-02-26")
    }

    @Test("where no exchange answers it is the nearest price of defillama, with its own time")
    func nearest() async throws {
        let price = Exchange.get(
            "/prices/historical/1708957940/coingecko:bitcoin", query: ["searchWidth": "300"],
            answer: .json(#"{"coins":{"coingecko:bitcoin":{"symbol":"BTC","price":5,"timestamp":1708957700}}}"#))
        let run = try await withLoopbackServer([price, .everything(.status(503))]) { server in
            await runTool(
                "price BTC --at 2024-02-26T14:32:20Z --retries 0 \(Self.fields)",
                server.variablesForDefaultChains.merging(server.variables(for: "defillama")) { $1 })
        }
        #expect(run.outputLines == ["2024-02-26T14:28:20Z,5,,defillama"], "\(run.errors)")
    }

    @Test("convert uses the close of the finest candle, and the rates of the day")
    func convert() async throws {
        let rates = Exchange.get(
            "/v1/2024-02-16..2024-02-26", times: .any,
            answer: .json(#"{"amount":1.0,"base":"EUR","rates":{"2024-02-23":{"SEK":10,"USD":4}}}"#))
        let line = "convert 2 BTC SEK --at 2024-02-26T14:32:20Z -p coinbase,frankfurter -f jsonl --fields result,path"
        for (exchanges, close) in [
            ([Self.coinbase(60, "8")], 8), ([Self.coinbase(60), Self.coinbase(300, "12")], 12),
        ] {
            let unknown = Exchange.get(
                "/products/BTC-SEK/candles", times: .any, answer: .status(404, body: #"{"message":"NotFound"}"#))
            let run = try await run(line, exchanges + [unknown, rates])
            #expect(run.output.hasPrefix(#"{"result":\#(2 * close * 10 / 4),"#), "\(run.errors)\(run.output)")
            #expect(run.errors.isEmpty)
        }
    }

    @Test("convert has a notice for the close of a day")
    func convertWide() async throws {
        let rates = Exchange.get(
            "/v1/2024-02-16..2024-02-26", times: .any,
            answer: .json(#"{"amount":1.0,"base":"EUR","rates":{"2024-02-23":{"USD":4}}}"#))
        let run = try await run(
            "convert 2 BTC USD --at 2024-02-26T14:32:20Z -p coinbase --template {result}",
            [Self.coinbase(60), Self.coinbase(300), Self.coinbase(3600), Self.coinbase(86_400, "4.5"), rates])
        #expect(run.output == "9")
        #expect(run.errors.contains("BTC: the finest candle at 2024-02-26T14:32:20Z is of 1d"), "\(run.errors)")
    }

    @Test(
        "in the future it is 64 without a request; without a time zone it is no time",
        arguments: ["price BTC", "convert 1 BTC USD"])
    func refused(command: String) async throws {
        let future = try await run("\(command) --at 2024-03-01T12:00:01Z", [])
        expectFailure(future, .usage, says: "--at: 2024-03-01T12:00:01Z is in the future")
        for text in ["2024-02-26T14:32", "2024-02-26T14Z", "yesterday"] {
            expectFailure(try await run("\(command) --at \(text)", []), .usage, says: "--at: '\(text)' is not a date")
        }
    }

    @Test("a pair of currencies has the rate of the day")
    func money() async throws {
        let rates = Exchange.get(
            "/v1/2024-02-19..2024-02-26", times: .any,
            answer: .json(
                #"{"amount":1.0,"base":"EUR","rates":{"2024-02-23":{"SEK":10,"USD":4},"2024-02-26":{"SEK":12,"USD":4}}}"#
            ))
        let run = try await run("price USD/SEK --at 2024-02-26T14:32Z -p frankfurter \(Self.fields)", [rates])
        #expect(run.outputLines == ["2024-02-26T00:00:00Z,3,1d,frankfurter"], "\(run.errors)")
    }
}
