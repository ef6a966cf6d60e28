import Platform
import Synchronization
import Transport

/// The requests that each provider was sent in a run: the last URL, and the longest time of an answer.
final class RequestLog: Sendable {
    /// The last URL, with the key shown as `***`, and the longest time of a request.
    typealias Entry = (url: String, longest: Duration)

    private let time: TimeSource
    private let entries = Mutex<[String: Entry]>([:])

    /// Creates an empty log with the clock that measures the answers.
    init(time: TimeSource) { self.time = time }

    /// Returns what is known of a provider; nil if it was sent nothing.
    subscript(provider: String) -> Entry? { entries.withLock { $0[provider] } }

    /// Returns a client whose requests are those of a provider.
    func watching(_ client: HTTPClient, of provider: String) -> HTTPClient {
        HTTPClient { [self] request async throws(TransportError) in
            begin(request.redactedURL, of: provider)
            let start = time.elapsed()
            defer { end(start, of: provider) }
            return try await client.send(request)
        }
    }

    /// Notes a request that begins.
    func begin(_ url: String, of provider: String) {
        entries.withLock { $0[provider, default: (url, .zero)].url = url }
    }

    private func end(_ start: Duration, of provider: String) {
        let spent = time.elapsed() - start
        entries.withLock { entries in
            guard let longest = entries[provider]?.longest, spent > longest else { return }
            entries[provider]?.longest = spent
        }
    }
}
