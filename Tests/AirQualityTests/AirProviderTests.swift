import DecimalArithmetic
import Platform
import ProviderKit
import TestFixtures
import TestSupport
import Testing
import Transport

@testable import AirQuality

/// What a command line does not show of the providers. Their requests and rows are in `Tests/Providers`.
@Suite("Providers over a server", .quick, .virtualTime)
struct AirProviderTests {
    // MARK: - Open-Meteo

    @Test("The names of twelve cities are requested concurrently")
    func atOnce() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        let waiting = Answer.making { _ in
            arrived.yield()
            return .never
        }
        try await withLoopbackServer([.get(OpenMeteoAnswers.searchPath, times: 12, answer: waiting)]) { server in
            let client = Provider.listed("open-meteo").client(server)
            let task = Task(executorPreference: TaskThreads.executor) {
                await client.readings(Provider.defaultPlaces, nil)
            }
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

    @Test("Without places no request is sent, and none when a client is made")
    func noPlaces() async throws {
        try await withLoopbackServer([]) { server in
            let client = Provider.listed("open-meteo").client(server)
            #expect(client.now() == TestClock().now)
            #expect(await client.readings([], nil).isEmpty)
            #expect(server.connectionCount == 0)
        }
    }

    @Test("A forecast is limited to the days that Open-Meteo has")
    func days() async throws {
        let exchange = Exchange.get(
            OpenMeteoAnswers.airPath, query: ["past_days": "2", "forecast_days": "7", "timezone": "GMT"],
            answer: .json(#"{"hourly":{"time":[]}}"#))
        try await withLoopbackServer([exchange]) { server in
            let client = Provider.listed("open-meteo").client(server)
            let hours = try await client.history(try Place("1,2"), AirHistoryQuery(hours: 1, ahead: 999))
            #expect(hours.isEmpty)
        }
    }

    @Test(
        "Names are compared without accents and letter case",
        arguments: [
            ("Île", "ile"), ("GÖTEBORG", "goteborg"), ("I\u{302}le", "ile"), ("Ånge", "ange"), ("Hà Nội", "ha noi"),
            ("İzmir", "izmir"), ("Łódź", "lodz"), ("Straße", "straße"), ("दिल्ली", "दिल्ली"), ("Αθήνα", "αθήνα"),
            ("", ""), ("東京", "東京"),
        ])
    func folded(text: String, folded: String) {
        #expect(text.folded == folded)
    }

    // MARK: - AirNow

    private func airNow(_ exchanges: [Exchange]) async throws -> [Result<AirReading, ProviderFailure>] {
        try await withLoopbackServer(exchanges) { server in
            try await Provider.listed("airnow").client(server).readings(["47.3,-122.2"])
        }
    }

    @Test("A file that is cut anywhere is no answer, whether the cut is in a record or after one")
    func truncatedFile() async throws {
        let auburn = AirNowAnswers.site("Auburn", "47.2814", "-122.2233", ["PM25_AQI": "42"])
        let body = Array(AirNowAnswers.file([auburn, auburn]).utf8)
        for count in [body.count / 2, body.count - 1, body.count - 2] {
            let failure = try await airNow(AirNowAnswers.hours(.cut(body, after: count)))[0].failure
            guard case .transport = failure?.reason else {
                Issue.record("\(count): \(failure as Any)")
                return
            }
            let whole = try await airNow(AirNowAnswers.hours(.response(body: Array(body.prefix(count)))))[0]
            if count < body.count - 1 {
                guard case .invalidData = whole.failure?.reason else {
                    Issue.record("\(count): \(whole)")
                    return
                }
            }
        }
    }

    @Test("A file of more rows than any list has is invalid data")
    func tooManyRows() async throws {
        let columns = AirNowColumns.Column.allCases.map(\.rawValue)
        let header = columns.joined(separator: ",") + "\n"
        let row = String(repeating: ",", count: columns.count - 1) + "\n"
        let body = Array((header + String(repeating: row, count: AnswerLimit.stations + 1)).utf8)
        let failure = try await airNow(AirNowAnswers.hours(.response(body: body)))[0].failure
        #expect(failure?.reason == .invalidData("over 30000 rows"))
    }

    @Test("WAQI and AirNow have no history", arguments: ["waqi", "airnow"])
    func noHistory(name: String) async throws {
        let client = Provider.listed(name).client()
        await #expect(throws: ProviderFailure(name, .cannot(.history))) {
            _ = try await client.history(try Place("Delhi"), AirHistoryQuery(hours: 2))
        }
    }

    // MARK: - European Environment Agency

    private static let valletta = "35.8989,14.5146"
    private static let msida = EEAAnswers.station("MT00011", "Msida", "35.895563", "14.493217")
    private static let hour = EEAAnswers.hour("11", EEAAnswers.Value("O3", "30", index: "1.5"))

    private func eea(_ exchanges: [Exchange]) async throws -> [Result<AirReading, ProviderFailure>] {
        try await withLoopbackServer(exchanges) { server in
            try await Provider.listed("eea").client(server).readings([Self.valletta])
        }
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

    @Test("A failed request of the list is tried again by the next call, and a day later the list is requested again")
    func again() async throws {
        let hours = EEAAnswers.hours("MT00011", times: 3, Self.hour)
        let failing = Exchange.get(EEAAnswers.indexPath, answer: .status(503))
        try await withLoopbackServer([failing] + EEAAnswers.list(Self.msida, times: 2) + [hours]) { server in
            let clock = TestClock()
            let client = Provider.listed("eea").client(server, clock: clock)
            #expect(try await client.readings([Self.valletta])[0].failure?.reason == .status(503, words: nil))
            for pause in [0, 3600, 86_400] {
                try await clock.source.sleep(.seconds(pause))
                #expect(try await client.readings([Self.valletta])[0].success != nil)
            }
        }
    }

    @Test("Hours that cannot be read are named")
    func droppedHours() async throws {
        let hours = EEAAnswers.hours(
            "MT00011", Self.hour, #""today":{}"#, #""2024-03-01T12:00:00Z":7"#)
        let reading = try await eea(EEAAnswers.list(Self.msida) + [hours])[0].get()
        #expect(reading.dropped.map(\.symbol) == ["today", "2024-03-01T12:00:00Z"])
    }

    @Test("More hours than any service sends are invalid data")
    func tooManyHours() async throws {
        let hours = (0...AnswerLimit.hours).map { "\"\(Timestamp(seconds: Int64($0) * 3600))\":{}" }
        let exchange = Exchange.get(EEAAnswers.path("MT00011"), answer: .json("{\(hours.joined(separator: ","))}"))
        let failure = try await eea(EEAAnswers.list(Self.msida) + [exchange])[0].failure
        guard case .invalidData = failure?.reason else {
            Issue.record("\(failure as Any)")
            return
        }
    }
}

@Suite("Recordings: WAQI", .needsRecordings, .quick, .virtualTime)
struct WAQIRecordingTests {
    @Test("A recorded list of stations, in an answer to a search, leads to its station")
    func search() async throws {
        let rows = String(decoding: try Recordings.bytes("waqi/ha-search_result-20230808.json"), as: UTF8.self)
        let exchanges: [Exchange] = [
            .get("/feed/Utrecht/", answer: try .recording("waqi/error-unknown-station.json")),
            .get("/search/", query: ["keyword": "Utrecht"], answer: .json(#"{"status":"ok","data":\#(rows)}"#)),
            .get("/feed/@6332/", answer: .json(#"{"status":"ok","data":{"aqi":"-"}}"#)),
        ]
        let reading = try await withLoopbackServer(exchanges) { server in
            try await Provider.listed("waqi").client(server, key: "token").readings(["Utrecht"])[0].get()
        }
        #expect(reading.namesakes.isEmpty)
    }
}
