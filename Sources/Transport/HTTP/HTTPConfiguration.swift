public import Platform

/// What all requests of a client have in common.
public struct HTTPConfiguration: Sendable {
    /// The time of one attempt: name look-up, connection, redirects and body.
    public var timeout: Duration
    /// The end of the whole command.
    public var deadline: Deadline
    /// The User-Agent header.
    public var userAgent: String
    /// Which certificates are trusted.
    public var trust: Trust
    /// The most bytes of a body, after decompression.
    public var bodyLimit: Int
    /// The clock.
    public var time: TimeSource
    /// Told of every request, redirect, answer and failure; called on any thread.
    public var observe: (@Sendable (HTTPEvent) -> Void)?

    /// 64 MiB.
    public static let defaultBodyLimit = 64 << 20

    /// What the options and the environment say; the tool's defaults.
    public init(
        timeout: Duration = .seconds(10), deadline: Deadline = .none, userAgent: String, trust: Trust = Trust(),
        bodyLimit: Int = Self.defaultBodyLimit, time: TimeSource = .live,
        observe: (@Sendable (HTTPEvent) -> Void)? = nil
    ) {
        self.timeout = timeout
        self.deadline = deadline
        self.userAgent = userAgent
        self.trust = trust
        self.bodyLimit = bodyLimit
        self.time = time
        self.observe = observe
    }
}

/// Where trusted certificates are read from; nil leaves libcurl's own choice.
public struct Trust: Sendable, Equatable {
    /// A file of certificates.
    public var bundle: String?
    /// A directory of certificates, named by hash.
    public var directory: String?

    /// Both, one or none.
    public init(bundle: String? = nil, directory: String? = nil) {
        self.bundle = bundle
        self.directory = directory
    }

    /// The curl tool's rule: CURL_CA_BUNDLE alone, else SSL_CERT_DIR and SSL_CERT_FILE; empty ones do not count.
    /// https://curl.se/docs/manpage.html, section ENVIRONMENT.
    public init(environment: [String: String]) {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        if let bundle = value("CURL_CA_BUNDLE") {
            self.init(bundle: bundle)
        } else {
            self.init(bundle: value("SSL_CERT_FILE"), directory: value("SSL_CERT_DIR"))
        }
    }
}
