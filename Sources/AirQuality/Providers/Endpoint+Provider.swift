package import Platform
package import ProviderKit
package import Transport

extension Endpoint {
    /// The service of a provider, at the built-in host or at its replacement in the settings.
    convenience init(
        _ provider: AirQualityProvider, _ settings: ProviderSettings, key: KeyUse.Position? = nil,
        errors: ErrorShape = .none
    ) {
        self.init(
            provider: provider.name, settings, base: settings.base ?? provider.host,
            key: key.map { KeyUse(of: settings, by: provider.name, provider.key, in: $0) }, errors: errors,
            pace: settings.base == nil ? settings.pace ?? provider.pace(settings.time) : nil)
    }
}

extension AirQualityProvider {
    /// How fast requests to its own host follow each other; nil without a known limit.
    package func pace(_ time: TimeSource, until deadline: Deadline = .none) -> RequestPace? {
        requestsAMinute.map { RequestPace(rate: 1, aMinute: $0, time: time, deadline: deadline) }
    }
}
