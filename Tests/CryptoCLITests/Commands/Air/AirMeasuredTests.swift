import CryptoCLI
import Platform
import TestFixtures
import TestSupport
import Testing

private typealias Answers = OpenMeteoAnswers

@Suite("aqi: measured air of AirNow and the EEA, over a server", .quick)
struct AirMeasuredTests {
    private static let auburn = AirNowAnswers.site(
        "Auburn 29th St", "47.2814", "-122.2233",
        ["PM25_AQI": "42", "PM25": "2.1", "PM25_Unit": "UG/M3", "DataSource": "Washington Department of Ecology"])
    private static let reno = AirNowAnswers.site(
        "Reno", "39.5", "-119.8", ["PM25_AQI": "5", "DataSource": "Nevada Division"])
    private static let noStation = AirNowAnswers.hours(AirNowAnswers.missing, AirNowAnswers.answer(auburn))
    private static let msida = EEAAnswers.list(EEAAnswers.station("MT00011", "Msida", "35.895563", "14.493217"))
    private static let hours = EEAAnswers.hours(
        "MT00011", EEAAnswers.hour("11", EEAAnswers.Value("O3", "70", index: "2.2")))

    @Test("a row names its station and the distance; who measured, and that the data are preliminary, is said once")
    func airNow() async throws {
        let run = try await runAir(
            "47.3,-122.2", "39.53,-119.81", "-p", "airnow", "--fields", "city,country,aqi,scale,level,pm2_5,age,via",
            "--csv", answering: AirNowAnswers.hours(AirNowAnswers.missing, AirNowAnswers.answer(Self.auburn, Self.reno))
        )
        #expect(run.status == .success)
        #expect(
            run.outputLines == [
                "city,country,aqi,scale,level,pm2_5,age,via",
                #""47.3,-122.2",US,42,us,Good,2.1,3600,"Auburn 29th St, 2.7 km; preliminary""#,
                #""39.53,-119.81",US,5,us,Good,,3600,"Reno, 3.4 km; preliminary""#,
            ])
        #expect(
            run.errorLines == [
                "crypto: airnow: preliminary data of U.S. EPA AirNow; location data based on GeoNames; "
                    + "measured by Washington Department of Ecology, Nevada Division"
            ])
    }

    @Test("the EEA's index is on Europe's scale, with its attribution; an old measurement is marked and said")
    func eea() async throws {
        func run(_ hours: Exchange) async throws -> ToolRun {
            try await runAir(
                "35.8989,14.5146", "-p", "eea", "--template", "{aqi} {scale} {level} {stale} {via}",
                answering: Self.msida + [hours])
        }
        let fresh = try await run(Self.hours)
        #expect(fresh.status == .success && fresh.output == "25 eu Fair false Msida, 2.0 km")
        #expect(
            fresh.errorLines == [
                "crypto: eea: European Environment Agency (EEA), CC BY 4.0; location data based on GeoNames"
            ])
        let old = EEAAnswers.hours(
            "MT00011", EEAAnswers.hour("06", EEAAnswers.Value("O3", "70", index: "2.2")))
        let late = try await run(old)
        #expect(late.output == "25 eu Fair true Msida, 2.0 km")
        #expect(late.errors.contains("crypto: eea: an old answer is used\n"))
    }

    @Test("measured first, then the model: a place without a station goes on, and the notice says why")
    func chain() async throws {
        let place = Answers.place("Stockholm", latitude: "59.33", longitude: "18.07", country: "Sweden")
        let exchanges =
            [Answers.search("Stockholm", Answers.results(place), times: 3), Answers.airs(Answers.index("20"))]
            + Self.noStation + Self.msida + [Self.hours]
        let run = try await runAir(
            "47.3,-122.2", "35.8989,14.5146", "Stockholm", "-p", "airnow,eea,open-meteo", "--template",
            #"{city} {aqi} {scale} {provider}\n"#, answering: exchanges)
        #expect(run.status == .success, "\(run.errors)")
        #expect(
            run.outputLines == ["47.3,-122.2 42 us airnow", "35.8989,14.5146 25 eu eea", "Stockholm 20 us open-meteo"])
        let notices = run.errorLines.filter { $0.contains("trying") }
        #expect(
            notices == [
                "crypto: airnow: no current measurement within 50 km of '35.8989,14.5146' "
                    + "(nearest station: Auburn 29th St, 9813 km); trying eea",
                "crypto: eea: no current measurement within 50 km of 'Stockholm' (nearest station: Msida, 2619 km); "
                    + "trying open-meteo",
            ])
    }

    @Test("a provider without a station near the place alone is 66, with the nearest one and what covers the place")
    func noStation() async throws {
        let run = try await runAir("59.33,18.07", "-p", "airnow", answering: Self.noStation)
        expectFailure(
            run, .unknownName,
            says: "crypto: airnow: no current measurement within 50 km of '59.33,18.07' "
                + "(nearest station: Auburn 29th St, 7622 km); open-meteo covers every place on earth, "
                + "airnow covers North America and US embassies, eea covers Europe")
        let strict = try await runAir(
            "59.33,18.07", "-p", "airnow,open-meteo", "--strict", answering: Self.noStation)
        #expect(strict.status == .unknownName && strict.output.isEmpty)
    }

    @Test("airnow has no history, and that of eea has measured hours only")
    func history() async throws {
        let none = await runTool("aqi 47,-122 --history 2h -p airnow")
        expectFailure(none, .usage, says: "airnow: has no history")
        let past = EEAAnswers.hours(
            "MT00011", EEAAnswers.hour("09", EEAAnswers.Value("O3", "70", index: "2.2")),
            EEAAnswers.hour("10", EEAAnswers.Value("O3", "70", index: "2.2", modelled: true)),
            EEAAnswers.hour("11", EEAAnswers.Value("O3", "30", index: "1.5")))
        let run = try await runAir(
            "35.8989,14.5146", "--history", "24h", "-p", "eea", "--template", #"{time} {aqi}\n"#,
            answering: Self.msida + [past])
        #expect(run.outputLines == ["2024-03-01T09:00:00.000Z 25", "2024-03-01T11:00:00.000Z 10"])
    }

    @Test("a path in the variable of a provider is kept in front; geocoding has the variable of open-meteo")
    func variables() async throws {
        let file = Exchange.get(
            "/proxy" + AirNowAnswers.path("2024030112"),
            answer: AirNowAnswers.answer(Self.auburn.merging(["ValidTime": "12:00"]) { $1 }))
        let place = Answers.place("Auburn", latitude: "47.3", longitude: "-122.2")
        let search = Exchange.get("/geo/v1/search", answer: Answers.results(place))
        try await withLoopbackServer([file, search]) { server in
            let variables = [
                "CRYPTO_AIRNOW_URL": server.url + "/proxy/",
                "CRYPTO_OPEN_METEO_GEOCODING_URL": server.url + "/geo",
            ]
            let run = await runTool(["aqi", "Auburn", "-p", "airnow", "--template", "{city} {aqi}"], variables)
            #expect(run.output == "Auburn 42", "\(run.errors)")
        }
        let list = Exchange.get(
            "/proxy" + EEAAnswers.indexPath, answer: .json(#"{"contents":["raw_stations.json.1"]}"#))
        let stations = Exchange.get(
            "/proxy" + EEAAnswers.indexPath.replacing("index.json", with: "raw_stations.json.1"), answer: .json("[]"))
        try await withLoopbackServer([list, stations]) { server in
            let run = await runTool("aqi 1,2 -p eea", ["CRYPTO_EEA_URL": server.url + "/proxy"])
            expectFailure(run, .unknownName, says: "eea: no current measurement within 50 km of '1,2'; open-meteo")
        }
    }

    @Test("--watch polls: no row is printed twice, and the file of the newest hour replaces the one before")
    func watch() async throws {
        let later = AirNowAnswers.answer(Self.auburn.merging(["PM25_AQI": "43"]) { $1 })
        let exchanges: [Exchange] = [
            .get(AirNowAnswers.path("2024030112"), times: .any, answer: AirNowAnswers.missing),
            .get(AirNowAnswers.path("2024030111"), times: 2, answer: AirNowAnswers.answer(Self.auburn)),
            .get(AirNowAnswers.path("2024030111"), times: .any, answer: later),
            .everything(AirNowAnswers.missing),
        ]
        let run = try await runAir(
            "47.3,-122.2", "-p", "airnow", "--watch", "--count", "2", "--template", #"{aqi} {provider}\n"#,
            answering: exchanges)
        #expect(run.status == .success && run.outputLines == ["42 airnow", "43 airnow"], "\(run.errors)")
    }

    @Test(
        "a file is kept: that of a finished hour for an hour, one that may still change and a missing one for 10 minutes"
    )
    func kept() async throws {
        let exchange = Exchange.everything(
            .making { request in
                guard request.path == AirNowAnswers.path("2024030109") else { return AirNowAnswers.missing }
                return AirNowAnswers.answer(Self.auburn.merging(["ValidTime": "09:00"]) { $1 })
            })
        try await withTemporaryDirectory { home in
            try await withLoopbackServer([exchange]) { server in
                let variables = server.airVariables.merging(["XDG_CACHE_HOME": home.path]) { $1 }
                let clock = TestClock()
                func hours(after pause: Int, _ options: String = "") async throws -> [String] {
                    try await clock.source.sleep(.seconds(pause))
                    let count = server.requests.count
                    let run = await runTool(
                        "aqi 47.3,-122.2 -p airnow --template {aqi} \(options)", variables, time: clock.source)
                    #expect(run.output == "42", "\(run.errors)")
                    return server.requests.dropFirst(count).map { String($0.path.suffix(6).prefix(2)) }
                }
                let first = try await hours(after: 0)
                #expect(first == ["12", "11", "10", "09"])
                let early = try await hours(after: 590)
                #expect(early == [])
                let later = try await hours(after: 20)
                #expect(later == ["12", "11", "10"])
                let offline = try await hours(after: 0, "--offline")
                #expect(offline == [])
                let nextHour = try await hours(after: 3000)
                #expect(nextHour == ["13", "12", "11", "10", "09"])
            }
        }
    }

    @Test("the list of stations is kept for a day, and then asked for again by its ETag")
    func keptList() async throws {
        let list = Answer.making { request in
            if request.header("If-None-Match") != nil { return .status(304) }
            let station = EEAAnswers.station("MT00011", "Msida", "35.895563", "14.493217")
            return .json("[\(station)]", headers: [("ETag", "\"0x8DC\"")])
        }
        let exchanges: [Exchange] = [
            .get(EEAAnswers.indexPath, times: 2, answer: .json(EEAAnswers.index)),
            .get(EEAAnswers.listPath, headers: ["If-None-Match": .absent], answer: list),
            .get(EEAAnswers.listPath, headers: ["If-None-Match": "\"0x8DC\""], answer: list),
            EEAAnswers.hours(
                "MT00011", times: 3, EEAAnswers.hour("11", EEAAnswers.Value("O3", "70", index: "2.2"))),
        ]
        try await withTemporaryDirectory { home in
            try await withLoopbackServer(exchanges) { server in
                let variables = server.airVariables.merging(["XDG_CACHE_HOME": home.path]) { $1 }
                let clock = TestClock()
                for pause in [0, 3600, 23 * 3600] {
                    try await clock.source.sleep(.seconds(pause))
                    let run = await runTool(
                        "aqi 35.8989,14.5146 -p eea --template {aqi}", variables, time: clock.source)
                    #expect(run.output == "25", "\(run.errors)")
                }
            }
        }
    }

    @Test("the help of providers tells what is measured and what is modelled, and which source is unofficial")
    func help() async throws {
        let table = await runTool("aqi --provider help", columns: 80)
        #expect(table.output.contains("modelled") && table.output.contains("measured"), "\(table.output)")
        #expect(table.outputLines.allSatisfy { $0.count <= 80 })
        let origins = await runTool("aqi --provider help --template {provider}|{origin};")
        #expect(
            origins.output == "open-meteo|modelled;waqi|measured;airnow|measured;eea|measured;city-ws|;sample|;mock|;")
        let run = await runTool("aqi --provider help --json")
        for words in [
            "modelled: CAMS", "measured: 11,000 stations", "measured: stations of North America",
            #""provider":"eea","#, #""standing":"unofficial","origin":"measured""#,
        ] {
            #expect(run.output.contains(words), "\(run.output)")
        }
    }
}
