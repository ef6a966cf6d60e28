package import Transport

extension Endpoint {
    /// The service of a provider, at the built-in host or at its replacement in the settings. A host that is gone is
    /// not asked, and the limits of the built-in one are not those of its replacement.
    package convenience init(
        _ provider: Provider, _ settings: ProviderSettings, headers: [HTTPHeader] = [],
        key: KeyUse.Position? = nil, errors: ErrorShape = .none
    ) {
        self.init(
            provider: provider.name, settings, base: settings.base ?? provider.host,
            spare: settings.base == nil ? provider.spareHost : nil, headers: headers,
            key: key.map { KeyUse(of: settings, by: provider.name, provider.key, in: $0) },
            pathStart: provider.pathStart, errors: errors,
            pace: settings.base == nil ? settings.pace ?? provider.pace(settings.time) : nil,
            hasHost: !provider.hostIsGone || settings.base != nil)
    }
}
