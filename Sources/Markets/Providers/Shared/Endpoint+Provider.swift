import Platform
import Transport

extension Endpoint {
    /// The service of a provider, at the built-in host or at its replacement in the settings.
    init(
        _ provider: MarketProvider, _ settings: ProviderSettings, secret: Secret? = nil, errors: ErrorShape = .none
    ) {
        self.init(
            provider: provider.name, settings, base: settings.base ?? provider.host, secret: secret, errors: errors)
    }
}
