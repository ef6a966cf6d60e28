import AirQuality
import DecimalArithmetic
import Platform
import ProviderKit
import TestSupport
import Testing

@Suite("WAQI", .quick)
struct WAQITests {
    private let provider = AirQualityProvider.listed("waqi")

    private func reading(
        _ place: String, _ exchanges: [Exchange], scale: AQIScale? = nil
    ) async throws -> Result<AirReading, ProviderFailure> {
        try await withLoopbackServer(exchanges) { server in
            try await provider.client(server, key: "t0ken-of-mine").readings([place], scale)[0]
        }
    }

    private func feed(_ data: String) -> Answer {
        .json(#"{"status":"ok","data":\#(data)}"#)
    }

    @Test(
        "Cities, stations, sensors and points each have a feed URL, and the token is the last query item",
        arguments: [
            ("Delhi", "/feed/Delhi/"), ("दिल्ली", "/feed/%E0%A4%A6%E0%A4%BF%E0%A4%B2%E0%A5%8D%E0%A4%B2%E0%A5%80/"),
            ("new york", "/feed/new%20york/"), ("netherland/utrecht", "/feed/netherland/utrecht/"),
            ("@6332", "/feed/@6332/"), ("@A372382", "/feed/A372382/"), ("28.60,-77.2", "/feed/geo:28.6;-77.2/"),
        ])
    func paths(place: String, path: String) async throws {
        let answer = feed(#"{"aqi":42,"time":{"s":"2024-03-01 17:30:00","tz":"+05:30"}}"#)
        let reading = try await reading(place, [.get(path, query: "token=t0ken-of-mine", answer: answer)]).get()
        #expect(reading.aqi?.description == "42" && reading.city == place && reading.provider == "waqi")
        #expect(reading.time.description == "2024-03-01T12:00:00Z")
    }

    @Test(
        "A place that cannot be part of a path is unknown, and no request is sent",
        arguments: ["..", "a/../b", "a//b", "/"])
    func noPath(place: String) async throws {
        let search = Exchange.get("/search/", times: .any, answer: feed("[]"))
        #expect(try await reading(place, [search]).failure?.reason == unknownCity(place))
    }

    @Test("`-`, null and numbers below 0 are unknown, never 0, and an index of another kind is invalid data")
    func unknown() async throws {
        for (aqi, expected) in [
            ("\"-\"", "-"), ("null", "-"), ("\"\"", "-"), ("\"57\"", "57"), ("0", "0"), ("-5", "-"),
            ("-1", "-"), ("\"-1\"", "-"), ("\"-999\"", "-"), ("9999", "-"), ("999", "999"),
        ] {
            let reading = try await reading("x", [.get("/feed/x/", answer: feed(#"{"aqi":\#(aqi)}"#))]).get()
            #expect(reading.aqi?.description ?? "-" == expected, "\(aqi)")
            let level = ["57": "Moderate", "0": "Good", "999": "Hazardous"][expected] ?? "Unknown"
            #expect(reading.level == level, "\(aqi)")
        }
        for (data, problem) in [
            (#"{"aqi":"n/a"}"#, "aqi is not a number"), ("{}", "aqi is missing"),
            ("[]", "an array instead of an object at byte 22"),
            (#"{"aqi":1,"time":{"iso":"noon"}}"#, "time in ISO 8601 is missing"),
        ] {
            let failure = try await reading("x", [.get("/feed/x/", answer: feed(data))]).failure
            #expect(failure?.reason == .invalidData(problem), "\(data)")
        }
    }

    @Test(
        "Coordinates may be swapped, text or missing",
        arguments: [
            ("[31.2,121.4]", "31.2,121.4"), ("[121.4,31.2]", "31.2,121.4"), (#"["31.20","121.4"]"#, "31.2,121.4"),
            ("[]", "-"), ("null", "-"), ("[1]", "-"), ("[null,1]", "-"), ("[200,300]", "-"), ("\"x\"", "-"),
        ])
    func points(geo: String, expected: String) async throws {
        let answer = feed(#"{"aqi":1,"city":{"geo":\#(geo),"name":"X"},"iaqi":[],"dominentpol":""}"#)
        let reading = try await reading("x", [.get("/feed/x/", answer: answer)]).get()
        #expect(reading.coordinates?.description ?? "-" == expected && reading.city == "X")
    }

    @Test("Another scale than the US one is an error with a reason", arguments: [AQIScale.india, .europe])
    func scales(scale: AQIScale) async throws {
        let reading = try await reading("x", [.get("/feed/x/", answer: feed(#"{"aqi":42}"#))], scale: scale).get()
        #expect(reading.aqi == nil && reading.band == .unknown && reading.scale == scale)
        #expect(reading.description == "The provider has neither an index of this scale nor concentrations.")
    }

    @Test(
        "Errors with status 200 and with other statuses have their kinds",
        arguments: [
            (
                200, #"{"status":"error","data":"Invalid key"}"#,
                ProviderFailure.Reason.unauthorized(words: "Invalid key")
            ),
            (200, #"{"data":"Over quota","status":"error"}"#, .rateLimited(words: "Over quota")),
            (200, #"{"status":"error","data":"Whatever"}"#, .status(200, words: "Whatever")),
            (200, #"{"status":"nope"}"#, .status(200, words: "nope")),
            (200, #"{"status":"nug","data":null}"#, .status(200, words: "nug")),
            (200, #"{"status":"ok"}"#, .invalidData("data is missing")),
            (200, #"{"data":{}}"#, .invalidData("status is missing")),
            (500, "oops", .status(500, words: nil)),
            (429, #"{"status":"error","data":"slow"}"#, .rateLimited(words: "slow")),
            (401, "{}", .unauthorized(words: nil)),
        ])
    func errors(status: Int, body: String, reason: ProviderFailure.Reason) async throws {
        let failure = try await reading("@1", [.get("/feed/@1/", answer: .json(body, status: status))]).failure
        #expect(failure == ProviderFailure("waqi", reason))
    }

    @Test("A key in an error message is hidden, and no request is sent without a key")
    func key() async throws {
        let body = #"{"status":"error","data":"no t0ken-of-mine here"}"#
        let failure = try await reading("@1", [.get("/feed/@1/", answer: .json(body))]).failure
        #expect(failure?.reason == .status(200, words: "no *** here"))
        try await withLoopbackServer([]) { server in
            let results = try await provider.client(server).readings(["Delhi", "@1"])
            #expect(results.map { $0.failure?.reason } == [.missingKey, .missingKey])
            #expect(server.connectionCount == 0)
        }
    }

    private static let unknown = Answer.json(#"{"status":"error","data":"Unknown station"}"#)

    private func search(_ name: String, _ rows: String) -> [Exchange] {
        [
            .get("/feed/\(name)/", answer: Self.unknown),
            .get("/search/", query: ["keyword": .init(name)], answer: feed("[\(rows)]")),
        ]
    }

    private func station(_ uid: Int, aqi: String, name: String) -> String {
        #"{"uid":\#(uid),"aqi":"\#(aqi)","time":{"tz":"+0800","stime":"","vtime":1},"station":{"name":"\#(name)","geo":[1,2],"url":"x"}}"#
    }

    @Test(
        "A city without a feed is searched for: its first station with data answers, and other cities are named"
    )
    func search() async throws {
        let rows = [
            station(1, aqi: "20", name: "Springfield Road, Delhi, India"),
            station(2, aqi: "-1", name: "Hill, Springfield, Illinois, USA"),
            station(3, aqi: "30", name: "Springfield, Missouri, USA"),
            station(4, aqi: "40", name: "Elm, Springfield, Missouri, USA"),
        ]
        let exchanges =
            search("Springfield", rows.joined(separator: ","))
            + [.get("/feed/@3/", answer: feed(#"{"aqi":30,"city":{"name":"Springfield, Missouri, USA"}}"#))]
        let reading = try await reading("Springfield", exchanges).get()
        #expect(reading.aqi?.description == "30" && reading.city == "Springfield, Missouri, USA")
        #expect(reading.namesakes == ["Hill, Springfield, Illinois, USA (@2)"])
    }

    @Test("A search result in no city of that name is a suggestion, and an empty result is unknown")
    func guesses() async throws {
        let rows = [
            station(1, aqi: "20", name: "Delhi Road, Meerut, India"), station(2, aqi: "-", name: "New Delhi, India"),
        ].joined(
            separator: ",")
        #expect(
            try await reading("Delhi", search("Delhi", rows)).failure?.reason
                == unknownCity("Delhi", ["@1 (Delhi Road, Meerut, India)", "@2 (New Delhi, India)"]))
        #expect(try await reading("xq", search("xq", "")).failure?.reason == unknownCity("xq"))
    }

    @Test("Places are requested concurrently, one request each, and returned in the given order")
    func several() async throws {
        let names = ["a", "b", "c"]
        let exchanges = names.enumerated().map { index, name in
            Exchange.get("/feed/\(name)/", answer: feed(#"{"aqi":\#(index)}"#))
        }
        try await withLoopbackServer(exchanges) { server in
            let results = try await provider.client(server, key: "t").readings(names)
            #expect(results.map { $0.success?.aqi?.description } == ["0", "1", "2"])
            #expect(server.requests.count == 3)
        }
    }

    @Test("WAQI has no history")
    func history() async throws {
        let client = provider.client()
        await #expect(throws: ProviderFailure("waqi", .cannot(.history))) {
            try await client.history(try Place("Delhi"), AirHistoryQuery(hours: 24))
        }
    }
}

@Suite("Recordings: WAQI", .needsRecordings, .quick)
struct WAQIRecordingTests {
    private func reading(_ file: String) async throws -> Result<AirReading, ProviderFailure> {
        let exchange = Exchange.get("/feed/@1/", answer: try .recording("waqi/\(file).json"))
        return try await withLoopbackServer([exchange]) { server in
            try await AirQualityProvider.listed("waqi").client(server, key: "token").readings(["@1"])[0]
        }
    }

    private static let shanghai = [
        "Shanghai Environment Monitoring Center(上海市环境监测中心)",
        "China National Urban air quality real-time publishing platform (全国城市空气质量实时发布平台)",
        "U.S. Consulate Shanghai Air Quality Monitor",
    ]

    @Test(
        "Every recorded feed is read",
        arguments: [
            ("3zcurdia-city_feed-2017", "2017-02-15T05:00:00Z Shanghai 31.2047372,121.4489017 149 3"),
            (
                "3zcurdia-geo_feed-2017",
                "2017-02-15T08:00:00Z San Francisco-Arkansas Street, San Francisco, California 37.76595,-122.39902 65 2"
            ), ("3zcurdia-local_feed-2017", "2017-02-15T08:00:00Z Merced, México 19.42461,-99.119594 68 2"),
            ("3zcurdia-station_feed-2017", "2017-03-02T22:00:00Z Shanghai 31.2047372,121.4489017 122 3"),
            ("evangelist-city-feed-response", "2024-01-15T04:00:00Z Shanghai 31.2047372,121.4489017 68 2"),
            (
                "joostlek-city_feed_unknown_dominant_pol",
                "2023-10-02T07:00:00Z Olivais, Lisboa, Portugal 38.768888888889,-9.1080555555556 8 3"
            ), ("joostlek-city_feed_utrecht", "2023-08-07T15:00:00Z Griftpark, Utrecht 52.101308,5.128183 29 2"),
            (
                "joostlek-station_number_feed_372382",
                "2023-08-20T19:20:22Z Building Cure 47.616673,-122.33384 155 2"
            ),
        ])
    func feeds(file: String, expected: String) async throws {
        let reading = try await reading(file).get()
        let point = reading.coordinates?.description ?? "-"
        let aqi = reading.aqi?.description ?? "-"
        #expect("\(reading.time) \(reading.city) \(point) \(aqi) \(reading.attributions.count)" == expected)
        #expect(reading.concentrations.isEmpty, "its indices are no concentrations")
        if file == "3zcurdia-city_feed-2017" { #expect(reading.attributions == Self.shanghai) }
    }

    @Test(
        "Every recorded error has its kind",
        arguments: [
            ("error-invalid-key", ProviderFailure.Reason.unauthorized(words: "Invalid key")),
            ("error-over-quota", .rateLimited(words: "Over quota")), ("error-unknown-station", unknownCity("@1")),
            ("joostlek-city_feed_unknown", unknownCity("@1")), ("joostlek-name_feed_unknown", unknownCity("@1")),
            ("joostlek-station_number_feed_unknown", unknownCity("@1")),
            ("joostlek-unauthenticated", .unauthorized(words: "Invalid key")),
        ])
    func errors(file: String, reason: ProviderFailure.Reason) async throws {
        #expect(try await reading(file).failure?.reason == reason)
    }

    /// The result for a name with an unknown feed and a recorded answer to its search.
    private func search(_ name: String, _ answer: Answer, station: String?) async throws -> Result<
        AirReading, ProviderFailure
    > {
        let exchanges: [Exchange] = [
            .get("/feed/\(name)/", answer: try .recording("waqi/error-unknown-station.json")),
            .get("/search/", query: ["keyword": .init(name)], answer: answer),
        ]
        let feed = station.map { Exchange.get("/feed/\($0)/", answer: .json(#"{"status":"ok","data":{"aqi":"-"}}"#)) }
        return try await withLoopbackServer(exchanges + [feed].compactMap(\.self)) { server in
            try await AirQualityProvider.listed("waqi").client(server, key: "token").readings([name])[0]
        }
    }

    @Test("Every recorded search leads to its station")
    func searches() async throws {
        let bangalore = try Answer.recording("waqi/3zcurdia-search-2017.json")
        let reading = try await search("bangalore", bangalore, station: "@8190").get()
        #expect(
            reading.aqi == nil && reading.namesakes.isEmpty, "five stations of one city, none of which knows anything")
        let rows = String(decoding: try Recordings.bytes("waqi/ha-search_result-20230808.json"), as: UTF8.self)
        let utrecht = Answer.json(#"{"status":"ok","data":\#(rows)}"#)
        #expect(try await search("Utrecht", utrecht, station: "@6332").get().namesakes.isEmpty)
        let south = try Answer.recording("waqi/evangelist-search-response.json")
        #expect(
            try await search("Johannesburg", south, station: nil).failure?.reason
                == unknownCity(
                    "Johannesburg",
                    ["@8397 (Johannesburg South, South Africa)", "@8412 (Johannesburg North, South Africa)"]))
        let none = try Answer.recording("waqi/joostlek-search_unknown.json")
        #expect(try await search("xq", none, station: nil).failure?.reason == unknownCity("xq"))
    }
}
