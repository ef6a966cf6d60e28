import AirQuality
import DecimalArithmetic
import Platform
import ProviderKit
import TestFixtures
import TestSupport
import Testing
import Transport

extension Provider {
    /// A provider of the list of all providers. An unknown name ends the test run.
    static func listed(_ name: String) -> Provider {
        guard let provider = ProviderTable.airQuality.named(name) else { fatalError("no provider \(name)") }
        return provider
    }

    /// A client of the provider for a server, over real sockets.
    func client(_ server: LoopbackServer, key: String? = nil, clock: TestClock = TestClock()) -> AirQualityClient {
        var settings = ProviderSettings(
            http: .curl(.ofTest()), base: server.url, key: key, time: clock.source)
        settings.otherBases = otherHosts.merging(sharedHosts) { own, _ in own }.mapValues { _ in server.url }
        return makeAir(settings)
    }

    /// A client of the provider without a server.
    func client(clock: TestClock = TestClock(), seed: UInt64 = 1) -> AirQualityClient {
        makeAir(
            ProviderSettings(
                http: .curl(.ofTest()), time: clock.source, seed: seed))
    }
}

extension AirQualityClient {
    func readings(_ places: [String], _ scale: AQIScale? = nil) async throws -> [Result<AirReading, ProviderFailure>] {
        await readings(try places.map { try Place($0) }, scale)
    }
}
