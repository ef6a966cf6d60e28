import AirQuality
import CryptoCLI
import TestFixtures
import TestSupport
import Testing

private typealias Answers = OpenMeteoAnswers

@Suite("aqi: the hours to come", .quick)
struct AirForecastTests {
    private static let sample = ["aqi", "--provider", "sample"]

    /// 72 hours, of which the clock has reached the hour 36.
    private static func air(_ index: (Int) -> String) -> String {
        Answers.air(current: Answers.current, hourly: Answers.hours(["us_aqi": (0..<72).map(index)]))
    }

    @Test("--forecast is a row for each hour to come, next one first, with one request a city besides its name")
    func rows() async throws {
        let run = try await runAir(
            "1,2", "--forecast", "90m", "--csv", "--fields", "time,city,aqi,level,age",
            answering: [
                .get(
                    Answers.airPath, query: ["past_days": "1", "forecast_days": "1"],
                    answer: .json(Self.air { "\($0)" }))
            ])
        #expect(run.status == .success && run.errors.isEmpty, "\(run.errors)")
        #expect(
            run.outputLines == [
                "time,city,aqi,level,age", "2024-03-01T13:00:00Z,\"1,2\",37,Good,0",
                "2024-03-01T14:00:00Z,\"1,2\",38,Good,0",
            ])
        let both = await runTool(
            Self.sample + ["Pune", "Delhi", "--history", "1h", "--forecast", "2h", "--template", "{city} {time} "])
        let rows = ["Pune", "Delhi"].flatMap { city in (12...14).map { "\(city) 2024-03-01T\($0):00:00Z " } }
        #expect(both.output == rows.joined())
    }

    @Test("Each scale has a forecast of up to five days; the default fields are those of rows over time")
    func scales() async {
        for scale in ["in", "us", "eu"] {
            let run = await runTool(
                Self.sample + ["Delhi", "--forecast", "5d", "--scale", scale, "--template", "{scale}{aqi} "])
            let cells = run.output.split(separator: " ")
            #expect(cells.count == 120 && cells.allSatisfy { $0.hasPrefix(scale) && $0.count > 2 })
        }
        let csv = await runTool(Self.sample + ["Delhi", "--forecast", "1h", "--csv"])
        #expect(csv.outputLines.first == "time,city,aqi,level,pm2_5,pm10,provider")
        let schema = await runTool(Self.sample + ["Delhi", "--forecast", "1h", "--schema"])
        #expect(schema.output.contains("crypto aqi --forecast --json"), "\(schema.output)")
    }

    @Test("Where the model ends before the period, the rows do too, with a notice")
    func end() async throws {
        let answer = Answer.json(Self.air { $0 < 40 ? "\($0)" : "null" })
        let run = try await runAir(
            "1,2", "--forecast", "24h", "--template", "{aqi} ",
            answering: [.get(Answers.airPath, answer: answer)])
        #expect(run.status == .success && run.output == "37 38 39 ")
        #expect(run.errors == "crypto: open-meteo: no forecast of 1,2 after 2024-03-01T15:00:00Z\n")
        let none = Answer.json(Self.air { $0 < 37 ? "\($0)" : "null" })
        let nothing = try await runAir(
            "1,2", "--forecast", "24h", answering: [.get(Answers.airPath, answer: none)])
        expectFailure(nothing, .invalidData, says: "open-meteo: invalid answer: no hour to come has a value")
    }

    @Test("A dead server has its usual code and nothing on stdout, whatever is printed", arguments: Death.allCases)
    func dead(death: Death) async throws {
        let status: ToolStatus =
            switch death {
            case .refused, .page, .blocked, .reset: .unavailable
            case .limited, .rejected, .hanging: .tryLater
            case .garbage, .html: .invalidData
            }
        try await death.withURL { url in
            for options in ["", "--json", "--csv", "--chart", "-f svg --chart", "--if aqi>300 -f none"] {
                let run = await runTool(
                    "aqi 1,2 --forecast 24h --retries 0 --timeout \(death.timeout) \(options)",
                    ["CRYPTO_OPEN_METEO_URL": url])
                expectFailure(run, status, says: "open-meteo: ")
            }
        }
    }

    @Test(
        "The rows are in every format, with their exact values",
        arguments: [
            ("csv", "2024-03-01T13:00:00Z,\"1,2\",37.5,Good,,,open-meteo"),
            ("tsv", "2024-03-01T13:00:00Z\t1,2\t37.5\tGood\t\t\topen-meteo"),
            ("jsonl", #"{"time":"2024-03-01T13:00:00Z","city":"1,2","#), ("json", #""aqi":37.5,"#),
            ("influx", "aqi,city=1\\,2,provider=open-meteo,scale=us latitude=1,longitude=2,aqi=37.5,age=0i 1709298000"),
            ("records", "aqi: 37.5"), ("markdown", "| 37.5 |"), ("table", "37.5"),
        ])
    func formats(format: String, words: String) async throws {
        let run = try await runAir(
            "1,2", "--forecast", "1h", "-f", format,
            answering: [.get(Answers.airPath, answer: .json(Self.air { "\($0).50" }))])
        #expect(
            run.status == .success && run.errors.isEmpty && run.output.contains(words), "\(run.output)\(run.errors)")
    }

    @Test("Answers are kept for ten minutes, and a record is played again without the server")
    func kept() async throws {
        let line = "aqi 1,2 --forecast 2h --template {time}={aqi};"
        try await withTemporaryDirectory { home in
            let exchange = Exchange.get(Answers.airPath, times: .any, answer: .json(Self.air { "\($0)" }))
            try await withLoopbackServer([exchange]) { server in
                let variables = server.airVariables.merging(["XDG_CACHE_HOME": home.path]) { $1 }
                let run = await runTool(line, variables)
                #expect(run.output == "2024-03-01T13:00:00Z=37;2024-03-01T14:00:00Z=38;")
                #expect(await runTool("\(line) --offline", variables).output == run.output)
                #expect(server.requests.count == 1)
                let recorded = await runTool("\(line) --record \(home.path("record"))", server.airVariables)
                let again = await runTool("\(line) --replay \(home.path("record"))", server.airVariables)
                #expect(recorded.output == run.output && again.output == run.output, "\(again.errors)")
                #expect(server.requests.count == 2)
            }
        }
    }

    @Test("--provider help has those with a forecast, and their check asks for it")
    func providers() async throws {
        let help = await runTool("aqi --forecast 24h --provider help --csv --no-header")
        #expect(help.outputLines.map { $0.prefix { $0 != "," } } == ["open-meteo", "sample", "mock"])
        let check = try await CheckedProviders(job: .forecast).run("--csv --no-header --fields provider,job,state")
        #expect(check.run.outputLines == ["open-meteo,forecast,ok"], "\(check.run.errors)")
    }

    @Test("--once prints the hours of a warning in the first run that expects them, until none is expected")
    func once() async throws {
        let highs = [[50], [50, 51], [], [52]]
        let answers = highs.map { hours in
            Exchange.get(Answers.airPath, answer: .json(Self.air { hours.contains($0) ? "301" : "80" }))
        }
        try await withOnceServer(answers) { once, server in
            for expected in ["301 2024-03-02T02:00:00Z", "", "", "301 2024-03-02T04:00:00Z"] {
                let run = await once.run(
                    "aqi 1,2 --forecast 24h --if aqi_>_300 --once --max-age 0 --template {aqi}_{time}", server
                )
                #expect(run.output == expected && run.status == (expected.isEmpty ? .noMatch : .success))
            }
        }
    }

    @Test(
        "What cannot be a forecast is refused before anything is asked",
        arguments: [
            ("--forecast 6d", "--forecast: 6d is longer than 5d; choose 1h to 5d"),
            ("--forecast 121h", "--forecast: 121h is longer than 5d; choose 1h to 5d"),
            ("--forecast 59m", "--forecast: 59m is shorter than the hour of a row; choose 1h to 5d"),
            ("--forecast 24", "'24' has no unit"),
            ("--forecast 24h --watch", "--watch and --forecast cannot be used together"),
            ("--forecast 24h -p waqi", "waqi: has no forecast"),
            ("--forecast 24h -p eea", "eea: has no forecast"),
            ("--forecast 24h -p open-meteo,airnow", "airnow: has no forecast"),
            ("--forecast 24h --chart -p city-ws", "city-ws: has no forecast"),
        ])
    func refused(options: String, words: String) async {
        let run = await runTool("aqi Delhi \(options)", ["CRYPTO_WAQI_KEY": "a-test-key"])
        expectFailure(run, .usage, says: words)
    }

    @Test(
        "A chart has the last day and the hours to come, with the present marked between them",
        arguments: [
            ("aqi-chart-forecast", ["NO_COLOR": "1"], 80), ("aqi-chart-forecast-utf8", ["LANG": "C.UTF-8"], 80),
            ("aqi-chart-forecast-40", ["LANG": "C.UTF-8", "NO_COLOR": "1"], 40),
        ] as [(String, [String: String], Int)])
    func chart(name: String, variables: [String: String], columns: Int) async {
        let run = await runTool(Self.sample + ["Delhi", "--chart", "--forecast", "1d"], variables, columns: columns)
        #expect(run.status == .success && run.errors.isEmpty)
        #expect(variables["NO_COLOR"] == nil || run.outputLines.allSatisfy { $0.count <= columns })
        let title = run.outputLines.prefix(3).joined(separator: " ")
        #expect(title.contains("AQI 311 (in)") && title.contains("-5 since Feb 29 13:00"), "\(title)")
        #expect(title.contains("forecast to Mar 2 12:00"), "\(title)")
        #expect(run.output.contains(variables["LANG"] == nil ? ": now Mar 1 12:00" : "┊ now Mar 1 12:00"))
        expectSnapshot(of: run.output, named: name)
    }

    @Test("A chart of hours to come only says which one its title is of")
    func onlyAhead() async {
        let run = await runTool(
            Self.sample + ["Delhi", "--chart", "--forecast", "1d", "--if", "aqi == 306 || aqi == 307"], columns: 100)
        let title = run.outputLines.prefix(2).joined(separator: " ")
        #expect(title.contains("AQI 307 (in) at 20:00") && title.contains("forecast to "), "\(title)")
        #expect(!run.output.contains("now") && !title.contains("since"), "\(run.output)")
    }

    @Test("A chart as SVG has the rule too, and one without a forecast has none")
    func svg() async {
        let line = Self.sample + ["Delhi", "Pune", "--chart", "-f", "svg"]
        let forecast = await runTool(line + ["--history", "2h", "--forecast", "2h"])
        #expect(
            forecast.output.ranges(of: "stroke-dasharray").count == 2
                && forecast.output.contains("┊ now 12:00"))
        #expect(!(await runTool(line).output.contains("stroke-dasharray")))
    }
}
