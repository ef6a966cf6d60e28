import AirQuality
import TestSupport
import Testing

@Suite("The example of AirQuality", .quick)
struct AirQualityExampleTests {
    @Test func index() async throws {
        let sample = try #require(AirQualityProvider.named("sample"))
        #expect(try await airQuality(of: "Delhi", from: sample) == "209, Very Unhealthy")
    }
}
