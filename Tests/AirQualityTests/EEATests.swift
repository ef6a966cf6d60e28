import DecimalArithmetic
import Platform
import ProviderKit
import TestFixtures
import TestSupport
import Testing
import Transport

@testable import AirQuality

@Suite("European Environment Agency", .quick)
struct EEATests {
    private typealias Files = EEAAnswers
    private typealias Value = EEAAnswers.Value

    private let provider = AirQualityProvider.listed("eea")
    /// Within 10 km of both stations of `near`.
    private static let valletta = "35.8989,14.5146"
    private static let near = Files.list(
        Files.station("MT00008", "Attard", "35.890091", "14.434573"),
        Files.station("MT00011", "Msida", "35.895563", "14.493217"))

    private func readings(
        _ exchanges: [Exchange], of places: [String] = [valletta], scale: AQIScale? = nil
    ) async throws -> [Result<AirReading, ProviderFailure>] {
        try await withLoopbackServer(exchanges) { server in
            try await provider.client(server).readings(places, scale)
        }
    }

    @Test("A city takes the place of its name, the list of stations and one file; every field is read")
    func city() async throws {
        let place = OpenMeteoAnswers.place("Valletta", latitude: "35.8989", longitude: "14.5146", country: "Malta")
        let hours = Files.hours(
            "MT00011",
            Files.hour(
                "10", Value("PM10", "65.87467", index: "3.2702702703"), Value("PM2.5", "4", index: "1.8"),
                Value("O3", "90.69368", index: "2.7692307692"), Value("NO2", "4.36441", index: "1.3333333333"),
                Value("SO2", "0.08124", index: "1")))
        let exchanges = [OpenMeteoAnswers.search("valletta", OpenMeteoAnswers.results(place))] + Self.near + [hours]
        let reading = try await readings(exchanges, of: ["valletta"])[0].get()
        #expect(
            reading.facts == [
                "time": "2024-03-01T10:00:00.000Z", "city": "Valletta", "country": "Malta", "latitude": "35.8989",
                "longitude": "14.5146", "aqi": "46", "scale": "eu", "level": "Moderate", "color": "#F0E641",
                "face": "😐", "provider": "eea", "via": "Msida, 2.0 km", "pm10": "65.87467", "pm2_5": "4",
                "o3": "90.69368", "no2": "4.36441", "so2": "0.08124",
            ])
        #expect(!reading.stale && reading.asked == "valletta")
    }

    @Test("The newest hour that has begun and was measured is used, not the model's and not the forecast's")
    func slots() async throws {
        let hours = Files.hours(
            "MT00011",
            Files.hour("13", Value("PM10", "9", index: "1.6")),
            Files.hour("12", Value("PM10", "20", index: "2.1", modelled: true), Value("O3", "null", index: "0")),
            Files.hour("11", Value("O3", "70", index: "2.2"), Value("PM10", "200", index: "5.1", modelled: true)),
            Files.hour("10", Value("O3", "30", index: "1.4"), Value("PM10", "7", index: "1.4")))
        let reading = try await readings(Self.near + [hours])[0].get()
        #expect(reading.time.description == "2024-03-01T11:00:00.000Z")
        // The largest index of the hour is the model's.
        #expect(reading.aqi?.description == "25" && reading.level == "Fair")
        #expect(reading.concentrations.mapValues(\.description) == [.o3: "70"])
        #expect(reading.country == "MT" && reading.city == Self.valletta)
    }

    @Test(
        "A fractional index is the position in the band that is its whole part; 0 is the index of no data",
        arguments: [
            ("0.99", nil, ""), ("1", "0", "Good"), ("1.99", "20", "Good"), ("2", "21", "Fair"), ("2.99", "40", "Fair"),
            ("3.0", "41", "Moderate"), ("3.99", "60", "Moderate"), ("4", "61", "Poor"), ("5.5", "91", "Very poor"),
            ("6", "101", "Extremely poor"), ("6.99", "120", "Extremely poor"), ("7.5", "130", "Extremely poor"),
        ] as [(String, String?, String)])
    func bands(sent: String, index: String?, level: String) throws {
        let found = AQIScale.europe.index(ofAgency: try #require(ExactDecimal(sent)))
        #expect(found?.index.description == index)
        #expect(found?.band.level ?? "" == level)
        if let found { #expect(AQIScale.europe.band(of: found.index) == found.band) }
    }

    @Test("Without the index of a measured pollutant, the index is computed from what was measured")
    func computed() async throws {
        let hours = Files.hours(
            "MT00011", Files.hour("11", Value("PM10", "82.5", index: "0"), Value("O3", "30", index: "1.5")))
        let reading = try await readings(Self.near + [hours])[0].get()
        #expect(reading.aqi?.description == "50" && reading.level == "Moderate")
        #expect(reading.via == "Msida, 2.0 km; computed from concentrations: pm10 over 1 h")
        let sentinels = Files.hours(
            "MT00011", Files.hour("11", Value("PM10", "82.5", index: "-999"), Value("O3", "9999", index: "9.5")))
        let known = try await readings(Self.near + [sentinels])[0].get()
        #expect(known.aqi?.description == "50" && known.concentrations[.o3] == nil)
    }

    @Test("Other scales are computed from the measured hours of the file")
    func scales() async throws {
        let day = (0..<24).map { hour in
            let time = Timestamp(seconds: 1_709_294_400 - Int64(hour) * 3600).description
            return Files.hour(
                time, Value("PM2.5", "40", index: "3.7"), Value("PM10", "90", index: "3.6"),
                Value("NO2", "30", index: "3.1"))
        }
        let hours = Exchange.get(Files.path("MT00011"), answer: .json("{\(day.joined(separator: ","))}"))
        let reading = try await readings(Self.near + [hours], scale: .india)[0].get()
        #expect(reading.aqi?.description == "90" && reading.scale == .india)
        #expect(reading.via == "Msida, 2.0 km; computed from concentrations: pm10 over 24 h")
        let few = Files.hours("MT00011", Files.hour("11", Value("PM10", "82.5", index: "3.5")))
        let unknown = try await readings(Self.near + [few], scale: .us)[0].get()
        #expect(unknown.aqi == nil && unknown.unknown == .tooFewHours && unknown.via == "Msida, 2.0 km")
    }

    @Test("A station without a file, or with nothing measured, is passed over for the next nearest")
    func nextStation() async throws {
        let found = Files.hours("MT00008", Files.hour("11", Value("O3", "30", index: "1.5")))
        let first = [
            Files.missing("MT00011"), Files.hours("MT00011"),
            Files.hours("MT00011", Files.hour("11", Value("O3", "30", index: "1.5", modelled: true))),
            Files.hours("MT00011", Files.hour("13", Value("O3", "30", index: "1.5"))),
        ]
        for exchange in first {
            let reading = try await readings(Self.near + [exchange, found])[0].get()
            #expect(reading.via == "Attard, 7.3 km")
        }
    }

    @Test("A measurement of over four hours is old: one of another station replaces it, otherwise it is marked")
    func old() async throws {
        let old = Files.hours("MT00011", Files.hour("07", Value("O3", "30", index: "1.5")))
        let limit = Files.hours("MT00008", Files.hour("08", Value("O3", "62", index: "2")))
        let fresh = try await readings(Self.near + [old, limit])[0].get()
        #expect(fresh.via == "Attard, 7.3 km" && !fresh.stale)
        for other in [Files.missing("MT00008"), .get(Files.path("MT00008"), answer: .status(503))] {
            let reading = try await readings(Self.near + [old, other])[0].get()
            #expect(
                reading.via == "Msida, 2.0 km" && reading.stale && reading.time.description.hasPrefix("2024-03-01T07"))
        }
    }

    @Test("A place without a measurement within 50 km is not known here, with the nearest station")
    func nothing() async throws {
        let list = Files.list(
            Files.station("MT00011", "Msida", "35.895563", "14.493217", operational: "0"),
            Files.station("IT0001A", "Pozzallo", "36.73", "14.85"))
        let far = try await readings(list, of: [Self.valletta])[0].failure
        #expect(far?.reason == .noStation(near: Self.valletta, within: 50, nearest: "Pozzallo, 97.2 km"))
        let silent = try await readings(Self.near + [Files.missing("MT00011"), Files.missing("MT00008")])[0].failure
        #expect(silent?.reason == .noStation(near: Self.valletta, within: 50, nearest: "Msida, 2.0 km"))
        let none = try await readings(Files.list())[0].failure
        #expect(none?.reason == .noStation(near: Self.valletta, within: 50, nearest: nil))
    }

    @Test("At most eight stations are asked for a place")
    func manyStations() async throws {
        let stations = (0..<12).map { Files.station("MT\($0)", "S\($0)", "35.9", "14.5\($0 < 10 ? "0" : "")\($0)") }
        let list: [Exchange] = [
            .get(Files.indexPath, answer: .json(Files.index)),
            .get(Files.listPath, answer: .json("[\(stations.joined(separator: ","))]")),
        ]
        let failure = try await readings(list + (0..<8).map { Files.missing("MT\($0)") }, of: ["35.9,14.5"])[0].failure
        #expect(failure?.reason == .noStation(near: "35.9,14.5", within: 50, nearest: "S0, 0.0 km"))
    }

    @Test("The list of stations is requested once for twelve places, and once for many calls")
    func once() async throws {
        let hours = Files.hours("MT00011", times: 14, Files.hour("11", Value("O3", "30", index: "1.5")))
        try await withLoopbackServer(Self.near + [hours]) { server in
            let client = provider.client(server)
            let results = try await client.readings((10..<22).map { "35.9\($0),14.5" })
            #expect(results.allSatisfy { $0.success?.aqi?.description == "10" })
            for _ in 0..<2 {
                #expect(try await client.history(try Place(Self.valletta), AirHistoryQuery(hours: 5)).count == 1)
            }
        }
    }

    @Test("A failed request of the list is tried again by the next call, and a day later the list is requested again")
    func again() async throws {
        let hours = Files.hours("MT00011", times: 3, Files.hour("11", Value("O3", "30", index: "1.5")))
        let failing = Exchange.get(Files.indexPath, answer: .status(503))
        let stations = Files.station("MT00011", "Msida", "35.895563", "14.493217")
        try await withLoopbackServer([failing] + Files.list(stations, times: 2) + [hours]) { server in
            let clock = TestClock()
            let client = provider.client(server, clock: clock)
            #expect(try await client.readings([Self.valletta])[0].failure?.reason == .status(503, words: nil))
            for pause in [0, 3600, 86_400] {
                try await clock.source.sleep(.seconds(pause))
                #expect(try await client.readings([Self.valletta])[0].success != nil)
            }
        }
    }

    @Test("The past has the measured hours alone, in order, counted back from the newest; a band is that of its hour")
    func history() async throws {
        let hours = Files.hours(
            "MT00011",
            Files.hour("10", Value("O3", "30", index: "1.5")),
            Files.hour("08", Value("O3", "110", index: "3.5")), Files.hour("05", Value("O3", "1", index: "1")),
            Files.hour("09", Value("O3", "30", index: "1.5", modelled: true)),
            Files.hour("11", Value("O3", "70", index: "2.2", modelled: true)))
        try await withLoopbackServer(Self.near + [hours]) { server in
            let readings = try await provider.client(server).history(
                try Place(Self.valletta), AirHistoryQuery(hours: 4))
            #expect(readings.map(\.time.description) == ["2024-03-01T08:00:00.000Z", "2024-03-01T10:00:00.000Z"])
            #expect(readings.map(\.level) == ["Moderate", "Good"] && readings[0].via == "Msida, 2.0 km")
        }
    }

    @Test("The times of hours may have any number of decimals; an hour that cannot be read is reported")
    func times() async throws {
        let value = Value("O3", "30", index: "1.5")
        let hours = Files.hours(
            "MT00011", Files.hour("2024-03-01T09:00:00Z", value), Files.hour("2024-03-01T10:00:00.000000Z", value),
            Files.hour("2024-03-01T11:00:00.000000000Z", value), #""today":{}"#, #""2024-03-01T12:00:00Z":7"#)
        let reading = try await readings(Self.near + [hours])[0].get()
        #expect(reading.time.seconds == 1_709_290_800)
        #expect(reading.dropped.map(\.symbol) == ["today", "2024-03-01T12:00:00Z"])
        let bad = try await readings(Self.near + [Files.hours("MT00011", #""today":{}"#)])[0].failure
        #expect(bad?.reason == .invalidData("today: time of an hour is missing"))
    }

    @Test(
        "Invalid answers, whichever file they are in",
        arguments: [
            (#"{"contents":[]}"#, nil, nil), (#"{"contents":["map.json",7]}"#, nil, nil), ("[]", nil, nil),
            (#"{"contents":["raw_stations.json.../x"]}"#, nil, nil), ("<html>", nil, nil), (nil, "<html>", nil),
            (nil, "{}", nil), (nil, #"[{"code":"a/b","lat":35.9,"lon":14.5,"operational":1}]"#, nil),
            (nil, #"[{"code":"a","lat":95,"lon":14.5}]"#, nil), (nil, nil, "[]"), (nil, nil, "<html>"),
            (nil, nil, #"{"2024-03-01T11:00:00Z":{"val_O3":1"#),
        ] as [(String?, String?, String?)])
    func invalid(index: String?, list: String?, hours: String?) async throws {
        let station = "[\(Files.station("MT00011", "Msida", "35.895563", "14.493217"))]"
        var exchanges = [Exchange.get(Files.indexPath, answer: .json(index ?? Files.index))]
        if index == nil { exchanges.append(.get(Files.listPath, answer: .json(list ?? station))) }
        if let hours { exchanges.append(.get(Files.path("MT00011"), answer: .json(hours))) }
        let failure = try await readings(exchanges)[0].failure
        guard case .invalidData = failure?.reason else {
            Issue.record("\(failure as Any)")
            return
        }
    }

    @Test("More hours than any service sends are invalid data")
    func tooManyHours() async throws {
        let hours = (0...AnswerLimit.hours).map { "\"\(Timestamp(seconds: Int64($0) * 3600))\":{}" }
        let exchange = Exchange.get(Files.path("MT00011"), answer: .json("{\(hours.joined(separator: ","))}"))
        let failure = try await readings(Self.near + [exchange])[0].failure
        guard case .invalidData = failure?.reason else {
            Issue.record("\(failure as Any)")
            return
        }
    }
}
