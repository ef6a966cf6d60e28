import AirQuality
import DecimalArithmetic
import Platform
import ProviderKit
import Synchronization
import TestSupport
import Testing
import Transport

@Suite("Readings by polling", .quick, .endsHang, .virtualTime)
struct AirPollingTests {
    /// Gives its answers in order, one for each poll.
    private final class Answers: Sendable {
        private let state: Mutex<(left: [[String: Result<AirReading, ProviderFailure>]], asked: [[String]])>

        init(_ answers: [[String: Result<AirReading, ProviderFailure>]]) {
            state = Mutex((answers, []))
        }

        var asked: [[String]] { state.withLock(\.asked) }

        func client(now: @escaping @Sendable () -> Timestamp) -> AirQualityClient {
            AirQualityClient(
                readings: { [self] places, _ in
                    state.withLock { state in
                        state.asked.append(places.map(\.description))
                        let answer = state.left.isEmpty ? [:] : state.left.removeFirst()
                        return places.map {
                            answer[$0.description] ?? .failure(ProviderFailure("x", .status(503, words: nil)))
                        }
                    }
                },
                history: { _, _ throws(ProviderFailure) in throw ProviderFailure("x", .cannot(.history)) }, now: now)
        }
    }

    private static func reading(_ city: String, _ aqi: Int, minutesAgo: Int64, at clock: VirtualTime) -> AirReading {
        let time = clock.source.now().advanced(bySeconds: -60 * minutesAgo)
        return AirReading(time: time, city: city, aqi: Number(ExactDecimal(aqi)), scale: .us, provider: "x")
    }

    private func running(
        _ answers: Answers, clock: VirtualTime, places: [Place],
        _ body: (AirLog, Task<ProviderFailure?, Never>) async throws -> Void
    ) async throws {
        let chain = AirQualityChain(
            links: [AirQualityChain.Link(name: "x", client: answers.client(now: clock.source.now))],
            retry: RetryPolicy(retries: 3), deadline: .none, time: clock.source, random: { 0 }, observe: { _ in })
        let source = AirSource.polling(chain, AirWish(places: places), every: .seconds(3600), time: clock.source)
        let feed = AirFeed(
            [source],
            policy: StreamPolicy(
                retry: RetryPolicy(retries: 0), attempts: nil, deadline: .none, time: clock.source, random: { 0 }))
        let log = AirLog()
        let run = Task(executorPreference: TaskThreads.executor) { await feed.run(into: log.receiver) }
        try await body(log, run)
        run.cancel()
        _ = await run.value
    }

    @Test(
        "A poll follows when the hour of the newest reading is over, and then every ten minutes")
    func pace() async throws {
        let clock = try #require(VirtualTime.current)
        let first = Self.reading("A", 1, minutesAgo: 20, at: clock)
        var second = first
        second.time = first.time.advanced(bySeconds: 3600)
        let answers = Answers([["A": .success(first)], ["A": .success(first)], ["A": .success(second)]])
        try await running(answers, clock: clock, places: [try Place("A")]) { log, _ in
            try await expectEventually("a pause") { clock.pauses == [.seconds(41 * 60)] }
            await clock.pass(.seconds(41 * 60))
            try await expectEventually("another") { clock.pauses == [.seconds(600)] }
            await clock.pass(.seconds(600))
            try await expectEventually("the next hour's") { clock.pauses == [.seconds(50 * 60)] }
            #expect(log.readings.count == 3)
            #expect(answers.asked.count == 3)
        }
    }

    @Test("An unknown city is reported once and not requested again; one that is missing once is requested again")
    func places() async throws {
        let clock = try #require(VirtualTime.current)
        let reading = Self.reading("A", 1, minutesAgo: 0, at: clock)
        let unknown = ProviderFailure("x", .unknownCity("B", candidates: ["Bern"]))
        let missed = ProviderFailure("x", .status(500, words: nil))
        let answers = Answers([
            ["A": .success(reading), "B": .failure(unknown), "C": .failure(missed)],
            ["A": .success(reading), "C": .success(reading)],
        ])
        let places = try ["A", "B", "C"].map { try Place($0) }
        try await running(answers, clock: clock, places: places) { log, _ in
            try await expectEventually("a pause") { !clock.pauses.isEmpty }
            #expect(log.events.contains(.gaveUp(places[1], unknown)))
            #expect(log.events.contains(.missed(places[2], missed)))
            await clock.pass(.seconds(3660))
            try await expectEventually("the next poll") { answers.asked.count == 2 }
            #expect(answers.asked == [["A", "B", "C"], ["A", "C"]])
        }
    }

    @Test("The feed ends when all cities are unknown, and each is reported")
    func nothingLeft() async throws {
        let clock = try #require(VirtualTime.current)
        let unknown = ProviderFailure("x", .unknownCity("B", candidates: []))
        let place = try Place("B")
        try await running(Answers([["B": .failure(unknown)]]), clock: clock, places: [place]) { log, run in
            #expect(await run.value == nil)
            #expect(log.events.contains(.gaveUp(place, unknown)))
        }
    }

    @Test("A poll without an answer is reported with its pause, and the next answer closes the gap")
    func gap() async throws {
        let clock = try #require(VirtualTime.current)
        let reading = Self.reading("A", 1, minutesAgo: 0, at: clock)
        let answers = Answers([["A": .success(reading)], [:], ["A": .success(reading)]])
        try await running(answers, clock: clock, places: [try Place("A")]) { log, _ in
            try await expectEventually("a pause") { !clock.pauses.isEmpty }
            await clock.pass(.seconds(3660))
            try await expectEventually("the pause after the failure") { clock.pauses == [.milliseconds(250)] }
            #expect(
                log.events.last == .lost(ProviderFailure("x", .status(503, words: nil)), pause: .milliseconds(250)))
            await clock.pass(.milliseconds(250))
            try await expectEventually("back") { log.readings.count == 2 }
            #expect(log.events.contains(.back(provider: "x", gap: .milliseconds(250), ended: .milliseconds(3_660_250))))
        }
    }

    @Test("The next poll waits as long as a provider asks for, if that is longer than its own pause")
    func retryAfter() async throws {
        let clock = try #require(VirtualTime.current)
        let busy = ProviderFailure("x", .rateLimited(words: nil), retryAfter: .seconds(7200))
        let answers = Answers([
            ["A": .success(Self.reading("A", 1, minutesAgo: 0, at: clock)), "B": .failure(busy)]
        ])
        try await running(answers, clock: clock, places: ["A", "B"].map { try Place($0) }) { _, _ in
            try await expectEventually("a pause") { clock.pauses == [.seconds(7200)] }
        }
    }

    @Test("At the end of a record the stream is over, also after a failure")
    func record() async throws {
        let clock = try #require(VirtualTime.current)
        let end = TransportError(host: "x", reason: .notRecorded("https://x/"))
        let answers = Answers([
            ["A": .success(Self.reading("A", 1, minutesAgo: 0, at: clock))], [:],
            ["A": .failure(ProviderFailure("x", .transport(end)))],
        ])
        try await running(answers, clock: clock, places: [try Place("A")]) { log, run in
            for pause in [Duration.seconds(3660), .milliseconds(250)] {
                try await expectEventually("a pause") { clock.pauses == [pause] }
                await clock.pass(pause)
            }
            try await expectEventually("the end") { log.events.last == .over(provider: "x") || answers.asked.count > 3 }
            #expect(log.events.last == .over(provider: "x"))
            if answers.asked.count == 3 { #expect(await run.value == nil) }
        }
    }

    @Test("The sample's stream has ten readings per city, an hour apart, the same every time")
    func sample() async throws {
        let makeStream = try #require(ProviderTable.airQuality.named("sample")?.makeAirStream)
        func values(_ places: [Place]) async throws -> [AirReading] {
            let log = AirLog()
            let settings = ProviderSettings(http: .none, time: TestClock().source)
            try await makeStream(settings, AirWish(places: places)).run(log.receiver)
            return log.readings
        }
        let delhi = try await values([try Place("delhi")])
        #expect(delhi.map(\.time.seconds) == (0..<10).map { 1_709_294_400 + 3600 * $0 })
        #expect(try await values([try Place("Delhi")]) == delhi)
        #expect(Set(delhi.map(\.aqi)).count > 1)
        #expect(try await values([]).count == 120)
    }

    @Test("The mock's stream has --rate readings a second, one city after the other")
    func mock() async throws {
        let makeStream = try #require(ProviderTable.airQuality.named("mock")?.makeAirStream)
        let clock = try #require(VirtualTime.current)
        let settings = ProviderSettings(http: .none, time: clock.source, rate: 4)
        let log = AirLog()
        let places = try ["Delhi", "Nowhere", "Pune"].map { try Place($0) }
        let run = Task(executorPreference: TaskThreads.executor) {
            try await makeStream(settings, AirWish(places: places)).run(log.receiver)
        }
        await clock.settle()
        #expect(clock.pauses == [.milliseconds(250)])
        await clock.pass(.seconds(2))
        run.cancel()
        _ = await run.result
        #expect(log.readings.count == 9)
        #expect(log.readings.prefix(5).map(\.city) == ["Delhi", "Pune", "Delhi", "Pune", "Delhi"])
        #expect(log.events.contains { if case .gaveUp(places[1], _) = $0 { true } else { false } })
    }
}
