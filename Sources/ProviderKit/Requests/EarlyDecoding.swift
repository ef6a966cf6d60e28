import Platform
import Synchronization
import Transport

/// Decodes a long answer on a thread of its own while it arrives.
final class EarlyDecoding<Answer: Cacheable>: Sendable {
    private typealias Outcome = Result<Answer, any Error>

    private let decoder: Endpoint.Decoder<Answer>
    private let requested: Timestamp
    /// The latest content that was announced. Of several attempts each may have some.
    private let latest = Mutex<(body: ArrivingBody, outcome: Task<Outcome?, Never>)?>(nil)

    init(_ decoder: Endpoint.Decoder<Answer>, requested: Timestamp) {
        (self.decoder, self.requested) = (decoder, requested)
    }

    /// What a request tells of content to; nil if this answer is decoded at once.
    var onContent: (@Sendable (ArrivingBody) -> Void)? {
        guard let decode = decoder.arriving else { return nil }
        return { [self] body in
            let outcome = Task {
                await body.reading { [requested] in Outcome { try decode(body, requested) } }
            }
            latest.withLock { $0 = (body, outcome) }
        }
    }

    /// Returns how to decode the body of a response: not at all, if that has been done.
    func decode(_ response: HTTPResponse) async -> ([UInt8], Timestamp) throws -> Answer {
        guard let body = response.arriving, let latest = latest.withLock({ $0 }), latest.body == body,
            let outcome = await latest.outcome.value
        else { return decoder.whole }
        return { _, _ in try outcome.get() }
    }
}
