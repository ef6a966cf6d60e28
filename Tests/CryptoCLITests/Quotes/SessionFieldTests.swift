import CryptoCLI
import TestSupport
import Testing

@Suite("session and the fields of extended_price", .quick)
struct SessionFieldTests {
    private static let path = "/v8/finance/chart/NVDA"
    private static let days: RequestMatcher.Query = "range=1d&interval=1d"
    private static let minutes: RequestMatcher.Query = "range=1d&interval=1m&includePrePost=true"

    /// The test's clock is in the session before the opening.
    private static func answer(price: String = "190", at time: Int = 1_709_290_800) -> Answer {
        .json(
            #"{"chart":{"result":[{"meta":{"currency":"USD","symbol":"NVDA","longName":"A Corp.","regularMarketPrice":200,"#
                + #""regularMarketTime":1709240400,"previousClose":190,"currentTradingPeriod":{"#
                + #""pre":{"start":1709283600,"end":1709303400},"regular":{"start":1709303400,"end":1709326800}}},"#
                + #""timestamp":[\#(time)],"indicators":{"quote":[{"close":[\#(price)]}]}}],"error":null}}"#)
    }

    private static let fields = "--fields symbol,price,session,extended_price,extended_change_percent,extended_time"

    @Test(
        "Yahoo is asked for minutes only where one of the fields is printed or compared",
        arguments: [
            ("", days), ("--json", days), ("-f jsonl", days), ("-f influx", days), ("-f prometheus", days),
            ("--if price>1", days), (#"--template {json}"#, days), (fields, minutes), ("--fields session", minutes),
            ("--json --fields extended_time", minutes), (#"--template {extended_price}\n"#, minutes),
            ("--if extended_change_percent<0", minutes), ("-f none --if session=='pre'", minutes),
        ])
    func request(options: String, query: RequestMatcher.Query) async throws {
        for line in ["price stock:NVDA", "list stock:NVDA -p yahoo"] {
            try await withLoopbackServer([.get(Self.path, query: query, answer: Self.answer())]) { server in
                let run = await runTool("\(line) \(options)", server.variables(for: "yahoo"))
                #expect(run.status == .success, "\(line) \(options) \(run.errors)")
            }
        }
    }

    @Test(
        "Each format shows them",
        arguments: [
            (
                "",
                "SYMBOL   PRICE  SESSION  EXTENDED  EXTENDED %  EXTENDED TIME\n"
                    + "NVDA    200.00  pre        190.00      -5.00%  2024-03-01T11:00:00Z\n"
            ),
            (
                "--csv",
                "symbol,price,session,extended_price,extended_change_percent,extended_time\r\n"
                    + "NVDA,200,pre,190,-5,2024-03-01T11:00:00Z\r\n"
            ),
            (
                "-f jsonl",
                #"{"symbol":"NVDA","price":200,"session":"pre","extended_price":190,"extended_change_percent":-5,"#
                    + #""extended_time":"2024-03-01T11:00:00Z"}"# + "\n"
            ),
        ])
    func formats(options: String, expected: String) async throws {
        try await withLoopbackServer([.get(Self.path, answer: Self.answer())]) { server in
            let run = await runTool(
                "price stock:NVDA -p yahoo \(Self.fields) \(options)", server.variables(for: "yahoo"))
            #expect(run.output == expected)
        }
    }

    @Test("A condition of the issue holds before the opening, and is unknown, so not met, for a coin")
    func condition() async throws {
        let condition = ["--if", #"session == "pre" && extended_change_percent < -3"#, "--csv", "--fields", "symbol"]
        let run = await runTool(["price", "stock:NVDA", "stock:AAPL", "BTC", "-p", "sample"] + condition)
        #expect(run.output == "symbol\r\nNVDA\r\n" && run.status == .success)
        let coin = await runTool(["price", "BTC", "-p", "sample"] + condition)
        #expect(coin.output.isEmpty || coin.output == "symbol\r\n")
        #expect(coin.status != .success)
    }

    @Test("No default output has them, and json has them where they are named")
    func unnamed() async {
        for line in ["price stock:NVDA", "list -n 1", "watch BTC --count 1", "price BTC"] {
            for format in ["--csv", "-f jsonl", "-f table", "-f influx", "-f records"] {
                let output = await runTool("\(line) -p sample \(format)").output
                #expect(!output.contains("session") && !output.contains("extended"), "\(line) \(format)")
            }
        }
        let run = await runTool("watch BTC -p sample --count 1 -f jsonl \(Self.fields)")
        #expect(
            run.output.hasSuffix(
                #","session":null,"extended_price":null,"extended_change_percent":null,"extended_time":null}"# + "\n"),
            "\(run.output)")
    }

    @Test("A currency converts the price and keeps the change")
    func converted() async throws {
        try await withLoopbackServer([
            .get(Self.path, answer: Self.answer()),
            .get("/v1/latest", times: .any, answer: .json(#"{"base":"EUR","date":"2024-03-01","rates":{"USD":1.25}}"#)),
        ]) { server in
            let run = await runTool(
                "price stock:NVDA -p yahoo,frankfurter -c EUR --csv --no-header \(Self.fields)",
                server.variables(for: "yahoo", "frankfurter"))
            #expect(run.output == "NVDA,160,pre,152,-5,2024-03-01T11:00:00Z\r\n", "\(run.errors)")
        }
    }

    @Test("A polled stock has those of its newest poll")
    func watch() async throws {
        let exchanges: [Exchange] = [
            .get(Self.path, query: Self.minutes, answer: Self.answer()),
            .get(Self.path, query: Self.minutes, answer: Self.answer(price: "210", at: 1_709_290_860)),
        ]
        let line = "stock:NVDA -p yahoo --poll 1m --count 2 --csv --no-header \(Self.fields)"
        let run = try await withLiveWatch(line, exchanges) { watch, _ in
            try await watch.expectOutput("NVDA,200,pre,190,-5,2024-03-01T11:00:00Z\r\n")
            try await watch.clock.expectPause()
            try await watch.clock.pass()
        }
        #expect(
            run.outputLines == [
                "NVDA,200,pre,190,-5,2024-03-01T11:00:00Z", "NVDA,200,pre,210,5,2024-03-01T11:01:00Z",
            ], "\(run.errors)")
    }
}
