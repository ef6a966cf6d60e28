import AirQuality
import TestSupport
import Testing

@Suite("The example of AirQuality", .quick)
struct AirQualityExampleTests {
    @Test func index() async throws {
        let sample = try #require(ProviderTable.airQuality.named("sample"))
        let texts = try await airQuality(of: "Delhi", from: sample)
        #expect(texts.first == "209, Very Unhealthy" && texts.count > 1)
    }
}
