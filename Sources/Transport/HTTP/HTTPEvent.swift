/// An event of a client, reported as it happens. URLs contain no key.
package enum HTTPEvent: Sendable, Equatable {
    /// A request is sent.
    case started(url: String)
    /// A redirect is followed.
    case redirected(status: Int, to: String)
    /// The response is complete. `bytes` is its size after decompression.
    case answered(url: String, status: Int, milliseconds: Int, bytes: Int)
    /// The request failed.
    case failed(url: String, error: TransportError, milliseconds: Int)
}
