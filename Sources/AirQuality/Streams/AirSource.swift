/// A source of readings, as a value with one closure: the lifetime of one connection, or polling.
///
/// It never reconnects by itself. Creating one sends no request.
public struct AirSource: Sendable {
    /// Delivers readings until the stream ends. Throws `ProviderFailure` if it breaks. If the task is cancelled, it
    /// closes the connection and returns.
    public var run: @Sendable (any AirReceiver) async throws(ProviderFailure) -> Void

    /// Creates a source from a closure.
    ///
    /// - Parameter run: Runs one connection until it ends.
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
public typealias AirEvent = StreamEvent<Place>

/// The places and the scale requested from a source.
public struct AirWish: Sendable {
    /// The requested places; empty for all.
    public var places: [Place]
    /// The scale; nil for the provider's own.
    public var scale: AQIScale?

    /// Creates a wish for places. Each parameter sets the property of the same name.
    public init(places: [Place], scale: AQIScale? = nil) {
        self.places = places
        self.scale = scale
    }
}
