import AirQuality
import DecimalArithmetic
import Platform
import ProviderKit
import Synchronization
import TestSupport
import Testing
import Transport

/// Records the output of a feed.
final class AirLog: AirReceiver {
    private let state = Mutex<(readings: [AirReading], events: [AirEvent])>(([], []))

    var readings: [AirReading] { state.withLock(\.readings) }
    var events: [AirEvent] { state.withLock(\.events) }
    /// `Delhi 303.28`, with `-` for an unknown index.
    var values: [String] { readings.map { "\($0.city) \($0.aqi?.description ?? "-")" } }

    func receive(_ readings: [AirReading]) { state.withLock { $0.readings += readings } }
    func note(_ event: AirEvent) { state.withLock { $0.events.append(event) } }
}

extension HTTPClient {
    /// A client that fails the test when it is used.
    static let none = HTTPClient { _ throws(TransportError) in
        Issue.record("a request was sent")
        throw TransportError(host: "nobody", reason: .cancelled)
    }
}

extension LoopbackServer {
    /// The settings of city-ws at this server.
    func cityWS(_ time: TimeSource = .live, deadline: Duration = .seconds(20)) -> ProviderSettings {
        var configuration = HTTPConfiguration(userAgent: "test")
        configuration.deadline = Deadline(after: deadline, on: time)
        configuration.time = time
        return ProviderSettings(
            http: .none, streamBase: webSocketURL, time: time, sockets: configuration)
    }
}

@Suite("Feeds of city-ws", .quick, .endsHang)
struct AirFeedTests {
    private static let provider = AirQualityProvider.named("city-ws")

    /// Runs a feed until `body` returns.
    private func running(
        _ scripts: [WebSocketScript], places: [Place] = [], attempts: Int? = nil, retries: Int = 0,
        time: TimeSource = .live, _ body: (AirLog, Task<ProviderFailure?, Never>) async throws -> Void
    ) async throws {
        let makeStream = try #require(Self.provider?.makeStream)
        try await withWebSocketServer(scripts) { server in
            let source = makeStream(server.cityWS(time), AirWish(places: places))
            let feed = AirFeed(
                [source],
                policy: StreamPolicy(
                    retry: RetryPolicy(retries: retries), attempts: attempts, deadline: .none, time: time,
                    random: { 0 }))
            let log = AirLog()
            let run = Task { await feed.run(into: log) }
            try await body(log, run)
            run.cancel()
            _ = await run.value
        }
    }

    @Test(
        "Every city of the recorded messages is read exactly, across a lost connection and a restart", .needsRecordings)
    func recorded() async throws {
        let (first, second) = (
            try Recordings.bytes("city-ws/message-a-9cities.json"),
            try Recordings.bytes("city-ws/message-b-9cities.json")
        )
        let texts = [first, second].map { String(decoding: $0, as: UTF8.self) }
        let dropping: WebSocketScript = { peer in
            try peer.send(text: texts[0])
            try peer.drop()
        }
        let lasting: WebSocketScript = { peer in
            try peer.send(text: texts[1])
            try peer.send(text: texts[0])
            try peer.expectClose(1000)
        }
        let expected = try [first, second, first].flatMap { bytes in
            try CityMessage(bytes).values.map { "\($0.city) \($0.aqi?.description ?? "-")" }
        }
        #expect(expected.count == 27)
        try await running([dropping, lasting]) { log, _ in
            try await expectEventually("27 readings") { log.readings.count == 27 }
            #expect(log.values == expected)
            #expect(log.readings.allSatisfy { $0.scale == .india && $0.provider == "city-ws" && $0.via == nil })
            let kinds = log.events.map { event in
                switch event {
                case .opened: "opened"
                case .live: "live"
                case .lost(let failure, let pause): "lost \(failure.reason) \(pause)"
                case .back: "back"
                default: "\(event)"
                }
            }
            #expect(
                kinds == [
                    "opened", "live", "lost streamClosed(code: nil, words: nil) 0.25 seconds", "opened", "live", "back",
                ])
        }
    }

    @Test("Only the requested cities are read, in any letter case; a point and a station are reported at once")
    func wanted() async throws {
        let script: WebSocketScript = { peer in
            try peer.send(text: #"[{"city":"Mumbai","aqi":1},{"city":"Delhi","aqi":"2.50"},{"city":"GÖTEBORG"}]"#)
            try peer.expectClose(1000)
        }
        let places = try ["delhi", "Göteborg", "1,2", "@7"].map { try Place($0) }
        try await running([script], places: places) { log, _ in
            try await expectEventually("two readings") { log.readings.count == 2 }
            #expect(log.values == ["Delhi 2.5", "GÖTEBORG -"])
            let gone = log.events.compactMap { event in
                if case .gaveUp(let place, let failure) = event { "\(place) \(failure.reason)" } else { nil }
            }
            #expect(
                gone == [
                    "1,2 unknownCity(Optional(\"1,2\"), candidates: [])",
                    "@7 unknownCity(Optional(\"@7\"), candidates: [])",
                ])
        }
    }

    @Test("Invalid cities are dropped and reported, valid ones are kept, and an empty array changes nothing")
    func dropped() async throws {
        let script: WebSocketScript = { peer in
            for text in ["[]", "no JSON", #"[{"aqi":1},{"city":"A","aqi":"bad"},{"city":"B","aqi":999}]"#, "[[[["] {
                try peer.send(text: text)
            }
            try peer.send(text: #"[{"city":"A","aqi":-1},{"city":"A","aqi":null}]"#)
            try peer.expectClose(1000)
        }
        try await running([script]) { log, _ in
            try await expectEventually("three readings") { log.readings.count == 3 }
            #expect(log.values == ["B 999", "A -", "A -"])
            #expect(log.readings.allSatisfy { $0.band == .unknown })
            let problems = log.events.compactMap { if case .dropped(_, let problem) = $0 { problem } else { nil } }
            #expect(problems.count == 4)
            #expect(problems.contains("element 1: city is missing") && problems.contains("A: aqi is not a number"))
        }
    }

    @Test("Before the first reading, n retries are n + 1 attempts, and the last failure ends the feed")
    func attempts() async throws {
        let refusing: WebSocketScript = { peer in try peer.close(1013) }
        let time = TestClock().source(pausesUpTo: .seconds(60))
        try await running([refusing, refusing, refusing], retries: 2, time: time) { log, run in
            #expect(await run.value?.reason == .streamClosed(code: 1013, words: ""))
            #expect(log.events.count { if case .pause = $0 { true } else { false } } == 2)
        }
    }

    @Test("After the first reading, the given retries limit the attempts in a row")
    func bounded() async throws {
        let ticking: WebSocketScript = { peer in
            try peer.send(text: #"[{"city":"A","aqi":1}]"#)
            try peer.drop()
        }
        let silent: WebSocketScript = { peer in try peer.drop() }
        let time = TestClock().source(pausesUpTo: .seconds(60))
        try await running([ticking, silent, silent], attempts: 2, time: time) { log, run in
            #expect(await run.value?.reason == .streamClosed(code: nil, words: nil))
            #expect(log.values == ["A 1"])
        }
    }
}

@Suite("Single answers of city-ws", .quick, .endsHang)
struct AirOnceTests {
    private func run(
        _ scripts: [WebSocketScript], _ places: [Place], scale: AQIScale? = nil, deadline: Duration = .seconds(20)
    ) async throws -> [Result<AirReading, ProviderFailure>] {
        let provider = try #require(AirQualityProvider.named("city-ws"))
        return try await withWebSocketServer(scripts) { server in
            await provider.make(server.cityWS(deadline: deadline)).readings(places, scale)
        }
    }

    private static let message = #"[{"city":"Mumbai","aqi":1},{"city":"Delhi","aqi":2}]"#

    @Test("An answer is complete when every requested city has arrived, in the given order")
    func all() async throws {
        let script: WebSocketScript = { peer in
            try peer.send(text: Self.message)
            try peer.send(text: #"[{"city":"Pune","aqi":3},{"city":"Delhi","aqi":4}]"#)
            try peer.expectClose(1000)
        }
        let results = try await run([script], ["pune", "MUMBAI", "Delhi"].map { try Place($0) })
        #expect(
            results.map { (try? $0.get()).map { "\($0.city) \($0.aqi?.description ?? "-")" } } == [
                "Pune 3", "Mumbai 1", "Delhi 4",
            ])
    }

    @Test("Without cities the answer is the first message, sorted by name; the index of another scale is unknown")
    func first() async throws {
        let script: WebSocketScript = { peer in
            try peer.send(text: "[]")
            try peer.send(text: Self.message)
            try peer.expectClose(1000)
        }
        #expect(try await run([script], []).map { try $0.get().city } == ["Delhi", "Mumbai"])
        let other = try await run([script], [try Place("Delhi")], scale: .us)
        #expect(try other[0].get().aqi == nil)
        #expect(try other[0].get().unknown == .noConcentrations)
    }

    @Test("A city missing at the deadline is unknown, with the names received; silence is reported as silence")
    func missing() async throws {
        let script: WebSocketScript = { peer in
            try peer.send(text: Self.message)
            try peer.waitUntilClientLeaves()
        }
        let results = try await run(
            [script], ["Delhi", "Paris", "1,2"].map { try Place($0) }, deadline: .milliseconds(900))
        #expect(try results[0].get().city == "Delhi")
        #expect(try await run([], [try Place("1,2")])[0].failure?.reason == .unknownCity("1,2", candidates: []))
        #expect(
            results[1] == .failure(ProviderFailure("city-ws", .unknownCity("Paris", candidates: ["Delhi", "Mumbai"]))))
        let silent: WebSocketScript = { peer in try peer.waitUntilClientLeaves() }
        let none = try await run([silent], [try Place("Delhi")], deadline: .milliseconds(700))
        guard case .failure(let failure) = none[0], case .streamSilent = failure.reason else {
            Issue.record("\(none)")
            return
        }
    }

    @Test("The public host no longer exists: without a URL no request is sent, and the failure names the setting")
    func noHost() async throws {
        let settings = ProviderSettings(http: .none, time: .live)
        let results = await AirQualityProvider.listed("city-ws").make(settings).readings([try Place("Delhi")], nil)
        #expect(results[0].failure?.reason == .noHost)
    }

    @Test("A stream that ends early is a failure for the missing cities")
    func closed() async throws {
        let script: WebSocketScript = { peer in
            try peer.send(text: Self.message)
            try peer.close(1011, reason: "no more")
        }
        let results = try await run([script], ["Delhi", "Pune"].map { try Place($0) })
        #expect(try results[0].get().city == "Delhi")
        #expect(results[1] == .failure(ProviderFailure("city-ws", .streamClosed(code: 1011, words: "no more"))))
    }

    @Test("The history of a stream is what arrives until the deadline, recorded as for a chart")
    func past() async throws {
        let script: WebSocketScript = { peer in
            for value in 1...5 { try peer.send(text: #"[{"city":"Delhi","aqi":\#(value)}]"#) }
            try peer.waitUntilClientLeaves()
        }
        let provider = try #require(AirQualityProvider.named("city-ws"))
        let readings = try await withWebSocketServer([script]) { server in
            try await provider.make(server.cityWS(deadline: .milliseconds(900)))
                .history(try Place("Delhi"), AirHistoryQuery(hours: 24))
        }
        #expect(readings.map { $0.aqi?.description } == ["1", "2"])
    }
}
