/// A provider's source of readings, as a value with one closure: the lifetime of one connection, or polling.
///
/// It never reconnects by itself. Creating one sends no request.
package struct AirSource: Sendable {
    /// The name of the provider, the first if several are polled.
    package let name: String
    /// Delivers readings until the stream ends. Throws `ProviderFailure` if it breaks. If the task is cancelled, it
    /// closes the connection and returns.
    package let run: @Sendable (AirReceiver) async throws(ProviderFailure) -> Void

    /// Creates a source from a closure that runs one connection until it ends.
    package init(_ name: String, run: @escaping @Sendable (AirReceiver) async throws(ProviderFailure) -> Void) {
        (self.name, self.run) = (name, run)
    }
}

/// A receiver of readings and events, as a value with closures.
package struct AirReceiver: Sendable {
    /// Receives all readings of one message or response at once, in order.
    package let receive: @Sendable ([AirReading]) -> Void
    /// Receives an event other than readings.
    package let note: @Sendable (AirEvent) -> Void
    /// Records that a message arrived, with or without readings, at a moment of the monotonic clock. It shows that
    /// the provider is alive. It is called after the readings of the message were received.
    package let heard: @Sendable (Duration) -> Void

    /// Creates a receiver. Each parameter sets the property of the same name.
    package init(
        receive: @escaping @Sendable ([AirReading]) -> Void, note: @escaping @Sendable (AirEvent) -> Void,
        heard: @escaping @Sendable (Duration) -> Void = { _ in }
    ) {
        (self.receive, self.note, self.heard) = (receive, note, heard)
    }
}

/// An event of a feed other than readings.
package typealias AirEvent = StreamEvent<Place>

/// The places and the scale requested from a source.
package struct AirWish: Sendable {
    /// The requested places; empty for all.
    package var places: [Place]
    /// The scale; nil for the provider's own.
    package var scale: AQIScale?

    package init(places: [Place], scale: AQIScale? = nil) {
        (self.places, self.scale) = (places, scale)
    }
}
