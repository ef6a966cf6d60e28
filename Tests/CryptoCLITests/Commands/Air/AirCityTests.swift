#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import CryptoCLI
import Platform
import TestFixtures
import TestSupport
import Testing

private typealias Answers = OpenMeteoAnswers

@Suite("aqi: cities by Open-Meteo, over a server", .quick)
struct AirCityTests {
    private static let template = ["--template", #"{city} {aqi} {level}\n"#]

    @Test("the default provider is open-meteo, its two hosts have a variable each, and the index is its own")
    func defaultProvider() async throws {
        let run = try await runAir(
            "delhi", "--fields", "time,city,country,aqi,scale,level,provider,age,via", "--csv",
            answering: [Answers.search("delhi", Answers.results(Answers.delhi)), Answers.airs(Answers.index("155"))])
        #expect(run.status == .success && run.errors.isEmpty)
        let attribution =
            "CAMS ENSEMBLE data provider and Open-Meteo (https://open-meteo.com), CC BY 4.0"
            + "; location data based on GeoNames"
        #expect(run.attributions == ["crypto: open-meteo: \(attribution)"])
        #expect(
            run.outputLines == [
                "time,city,country,aqi,scale,level,provider,age,via",
                "2024-03-01T12:00:00Z,Delhi,India,155,us,Unhealthy,open-meteo,0,",
            ])
    }

    @Test("a name in any letter case and script, a point, also south and west of 0")
    func names() async throws {
        let gothenburg = Answers.place(
            "Gothenburg", latitude: "57.70716", longitude: "11.96679", country: "Sweden", population: 572_799)
        let exchanges: [Exchange] = [
            Answers.search("Göteborg", Answers.results(gothenburg)),
            Answers.search("दिल्ली", Answers.results(Answers.delhi)),
            .get(
                Answers.airPath,
                query: ["latitude": "57.70716,28.65195,-33.87", "longitude": "11.96679,77.23149,-70.5"],
                answer: .json("[\(Answers.index("20")),\(Answers.index("155")),\(Answers.index("null"))]")),
        ]
        let run = try await runAir(
            "Göteborg", "दिल्ली", "-33.87,-70.50", Self.template[0], Self.template[1], answering: exchanges)
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == "Gothenburg 20 Good\nDelhi 155 Unhealthy\n-33.87,-70.5  Unknown\n")
    }

    private static let twoDelhis = Answers.search(
        "Delhi",
        Answers.results(
            Answers.place(
                "Delhi", latitude: "42.27815", longitude: "-74.91600", country: "United States", region: "New York",
                population: 4772),
            Answers.delhi), times: 1)

    @Test("an ambiguous name takes the largest and reports it; --quiet does not; --strict refuses")
    func ambiguous() async throws {
        let air = Answers.airs(Answers.index("155"))
        let run = try await runAir("Delhi", "--csv", "--fields", "country", answering: [Self.twoDelhis, air])
        #expect(run.status == .success && run.outputLines == ["country", "India"])
        let line =
            "Delhi is the one in NCT, India (28.65195,77.23149); others of that name are "
            + "Delhi, New York, United States (42.27815,-74.916)\n"
        #expect(run.errors == "crypto: " + line)
        let quiet = try await runAir("Delhi", "--quiet", answering: [Self.twoDelhis, air])
        #expect(quiet.status == .success && quiet.errors.isEmpty)
        let strict = try await runAir("Delhi", "--strict", answering: [Self.twoDelhis, air])
        expectFailure(strict, .unknownName, says: "ambiguous city: \(line.dropLast())")
    }

    @Test(
        "what several places of a name are said of: region and country, never the name alone",
        arguments: [
            ("Bombay", "Mumbai", "Maharashtra", "India", "Bombay is Mumbai, Maharashtra, India (1,2); "),
            ("bombay", "Bombay", nil, "India", "bombay is the one in India (1,2); "),
            ("Bombay", "Bombay", nil, nil, "Bombay is the one at (1,2); "),
            ("Bombay, Texas", "Bombay", "Bombay", "Bombay", "Bombay, Texas is the one at (1,2); "),
        ] as [(String, String, String?, String?, String)])
    func meaning(asked: String, name: String, region: String?, country: String?, line: String) async throws {
        let places = Answers.results(
            Answers.place(name, latitude: "1", longitude: "2", country: country, region: region, population: 9),
            Answers.place("Bombay", latitude: "3", longitude: "4", country: "Bombay", region: nil))
        let run = try await runAir(
            asked, "--template", "{city}", answering: [Answers.search(asked, places), Answers.airs(Answers.index("1"))])
        #expect(run.status == .success && run.output == name)
        #expect(run.errors == "crypto: \(line)others of that name are Bombay (3,4)\n")
    }

    @Test("an unknown city is 66 with the nearest names, and the other rows are printed")
    func unknown() async throws {
        let exchanges = [
            Answers.search("Dehli", Answers.noResults), Answers.search("Deh", Answers.results(Answers.delhi)),
            Answers.search("Delhi", Answers.results(Answers.delhi), times: .any), Answers.airs(Answers.index("155")),
        ]
        let run = try await runAir("Dehli", "Delhi", "--csv", "--fields", "city", answering: exchanges)
        #expect(run.status == .unknownName && run.outputLines == ["city", "Delhi"])
        #expect(run.errors == "crypto: open-meteo: unknown city 'Dehli'; did you mean 'Delhi'?\n")
        let nobody = try await runAir(
            "Xx", "Yy", answering: [Answers.search("Xx", Answers.noResults), Answers.search("Yy", .json("{}"))])
        #expect(nobody.status == .unknownName && nobody.output.isEmpty)
        #expect(
            nobody.errorLines.first == "crypto: if 'Xx Yy' is one city, write it in quotes: crypto aqi 'Xx Yy'")
        #expect(nobody.errorLines.count == 3)
    }

    @Test("twelve cities take two round trips: thirteen requests, the names at once")
    func twelve() async throws {
        let asked = Counter()
        let echo = Answer.making { request in
            // Nobody is answered before all have asked.
            asked.add(1)
            for _ in 0..<10_000 where asked.value < 12 { _ = usleep(1000) }
            guard asked.value == 12 else { return .status(500) }
            let name = request.parameter("name") ?? ""
            return Answers.results(
                Answers.place(name, latitude: "\(10 + name.utf8.count)", longitude: "\(name.utf8.first ?? 0)"))
        }
        let air = Answer.making { request in
            let count = (request.parameter("latitude") ?? "").split(separator: ",").count
            let rows = (0..<count).map { _ in Answers.index("100") }
            return .json("[\(rows.joined(separator: ","))]")
        }
        let run = try await runAir(
            "--template", "{city} ",
            answering: [
                .get(Answers.searchPath, query: ["countryCode": "IN"], times: 12, answer: echo),
                .get(Answers.airPath, answer: air),
            ])
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output.split(separator: " ").count == 12 && run.output.hasPrefix("Bengaluru "))
    }

    @Test("--scale: the provider's own index where it has one, else computed, and via says so; else unknown, and why")
    func scales() async throws {
        let air = Answers.air(current: Answers.current, hourly: Answers.day)
        func row(_ scale: String, _ air: String) async throws -> String {
            let run = try await runAir(
                "28.6,77.2", "--scale", scale, "--template", "{aqi}|{scale}|{level}|{via}|{description}",
                answering: [Answers.airs(air)])
            #expect(run.status == .success)
            return run.output
        }
        #expect(
            try await row("us", air)
                == "155|us|Unhealthy||Some members of the general public may experience health effects.")
        #expect(
            try await row("eu", air).hasPrefix("81.5|eu|Very poor||"))
        #expect(
            try await row("in", air)
                == "90|in|Satisfactory|computed from concentrations: pm10 over 24 h|May cause minor breathing "
                + "discomfort to sensitive people.")
        let bare = Answers.index("155")
        #expect(
            try await row("in", bare)
                == "|in|Unknown||The provider has neither an index of this scale nor concentrations.")
        let few = Answers.air(current: Answers.current, hourly: Answers.hourly(["pm2_5": "40", "pm10": "90"]))
        #expect(
            try await row("in", few)
                == "|in|Unknown||The scale needs 3 pollutants, and enough hours of 2 are known.")
    }

    @Test("--verbose names the point of the model that values are of")
    func grid() async throws {
        let air = Answers.airs(Answers.air(current: Answers.current, grid: ("28.5", "77.25")))
        let run = try await runAir("28.6,77.2", "--verbose", answering: [air])
        #expect(
            run.errors.contains(
                "crypto: open-meteo: the values of 28.6,77.2 are those of the model's grid cell at 28.5,77.25\n"))
    }

    @Test(
        "each kind of failure has its code and one line, and stdout stays empty",
        arguments: [
            (Answer.status(503), ToolStatus.unavailable, "refused with status 503"),
            (
                .json(#"{"error":true,"reason":"Minutely API request limit exceeded."}"#, status: 429), .tryLater,
                "too many requests: Minutely API request limit exceeded."
            ),
            (.json(#"{"error":true,"reason":"bad"}"#, status: 400), .unavailable, "refused with status 400: bad"),
            (.json("<html>"), .invalidData, "invalid answer"),
            (.json("{}"), .invalidData, "current is missing"), (.status(204), .invalidData, "status 204"),
            (
                .json(Answers.air(current: #"{"time":"2024-03-01 nine","us_aqi":1}"#)), .invalidData,
                "time is not a time"
            ),
            (
                .json(Answers.air(current: #"{"time":"2024-03-01T12:00","us_aqi":"many"}"#)), .invalidData,
                "us_aqi is not a number"
            ),
            (.json("[\(Answers.index("1")),\(Answers.index("2"))]"), .invalidData, "2 places instead of 1"),
        ])
    func failures(answer: Answer, status: ToolStatus, words: String) async throws {
        let run = try await runAir(
            "1,2", "--retries", "0", answering: [.get(Answers.airPath, answer: answer)])
        expectFailure(run, status, says: words)
    }

    @Test(
        "bad answers of geocoding: without results, of another kind, points that are none",
        arguments: [
            (#"{"results":null}"#, ToolStatus.unknownName, "unknown city 'Nowhere'"),
            (#"{"results":7}"#, .invalidData, "invalid answer"),
            ("[]", .invalidData, "open-meteo"),
            (#"{"results":[{"name":"Nowhere","latitude":95,"longitude":3}]}"#, .invalidData, "are not a point"),
            (#"{"results":[{"latitude":1,"longitude":3}]}"#, .invalidData, "name is missing"),
            (#"{"error":true,"reason":"no"}"#, .unavailable, "refused: no"),
        ])
    func geocoding(body: String, status: ToolStatus, words: String) async throws {
        let run = try await runAir(
            "Nowhere", "--retries", "0", answering: [.get(Answers.searchPath, times: .any, answer: .json(body))])
        expectFailure(run, status, says: words)
    }

    @Test(
        "while geocoding is down, a city that a time zone is named after has its point, with a notice",
        .needs("/usr/share/zoneinfo/zone.tab", Files.exists("/usr/share/zoneinfo/zone.tab")))
    func geocodingDown() async throws {
        let down = Exchange.get(Answers.searchPath, times: .any, answer: .status(503))
        func run(_ arguments: String...) async throws -> ToolRun {
            let air = Exchange.get(
                Answers.airPath, query: .containing([QueryItem("latitude", "59.3333")]), times: .any,
                answer: .json(Answers.index("7")))
            return try await withLoopbackServer([down, air]) { server in
                await runTool(["aqi"] + arguments + ["--retries", "0"], server.airVariables)
            }
        }
        let found = try await run("stockholm", "--template", "{city} {country} {aqi}")
        #expect(found.status == .success && found.output == "Stockholm SE 7", "\(found.errors)")
        let notices = found.errorLines.filter { $0.contains("time zones") }
        try #require(notices.count == 1 && notices[0].contains("503"), "\(found.errors)")
        #expect(notices[0].hasSuffix("; Stockholm is at 59.3333,18.05 by the system's list of time zones"))
        let strict = try await run("stockholm", "--strict")
        #expect(strict.status == .unavailable && strict.output.isEmpty, "\(strict.errors)")
        let other = try await run("Delhi")
        #expect(other.status == .unavailable && other.errors.contains("503"), "\(other.errors)")
    }

    @Test("Null, a negative value and a sentinel are unknown; text in digits and a value over the scale are shown")
    func oddValues() async throws {
        let rows = ["null", "-5", "9999", "\"42\"", "0", "500.5", "9998"].map(Answers.index)
        let exchange = Exchange.get(Answers.airPath, answer: .json("[\(rows.joined(separator: ","))]"))
        let run = try await runAir(
            "1,1", "2,2", "3,3", "4,4", "5,5", "6,6", "7,7", "--template", "{aqi} {level};", answering: [exchange])
        #expect(run.output == " Unknown; Unknown; Unknown;42 Good;0 Good;500.5 Hazardous;9998 Hazardous;")
    }

    @Test("a passing failure is retried, and the deadline ends the command", .endsHang)
    func retried() async throws {
        let again = try await runAir(
            "1,2", "--template", "{aqi}",
            answering: [.get(Answers.airPath, answer: .status(503)), Answers.airs(Answers.index("7"))])
        #expect(again.status == .success && again.output == "7")
        try await withLoopbackServer([.get(Answers.airPath, answer: .never)]) { server in
            let run = await runTool(
                ["aqi", "1,2", "--deadline", "300ms", "--retries", "0"], server.airVariables, time: .live)
            expectFailure(run, .tryLater, says: "no answer from")
        }
    }

    @Test("a chain: the next provider is asked for what the first does not know")
    func chain() async throws {
        let exchanges: [Exchange] = [
            .get(Answers.airPath, answer: .status(503)),
            .get("/feed/geo:1;2/", answer: .json(#"{"status":"ok","data":{"aqi":42}}"#)),
        ]
        let run = try await runAir(
            "1,2", "--provider", "open-meteo,waqi", "--template", "{aqi} {provider}", answering: exchanges)
        #expect(run.output == "42 waqi")
        #expect(run.errorLines.first == "crypto: open-meteo: refused with status 503; trying waqi")
        let strict = try await runAir(
            "1,2", "--provider", "open-meteo,waqi", "--strict", "--retries", "0", answering: [exchanges[0]])
        expectFailure(strict, .unavailable, says: "open-meteo: refused with status 503")
    }
}
