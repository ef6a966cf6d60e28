public import Platform
package import Transport

/// The settings of a provider's client.
public struct ProviderSettings: Sendable {
    /// The HTTP client for its requests.
    package var http: HTTPClient
    /// The replacement of the scheme and host of its built-in REST URL; a path in it is used as a prefix.
    public var base: String?
    /// The replacements for its other hosts, by the word in the name of their variable: `GEOCODING`.
    package var otherBases: [String: String] = [:]
    /// The replacement for the URL of its stream.
    public var streamBase: String?
    /// The configuration of its sockets, shared with its requests; nil if no socket is opened.
    package var sockets: HTTPConfiguration?
    /// The API key.
    package var key: ProviderKey
    /// The clock.
    public var time: TimeSource
    /// The seed of the random walk of `mock`.
    package var seed: UInt64
    /// The number of ticks per second of `mock`.
    package var rate: Int
    /// The values of quotes that are requested although a provider does not send them unasked.
    package var extras: QuoteExtras = []
    /// What a stream does with the numbers of its messages, where the provider has any.
    package var streamNumbers = StreamNumbers.unread
    /// How fast requests to its own host follow each other, where several clients share it; nil for one of their own.
    package var pace: RequestPace?
    /// The kept answers; nil if every request is sent.
    package var cache: AnswerCache?
    /// When kept answers are used.
    package var cachePolicy = CachePolicy()

    /// Creates the settings of one provider. Each parameter sets the property of the same name.
    package init(
        http: HTTPClient, base: String? = nil, streamBase: String? = nil, key: String? = nil, time: TimeSource,
        sockets: HTTPConfiguration? = nil, seed: UInt64 = 1, rate: Int = 10
    ) {
        self.http = http
        self.base = base
        self.streamBase = streamBase
        self.key = ProviderKey(key)
        self.time = time
        self.sockets = sockets
        self.seed = seed
        self.rate = rate
    }
}

/// What a stream does with the numbers that a provider gives its messages.
package enum StreamNumbers: Sendable {
    /// Nothing: they are not even read.
    case unread
    /// A tick has the number of its message.
    case read
    /// They are also compared, so that a missing message is found.
    case compared
}

extension ProviderSettings {
    /// The last part of the path of the URL that replaces the provider's: `v1` of `https://proxy/x/v1`; nil without a
    /// path.
    package var lastPathPart: Substring? {
        // Of `https://proxy/v1` the parts are `https:`, `proxy` and `v1`.
        guard let parts = base?.split(separator: "/"), parts.count > 2 else { return nil }
        return parts.last
    }

    /// Creates settings with libcurl's HTTP client, the system's clocks and the provider's own hosts.
    ///
    /// - Parameters:
    ///   - userAgent: The User-Agent header: the name and version of the program. Some providers need the form that
    ///     their `agent` returns.
    ///   - key: The API key; nil if there is none.
    package init(userAgent: String, key: String? = nil) {
        let configuration = HTTPConfiguration(userAgent: userAgent)
        self.init(http: .curl(configuration), key: key, time: .live, sockets: configuration)
    }
}

/// The form of the User-Agent header for a provider.
package enum UserAgent: Sendable {
    /// `crypto/1.0`
    case plain
    /// `Mozilla/5.0 (compatible; crypto/1.0)`, for services that reject headers that do not look like a browser's.
    case browser

    /// Returns the value of the header.
    ///
    /// - Parameter program: The name and version of the program: `crypto/1.0`.
    /// - Returns: The program alone, or in the form of a browser.
    package func text(of program: String) -> String {
        switch self {
        case .plain: program
        case .browser: "Mozilla/5.0 (compatible; \(program))"
        }
    }
}

/// Whether programs may rely on a provider's interface.
package enum Standing: String, Sendable {
    /// The service documents it for programs.
    case official
    /// The service's own pages use it. It is not documented, and may change or reject programs at any time.
    case unofficial
}

/// Whether a provider needs a key.
public enum KeyNeed: String, Sendable {
    /// There are no keys.
    case none
    /// It works without a key; a key raises its limits.
    case optional
    /// It does not work without a key.
    case required
}
