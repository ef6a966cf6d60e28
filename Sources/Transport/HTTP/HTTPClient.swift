/// An HTTP client. It is a value with one closure, so that tests can replace it.
package struct HTTPClient: Sendable {
    /// Sends one request and returns its response. Throws `TransportError`. It does not retry, and does not check the
    /// status.
    package var send: @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse

    /// Creates a client that sends requests with a closure.
    ///
    /// - Parameter send: Sends one request. Throws `TransportError`.
    package init(send: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse) {
        self.send = send
    }

    /// Returns the same client with another User-Agent header.
    ///
    /// - Parameter userAgent: The value of the header.
    /// - Returns: The client. It shares its connections with this one.
    package func sending(userAgent: String) -> HTTPClient {
        HTTPClient { request async throws(TransportError) in
            var request = request
            request.userAgent = userAgent
            return try await send(request)
        }
    }
}
