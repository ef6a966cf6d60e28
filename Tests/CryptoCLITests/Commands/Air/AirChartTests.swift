import CryptoCLI
import Platform
import TestFixtures
import TestSupport
import Testing

private typealias Answers = OpenMeteoAnswers

@Suite("aqi: past hours and charts", .quick)
struct AirChartTests {
    private static let sample = ["aqi", "--provider", "sample"]
    private static let unicode = ["LANG": "C.UTF-8"]

    @Test("--history is the hours that the provider has, oldest first, one request a city besides its name")
    func history() async throws {
        let air = Answers.air(current: Answers.current, hourly: Answers.hourly(["us_aqi": "80", "pm2_5": "12.50"]))
        let run = try await runAir(
            "1,2", "--history", "90m", "--csv", "--fields", "time,city,aqi,pm2_5,age",
            answering: [.get(Answers.airPath, query: ["past_days": "2"], answer: .json(air))])
        #expect(run.status == .success, "\(run.errors)")
        #expect(
            run.outputLines == [
                "time,city,aqi,pm2_5,age", "2024-03-01T11:00:00Z,\"1,2\",80,12.5,3600",
                "2024-03-01T12:00:00Z,\"1,2\",80,12.5,0",
            ])
        let far = await runTool(Self.sample + ["Delhi", "--history", "200w", "--template", #"{city}\n"#])
        #expect(far.outputLines.count == 30 * 24)
        let computed = await runTool(
            Self.sample + ["Delhi", "--history", "2h", "--scale", "us", "--template", "{aqi} {via};"])
        #expect(computed.output.contains("computed from concentrations"))
    }

    @Test("the pasts of several cities come in the order asked, or by name; one that fails leaves the others")
    func severalPasts() async throws {
        let run = await runTool(Self.sample + ["Pune", "Nowhere", "Delhi", "--history", "2h", "--template", "{city} "])
        #expect(run.output == "Pune Pune Delhi Delhi ")
        #expect(
            run.status == .unknownName
                && run.errors.hasPrefix("crypto: sample: unknown city 'Nowhere'; it has "))
        let all = await runTool(Self.sample + ["--history", "1h", "--template", "{city} "])
        #expect(all.output.hasPrefix("Bengaluru Bhubaneswar Chandigarh "))
    }

    @Test(
        "a chart of one city, y over the bands of its values, local clock times, coloured by band",
        arguments: [
            ("aqi-chart-80", [:], 80), ("aqi-chart-40", ["LANG": "C.UTF-8"], 40),
            ("aqi-chart-80-utf8", ["LANG": "C.UTF-8"], 80),
            ("aqi-chart-80-colors", ["LANG": "C.UTF-8", "CLICOLOR_FORCE": "1"], 80),
            ("aqi-chart-80-truecolor", ["LC_ALL": "sv_SE.UTF-8", "CLICOLOR_FORCE": "1", "COLORTERM": "truecolor"], 80),
        ] as [(String, [String: String], Int)])
    func chart(name: String, variables: [String: String], columns: Int) async throws {
        var variables = variables
        if variables["CLICOLOR_FORCE"] == nil { variables["NO_COLOR"] = "1" }
        let run = await runTool(Self.sample + ["Delhi", "--chart"], variables, columns: columns)
        #expect(run.status == .success && run.errors.isEmpty)
        if variables["CLICOLOR_FORCE"] == nil {
            #expect(run.outputLines.filter { $0.count > columns } == [] && !run.output.contains("\u{1B}"))
        }
        if variables["LANG"] == nil, variables["LC_ALL"] == nil { #expect(run.output.utf8.allSatisfy { $0 < 128 }) }
        #expect(
            run.output.contains("400") && run.output.contains("18:00") && run.output.contains("last 311 Mar 1 12:00"))
        let space = columns == 40 ? "\n" : "  "
        #expect(run.output.contains("AQI 311 (in)  Very Poor\(space)-5 since Feb 29 13:00  UTC  sample\n"))
        #expect(!run.output.contains("500"))
        expectSnapshot(of: run.output, named: name)
    }

    @Test("as wide as the terminal, else COLUMNS, else 80")
    func width() async throws {
        for (columns, variable, width) in [
            (60, "100", 60), (nil, "100", 100), (nil, nil, 80), (nil, "0", 80), (nil, "wide", 80), (10, nil, 10),
        ] as [(Int?, String?, Int)] {
            let variables = ["NO_COLOR": "1", "COLUMNS": variable ?? ""]
            let run = await runTool(Self.sample + ["Delhi", "--chart"], variables, columns: columns)
            #expect(run.outputLines.map(\.count).max() == width, "\(columns ?? 0) \(variable ?? "")")
        }
    }

    @Test("one a city, an empty line between two; 24 hours where --history says no other past")
    func several() async throws {
        let run = await runTool(Self.sample + ["Pune", "Delhi", "--chart"], Self.unicode)
        let heads = run.outputLines.filter { $0.contains(", India") }.map { $0.prefix { $0 != "," } }
        #expect(heads == ["Pune", "Delhi"])
        #expect(run.output.contains("\n\nDelhi, India  AQI 311 (in)  Very Poor  -5 since Feb 29 13:00  UTC  sample\n"))
        let week = await runTool(Self.sample + ["Delhi", "--chart", "--history", "5d"], Self.unicode)
        #expect(week.output.contains(" since Feb 25 13:00  UTC  "))
        let month = await runTool(Self.sample + ["Delhi", "--chart", "--history", "30d"], Self.unicode)
        let labels = month.outputLines.drop { !$0.contains("└") }.dropFirst().first ?? ""
        #expect(labels.contains("Feb 16") && !labels.contains(":"), "\(month.output)")
        let sorted = await runTool(Self.sample + ["--chart", "--sort", "aqi", "-f", "svg"])
        let names = sorted.output.ranges(of: "class=\"head\">").map { sorted.output[$0.upperBound...].prefix(4) }
        #expect(names.count == 12 && names.first == "Chen" && names.last == "Delh")
    }

    @Test("the European scale has an axis of its own; what is unknown is a gap, a chart without values is reported")
    func otherScales() async throws {
        let run = try await runAir(
            "1,2", "--chart", "--scale", "eu",
            answering: [
                Answers.airs(
                    Answers.air(current: Answers.current, hourly: Answers.hourly(["european_aqi": "81.5"])))
            ])
        #expect(
            run.status == .success && run.output.contains("100 +") && run.output.contains(" 80 +")
                && run.output.contains("last 81.5"))
        let unknown = try await runAir(
            "1,2", "--chart", "--scale", "in",
            answering: [
                Answers.airs(Answers.air(current: Answers.current, hourly: Answers.hourly(["us_aqi": "81"])))
            ])
        #expect(unknown.status == .noMatch && unknown.output.isEmpty)
        #expect(unknown.errors == "crypto: 1,2: no values to draw\n")
    }

    @Test(
        "the axis holds the bands of the values, the next where all are near its end, and as many more of the last as they need",
        arguments: [
            ("us", "30", "50", "0", "Good 0-50"), ("us", "51", "100", "0", "Moderate 51-100"),
            ("us", "100", "150", "50", "101-150"), ("us", "151", "200", "100", "Unhealthy 151-200"),
            ("us", "312", "500", "200", "Hazardous 301+"), ("us", "701", "900", "300", "Hazardous 301+"),
            ("eu", "15", "20", "0", "Good 0-20"), ("eu", "101", "120", "80", "Extremely poor 101+"),
            ("eu", "122", "140", "100", "Extremely poor 101+"),
        ])
    func axis(scale: String, value: String, top: String, bottom: String, band: String) async throws {
        let member = scale == "us" ? "us_aqi" : "european_aqi"
        let run = try await runAir(
            "1,2", "--chart", "--scale", scale,
            answering: [Answers.airs(Answers.air(current: Answers.current, hourly: Answers.hourly([member: value])))])
        let labels = run.outputLines.dropFirst().map { line in
            line.prefix { $0 != "+" }.filter { $0 != " " }
        }.filter { !$0.isEmpty && $0.allSatisfy(\.isNumber) }
        #expect(run.status == .success && labels.first == top && labels.last == bottom, "\(run.output)")
        #expect(run.outputLines.last?.hasSuffix(band) == true, "\(run.output)")
        #expect(run.output.contains("unchanged since "), "\(run.output)")
    }

    @Test("The highest band of an open scale ends with the axis, above its own range")
    func highestBand() async {
        let run = await runTool(Self.sample + ["Delhi", "--scale", "eu", "--chart", "-f", "svg"])
        let edges = run.output.split(separator: "\n").filter { $0.contains("class=\"band\"") }.compactMap { line in
            line.firstMatch(of: /\by="([0-9.]+)"/).flatMap { Double($0.1) }
        }
        // The plot begins below the two lines of the title.
        #expect(run.output.contains(">140</text>") && edges.min() == 72, "\(run.output)")
    }

    @Test("Europe's index is computed where the provider sends none: rows and a chart have numbers")
    func computedEurope() async throws {
        let run = await runTool(
            Self.sample + ["Delhi", "--scale", "eu", "--template", "{aqi} {level} {via}"])
        #expect(run.status == .success && run.errors.isEmpty)
        // 92.5 µg/m³: 80 at 90, and 20 more at 140.
        #expect(run.output == "81 Very poor computed from concentrations: pm2_5 over 1 h")
        let chart = await runTool(Self.sample + ["Delhi", "--scale", "eu", "--chart"])
        #expect(chart.status == .success && chart.output.contains("last 81 Mar 1 12:00"), "\(chart.output)")
    }

    @Test("of several charts those without values are left out with a report; without any the code is 1")
    func nothingToDraw() async throws {
        let feed = #"[{"city":"Pune","aqi":null},{"city":"Delhi","aqi":5}]"#
        let script: WebSocketScript = { peer in
            try peer.send(texts: [feed])
            try peer.waitUntilClientLeaves()
        }
        for (cities, status, errors) in [
            (["Delhi", "Pune"], ExitStatus.success, "crypto: Pune: no values to draw\n"),
            (["Pune"], .noMatch, "crypto: Pune: no values to draw\n"),
        ] {
            try await withWebSocketServer([script]) { server in
                let run = await runTool(
                    ["aqi", "-p", "city-ws", "--watch", "--chart", "--count", "\(cities.count)"] + cities,
                    server.airVariables, time: .live)
                #expect(run.status == status && run.errors == errors, "\(run.status) \(run.errors)")
                #expect(run.output.isEmpty == (status == .noMatch))
            }
        }
    }

    @Test("-f svg is one file that is whole and says what it shows")
    func svg() async throws {
        let run = await runTool(Self.sample + ["Delhi", "--chart", "-f", "svg"])
        #expect(run.status == .success && run.errors.isEmpty)
        #expect(run.output.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "))
        #expect(run.output.hasSuffix("</svg>\n") && run.output.contains("prefers-color-scheme: dark"))
        let cities = await runTool(Self.sample + ["Delhi", "Chennai", "--history", "30d", "--chart", "-f", "svg"])
        for band in ["Satisfactory", "Very Poor"] { #expect(cities.output.contains(">\(band)</text>")) }
        for color in ["#a2bd60", "#d74d3e"] { #expect(cities.output.contains("fill=\"\(color)\"")) }
        #expect(!run.output.contains("\u{1B}"))
        // The lowest band begins with the axis.
        #expect(run.output.contains("<rect class=\"band\" x=\"42.5\" y=\"220.5\" width=\"670\" height=\"151.5\""))
        expectSnapshot(of: run.output, named: "aqi-chart-svg")
    }

    @Test(
        "other formats do not go with a chart, and svg with nothing else",
        arguments: [
            ("aqi --chart --json", "--json and --chart cannot be used together"),
            ("aqi --chart -f csv", "--format csv and --chart cannot be used together"),
            ("aqi --chart --template {aqi}", "--template and --chart cannot be used together"),
            ("aqi -f svg", "--format svg is for charts: add --chart"),
            ("list -f svg", "--format: 'svg' is for charts, which"),
            ("convert 1 USD EUR -f svg", "--format: 'svg' is for charts, which"),
            ("watch BTC -f svg", "--format: 'svg' is for charts, which"),
        ])
    func formats(line: String, words: String) async {
        expectFailure(await runTool(line + " -p sample"), .usage, says: words)
    }

    @Test(
        "the title says of when its value is if that is not current",
        arguments: [
            ("aqi > 0", "AQI 311 (in)  Very Poor"), ("aqi > 311", "AQI 312 (in) at 09:00  Very Poor"),
            ("aqi > 315", "AQI 316 (in) at Feb 29 "),
        ])
    func past(condition: String, words: String) async {
        let run = await runTool(Self.sample + ["Delhi", "--chart", "--if", condition], Self.unicode, columns: 100)
        #expect(run.outputLines.first?.contains(words) == true, "\(run.output)")
    }

    @Test("--if leaves out hours; where it leaves out all, nothing is drawn and the code is 1")
    func condition() async {
        let none = await runTool(Self.sample + ["Delhi", "--chart", "--if", "aqi > 400"])
        #expect(none.status == .noMatch && none.output.isEmpty && none.errors.isEmpty)
        let some = await runTool(Self.sample + ["Delhi", "Pune", "--chart", "--if", "aqi > 300"])
        #expect(some.status == .success && some.output.contains("Delhi") && !some.output.contains("Pune"))
    }
}

@Suite("the built tool: charts", .needsBuiltProduct("crypto"), .quick)
struct AirChartBuiltTests {
    @Test("the clock below a chart is that of TZ")
    func zone() async throws {
        let outcome = try await runBuilt(
            ["aqi", "Delhi", "--chart", "--provider", "sample"], ["TZ": "IST-5:30", "LANG": "C.UTF-8"])
        #expect(outcome.status == .exited(0))
        #expect(outcome.outputText.contains("● last 311 Mar 1 17:30"))
        #expect(
            outcome.outputText.hasPrefix("Delhi, India  AQI 311 (in)  Very Poor  -5 since Feb 29 18:30  IST  sample\n"))
    }

    @Test("on a terminal it is coloured and no wider than that")
    func terminal() async throws {
        let outcome = try await runBuilt(
            ["aqi", "Delhi", "--chart", "--provider", "sample"],
            ["TZ": "UTC0", "LANG": "C.UTF-8", "TERM": "xterm-256color"],
            terminal: TerminalSize(columns: 50, rows: 12))
        #expect(outcome.status == .exited(0))
        let lines = outcome.outputText.split(whereSeparator: \.isNewline)
        #expect(lines.count < 12 && outcome.outputText.contains("\u{1B}[38;5;167m"))
        #expect(lines.contains { $0.contains("└─") && $0.contains("─┬─") && $0.count == 50 })
    }
}
