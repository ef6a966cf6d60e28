import AirQuality
import Platform
import TestSupport
import Testing

extension AirQualityClient {
    /// A client that may not be called: every call fails the test. Set the closures that a test expects to be called.
    static func unimplemented(sourceLocation: SourceLocation = #_sourceLocation) -> AirQualityClient {
        AirQualityClient(
            readings: { places, _ in
                Issue.record("AirQualityClient.readings was called", sourceLocation: sourceLocation)
                return places.map { _ in .failure(ProviderFailure("unimplemented", .cannot(.air))) }
            },
            history: { _, _ throws(ProviderFailure) in
                Issue.record("AirQualityClient.history was called", sourceLocation: sourceLocation)
                throw ProviderFailure("unimplemented", .cannot(.history))
            },
            now: {
                Issue.record("AirQualityClient.now was called", sourceLocation: sourceLocation)
                return TestClock().now
            })
    }
}
