import CryptoCLI
import Platform
import ProviderKit
import Synchronization
import TestSupport
import Testing

@Suite("price - with lines of stdin", .quick)
struct PriceLinesTests {
    private func run(
        _ line: String, _ text: String, _ exchanges: [Exchange] = []
    ) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            var variables = server.variablesForDefaultChains
            for name in ["FRANKFURTER", "ECB", "ERAPI", "CURRENCYAPI"] { variables["CRYPTO_\(name)_URL"] = server.url }
            return await runTool(
                line.split(separator: " ").map(String.init), variables, input: input(Array(text.utf8)))
        }
    }

    // MARK: - Symbols

    @Test("quotes are in the order of the lines; a code of ISO 4217 is a currency")
    func quotes() async throws {
        let run = try await run(
            "price - -p sample --fields symbol,kind,price --csv --no-header", "eth\r\n\n SEK\t\r\nbtc")
        #expect(run.outputLines == ["ETH,coin,3434.92", "SEK,fiat,0.09663696567256217994", "BTC,coin,62440.63"])
        #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
    }

    @Test("what fails is said with its number, an unknown symbol once; the status is that of the first line that fails")
    func failures() async throws {
        let text = "BTC\nACME\nBTC ETH SOL\nACME\n\u{1}\nHOUSE\n"
        let quotes = try await run("price - -p sample --fields symbol --csv --no-header", text)
        #expect(quotes.outputLines == ["BTC"] && quotes.status == .unknownName)
        #expect(
            quotes.errorLines == [
                "crypto: unknown symbols 'ACME' (line 2), 'HOUSE' (line 6) (asked: sample)",
                "crypto: line 3: 'BTC ETH SOL' is not 'SYMBOL' or 'SYMBOL DATE'",
                "crypto: line 5: '\\u{1}' holds a character that is not allowed in a symbol",
            ], "\(quotes.errors)")
        let first = try await run("price - -p sample", "BTC 2024-1-1\nACME\n")
        #expect(first.status == .invalidData && first.output.isEmpty)
    }

    @Test("past prices of lines are those of operands; what has none is reported")
    func history() async throws {
        let run = try await run(
            "price - --history 3d --candles 1d -f ledger -p sample", "BTC\nSEK\nglobal:market_cap\nid:nothing\n")
        let own = try await self.run("price BTC --history 3d --candles 1d -f ledger -p sample", "")
        #expect(own.outputLines.count == 3 && run.outputLines.starts(with: own.outputLines))
        #expect(run.outputLines.count == 6 && run.outputLines[5].hasPrefix("P 2024-02-29 00:00:00 SEK 0.0966"))
        #expect(run.status == .invalidData)
        #expect(
            run.errorLines.first == "crypto: line 3: global:market_cap has only a current value: no past, no chart")
        #expect(run.errorLines.last?.hasPrefix("crypto: line 4: unknown symbol 'id:nothing'") == true)
    }

    @Test("without lines there are no rows, and that is no failure; fields are those of the command")
    func empty() async throws {
        for options in ["--fields symbol,price --csv --no-header", "--template {price}", "--consensus -f prometheus"] {
            let run = try await run("price - -p sample \(options)", "")
            #expect(run.output.isEmpty && run.status == .success && run.errors.isEmpty, "\(run.errors)")
        }
        #expect(try await run("price - -p sample --if price>1", "").status == .noMatch)
        for text in ["", "\n \n"] {
            let run = try await run("price - --json -p sample", text)
            #expect(run.output == "[]\n" && run.status == .success && run.errors.isEmpty)
        }
    }

    @Test("at most 20 failures are reported one by one")
    func many() async throws {
        let run = try await run("price - -p sample", (1...30).map { "A B \($0)\n" }.joined())
        #expect(run.errorLines.count == 21 && run.status == .invalidData)
        #expect(run.errorLines.last == "crypto: 10 more lines failed")
    }

    @Test("'-' stands alone, and has no state of --once")
    func syntax() async throws {
        expectFailure(try await run("price - BTC -p sample", ""), .usage, says: "'-' takes no other symbols")
        expectFailure(
            try await run("price - --if price>1 --once -p sample", "BTC\n"), .usage,
            says: "--once cannot be used with '-'")
        expectFailure(try await run("price - --favorites", "BTC\n"), .usage, says: "--favorites takes no symbols")
    }

    // MARK: - Dates

    @Test(
        "lines with dates are candles of the day or of the moment, in their order; one without a date is of now or --at"
    )
    func dates() async throws {
        let fields = "-p sample --fields time,symbol,width,currency --csv --no-header"
        let text = "ETH 2024-02-25T14:32Z\nBTC/EUR 2024-02-20\nBTC\nETH 2024-02-25T15:32+01:00\nSEK 2024-02-20\n"
        let run = try await run("price - \(fields)", text)
        let rows = [
            "2024-02-25T14:00:00Z,ETH,1h,USD", "2024-02-20T00:00:00Z,BTC,1d,EUR", "2024-03-01T00:00:00Z,BTC,1d,USD",
            "2024-02-25T14:00:00Z,ETH,1h,USD", "2024-02-20T00:00:00Z,SEK,1d,USD",
        ]
        #expect(run.outputLines == rows && run.status == .success, "\(run.output)\(run.errors)")
        let given = try await self.run("price - --at 2024-02-01 \(fields)", "BTC\nETH 2024-02-02\n")
        #expect(given.outputLines == ["2024-02-01T00:00:00Z,BTC,1d,USD", "2024-02-02T00:00:00Z,ETH,1d,USD"])
    }

    @Test("a line of the future, of a figure or of an unknown symbol is reported, and the others have their rows")
    func impossible() async throws {
        let text = "BTC 2024-02-20\nBTC 2030-01-01\nACME 2024-02-20\nglobal:fear_greed 2024-02-20\nACME 2024-02-21\n"
        let run = try await run("price - -p sample --fields symbol --csv --no-header", text)
        #expect(run.outputLines == ["BTC"] && run.status == .invalidData)
        #expect(
            run.errorLines.map { $0.prefix(60) } == [
                "crypto: line 2: 2030-01-01 is in the future",
                "crypto: line 3: unknown symbol 'ACME' (asked: sample); 'cryp",
                "crypto: line 4: global:fear_greed has only a current value: ",
            ], "\(run.errors)")
    }

    @Test(
        "dates exclude what needs a period or the present",
        arguments: [
            "--history 3d", "--from 2024-02-01", "--chart", "--candles 1h --history 3d", "--consensus", "--each",
            "--events --history 30d", "--adjusted --history 30d",
        ])
    func excluded(options: String) async throws {
        let name = options.split(separator: " ")[0]
        let run = try await run("price - -p sample \(options)", "BTC\nBTC 2024-02-01\n")
        expectFailure(run, .usage, says: "cannot be used with dates on stdin (line 2)")
        #expect(run.errors.contains(name) || run.errors.contains("--history"))
    }

    @Test("a day without rates has those last published, with their own date")
    func weekend() async throws {
        // 2024-02-25 is a Sunday.
        let rates = Exchange.get(
            "/v2/rates", times: .any,
            answer: .json(
                #"[{"date":"2024-02-23","base":"EUR","quote":"USD","rate":1.08},"#
                    + #"{"date":"2024-02-26","base":"EUR","quote":"USD","rate":1.09}]"#))
        for line in ["price -", "price EUR/USD --at 2024-02-25", "price EUR/USD --at 2024-02-25T12:00Z"] {
            let run = try await run("\(line) --fields time,close,width --csv --no-header", "EUR 2024-02-25\n", [rates])
            #expect(run.outputLines == ["2024-02-23T00:00:00Z,1.08,"] && run.status == .success, "\(run.errors)")
        }
    }

    @Test("candles of minutes that fit in one answer are asked for together: a thousand of a day in five requests")
    func pages() async throws {
        let exchange = MadeCoinbase()
        let day: Int64 = 1_709_164_800 - 86_400
        // Every 86 seconds, so that no minute has two of them.
        let moments = (0..<1000).map { Timestamp(seconds: day + $0 * 86) }.shuffled()
        let run = try await run(
            "price - -p coinbase --fields time,close,width --csv --no-header",
            moments.map { "BTC \($0)\n" }.joined(), [exchange.candles])
        #expect(run.outputLines == moments.map { exchange.row(of: "BTC-USD", at: $0) } && run.errors.isEmpty)
        #expect(exchange.requests.count == 5)
    }

    @Test("a minute without a trade has five; a provider that is dead is asked once, and the next has all lines")
    func chain() async throws {
        let exchange = MadeCoinbase(missing: [1_709_078_460])
        let text = "BTC 2024-02-28T00:01:20Z\nBTC 2024-02-28T00:02Z\nBTC 2024-02-28T00:03Z\n"
        let line = "price - -p coinbase,binance --retries 0 --fields time,close,width,provider --csv --no-header"
        // What leads from the other exchange's dollars to others is asked for at the same time.
        let none = Exchange.get("/api/v3/klines", times: .any, answer: .json("[]"))
        let rates = ["/v2/rates", "/stats/eurofxref/eurofxref-hist-90d.xml"].map {
            Exchange.get($0, times: .any, answer: .status(404))
        }
        let quiet = try await run(line, text, [none] + rates + [exchange.candles])
        #expect(
            quiet.outputLines.map { $0.split(separator: ",")[0] } == [
                "2024-02-28T00:00:00Z", "2024-02-28T00:02:00Z", "2024-02-28T00:03:00Z",
            ], "\(quiet.output)\(quiet.errors)")
        #expect(quiet.outputLines[0].hasSuffix(",5m,coinbase"))
        let dead = Exchange.get("/products/BTC-USD/candles", answer: .status(503))
        func klines(_ symbol: String, _ close: (Int) -> Int) -> Exchange {
            let rows = (1...3).map { minute in
                "[\(1_709_078_400_000 + minute * 60_000),\"1\",\"12\",\"1\",\"\(close(minute))\",\"5\",0,\"55\",1,\"1\",\"1\",\"0\"]"
            }
            return .get(
                "/api/v3/klines", query: ["symbol": "\(symbol)", "interval": "1m"], times: .any,
                answer: .json("[\(rows.joined(separator: ","))]"))
        }
        // A euro is a USDT and a dollar.
        let dollars = Exchange.get(
            "/v2/rates", times: .any, answer: .json(#"[{"date":"2024-02-27","base":"EUR","quote":"USD","rate":1}]"#))
        let next = try await run(line, text, [dead, klines("BTCUSDT") { $0 }, klines("EURUSDT") { _ in 1 }, dollars])
        #expect(
            next.outputLines == (1...3).map { "2024-02-28T00:0\($0):00Z,\($0),1m,binance" },
            "\(next.output)\(next.errors)")
    }

    @Test("where no provider answers, it is said once, and the status is that of the failure")
    func dead() async throws {
        let run = try await run(
            "price - -p coinbase --retries 0", "BTC 2024-02-28\nBTC 2024-02-27\nETH 2024-02-20\n",
            [.everything(.status(503))])
        #expect(run.status == .unavailable && run.output.isEmpty)
        #expect(
            run.errorLines.count == 1 && run.errors.hasPrefix("crypto: line 1 and 2 more: coinbase: "), "\(run.errors)")
    }

    @Test("a price that cannot be converted is one of its line alone")
    func unconverted() async throws {
        func klines(_ symbol: String, _ minutes: [Int], width: String = "1m") -> Exchange {
            let rows = minutes.map { minute in
                "[\(1_709_078_400_000 + minute * 60_000),\"9\",\"12\",\"1\",\"2\",\"5\",0,\"55\",1,\"1\",\"1\",\"0\"]"
            }
            return .get(
                "/api/v3/klines", query: ["symbol": "\(symbol)", "interval": "\(width)"], times: .any,
                answer: .json("[\(rows.joined(separator: ","))]"))
        }
        let rates = Exchange.get(
            "/v2/rates", times: .any, answer: .json(#"[{"date":"2024-02-27","base":"EUR","quote":"SEK","rate":10}]"#))
        let run = try await run(
            "price - -p binance -c SEK --fields time,close,width,currency --csv --no-header",
            "BTC 2024-02-28T00:01Z\nBTC 2024-02-28T00:02Z\nBTC 2024-02-28T00:03Z\n",
            [
                klines("BTCUSDT", [1, 2, 3]), klines("EURUSDT", [2, 3]), klines("BTCUSDT", [0], width: "5m"),
                klines("EURUSDT", [0], width: "5m"), rates,
            ])
        #expect(
            run.outputLines == [
                "2024-02-28T00:00:00Z,10,5m,SEK", "2024-02-28T00:02:00Z,10,1m,SEK", "2024-02-28T00:03:00Z,10,1m,SEK",
            ], "\(run.output)\(run.errors)")
    }

    @Test("an answer over the edge of what a provider keeps has the newer candles")
    func edge() async throws {
        // It keeps 720 minutes.
        let now: Int64 = 1_709_294_400
        let rows = (0..<720).map { minute in
            "[\(now - 720 * 60 + Int64(minute) * 60),\"1\",\"720\",\"1\",\"\(minute + 1)\",\"1\",\"1\",1]"
        }
        let exchange = Exchange.everything(
            .making { request in
                guard request.parameter("interval") == "1" else {
                    return .json(#"{"error":[],"result":{"XXBTZUSD":[],"last":1}}"#)
                }
                return .json(#"{"error":[],"result":{"XXBTZUSD":[\#(rows.joined(separator: ","))],"last":1}}"#)
            })
        let run = try await run(
            "price - -p kraken --fields time,close,width --csv --no-header",
            "BTC 2024-02-29T23:59Z\nBTC 2024-03-01T00:00Z\nBTC 2024-03-01T11:59Z\n", [exchange])
        #expect(run.outputLines == ["2024-03-01T00:00:00Z,1,1m", "2024-03-01T11:59:00Z,720,1m"], "\(run.errors)")
        #expect(run.status == .unknownName && run.errors.hasPrefix("crypto: line 1: "), "\(run.errors)")
    }

    @Test("the status is that of the first line that fails, and lines with the same failure are counted")
    func order() async throws {
        for _ in 1...5 {
            let run = try await run(
                "price - -p sample", "SEK 2030-01-01\nBTC 2001-01-01\nETH 2030-01-01\nA B C\nA B C\n")
            #expect(run.status == .invalidData && run.errorLines.count == 3, "\(run.errors)")
            #expect(run.errorLines.first == "crypto: line 1 and 1 more: 2030-01-01 is in the future")
            #expect(run.errorLines.last == "crypto: line 4 and 1 more: 'A B C' is not 'SYMBOL' or 'SYMBOL DATE'")
        }
    }

    @Test("a server that answers eight requests with its own errors is not asked for the rest")
    func server() async throws {
        let text = (0..<100 as Range<Int64>).map { "BTC \(Timestamp(seconds: 1_700_000_000 + $0 * 86_400))\n" }.joined()
        try await withLoopbackServer([.everything(.status(503))]) { server in
            let run = await runTool(
                ["price", "-", "-p", "coinbase", "--retries", "0"], server.variablesForDefaultChains,
                input: input(Array(text.utf8)))
            #expect(run.status == .unavailable && run.errors.hasPrefix("crypto: line 1 and 99 more: coinbase"))
            #expect(server.requests.count == 8)
        }
    }

    @Test("--append has each line once, over two runs")
    func appended() async throws {
        try await withTemporaryDirectory { directory in
            let file = directory.path("prices.csv")
            for _ in 1...2 {
                let run = try await run("price - -p sample --append \(file)", "BTC 2024-02-20\nSEK 2024-02-20\nBTC\n")
                #expect(run.status == .success && run.output.isEmpty)
            }
            #expect(String(decoding: try Files.bytes(file), as: UTF8.self).split(separator: "\r\n").count == 3)
        }
    }
}

@Suite("price - with many moments", .quick)
struct ManyMomentsTests {
    @Test("1,000 moments of ten coins over eight years: at most one request for each page of candles that holds one")
    func many() async throws {
        let exchange = MadeCoinbase()
        let coins = ["BTC", "ETH", "SOL", "ADA", "XRP", "DOGE", "LTC", "LINK", "DOT", "AVAX"]
        let first: Int64 = 1_456_790_400
        var generator = SplitMix64(state: 37)
        var lines: [(coin: String, moment: Timestamp)] = []
        for index in 0..<1000 {
            let seconds = Int64(generator.next() % UInt64(8 * 365 * 86_400))
            lines.append((coins[index % coins.count], Timestamp(seconds: first + seconds)))
        }
        let pages = Set(lines.map { "\($0.coin) \($0.moment.seconds / 60 / 300)" })
        let text = lines.map { "\($0.coin) \($0.moment)\n" }.joined()
        try await withLoopbackServer([exchange.candles]) { server in
            let run = await runTool(
                ["price", "-", "-p", "coinbase", "--fields", "time,close,width", "--csv", "--no-header"],
                server.variablesForDefaultChains, input: input(Array(text.utf8)))
            #expect(run.status == .success && run.errors.isEmpty)
            #expect(run.outputLines == lines.map { exchange.row(of: "\($0.coin)-USD", at: $0.moment) })
        }
        #expect(exchange.requests.count <= pages.count && Set(exchange.requests).count == exchange.requests.count)
    }
}

/// An exchange of Coinbase's protocol with a made price for each minute of each product, which counts its requests.
final class MadeCoinbase: Sendable {
    private let asked = Mutex<[String]>([])
    /// The minutes without a trade.
    private let missing: Set<Int64>

    init(missing: Set<Int64> = []) { self.missing = missing }

    /// The targets of the requests.
    var requests: [String] { asked.withLock(\.self) }

    /// The price at the end of a span.
    private static func close(_ product: String, _ start: Int64, _ width: Int64) -> String {
        let number = product.utf8.reduce(0) { $0 &* 31 &+ Int64($1) } % 1000
        return "\(number + 1).\(String(10_000_000 + start / 60 % 9_999_999).dropFirst())1"
    }

    /// The row of a moment's minute.
    func row(of product: String, at moment: Timestamp) -> String {
        let start = moment.seconds / 60 * 60
        return "\(Timestamp(seconds: start)),\(Self.close(product, start, 60)),1m"
    }

    /// What it answers: at most 300 candles, the newest first.
    var candles: Exchange {
        .everything(
            .making { [self] request in
                asked.withLock { $0.append(request.target) }
                guard let width = request.parameter("granularity").flatMap({ Int64($0) }),
                    let start = request.parameter("start").flatMap({ Timestamp(rfc3339: $0) }),
                    let end = request.parameter("end").flatMap({ Timestamp(rfc3339: $0) }),
                    (end.seconds - start.seconds) / width < 300
                else { return .status(400, body: #"{"message":"granularity too small"}"#) }
                let product = String(request.path.split(separator: "/")[1])
                let rows = stride(from: end.seconds, through: start.seconds, by: -Int(width)).compactMap { start in
                    width == 60 && missing.contains(start)
                        ? nil : "[\(start),1,9999,2,\(Self.close(product, start, width)),5]"
                }
                return .json("[\(rows.joined(separator: ","))]")
            })
    }
}
