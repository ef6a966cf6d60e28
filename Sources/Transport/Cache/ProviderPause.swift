import Platform

/// How long a provider is left alone after it refused with too many requests, or asked last after it failed, and what
/// it said.
package struct ProviderPause: Sendable, Equatable {
    /// The time that is left.
    package var duration: Duration
    /// Whether the provider named the time. Otherwise it is the program's own.
    package var isRequested: Bool
    /// The provider's message, without keys; nil if it sent none.
    package var words: String?

    /// Creates a pause. Each parameter sets the property of the same name.
    package init(duration: Duration, isRequested: Bool, words: String?) {
        (self.duration, self.isRequested, self.words) = (duration, isRequested, words)
    }

    /// The longest pause that is kept, whatever a provider says: a wrong number must not lock it out.
    private static let longest = Duration.seconds(3600)
    private static let requested = "requested"

    /// The pause as a kept answer: the first line of its body says who named the time, the rest is the message.
    func kept(_ moment: (now: Timestamp, sinceBoot: BootTime?)) -> CachedAnswer {
        let body = (isRequested ? Self.requested : "own") + "\n" + (words ?? "")
        return CachedAnswer(
            requested: moment.now, sinceBoot: moment.sinceBoot, freshness: min(duration, Self.longest),
            body: Array(body.utf8))
    }

    /// Reads a kept pause; nil if it is over.
    init?(_ kept: CachedAnswer, age: Duration) {
        duration = min(kept.freshness, Self.longest) - age
        guard duration > .zero else { return nil }
        let text = String(decoding: kept.body, as: UTF8.self)
        let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        isRequested = parts[0] == Self.requested
        words = parts.count < 2 || parts[1].isEmpty ? nil : String(parts[1])
    }
}
