import CryptoCLI
import TestSupport
import Testing

@Suite("price --adjusted and --events", .quick)
struct EventsCommandTests {
    private static let path = "/v8/finance/chart/NVDA"

    /// Two days of February with a dividend and a split on the second one; the newest close is of that day.
    private static func chart(_ symbol: String = "NVDA") -> Exchange {
        .get(
            "/v8/finance/chart/\(symbol)", times: .any,
            answer: .json(
                #"{"chart":{"result":[{"meta":{"currency":"USD","symbol":"\#(symbol)","gmtoffset":-18000},"#
                    + #""timestamp":[1706797800,1706884200],"events":{"dividends":{"1706884200":{"amount":0.25,"#
                    + #""date":1706884200}},"splits":{"1706884200":{"date":1706884200,"numerator":4,"denominator":1}}},"#
                    + #""indicators":{"quote":[{"open":[90,102],"high":[101,103],"low":[90,99],"close":[100,102],"#
                    + #""volume":[7,8]}],"adjclose":[{"adjclose":[98.7,102]}]}}],"error":null}}"#))
    }

    private static let period = "--from 2024-02-01 --to 2024-02-02"

    private static func run(_ line: String, _ exchanges: Exchange...) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            await runTool(line, server.variablesForDefaultChains.merging(server.variables(for: "stooq")) { $1 })
        }
    }

    @Test(
        "Rows of events have exactly their four fields, in each format",
        arguments: [
            (
                "",
                "TIME                  SYMBOL  EVENT     VALUE\n"
                    + "2024-02-02T00:00:00Z  NVDA    dividend   0.25\n"
                    + "2024-02-02T00:00:00Z  NVDA    split         4\n"
            ),
            (
                "--csv",
                "time,symbol,event,value\r\n2024-02-02T00:00:00Z,NVDA,dividend,0.25\r\n"
                    + "2024-02-02T00:00:00Z,NVDA,split,4\r\n"
            ),
            (
                "-f jsonl",
                #"{"time":"2024-02-02T00:00:00Z","symbol":"NVDA","event":"dividend","value":0.25}"# + "\n"
                    + #"{"time":"2024-02-02T00:00:00Z","symbol":"NVDA","event":"split","value":4}"# + "\n"
            ),
            (
                "-f influx",
                "crypto_events,event=dividend,symbol=NVDA value=0.25 1706832000000000000\n"
                    + "crypto_events,event=split,symbol=NVDA value=4 1706832000000000000\n"
            ),
            ("--if event=='split' --fields value,symbol --csv", "value,symbol\r\n4,NVDA\r\n"),
        ])
    func formats(options: String, expected: String) async throws {
        let run = try await Self.run("price stock:NVDA --events \(Self.period) \(options)", Self.chart())
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == expected)
    }

    @Test("Corrected candles: days also of a short period, and weeks; --chart draws them")
    func adjusted() async throws {
        let fields = "--csv --no-header --fields time,open,high,low,close,volume"
        for period in [Self.period, "--to 2024-02-02 --history 2d"] {
            let run = try await Self.run("price stock:NVDA --adjusted \(period) \(fields)", Self.chart())
            #expect(
                run.outputLines == [
                    "2024-02-01T00:00:00Z,88.83,99.687,88.83,98.7,7", "2024-02-02T00:00:00Z,102,103,99,102,8",
                ], "\(period) \(run.errors)")
        }
        let plain = try await Self.run("price stock:NVDA --candles 1d \(Self.period) \(fields)", Self.chart())
        #expect(plain.outputLines.first == "2024-02-01T00:00:00Z,90,101,90,100,7")
        let chart = try await Self.run(
            "price stock:NVDA --adjusted \(Self.period) --chart -f svg", Self.chart())
        #expect(chart.status == .success && chart.output.contains("<svg"), "\(chart.errors)")
    }

    @Test("Many stocks are printed in their order; one that is unknown is reported, and no events at all are no match")
    func many() async throws {
        let missing = Exchange.get(
            "/v8/finance/chart/NOPE", times: .any,
            answer: .json(#"{"chart":{"result":null,"error":{"code":"Not Found"}}}"#, status: 404))
        let run = try await Self.run(
            "price stock:NVDA stock:NOPE stock:MSFT --events \(Self.period) --csv --no-header --fields symbol",
            Self.chart("MSFT"), missing, Self.chart(),
            .get("/v1/finance/search", times: .any, answer: .json(#"{"quotes":[]}"#)))
        #expect(run.outputLines == ["NVDA", "NVDA", "MSFT", "MSFT"])
        #expect(run.status == .unknownName && run.errors.contains("NOPE"), "\(run.errors)")
        let none = try await Self.run("price stock:NVDA --events --from 2024-02-05 --to 2024-02-06 --csv", Self.chart())
        #expect(none.status == .noMatch && none.output == "time,symbol,event,value\r\n")
    }

    @Test("--append knows an event by its day, its symbol and its kind")
    func append() async throws {
        try await withTemporaryDirectory { directory in
            for _ in 0..<2 {
                let file = directory.path("events.csv")
                let run = try await Self.run(
                    "price stock:NVDA --events \(Self.period) --append \(file)", Self.chart())
                #expect(run.status == .success && run.output.isEmpty, "\(run.errors)")
            }
            let text = try String(decoding: Files.bytes(directory.path("events.csv")), as: UTF8.self)
            #expect(text.split(separator: "\r\n").count == 3)
        }
    }

    @Test(
        "What cannot have them is a usage error that says why, without a request",
        arguments: [
            ("stock:NVDA --adjusted", "--adjusted needs a period: --history, --from or --to"),
            ("stock:NVDA --events", "--events needs a period: --history, --from or --to"),
            ("stock:NVDA --events --candles 1d", "--events"), ("stock:NVDA --adjusted --at 2024-02-01", "--at"),
            ("BTC --events --history 365d", "--events is for stocks, and BTC is none; write stock:BTC"),
            ("stock:NVDA btc --adjusted --history 365d", "--adjusted is for stocks, and btc is none; write stock:BTC"),
            ("USD/SEK --adjusted --history 30d", "--adjusted is for stocks, and USD/SEK is none"),
            ("stock:NVDA --events --adjusted --history 365d", "--adjusted"),
            ("stock:NVDA --events --history 365d -c SEK", "--currency"),
            ("stock:NVDA --events --history 365d --chart", "--chart"),
            ("stock:NVDA --adjusted --history 7d --candles 1h", "--adjusted is for days and weeks, not for --candles"),
            ("stock:NVDA --events --history 365d -f ledger", "ledger"),
            ("stock:NVDA --events --history 365d -f prometheus", "prometheus"),
        ])
    func refused(options: String, words: String) async throws {
        let run = try await Self.run("price \(options)")
        #expect(run.status == .usage && run.errors.contains(words), "\(run.errors)")
    }

    @Test(
        "A named provider without them is named in the error", arguments: ["adjusted", "events"],
        ["cnbc", "nasdaq", "stooq", "iex", "coinbase", "coingecko", "sample", "yahoo,cnbc"])
    func providers(option: String, names: String) async throws {
        let run = try await Self.run("price stock:NVDA --\(option) --history 365d -p \(names)")
        let name = names.split(separator: ",").last.map(String.init) ?? names
        #expect(run.status == .usage && run.errors.contains(name), "\(run.errors)")
    }

    @Test("The default chain asks no other provider, also where Yahoo fails; --strict is no error")
    func chain() async throws {
        let failing = Exchange.get(Self.path, times: .any, answer: .status(503))
        for option in ["adjusted", "events"] {
            let line = "price stock:NVDA --\(option) \(Self.period) --retries 0"
            let run = try await Self.run(line, failing)
            #expect(run.status == .tryLater || run.status == .unavailable, "\(run.errors)")
            #expect(run.errors.contains("yahoo") && !run.errors.contains("cnbc"), "\(run.errors)")
            #expect(try await Self.run("\(line) --strict", Self.chart()).status == .success)
        }
    }

    @Test("The fields and their schema are printed without a period")
    func help() async {
        let fields = await runTool("price --events --fields help")
        #expect(fields.status == .success && fields.output.contains("dividend or split"), "\(fields.errors)")
        let schema = await runTool("price --events --schema")
        #expect(schema.status == .success && schema.output.contains(#""dividend""#), "\(schema.errors)")
    }
}
