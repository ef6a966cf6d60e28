/// Sends requests. A value of one closure, so that a test puts its own in place.
public struct HTTPClient: Sendable {
    /// One answer to one request; it neither retries nor judges the status.
    public var send: @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse

    /// A client that answers so.
    public init(send: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse) {
        self.send = send
    }

    /// The same client with another User-Agent header.
    public func sending(userAgent: String) -> HTTPClient {
        HTTPClient { request async throws(TransportError) in
            var request = request
            request.userAgent = userAgent
            return try await send(request)
        }
    }
}
