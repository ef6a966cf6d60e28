import DecimalArithmetic
import Platform
import ProviderKit
import TestFixtures
import TestSupport
import Testing
import Transport

@testable import AirQuality

@Suite("AirNow", .quick)
struct AirNowTests {
    private typealias Files = AirNowAnswers

    private let provider = AirQualityProvider.listed("airnow")

    private func readings(
        _ exchanges: [Exchange], of places: [String] = ["47.3,-122.2"], scale: AQIScale? = nil
    ) async throws -> [Result<AirReading, ProviderFailure>] {
        try await withLoopbackServer(exchanges) { server in
            try await provider.client(server).readings(places, scale)
        }
    }

    private static let auburn = AirNowAnswers.site(
        "Auburn 29th St", "47.2814", "-122.2233",
        [
            "PM25_AQI": "42", "OZONE_AQI": "30", "PM10_AQI": "", "NO2_AQI": "7", "PM25": "2.1", "PM25_Unit": "UG/M3",
            "OZONE": "30", "OZONE_Unit": "PPB", "NO2": "10", "NO2_Unit": "PPB", "CO": "0.3", "CO_Unit": "PPM",
            "SO2": "", "SO2_Unit": "", "PM10": "-0.4", "PM10_Unit": "UG/M3",
        ])

    private static func site(_ name: String, _ latitude: String, _ cells: [String: String]) -> [String: String] {
        Files.site(name, latitude, "-122.2", cells)
    }

    @Test("A city takes the place of its name and one file; every field is read, and gases are in µg/m³")
    func city() async throws {
        let place = OpenMeteoAnswers.place(
            "Auburn", latitude: "47.3", longitude: "-122.2", country: "United States", region: "Washington")
        let exchanges = [OpenMeteoAnswers.search("auburn", OpenMeteoAnswers.results(place))]
        let file = Files.answer(Self.auburn.merging(["ValidTime": "12:00"]) { $1 })
        let reading = try await readings(exchanges + Files.hours(file), of: ["auburn"])[0].get()
        #expect(
            reading.facts == [
                "time": "2024-03-01T12:00:00Z", "city": "Auburn", "country": "United States", "latitude": "47.3",
                "longitude": "-122.2", "aqi": "42", "scale": "us", "level": "Good", "color": "#00E400", "face": "😀",
                "provider": "airnow", "pm2_5": "2.1", "via": "Auburn 29th St, 2.7 km; preliminary",
                // 30 × 48 ÷ 24.45, 10 × 46.01 ÷ 24.45 and 0.3 × 1000 × 28.01 ÷ 24.45.
                "o3": "58.895705521472392638", "no2": "18.817995910020449898", "co": "343.68098159509202454",
            ])
        #expect(reading.attributions == ["Department of Auburn 29th St"] && !reading.stale && reading.asked == "auburn")
    }

    @Test("An hour without a file is skipped, up to four hours back, and then the service is refused")
    func missingHours() async throws {
        let missing = Files.missing
        let reading = try await readings(Files.hours(missing, missing, missing, Files.answer(Self.auburn)))[0].get()
        #expect(reading.aqi?.description == "42" && reading.time.description == "2024-03-01T11:00:00Z")
        let failure = try await readings(Files.hours(missing, missing, missing, missing, missing))[0].failure
        #expect(failure == ProviderFailure("airnow", .status(404, words: nil)))
    }

    @Test(
        "Any other answer in place of a file fails at once",
        arguments: [
            (Answer.status(403), ProviderFailure.Reason.status(403, words: nil)),
            (.status(503), .status(503, words: nil)),
            (
                .response(body: Array("<!DOCTYPE html><html lang=\"en\"></html>".utf8)),
                .invalidData("HTML instead of CSV")
            ),
            (.response(body: Array("AQSID,SiteName\n1,2\n".utf8)), .invalidData("column Status is missing")),
            (.response(body: Array("\n".utf8)), .invalidData("column AQSID is missing")),
        ])
    func refused(answer: Answer, reason: ProviderFailure.Reason) async throws {
        #expect(try await readings(Files.hours(answer))[0].failure?.reason == reason)
    }

    @Test("A file that is cut anywhere is no answer, whether the cut is in a record or after one")
    func truncated() async throws {
        let body = Array(Files.file([Self.auburn, Self.auburn]).utf8)
        for count in [body.count / 2, body.count - 1, body.count - 2] {
            let failure = try await readings(Files.hours(.cut(body, after: count)))[0].failure
            guard case .transport = failure?.reason else {
                Issue.record("\(count): \(failure as Any)")
                return
            }
            let whole = try await readings(Files.hours(.response(body: Array(body.prefix(count)))))[0]
            if count < body.count - 1 {
                guard case .invalidData = whole.failure?.reason else {
                    Issue.record("\(count): \(whole)")
                    return
                }
            }
        }
    }

    @Test("Columns are found by the header, in any order and beside others")
    func columns() async throws {
        let file = Files.file([Self.auburn], columns: ["NEW"] + Files.columns.reversed())
        let reading = try await readings(Files.hours(.response(body: Array(file.utf8))))[0].get()
        #expect(reading.aqi?.description == "42" && reading.concentrations[.pm2_5]?.description == "2.1")
    }

    @Test("The nearest active site with an index of the hour is used; an empty cell is no value, and never 0")
    func nearest() async throws {
        let exchange = Files.hours(
            Files.missing,
            Files.answer(
                Self.site("Far", "47.6", ["PM25_AQI": "99"]), Self.site("Closed", "47.3", ["Status": "Inactive"]),
                Self.site("Silent", "47.31", ["PM25_Measured": "1", "PM25": "3", "PM25_Unit": "UG/M3"]),
                Self.site("Unknown", "47.32", ["PM25_AQI": "-999"]), Self.site("Full", "47.32", ["NO2_AQI": "9999"]),
                Self.site("Near", "47.33", ["NO2_AQI": "0", "PM10_AQI": "", "PM10": "-999", "PM10_Unit": "UG/M3"])))
        let reading = try await readings(exchange)[0].get()
        #expect(reading.via == "Near, 3.3 km; preliminary" && reading.aqi?.description == "0")
        #expect(reading.concentrations.isEmpty)
    }

    @Test("Where no station has an index in the newest file, the files before it are tried for that place alone")
    func silentHour() async throws {
        let silent = Self.site("Silent", "47.31", ["PM25": ""])
        let exchange = Files.hours(
            Files.answer(silent, Files.site("Reno", "39.5", "-119.8", hour: "12:00", ["PM25_AQI": "5"])),
            Files.answer(Self.site("Silent", "47.31", ["PM25_AQI": "17"])))
        let results = try await readings(exchange, of: ["47.3,-122.2", "39.53,-119.81", "59.33,18.07"])
        #expect(results.map { $0.success?.aqi?.description } == ["17", "5", nil])
        #expect(results.map { $0.success?.via } == ["Silent, 1.1 km; preliminary", "Reno, 3.4 km; preliminary", nil])
        #expect(
            results[2].failure?.reason
                == .noStation(near: "59.33,18.07", within: 50, nearest: "Silent, 7619 km"))
    }

    @Test("Stations that are silent for five hours, or whose hour is another one, have no measurement")
    func silentHours() async throws {
        let silent = Files.answer(Self.site("Silent", "47.31", ["PM25": "1", "PM25_Unit": "UG/M3"]))
        let old = Files.answer(Self.site("Silent", "47.31", ["PM25_AQI": "17", "ValidTime": "06:00"]))
        let coming = Files.answer(Self.site("Silent", "47.31", ["PM25_AQI": "17", "ValidTime": "13:00"]))
        let failure = try await readings(Files.hours(silent, old, coming, silent, silent))[0].failure
        #expect(failure?.reason == .noStation(near: "47.3,-122.2", within: 50, nearest: "Silent, 1.1 km"))
        #expect(failure?.isSkippable == true)
        let broken = try await readings(Files.hours(silent, .status(503)))[0].failure
        #expect(broken?.reason == .status(503, words: nil))
    }

    @Test("Other scales are computed from the concentrations of the hour, where they need no more than that")
    func scales() async throws {
        func reading(_ scale: AQIScale) async throws -> AirReading {
            let sites = Files.answer(
                Self.site("Index", "47.3", ["PM25_AQI": "17"]), Self.auburn)
            return try await readings(Files.hours(Files.missing, sites), scale: scale)[0].get()
        }
        let europe = try await reading(.europe)
        #expect(europe.aqi?.description == "32" && europe.level == "Fair")
        #expect(europe.via == "Auburn 29th St, 2.7 km; preliminary; computed from concentrations: no2 over 1 h")
        let india = try await reading(.india)
        #expect(india.aqi == nil && india.unknown == .tooFewHours)
        #expect(india.via == "Auburn 29th St, 2.7 km; preliminary" && india.concentrations[.pm2_5] != nil)
    }

    @Test("A record that cannot be read is reported, and the next station is used; without one it is invalid data")
    func invalidRecords() async throws {
        let bad = [
            Self.site("A", "47.3", ["PM25_AQI": "many"]),
            Self.site("B", "47.3", ["PM25_AQI": "1", "ValidDate": "March"]),
            Self.site("C", "47.3", ["PM25_AQI": "1", "ValidTime": ""]),
        ]
        let good = Files.hours(Files.missing, .response(body: Array(Files.file(bad + [Self.auburn]).utf8)))
        let reading = try await readings(good)[0].get()
        #expect(reading.aqi?.description == "42")
        #expect(
            reading.dropped.map(\.problem) == [
                "PM25_AQI is not a number", "ValidDate and ValidTime are not a time", "ValidTime is missing",
            ])
        let failure = try await readings(Files.hours(.response(body: Array(Files.file(bad).utf8))))[0].failure
        #expect(failure?.reason == .invalidData("PM25_AQI is not a number"))
    }

    @Test("Sites without a point are left out; a file without any other is invalid data")
    func points() async throws {
        let lost = [("", "-122.2"), ("91", "-122.2"), ("47.3", "abc")].map {
            Files.site("Lost", $0, $1, ["PM25_AQI": "1"])
        }
        let file = Files.file(lost + [Self.auburn])
        #expect(
            try await readings(Files.hours(Files.missing, .response(body: Array(file.utf8))))[0].get().aqi?.description
                == "42")
        let failure = try await readings(Files.hours(.response(body: Array(Files.file(lost).utf8))))[0].failure
        #expect(failure?.reason == .invalidData("row 1: Latitude and Longitude are not a point"))
    }

    @Test("A file of more rows than any list has is invalid data")
    func tooManyRows() async throws {
        let columns = AirNowColumns.Column.allCases.map(\.rawValue)
        let header = columns.joined(separator: ",") + "\n"
        let row = String(repeating: ",", count: columns.count - 1) + "\n"
        let body = Array((header + String(repeating: row, count: AnswerLimit.stations + 1)).utf8)
        let failure = try await readings(Files.hours(.response(body: body)))[0].failure
        #expect(failure?.reason == .invalidData("over 30000 rows"))
    }

    @Test("Twelve places of a run take one file")
    func once() async throws {
        let sites = (0..<12).map { Files.site("S\($0)", "\(30 + $0)", "-100", ["PM25_AQI": "\($0)"]) }
        let exchanges = Files.hours(Files.missing, .response(body: Array(Files.file(sites).utf8)))
        let results = try await readings(exchanges, of: (0..<12).map { "\(30 + $0).1,-100" })
        #expect(results.map { $0.success?.aqi?.description } == (0..<12).map { "\($0)" })
    }

    @Test("There is no history, and a station of another service is unknown")
    func cannot() async throws {
        await #expect(throws: ProviderFailure("airnow", .cannot(.history))) {
            _ = try await provider.client().history(try Place("47,-122"), AirHistoryQuery(hours: 2))
        }
        #expect(try await readings([], of: ["@7"])[0].failure?.reason == unknownCity("@7"))
    }

    @Test(
        "A name that is not found is a failure of the provider, and any other of the search names the searched service")
    func names() async throws {
        let none = [OpenMeteoAnswers.search("Xq", OpenMeteoAnswers.noResults)]
        #expect(try await readings(none, of: ["Xq"])[0].failure == ProviderFailure("airnow", unknownCity("Xq")))
        let dead = [OpenMeteoAnswers.search("Xq", .status(503))]
        #expect(
            try await readings(dead, of: ["Xq"])[0].failure
                == ProviderFailure("open-meteo", .status(503, words: nil)))
    }
}
