import Platform
package import Transport

/// How a program asks providers: its name, keys, time limits, and hosts in place of the providers' own.
public struct ProviderOptions: Sendable {
    /// The name and version of the program, for the User-Agent header.
    public var userAgent = "crypto-library/1.0"
    /// The keys by the names of their providers.
    public var keys: [String: String] = [:]
    /// The time limit of one request.
    public var timeout = Duration.seconds(10)
    /// The time limit of a call, with all providers and pauses. A stream has none.
    public var deadline = Duration.seconds(30)
    /// How often all providers are asked again after a failure that passes.
    public var retries = 3
    /// Where a provider is asked, by its name: the base URL that replaces its own.
    public var hosts: [String: String] = [:]
    /// Where a provider streams, by its name: the base URL that replaces its own.
    public var streamHosts: [String: String] = [:]

    /// Creates the default options.
    public init() {}
}

extension ProviderOptions {
    private var retry: RetryPolicy { RetryPolicy(retries: retries) }

    /// The deadline of a call that begins now.
    package var callDeadline: Deadline { Deadline(after: deadline, on: .live) }

    /// Returns a chain of providers for a call with a deadline. `client` makes the client of a provider with these
    /// settings.
    package func chain<Client: Sendable>(
        of providers: [Provider], until deadline: Deadline, client: (Provider, ProviderSettings) -> Client
    ) -> ClientChain<Client> {
        ClientChain(
            links: providers.map { .init($0, client: client($0, settings(of: $0, until: deadline))) }, retry: retry,
            deadline: deadline, time: .live, random: { Double.random(in: 0...1) }, observe: { _ in })
    }

    /// How streams reconnect: as long as their task runs.
    package var streamPolicy: StreamPolicy {
        StreamPolicy(
            retry: retry, attempts: nil, deadline: .none, time: .live, random: { Double.random(in: 0...1) })
    }

    /// Throws a `ProviderFailure` with the code `missingKey` if a provider needs a key that is not there.
    package func checkKeys(of providers: [Provider]) throws(ProviderFailure) {
        for provider in providers where provider.key == .required && keys[provider.name] == nil {
            throw ProviderFailure(provider.name, .missingKey)
        }
    }

    /// Returns the settings of a provider, with a key, hosts and time limits.
    package func settings(of provider: Provider, until deadline: Deadline) -> ProviderSettings {
        let (name, agent) = (provider.name, provider.agent)
        let configuration = HTTPConfiguration(
            timeout: timeout, deadline: deadline, userAgent: agent.text(of: userAgent))
        return ProviderSettings(
            http: .curl(configuration), base: hosts[name], streamBase: streamHosts[name], key: keys[name], time: .live,
            sockets: configuration)
    }
}
