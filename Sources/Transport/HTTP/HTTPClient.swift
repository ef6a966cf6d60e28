/// Sends requests. A value of one closure, so that a test puts its own in place.
public struct HTTPClient: Sendable {
    /// One answer to one request; it neither retries nor judges the status.
    public var send: @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse

    public init(send: @escaping @Sendable (HTTPRequest) async throws(TransportError) -> HTTPResponse) {
        self.send = send
    }
}
