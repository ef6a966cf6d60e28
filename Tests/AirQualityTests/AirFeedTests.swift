import AirQuality
import DecimalArithmetic
import Platform
import ProviderKit
import Synchronization
import TestFixtures
import TestSupport
import Testing
import Transport

/// Records the output of a feed.
final class AirLog: Sendable {
    private let state = Mutex<(readings: [AirReading], events: [AirEvent])>(([], []))

    var readings: [AirReading] { state.withLock(\.readings) }
    var events: [AirEvent] { state.withLock(\.events) }
    /// `Delhi 303.28`, with `-` for an unknown index.
    var values: [String] { readings.map { "\($0.city) \($0.aqi?.description ?? "-")" } }

    var receiver: AirReceiver {
        AirReceiver(
            receive: { readings in self.state.withLock { $0.readings += readings } },
            note: { event in self.state.withLock { $0.events.append(event) } })
    }
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
    func cityWS(_ time: TimeSource = HTTPConfiguration.ofTest().time, deadline: Duration = .seconds(20))
        -> ProviderSettings
    {
        var configuration = HTTPConfiguration.ofTest()
        configuration.deadline = Deadline(after: deadline, on: time)
        configuration.time = time
        return ProviderSettings(
            http: .none, streamBase: webSocketURL, time: time, sockets: configuration)
    }
}

@Suite("The stream of city-ws", .quick, .endsHang, .virtualTime)
struct AirFeedTests {
    @Test("Only the requested cities are read, in any letter case; a point and a station are reported at once")
    func wanted() async throws {
        let script: WebSocketScript = { peer in
            try peer.send(text: #"[{"city":"Mumbai","aqi":1},{"city":"Delhi","aqi":"2.50"},{"city":"GÖTEBORG"}]"#)
            try peer.expectClose(1000)
        }
        let places = try ["delhi", "Göteborg", "1,2", "@7"].map { try Place($0) }
        let makeStream = try #require(Provider.listed("city-ws").makeAirStream)
        try await withWebSocketServer([script]) { server in
            let log = AirLog()
            let source = makeStream(server.cityWS(), AirWish(places: places))
            let policy = StreamPolicy(
                retry: RetryPolicy(retries: 0), attempts: nil, deadline: .none, time: HTTPConfiguration.ofTest().time,
                random: { 0 })
            let feed = AirFeed([source], policy: policy)
            let run = Task(executorPreference: TaskThreads.executor) { await feed.run(into: log.receiver) }
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
            run.cancel()
            _ = await run.value
        }
    }

    @Test("A stream that ends early is a failure for the missing cities, with the words of the server")
    func closed() async throws {
        let script: WebSocketScript = { peer in
            try peer.send(text: #"[{"city":"Mumbai","aqi":1},{"city":"Delhi","aqi":2}]"#)
            try peer.close(1011, reason: "no more")
        }
        let results = try await withWebSocketServer([script]) { server in
            try await Provider.listed("city-ws").makeAir(server.cityWS()).readings(["Delhi", "Pune"])
        }
        #expect(try results[0].get().city == "Delhi")
        #expect(results[1] == .failure(ProviderFailure("city-ws", .streamClosed(code: 1011, words: "no more"))))
    }

    @Test("The history of a stream is what arrives until the deadline, recorded as for a chart")
    func past() async throws {
        let script: WebSocketScript = { peer in
            for value in 1...5 { try peer.send(text: #"[{"city":"Delhi","aqi":\#(value)}]"#) }
            try peer.waitUntilClientLeaves()
        }
        let readings = try await withWebSocketServer([script]) { server in
            try await Provider.listed("city-ws").makeAir(server.cityWS(deadline: .milliseconds(900)))
                .history(try Place("Delhi"), AirHistoryQuery(hours: 24))
        }
        #expect(readings.map { $0.aqi?.description } == ["1", "2"])
    }
}
