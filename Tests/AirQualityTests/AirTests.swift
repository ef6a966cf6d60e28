import AirQuality
import Synchronization
import TestSupport
import Testing

/// What a package outside of this one uses.
@Suite("Air of providers by their names", .quick, .endsHang)
struct AirTests {
    private static let delhi = Answer.json(
        #"{"status":"ok","data":{"aqi":209,"idx":1,"city":{"name":"Delhi","geo":[28.6,77.2]},"#
            + #""time":{"iso":"2024-03-01T12:00:00+05:30"},"iaqi":{"pm25":{"v":209}}}}"#)

    /// Air that asks a loopback server in place of WAQI, and the sample after it.
    private static func air(_ server: LoopbackServer, _ providers: [Provider] = [.waqi]) throws -> Air {
        var options = ProviderOptions()
        (options.hosts["waqi"], options.keys["waqi"], options.retries) = (server.url, "a-key", 0)
        return try Air(providers, options: options)
    }

    @Test("A reading comes from the provider's host, or from the next provider where that fails")
    func reading() async throws {
        let path = "/feed/@7/"
        try await withLoopbackServer([.get(path, times: .any, answer: Self.delhi)]) { server in
            let reading = try await Self.air(server).reading(of: "@7")
            #expect(reading.provider == "waqi" && reading.aqi?.description == "209")
        }
        try await withLoopbackServer([.everything(.status(503))]) { server in
            let reading = try await Self.air(server, [.waqi, .sampleAir]).reading(of: "Delhi", on: .us)
            #expect(reading.provider == "sample" && reading.aqi?.description == "209")
        }
    }

    @Test("A failure has a stable code; each place has a result of its own")
    func failures() async throws {
        let sample = try Air("sample")
        let results = await sample.readings(of: ["Nowhere", "28.6N", "Delhi"])
        let codes = results.map { result in
            if case .failure(let failure) = result { failure.code } else { nil as ProviderFailure.Code? }
        }
        #expect(codes == [.unknownPlace, .unknownPlace, nil])
        #expect(await sample.readings(of: []).isEmpty)
        let missing = #expect(throws: ProviderFailure.self) { try Air("waqi") }
        #expect(missing?.code == .missingKey)
    }

    @Test("Past hours are those of the provider")
    func history() async throws {
        let hours = try await Air("sample").history(of: "Delhi", hours: 3, on: .us)
        #expect(hours.count >= 3 && hours.allSatisfy { $0.city == "Delhi" })
    }

    @Test("The hours to come are asked of the providers that have a forecast")
    func forecast() async throws {
        let hours = try await Air("sample").forecast(of: "Delhi", hours: 3, on: .us)
        #expect(hours.map(\.time.description).first == "2024-03-01T13:00:00Z" && hours.count == 3)
        let chain = try await Air([.eea, .sampleAir]).forecast(of: "Delhi", hours: 1)
        #expect(chain.map(\.provider) == ["sample"])
        await #expect(throws: ProviderFailure("eea", .cannot(.forecast))) {
            try await Air([.eea]).forecast(of: "Delhi", hours: 1)
        }
    }

    @Test("A stream gives each reading, and ends with a failure where no place has any")
    func updates() async throws {
        let notices = Mutex<[StreamNotice]>([])
        var cities: [String: Int] = [:]
        let sample = try Air("sample")
        let updates = sample.updates(of: ["Delhi", "Pune", "28.6N"]) { notice in notices.withLock { $0.append(notice) }
        }
        for try await reading in updates { cities[reading.city, default: 0] += 1 }
        #expect(cities == ["Delhi": 10, "Pune": 10])
        #expect(notices.withLock { $0.map(\.subject) } == ["28.6N"])
        let failure = await #expect(throws: ProviderFailure.self) {
            for try await _ in sample.updates(of: ["28.6N"]) {}
        }
        #expect(failure?.code == .unknownPlace)
    }
}
