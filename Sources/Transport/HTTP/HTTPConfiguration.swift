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
