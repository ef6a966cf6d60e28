/// A source of readings, as a value with one closure: the lifetime of one connection, or polling.
///
/// It never reconnects by itself. Creating one sends no request.
public struct AirSource: Sendable {
    /// Delivers readings until the stream ends. Throws `ProviderFailure` if it breaks. If the task is cancelled, it
    /// closes the connection and returns.
    public var run: @Sendable (any AirReceiver) async throws(ProviderFailure) -> Void

    /// Creates a source from a closure.
    public init(run: @escaping @Sendable (any AirReceiver) async throws(ProviderFailure) -> Void) {
        self.run = run
    }
}

/// A receiver of readings and events.
public protocol AirReceiver: Sendable {
    /// Receives all readings of one message or response at once, in order.
    func receive(_ readings: [AirReading])

    /// Receives an event other than readings.
    func note(_ event: AirEvent)

    /// Records that a message arrived, with or without readings, at a moment of the monotonic clock. It shows that
    /// the provider is alive. It is called after the readings of the message were received.
    func heard(at moment: Duration)
}

extension AirReceiver {
    /// Does nothing.
    public func heard(at moment: Duration) {}
}

/// An event of a feed other than readings.
public enum AirEvent: Sendable, Equatable {
    /// A provider failed before its first reading, and another is tried. `walk` counts the attempts of the chain from
    /// 0.
    case step(ProviderFailure, next: String, walk: Int)
    /// All providers failed. They are tried again after the pause.
    case pause(Duration)
    /// A provider's connection is open.
    case opened(provider: String)
    /// The first reading of a connection arrived.
    case live(provider: String)
    /// A running feed broke. It reconnects after the pause.
    case lost(ProviderFailure, pause: Duration)
    /// A feed that broke sends readings again. `gap` is the time without readings.
    case back(provider: String, gap: Duration)
    /// A message or one of its elements was invalid and left out. For a city, the problem begins with its name and a
    /// colon with a space.
    case dropped(provider: String, problem: String)
    /// The number of further invalid elements of the same message, which were left out.
    case droppedMore(provider: String, count: Int)
    /// The provider's stream ended regularly.
    case over(provider: String)
    /// The readings of a place will not arrive.
    case gaveUp(Place, ProviderFailure)
    /// The reading of a place did not arrive this time. It is requested again with the others.
    case missed(Place, ProviderFailure)
}

/// The places and the scale requested from a source.
public struct AirWish: Sendable {
    /// The requested places; empty for all.
    public var places: [Place]
    /// The scale; nil for the provider's own.
    public var scale: AQIScale?

    /// Creates a wish for places.
    public init(places: [Place], scale: AQIScale? = nil) {
        self.places = places
        self.scale = scale
    }
}
