/// Readings that come by themselves, as a value of closures: one connection's life, or asking again and again.
///
/// It never connects again by itself, and making one asks nothing.
public struct AirSource: Sendable {
    /// Hands readings over until it ends, which is a failure, or until nothing is left to come; a task that is cancelled
    /// closes what is open and returns.
    public var run: @Sendable (any AirReceiver) async throws(ProviderFailure) -> Void

    /// A source of this closure.
    public init(run: @escaping @Sendable (any AirReceiver) async throws(ProviderFailure) -> Void) {
        self.run = run
    }
}

/// Where readings go.
public protocol AirReceiver: Sendable {
    /// Takes the readings of one message or answer, in their order: nobody sees half of them (REQUIREMENTS A7).
    func receive(_ readings: [AirReading])

    /// Takes what happened beside readings.
    func note(_ event: AirEvent)

    /// Takes note that a message came at a moment of the clock that is never set, of readings or not: the provider lives.
    /// Told after the readings were handed over.
    func heard(at moment: Duration)
}

extension AirReceiver {
    /// Does nothing.
    public func heard(at moment: Duration) {}
}

/// What happens to a feed beside readings.
public enum AirEvent: Sendable, Equatable {
    /// A provider failed before its first reading, and another is asked; walks count from 0.
    case step(ProviderFailure, next: String, walk: Int)
    /// All failed; they are asked again after the pause.
    case pause(Duration)
    /// A provider's connection is open.
    case opened(provider: String)
    /// The first reading of a connection came.
    case live(provider: String)
    /// A running feed broke; it is taken up again after the pause.
    case lost(ProviderFailure, pause: Duration)
    /// A feed that had broken brings readings again; the time without any.
    case back(provider: String, gap: Duration)
    /// A message, or an element of one, made no sense and was left out; that of a city begins with the city's name and `: `.
    case dropped(provider: String, problem: String)
    /// As many more elements of the same message made no sense and were left out.
    case droppedMore(provider: String, count: Int)
    /// The provider's stream is over: it is one that ends.
    case over(provider: String)
    /// A place's readings will not come.
    case gaveUp(Place, ProviderFailure)
    /// A place's reading did not come this time; it is asked for again with the others.
    case missed(Place, ProviderFailure)
}

/// What a source is made for.
public struct AirWish: Sendable {
    /// The places wanted; none for all that come.
    public var places: [Place]
    /// The scale, the provider's own for nil.
    public var scale: AQIScale?

    /// A wish for these places.
    public init(places: [Place], scale: AQIScale? = nil) {
        self.places = places
        self.scale = scale
    }
}
