/// What a client does, as it does it; URLs hold no key.
public enum HTTPEvent: Sendable, Equatable {
    /// A request goes out.
    case started(url: String)
    /// A redirect is followed.
    case redirected(status: Int, to: String)
    /// The answer is whole; `bytes` after decompression.
    case answered(url: String, status: Int, milliseconds: Int, bytes: Int)
    /// There is no answer.
    case failed(url: String, error: TransportError, milliseconds: Int)
}
