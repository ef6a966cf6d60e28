import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("aqi: rows, fields and formats, without network", .quick)
struct AirRowTests {
    private static let sample = ["aqi", "--provider", "sample"]

    @Test("all fields in the documented order, every one in json")
    func fields() async throws {
        let names =
            "time city country latitude longitude aqi scale level description color face pm2_5 pm10 o3 no2 so2 co "
            + "provider age stale via"
        let help = await runTool("aqi --fields help --template {field};")
        #expect(help.output.split(separator: ";") == names.split(separator: " "))
        let run = await runTool("aqi delhi --provider sample -f jsonl")
        #expect(run.status == .success)
        #expect(
            run.output == """
                {"time":"2024-03-01T12:00:00Z","city":"Delhi","country":"India","latitude":28.65195,\
                "longitude":77.23149,"aqi":311,"scale":"in","level":"Very Poor","description":"May cause respiratory \
                illness to people on prolonged exposure.","color":"#D74D3E","face":"😷","pm2_5":92.5,"pm10":180.8,\
                "o3":30.4,"no2":40,"so2":11,"co":1186.8,"provider":"sample","age":0,"stale":false,"via":null}

                """)
    }

    @Test("a row has city, index, level, description, face, colour and age in words; a whole index has no decimals")
    func row() async throws {
        let run = await runTool("aqi Delhi --provider sample --color always", columns: 140)
        #expect(
            run.outputLines == [
                "\u{1B}[1mCITY   AQI  LEVEL      FACE  "
                    + "DESCRIPTION                                                     AGE       PROVIDER\u{1B}[0m",
                "Delhi \u{1B}[48;5;167;38;5;16m 311 \u{1B}[0m\u{1B}[48;5;167;38;5;16m Very Poor \u{1B}[0m "
                    + ":#    May cause respiratory illness to people on prolonged exposure.  just now  sample",
            ])
        // Only a table of blocks has the face beside them.
        for options in ["--color never", "--color always --csv"] {
            let other = await runTool("aqi Delhi --provider sample \(options)", columns: 140)
            #expect(other.output.uppercased().contains(/LEVEL *,?DESCRIPTION *,?FACE/), "\(other.output)")
        }
        let exact = await runTool(
            Self.sample + ["Delhi", "--fields", "aqi,color", "--color", "always"], ["COLORTERM": "truecolor"])
        // Off a terminal the text has the colour.
        #expect(
            exact.outputLines.last == "\u{1B}[38;2;215;77;62m311\u{1B}[0m  \u{1B}[38;2;215;77;62m#D74D3E\u{1B}[0m")
        let words = await runTool("aqi Delhi --provider sample --history 3h --fields age --no-header")
        #expect(words.outputLines == ["2 h ago", "1 h ago", "just now"])
        let digits = await runTool("aqi Delhi --provider sample --fields aqi --no-header --digits 3")
        #expect(digits.outputLines == ["311"])
    }

    @Test(
        "rows of the past and of a stream begin with their time, and --fields help says so",
        arguments: ["--history 2h", "--watch --count 2"])
    func overTime(option: String) async {
        let run = await runTool("aqi Delhi --provider sample --csv \(option)")
        #expect(run.status == .success && run.outputLines.count == 3)
        #expect(run.outputLines.first == "time,city,aqi,level,pm2_5,pm10,provider")
        #expect(run.outputLines.last?.hasPrefix("2024-03-01T1") == true)
        #expect(run.outputLines.last?.contains(",Delhi,31") == true)
        let help = await runTool("aqi \(option) --fields help --template {field}.{default}\n")
        let defaults = help.outputLines.filter { $0.hasSuffix(".true") }.map { String($0.dropLast(5)) }
        #expect(defaults == ["time", "city", "aqi", "level", "pm2_5", "pm10", "provider"])
        let all = await runTool("aqi Delhi --provider sample --json \(option)")
        #expect(all.output.contains("\"face\":"))
    }

    @Test(
        "a stream has the same columns for one city as for twelve; default ones stay before others",
        arguments: [
            (40, "never", "CITY AQI LEVEL PM2.5"), (80, "never", "TIME CITY AQI LEVEL PM2.5 PM10 FACE PROVIDER"),
            (80, "always", "TIME CITY AQI LEVEL FACE PM2.5 PM10 PROVIDER"),
        ])
    func streamColumns(columns: Int, color: String, titles: String) async {
        for cities in ["Delhi", ""] {
            let line = "aqi \(cities) --provider sample --watch --color \(color)"
            let run = await runTool(
                line.split(separator: " ").map(String.init), ["TERM": "xterm"], columns: columns,
                console: TestConsole(size: Terminal.Size(columns: columns, rows: 24)))
            let lines = run.output.split(whereSeparator: \.isNewline).filter { $0.contains("AQI") }
            let header = lines.last.map { $0[($0.firstRange(of: titles.prefix(4))?.lowerBound ?? $0.startIndex)...] }
            let shown = header?.split(whereSeparator: { $0 == " " || $0 == "\u{1B}" }).filter {
                !["[K", "[0m"].contains($0)
            }
            #expect(shown?.joined(separator: " ") == titles, "\(run.output)")
        }
    }

    @Test(
        "a description is whole or left out, and costs neither the source nor a word of the name of a band",
        arguments: [
            ("Delhi", 122, "CITY AQI LEVEL DESCRIPTION FACE AGE PROVIDER"),
            ("Delhi", 110, "CITY AQI LEVEL FACE AGE PROVIDER"),
            ("", 80, "CITY AQI LEVEL FACE AGE PROVIDER"), ("--scale us", 80, "CITY AQI LEVEL FACE AGE PROVIDER"),
            ("", 120, "CITY AQI LEVEL FACE AGE PROVIDER"), ("--scale eu", 120, "CITY AQI LEVEL FACE AGE PROVIDER"),
            ("--scale us --history 2h", 80, "TIME CITY AQI LEVEL PM2.5"),
        ])
    func description(options: String, columns: Int, titles: String) async {
        let run = await runTool("aqi \(options) --provider sample --color never", ["LANG": "C.UTF-8"], columns: columns)
        #expect(run.outputLines.first?.split(separator: " ").joined(separator: " ") == titles, "\(run.output)")
        #expect(run.outputLines.allSatisfy { $0.count <= columns } && !run.output.contains("…"))
    }

    @Test("on a narrow terminal rows of the past keep their time")
    func narrowPast() async {
        let run = await runTool("aqi Delhi --provider sample --history 2h --color never", columns: 40)
        #expect(run.outputLines.first?.hasPrefix("TIME") == true && run.outputLines.allSatisfy { $0.count <= 40 })
    }

    @Test("operands keep their order; without operands rows are sorted by name; --sort has unknown values last")
    func order() async throws {
        let template = ["--template", "{city} "]
        let given = await runTool(Self.sample + template + ["Pune", "delhi", "MUMBAI", "pune"])
        #expect(given.output == "Pune Delhi Mumbai Pune ")
        let all = await runTool(Self.sample + template)
        #expect(
            all.output
                == "Bengaluru Bhubaneswar Chandigarh Chennai Delhi Hyderabad Indore Jaipur Kolkata Lucknow Mumbai Pune "
        )
        let byIndex = await runTool(Self.sample + ["--sort", "aqi", "--template", "{aqi} "])
        let indices = byIndex.output.split(separator: " ").compactMap { Int($0) }
        #expect(indices.count == 12 && indices == indices.sorted())
        let byName = await runTool(Self.sample + template + ["Pune", "Delhi", "--sort", "city"])
        #expect(byName.output == "Delhi Pune ")
    }

    @Test("a condition is an exit status: 0 where a row meets it, 1 where none does")
    func condition() async throws {
        let above = await runTool(
            Self.sample + ["Delhi", "Pune", "--if", "aqi > 300", "--csv", "--fields", "city,aqi"])
        #expect(above.status == .success && above.outputLines == ["city,aqi", "Delhi,311"])
        let none = await runTool(Self.sample + ["Delhi", "--if", "aqi > 400"])
        #expect(none.status == .noMatch && none.output.isEmpty && none.errors.isEmpty)
        let level = await runTool(Self.sample + ["--if", "level == 'Poor' || aqi > 300", "--template", "{city} "])
        #expect(level.output == "Delhi Lucknow ")
        #expect(await runTool(Self.sample + ["Delhi", "--if", "aqi > 400", "--json"]).output == "[]\n")
    }

    @Test(
        "rows are as recorded",
        arguments: [
            ("aqi-piped", [], nil), ("aqi-80", ["--color", "never"], 80), ("aqi-40", ["--color", "never"], 40),
            ("aqi-colors", ["--color", "always"], 100), ("aqi-json", ["--json"], nil), ("aqi-csv", ["--csv"], nil),
            ("aqi-scale-us", ["--scale", "us", "--fields", "city,aqi,level,scale,via"], nil),
            ("aqi-scale-eu", ["--scale", "eu", "--fields", "city,aqi,level,scale,via"], nil),
            ("aqi-history", ["Delhi", "Pune", "--history", "3h", "--csv", "--fields", "time,city,aqi,pm2_5"], nil),
        ] as [(String, [String], Int?)])
    func asRecorded(name: String, arguments: [String], columns: Int?) async throws {
        let run = await runTool(Self.sample + arguments, columns: columns)
        #expect(run.status == .success && run.errors.isEmpty)
        if name != "aqi-colors", let columns { #expect(run.outputLines.filter { $0.count > columns } == []) }
        expectSnapshot(of: run.output, named: name)
    }

    @Test(
        "invalid options are a usage error before any request",
        arguments: [
            (["", "x"], "<city>: '' is not a city"), (["95,3"], "<city>: '95,3' is not a point"),
            (["@"], "<city>: '@' is not a city"),
            ([String(repeating: "x", count: 101)], "is longer than 100 characters"),
            (["De\u{7}lhi"], "holds '"), (["--scale", "uk"], "--scale: 'uk' is not one of in, us, eu"),
            (["--sort", "name"], "--sort: 'name' is not one of city, aqi"),
            (["--history", "0"], "--history: '0' is not a time above 0"),
            (["--history", "x"], "--history: 'x' is not a time"), (["--count", "3"], "--count needs --watch"),
            (["--until", "aqi > 3"], "--until needs --watch"), (["--when", "aqi > 3"], "--when needs --exec"),
            (["--if", "api > 3"], "--if: "), (["--fields", "aqi,price"], "--fields: unknown field 'price'"),
            (["--provider", "coinbase"], "coinbase: has no air quality"),
            (["--provider", "waqy"], "--provider: unknown provider 'waqy'; did you mean 'waqi'?"),
            (["--provider", "sample,Sample"], "--provider: 'Sample' is named twice"),
            (["--provider", "waqi", "--history", "3h"], "waqi: has no history"),
        ])
    func usage(arguments: [String], words: String) async throws {
        expectFailure(
            await runTool(["aqi"] + arguments), .usage, says: words, caret: arguments.contains("api > 3"))
    }

    @Test("a provider of the other kind does not do the job; an unknown one has the names of its kind")
    func kinds() async {
        expectFailure(await runTool("price BTC -p waqi"), .usage, says: "waqi: has no current prices")
        expectFailure(await runTool("watch BTC -p city-ws"), .usage, says: "city-ws: has no live prices")
    }

    @Test("--provider help lists the providers of air alone, and says that the host of city-ws is gone")
    func providers() async {
        let run = await runTool("aqi --provider help --template {provider}|{key}|{asked};")
        #expect(
            run.output
                == "open-meteo|none|1st by default;waqi|required|when named;airnow|none|when named;eea|none|when named;"
                + "city-ws|none|when named;sample|none|when named;mock|none|when named;")
        let summary = await runTool(["aqi", "-p", "help", "--if", "provider == 'city-ws'", "--fields", "help"])
        #expect(summary.status == .success)
        let rows = await runTool("aqi --provider help --csv")
        let line = rows.outputLines.first { $0.hasPrefix("city-ws,") }
        #expect(line?.contains("its public host is closed: set CRYPTO_CITY_WS_WS_URL") == true)
    }

    @Test(
        "The name of a band continues on the next line of a narrow terminal, after what matters less is left out",
        arguments: [
            ("", "CITY AQI LEVEL", "Bengaluru 107 Unhealthy for Sensitive Groups"),
            (
                " --fields city,level,aqi,pm2_5", "CITY LEVEL AQI PM2.5",
                "Bengaluru Unhealthy for 107 26.2 Sensitive Groups"
            ),
        ])
    func longLevel(fields: String, titles: String, row: String) async {
        let run = await runTool("aqi Bengaluru -p sample --scale us --color never\(fields)", columns: 40)
        #expect(run.outputLines.allSatisfy { $0.count <= 40 } && run.outputLines.count == 3, "\(run.output)")
        #expect(run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ") == "\(titles) \(row)")
    }

    @Test("A sentence that was asked for is whole: it continues on the next line, or the rows are records")
    func longVia() async {
        let line = "aqi Delhi -p sample --scale us --color never --fields city,aqi,level,via"
        #expect(
            await runTool(line, columns: 60).output == """
                CITY   AQI  LEVEL           VIA
                Delhi  209  Very Unhealthy  computed from concentrations:
                                            pm2_5 over 24 h

                """)
        #expect(
            await runTool(line, columns: 40).output == """
                city: Delhi
                aqi: 209
                level: Very Unhealthy
                via: computed from concentrations:
                  pm2_5 over 24 h

                """)
    }
}
