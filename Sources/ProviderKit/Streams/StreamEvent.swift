package import Platform

/// An event of a feed other than data. `Subject` is what is streamed: a symbol, or a place.
package enum StreamEvent<Subject: Sendable & Equatable>: Sendable, Equatable {
    /// A provider failed before its first data, and another is tried. `walk` counts the attempts of the chain from 0.
    case step(ProviderFailure, next: String, walk: Int)
    /// All providers failed, the first subject with this failure. They are tried again after the pause.
    case pause(Duration, after: ProviderFailure)
    /// A provider's connection is open.
    case opened(provider: String)
    /// The first data of a connection arrived.
    case live(provider: String)
    /// A running stream broke. It reconnects after the pause.
    case lost(ProviderFailure, pause: Duration)
    /// A stream that broke sends data again. `gap` is the time without data, which `ended` at a moment of the monotonic
    /// clock.
    case back(provider: String, gap: Duration, ended: Duration)
    /// A provider's own numbers prove that so many of its messages about a subject did not arrive, though the
    /// connection did not break.
    case skipped(provider: String, String, count: Int, from: Timestamp, to: Timestamp)
    /// The data of one subject, of a market by its name, does not arrive any more since a moment, though the connection
    /// is open and the provider has new data of it.
    case quiet(Subject, provider: String, market: String, since: Timestamp)
    /// A message or one of its elements was invalid and left out. For a city, the problem begins with its name and a
    /// colon with a space.
    case dropped(provider: String, problem: String)
    /// The number of further invalid elements of the same message, which were left out.
    case droppedMore(provider: String, count: Int)
    /// The data of a subject will not arrive.
    case gaveUp(Subject, ProviderFailure)
    /// The data of a subject did not arrive this time. It is requested again with the others.
    case missed(Subject, ProviderFailure)
    /// A provider does not serve its stream. Its quotes are requested every so often instead.
    case polled(ProviderFailure, every: Duration)
    /// A provider's stream ended regularly, and the feed ends with it.
    case over(provider: String)

    /// Whether data is missing from now on, or was before it.
    package var makesGap: Bool {
        switch self {
        case .lost, .polled, .missed, .skipped, .quiet: true
        default: false
        }
    }

    /// Whether what comes next is of another connection, or data may be missing before it.
    package var interrupts: Bool {
        switch self {
        case .opened, .lost, .polled, .missed, .quiet: true
        default: false
        }
    }
}
