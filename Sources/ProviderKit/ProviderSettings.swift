public import Platform
public import Transport

/// What a provider's client is made of.
public struct ProviderSettings: Sendable {
    /// Carries its requests.
    public var http: HTTPClient
    /// Replaces scheme and host of its built-in REST URL; a path in it is kept in front.
    public var base: String?
    /// As `base`, for its other hosts, by the word that their variable has: `GEOCODING`.
    public var otherBases: [String: String] = [:]
    /// As `base`, for its stream.
    public var streamBase: String?
    /// What its sockets have in common with its requests; nil where nothing opens any.
    public var sockets: HTTPConfiguration?
    /// Its key.
    public var key: String?
    /// The clock.
    public var time: TimeSource
    /// Where `mock` begins its random walk.
    public var seed: UInt64
    /// How many ticks a second `mock` makes.
    public var rate: Int

    /// Settings of one provider.
    public init(
        http: HTTPClient, base: String? = nil, streamBase: String? = nil, key: String? = nil, time: TimeSource,
        sockets: HTTPConfiguration? = nil, seed: UInt64 = 1, rate: Int = 10
    ) {
        self.http = http
        self.base = base
        self.streamBase = streamBase
        self.key = key
        self.time = time
        self.sockets = sockets
        self.seed = seed
        self.rate = rate
    }
}

/// How a program names itself to a provider.
public enum UserAgent: Sendable {
    /// `crypto/1.0`
    case plain
    /// `Mozilla/5.0 (compatible; crypto/1.0)`, for services that refuse all that is not of a browser's shape.
    case browser

    /// The header's value for a program and version.
    public func text(of program: String) -> String {
        switch self {
        case .plain: program
        case .browser: "Mozilla/5.0 (compatible; \(program))"
        }
    }
}

/// Whether a provider wants a key.
public enum KeyNeed: String, Sendable {
    case none, optional, required
}
