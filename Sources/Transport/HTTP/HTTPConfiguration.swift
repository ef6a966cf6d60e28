package import Platform

/// The settings shared by all requests of a client.
package struct HTTPConfiguration: Sendable {
    /// The time limit of one attempt: name lookup, connection, redirects and body.
    package var timeout: Duration
    /// The deadline of the whole command.
    package var deadline: Deadline
    /// The User-Agent header.
    package var userAgent: String
    /// The trusted certificates.
    package var trust: Trust
    /// The maximum size of a body in bytes, after decompression.
    package var bodyLimit: Int
    /// The clock for time limits.
    package var time: TimeSource
    /// A function that receives every request, redirect, response and failure. It is called on any thread.
    package var observe: (@Sendable (HTTPEvent) -> Void)?
    /// The record that is made of all exchanges, or that takes the place of the network; nil for neither.
    package var record: ExchangeRecord?
    /// What takes the place of libcurl, in tests; nil for libcurl.
    package var network: (any Network)?

    /// The default limit of a body: 64 MiB.
    package static let defaultBodyLimit = 64 << 20

    /// Creates a configuration. The default values are those of the tools. Each parameter sets the property of the same
    /// name.
    package init(
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
