import DecimalArithmetic
import Platform
import ProviderKit
import TestFixtures
import TestSupport
import Testing
import Transport

@testable import AirQuality

@Suite("Open-Meteo", .quick)
struct OpenMeteoTests {
    typealias Answers = OpenMeteoAnswers

    private let provider = AirQualityProvider.listed("open-meteo")

    private func reading(
        _ air: String, scale: AQIScale? = nil, place: String = "28.65,77.23"
    ) async throws -> Result<AirReading, ProviderFailure> {
        try await withLoopbackServer([.get(Answers.airPath, answer: .json(air))]) { server in
            try await provider.client(server).readings([place], scale)[0]
        }
    }

    @Test("A city takes two requests, for its name and for its air, and every field is read")
    func city() async throws {
        let exchanges = [
            Exchange.get(
                Answers.searchPath, query: "name=delhi&count=10&language=en&format=json",
                answer: Answers.results(Answers.delhi)),
            Exchange.get(
                Answers.airPath,
                query: [
                    "latitude": "28.65195", "longitude": "77.23149", "past_days": "1", "forecast_days": "1",
                    "timezone": "GMT", "hourly": "pm2_5,pm10,ozone,nitrogen_dioxide,sulphur_dioxide,carbon_monoxide",
                    "current":
                        "us_aqi,european_aqi,pm2_5,pm10,ozone,nitrogen_dioxide,sulphur_dioxide,carbon_monoxide",
                ],
                answer: .json(Answers.air(current: Answers.current))),
        ]
        let reading = try await withLoopbackServer(exchanges) { server in
            try await provider.client(server).readings(["delhi"])[0].get()
        }
        #expect(
            reading.facts == [
                "time": "2024-03-01T12:00:00Z", "city": "Delhi", "country": "India", "latitude": "28.65195",
                "longitude": "77.23149", "aqi": "155", "scale": "us", "level": "Unhealthy", "color": "#FF0000",
                "face": "🙁", "pm2_5": "64.2", "pm10": "98", "o3": "40", "so2": "7.1", "co": "612",
                "provider": "open-meteo", "grid": "28.5,77.25",
            ])
        #expect(reading.description == "Some members of the general public may experience health effects.")
    }

    @Test("Twelve cities take two round trips: their names concurrently, then one request for all, in the given order")
    func twelve() async throws {
        let names = AirQualityProvider.defaultPlaces.map(\.description)
        let searches = names.enumerated().map { index, name in
            Exchange.get(
                Answers.searchPath,
                query: .exactly([
                    QueryItem("name", name), QueryItem("count", "10"), QueryItem("language", "en"),
                    QueryItem("format", "json"), QueryItem("countryCode", "IN"),
                ]),
                answer: Answers.results(
                    Answers.place(name, latitude: "\(10 + index)", longitude: "\(70 + index)"),
                    Answers.place(name, latitude: "1", longitude: "1")))
        }
        let rows = names.indices.map { index in
            Answers.air(current: #"{"time":"2024-03-01T12:00","us_aqi":\#(index)}"#)
        }
        let air = Exchange.get(
            Answers.airPath,
            query: [
                "latitude": (10...21).map(String.init).joined(separator: ","),
                "longitude": (70...81).map(String.init).joined(separator: ","),
            ], answer: .json("[\(rows.joined(separator: ","))]"))
        try await withLoopbackServer(searches + [air]) { server in
            let readings = await provider.client(server).readings(AirQualityProvider.defaultPlaces, nil)
            #expect(readings.map { $0.success?.city } == names)
            #expect(readings.map { $0.success?.aqi?.description } == names.indices.map(String.init))
            #expect(readings.allSatisfy { $0.success?.namesakes.isEmpty == true }, "those in India are meant")
            #expect(server.requests.count == 13 && server.requests.last?.path == Answers.airPath)
        }
    }

    @Test("The names of twelve cities are requested concurrently")
    func atOnce() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let waiting = Answer.making { _ in
            arrived.yield()
            return .never
        }
        try await withLoopbackServer([.get(Answers.searchPath, times: 12, answer: waiting)]) { server in
            let client = provider.client(server)
            let task = Task { await client.readings(AirQualityProvider.defaultPlaces, nil) }
            var count = 0
            for await _ in arrivals {
                count += 1
                if count == 12 { break }
            }
            task.cancel()
            let results = await task.value
            #expect(
                results.count == 12 && results.allSatisfy { $0.failure != nil }, "nothing comes after a cancellation")
        }
    }

    @Test("A duplicate place is requested once, and a failed place does not affect the others")
    func some() async throws {
        let exchanges = [
            Answers.search("Delhi", Answers.results(Answers.delhi)), Answers.search("xq", Answers.noResults),
            Answers.search("Broken", .json(#"{"results":7}"#)),
            .get(
                Answers.airPath, query: ["latitude": "28.65195,-33.9"],
                answer: .json(
                    "[\(Answers.air(current: Answers.current)),\(Answers.air(current: #"{"us_aqi":"abc"}"#))]")),
        ]
        try await withLoopbackServer(exchanges) { server in
            let results = try await provider.client(server).readings(
                ["Delhi", "xq", "Broken", "-33.9,151.2", "@12", "Delhi"])
            #expect(results.map { $0.success?.aqi?.description } == ["155", nil, nil, nil, nil, "155"])
            #expect(
                results.map { $0.failure?.reason } == [
                    nil, unknownCity("xq"), .invalidData("a number instead of an array at byte 11"),
                    .invalidData("us_aqi is not a number"), unknownCity("@12"), nil,
                ])
        }
    }

    @Test("No air is requested when no place is known")
    func none() async throws {
        try await withLoopbackServer([Answers.search("xq", Answers.noResults)]) { server in
            let results = try await provider.client(server).readings(["xq"])
            #expect(results.map(\.failure) == [ProviderFailure("open-meteo", unknownCity("xq"))])
        }
        try await withLoopbackServer([]) { server in
            let client = provider.client(server)
            #expect(await client.readings([], nil).isEmpty)
            #expect(server.connectionCount == 0)
        }
    }

    @Test("The service's index is used for its scale, otherwise one computed from the hours, as `via` shows")
    func scales() async throws {
        let hourly = Answers.hourly(["pm2_5": "45", "pm10": "90", "nitrogen_dioxide": "20", "ozone": "30"])
        let air = Answers.air(current: Answers.current, hourly: hourly)
        let us = try await reading(air, scale: .us).get()
        #expect(us.aqi?.description == "155" && us.via == nil)
        let europe = try await reading(air, scale: .europe).get()
        #expect(europe.aqi?.description == "81.5" && europe.level == "Very poor" && europe.via == nil)
        let india = try await reading(air, scale: .india).get()
        #expect(india.aqi?.description == "90" && india.level == "Satisfactory")
        #expect(india.via == "computed from concentrations: pm10 over 24 h")
        #expect(india.concentrations[.pm2_5]?.description == "64.2", "the row shows what is in the air now")
    }

    @Test("A null index is computed, Europe's as the service computes it")
    func nulls() async throws {
        let current = #"{"time":"2024-03-01T12:00","us_aqi":null,"european_aqi":null,"pm2_5":null}"#
        let air = Answers.air(current: current, hourly: Answers.hourly(["pm2_5": "45"]))
        let us = try await reading(air, scale: .us).get()
        #expect(us.aqi?.description == "124" && us.via == "computed from concentrations: pm2_5 over 24 h")
        #expect(us.concentrations.isEmpty)
        let europe = try await reading(air, scale: .europe).get()
        #expect(europe.aqi?.description == "57" && europe.level == "Moderate" && europe.unknown == nil)
        #expect(europe.via == "computed from concentrations: pm2_5 over 1 h")
        let india = try await reading(air, scale: .india).get()
        #expect(india.aqi == nil && india.band == .unknown && india.via == nil)
        #expect(india.unknown == .tooFewPollutants(known: 1, needed: 3))
        #expect(india.description == "The scale needs 3 pollutants, and enough hours of 1 are known.")
        let nothing = try await reading(Answers.air(current: current), scale: .us).get()
        #expect(nothing.unknown == .noConcentrations && nothing.level == "Unknown" && nothing.face == "❔")
        let late = #"{"time":"2024-03-03T00:00"}"#
        let old = try await reading(Answers.air(current: late, hourly: Answers.hourly(["pm2_5": "45"]))).get()
        #expect(old.unknown == .tooFewHours, "the hours end before")
        let empty = try await reading(Answers.air(current: current, hourly: Answers.hourly(["pm2_5": "null"]))).get()
        #expect(empty.unknown == .noConcentrations)
    }

    @Test(
        "Times without a zone are local: the offset is subtracted, in any order of the fields",
        arguments: [
            (#"{"utc_offset_seconds":19800,"current":{"time":"2024-03-01T17:30"}}"#, "2024-03-01T12:00:00Z"),
            (#"{"current":{"time":"2024-03-01T17:30"},"utc_offset_seconds":19800}"#, "2024-03-01T12:00:00Z"),
            (#"{"utc_offset_seconds":-12600,"current":{"time":"2024-03-01T08:30:00"}}"#, "2024-03-01T12:00:00Z"),
            (#"{"utc_offset_seconds":19800,"current":{"time":1709294400}}"#, "2024-03-01T12:00:00Z"),
            (#"{"utc_offset_seconds":19800,"current":{"time":"2024-03-01T12:00:00+00:00"}}"#, "2024-03-01T12:00:00Z"),
            (#"{"current":{"time":"2024-03-01T12:45"}}"#, "2024-03-01T12:45:00Z"),
            (#"{"current":{"us_aqi":1}}"#, "2024-03-01T12:00:00Z"),
        ])
    func times(air: String, time: String) async throws {
        #expect(try await reading(air).get().time.description == time)
    }

    @Test(
        "An invalid answer is invalid data",
        arguments: [
            ("{}", "current is missing"), ("[]", "0 places instead of 1"),
            ("7", "a number instead of an object at byte 0"),
            ("null", "null instead of an object at byte 0"),
            (#"{"current":7}"#, "a number instead of an object at byte 11"),
            (#"{"current":{"us_aqi":"-"}}"#, "us_aqi is not a number"),
            (#"{"current":{"time":"noon"}}"#, "time is not a time"),
            (#"{"current":{"time":"2024-13-01T00:00"}}"#, "time is not a time"),
            (#"{"current":{},"utc_offset_seconds":90000}"#, "utc_offset_seconds is over a day"),
            (#"{"current":{},"utc_offset_seconds":-9223372036854775808}"#, "utc_offset_seconds is over a day"),
            (#"{"current":{},"utc_offset_seconds":9223372036854775807}"#, "utc_offset_seconds is over a day"),
            (#"{"current":{"time":"0001-01-01T00:00"},"utc_offset_seconds":1}"#, "time is not a time"),
            (#"{"current":{"time":"9999-12-31T23:59:59"},"utc_offset_seconds":-1}"#, "time is not a time"),
            (#"{"current":{"time":253402300800}}"#, "time is not a time"),
            (#"{"current":{"pm10":1,"pm10":2}}"#, "'pm10' twice at byte 21"),
            (#"{"current":{},"hourly":{"time":["2024-03-01T00:00"],"pm10":[1,2]}}"#, "2 values of pm10 for 1 hours"),
            (
                #"{"current":{},"hourly":{"time":["2024-03-01T01:00","2024-03-01T00:00"],"pm10":[1,2]}}"#,
                "hours are not in order"
            ), (#"{"current":{},"hourly":{"time":[null],"pm10":[1]}}"#, "hourly time is missing"),
            ("<html></html>", "HTML instead of JSON"), (#"{"current":{}"#, "cut short after 13 bytes"),
        ])
    func invalid(air: String, problem: String) async throws {
        #expect(try await reading(air).failure?.reason == .invalidData(problem))
    }

    @Test("An invalid value and a sentinel are unknown, and an index above the scale is shown")
    func odd() async throws {
        let air = Answers.air(
            current: #"{"time":"2024-03-01T12:00","us_aqi":-3,"pm10":-0.1,"pm2_5":9999.0,"ozone":"12.50"}"#)
        let reading = try await reading(air).get()
        #expect(reading.aqi == nil && reading.level == "Unknown")
        #expect(reading.concentrations == [.o3: try #require(Number("12.5"))])
        #expect(try await self.reading(Answers.air(current: #"{"us_aqi":999}"#)).get().level == "Hazardous")
    }

    @Test("The hours are never shown as the values of now: an answer without `current` is invalid, also one of several")
    func withoutCurrent() async throws {
        let hourly = Answers.hourly(["pm2_5": "45"])
        let none = #"{"utc_offset_seconds":0,"hourly":\#(hourly)}"#
        #expect(try await reading(none).failure?.reason == .invalidData("current is missing"))
        let timeless = try await reading(Answers.air(current: "{}", hourly: hourly)).get()
        #expect(timeless.aqi == nil && timeless.unknown == .tooFewHours)
        let whole = Answers.air(current: Answers.current)
        try await withLoopbackServer([.get(Answers.airPath, answer: .json("[\(whole),\(none)]"))]) { server in
            let results = try await provider.client(server).readings(["28.6,77.2", "18.5,73.8"])
            #expect(results.map { $0.success?.aqi?.description } == ["155", nil])
            #expect(results[1].failure?.reason == .invalidData("current is missing"))
        }
    }

    @Test(
        "Errors of both hosts have their kinds by status",
        arguments: [
            (400, ProviderFailure.Reason.status(400, words: "no")), (429, .rateLimited(words: "no")),
            (500, .status(500, words: "no")), (200, .status(200, words: "no")),
        ])
    func errors(status: Int, reason: ProviderFailure.Reason) async throws {
        let refusal = Answer.json(#"{"error":true,"reason":"no"}"#, status: status)
        try await withLoopbackServer([.get(Answers.airPath, answer: refusal)]) { server in
            let failure = try await provider.client(server).readings(["1,2"])[0].failure
            #expect(failure?.reason == reason)
        }
        try await withLoopbackServer([Answers.search("Delhi", refusal)]) { server in
            let failure = try await provider.client(server).readings(["Delhi"])[0].failure
            #expect(failure?.reason == reason)
        }
    }

    @Test("Making a client sends no request")
    func making() async throws {
        try await withLoopbackServer([]) { server in
            let client = provider.client(server)
            #expect(client.now() == TestClock().now && server.connectionCount == 0)
        }
    }
}

@Suite("Open-Meteo: history", .quick)
struct OpenMeteoHistoryTests {
    typealias Answers = OpenMeteoAnswers

    @Test("A history has the requested hours in the scale, oldest first and none in the future")
    func hours() async throws {
        let hourly = Answers.hourly([
            "us_aqi": "77", "pm2_5": "45", "pm10": "90", "nitrogen_dioxide": "20", "carbon_monoxide": "null",
        ])
        let exchange = Exchange.get(
            Answers.airPath,
            query: .exactly([
                QueryItem("latitude", "28.6"), QueryItem("longitude", "77.2"), QueryItem("past_days", "2"),
                QueryItem("forecast_days", "1"), QueryItem("timezone", "GMT"),
                QueryItem(
                    "hourly",
                    "us_aqi,european_aqi,pm2_5,pm10,ozone,nitrogen_dioxide,sulphur_dioxide,carbon_monoxide"),
            ]), times: 2, answer: .json(#"{"utc_offset_seconds":0,"hourly":\#(hourly)}"#))
        try await withLoopbackServer([exchange]) { server in
            let client = AirQualityProvider.listed("open-meteo").client(server)
            let place = try Place("28.6,77.2")
            let rows = try await client.history(place, AirHistoryQuery(hours: 24))
            #expect(rows.count == 24)
            #expect(rows.first?.time.description == "2024-02-29T13:00:00Z")
            #expect(rows.last?.time.description == "2024-03-01T12:00:00Z")
            #expect(rows.allSatisfy { $0.aqi?.description == "77" && $0.via == nil })
            #expect(rows.last?.concentrations.count == 3)
            let india = try await client.history(place, AirHistoryQuery(hours: 24, scale: .india))
            #expect(india.first?.unknown == .tooFewHours, "13 hours of the day before are known")
            #expect(
                india.map { $0.aqi?.description ?? "-" } == Array(repeating: "-", count: 4)
                    + Array(repeating: "90", count: 20))
        }
    }

    @Test(
        "A history is limited to the days that the service has",
        arguments: [(1, "2"), (24, "2"), (25, "3"), (2160, "91"), (9999, "92")])
    func days(hours: Int, days: String) async throws {
        let exchange = Exchange.get(
            Answers.airPath, query: ["past_days": .init(stringLiteral: days)], answer: .json(#"{"hourly":{"time":[]}}"#)
        )
        try await withLoopbackServer([exchange]) { server in
            let client = AirQualityProvider.listed("open-meteo").client(server)
            let rows = try await client.history(try Place("1,2"), AirHistoryQuery(hours: hours))
            #expect(rows.isEmpty)
        }
    }
}

@Suite("Open-Meteo: forecast", .quick)
struct OpenMeteoForecastTests {
    typealias Answers = OpenMeteoAnswers

    private func rows(_ hourly: String, _ query: AirHistoryQuery) async throws -> [AirReading] {
        let answer = Answer.json(#"{"utc_offset_seconds":0,"hourly":\#(hourly)}"#)
        return try await withLoopbackServer([.get(Answers.airPath, answer: answer)]) { server in
            try await AirQualityProvider.listed("open-meteo").client(server).history(
                try Place("28.6,77.2"), query)
        }
    }

    /// 72 hours, of which the clock has reached the hour 36. In each later one PM2.5 is higher by 1.
    private static let hourly = Answers.hours([
        "us_aqi": (0..<72).map { "\($0)" }, "european_aqi": (0..<72).map { "\($0).5" },
        "pm2_5": (0..<72).map { "\(max(45, $0 + 9))" }, "pm10": Array(repeating: "90", count: 72),
        "nitrogen_dioxide": Array(repeating: "20", count: 72),
    ])

    @Test("A forecast has the hours after now on each scale; India's is computed from the hours before each of them")
    func hours() async throws {
        let us = try await rows(Self.hourly, AirHistoryQuery(hours: 0, ahead: 24))
        #expect(us.count == 24 && us.first?.time.description == "2024-03-01T13:00:00Z")
        #expect(us.last?.time.description == "2024-03-02T12:00:00Z" && us.allSatisfy { $0.via == nil })
        #expect(us.map { $0.aqi?.description } == (37...60).map(String.init))
        let europe = try await rows(Self.hourly, AirHistoryQuery(hours: 2, ahead: 1, scale: .europe))
        #expect(europe.map { $0.aqi?.description } == ["35.5", "36.5", "37.5"])
        let india = try await rows(Self.hourly, AirHistoryQuery(hours: 0, ahead: 24, scale: .india))
        // 45 µg/m³ of PM2.5 in the mean of 24 hours, which PM10 is above, and in the end 57.5, which counts as 58.
        #expect(india.first?.aqi?.description == "90" && india.last?.aqi?.description == "97")
        #expect(india.last?.via == "computed from concentrations: pm2_5 over 24 h")
        #expect(india.allSatisfy { $0.scale == .india && $0.aqi != nil })
    }

    @Test("A sentinel among the hours to come and the past ones is unknown, and no hour in a mean")
    func sentinels() async throws {
        let hourly = Answers.hours([
            "us_aqi": (0..<72).map { $0 % 2 == 0 ? "-999" : "\($0)" },
            "pm2_5": (0..<72).map { $0 % 2 == 0 ? "9999" : "\($0)" },
        ])
        let rows = try await rows(hourly, AirHistoryQuery(hours: 2, ahead: 3))
        #expect(rows.map { $0.aqi?.description } == ["35", nil, "37", nil, "39"])
        #expect(rows.map { $0.concentrations[.pm2_5]?.description } == ["35", nil, "37", nil, "39"])
        #expect(rows.map(\.unknown) == [nil, .tooFewHours, nil, .tooFewHours, nil])
    }

    @Test("Hours after the end of the model have no values and are left out; a single one of before is unknown")
    func end() async throws {
        let hourly = Answers.hours([
            "us_aqi": (0..<72).map { $0 == 40 || $0 > 50 ? "null" : "\($0)" },
            "pm2_5": (0..<72).map { $0 == 40 || $0 > 51 ? "null" : "5" },
        ])
        let rows = try await rows(hourly, AirHistoryQuery(hours: 0, ahead: 30))
        #expect(rows.count == 15 && rows.last?.time.description == "2024-03-02T03:00:00Z")
        #expect(rows[3].concentrations.isEmpty && rows.last?.concentrations.isEmpty == false)
        let none = Answers.hours(["us_aqi": (0..<48).map { $0 > 36 ? "null" : "7" }])
        let future = try await self.rows(none, AirHistoryQuery(hours: 0, ahead: 5))
        let both = try await self.rows(none, AirHistoryQuery(hours: 2, ahead: 5))
        #expect(future.isEmpty && both.count == 2)
    }

    @Test(
        "The days that are asked for begin with those before the hours and end with the last hour",
        arguments: [
            (0, 1, "1", "1"), (0, 11, "1", "1"), (0, 12, "1", "2"), (0, 24, "1", "2"), (0, 120, "1", "6"),
            (24, 24, "2", "2"), (1, 999, "2", "7"),
        ])
    func days(hours: Int, ahead: Int, past: String, future: String) async throws {
        let exchange = Exchange.get(
            Answers.airPath,
            query: [
                "past_days": .init(stringLiteral: past), "forecast_days": .init(stringLiteral: future),
                "timezone": "GMT",
            ], answer: .json(#"{"hourly":{"time":[]}}"#))
        try await withLoopbackServer([exchange]) { server in
            let client = AirQualityProvider.listed("open-meteo").client(server)
            let rows = try await client.history(try Place("1,2"), AirHistoryQuery(hours: hours, ahead: ahead))
            #expect(rows.isEmpty)
        }
    }
}
