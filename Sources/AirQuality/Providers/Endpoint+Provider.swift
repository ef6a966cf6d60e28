import ProviderKit

extension Endpoint {
    /// The service of a provider, at the built-in host or at its replacement in the settings.
    convenience init(
        _ provider: AirQualityProvider, _ settings: ProviderSettings, key: KeyUse.Position? = nil,
        errors: ErrorShape = .none
    ) {
        self.init(
            provider: provider.name, settings, base: settings.base ?? provider.host,
            key: key.map { KeyUse(of: settings, by: provider.name, provider.key, in: $0) }, errors: errors)
    }
}
