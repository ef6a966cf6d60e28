import AirQuality
import Synchronization

/// What is said of a feed of readings on stderr, and what the run ends with because of it.
final class AirLog: Sendable {
    private let session: Session
    private let log: ConnectionLog
    private let end: @Sendable (StreamEnding) -> Void
    private let failures = Mutex<[(place: Place?, failure: Failure)]>([])

    init(_ session: Session, _ providers: [String], end: @escaping @Sendable (StreamEnding) -> Void) {
        self.session = session
        self.end = end
        log = ConnectionLog(session, providers)
    }

    /// What the connections do.
    var connections: String { log.connections }

    /// The providers whose streams are over.
    var over: [String] { log.over }

    /// The code of the first place, in the order asked, that has no readings.
    func status(of places: [Place]) -> ExitStatus? {
        failures.withLock { failures in
            let order = places.compactMap { place in failures.first { $0.place == place } }
            return (order.first ?? failures.first)?.failure.status
        }
    }

    func take(_ event: AirEvent) {
        switch event {
        case .step(let failure, let next, let walk): log.step(failure, next: next, walk: walk)
        case .pause(let pause): log.pause(pause)
        case .opened(let provider): log.open(provider)
        case .live(let provider): log.live(provider)
        case .lost(let failure, let pause): log.lose(failure, pause: pause)
        case .back(let provider, let gap): log.back(provider, gap: gap)
        case .dropped(let provider, let problem): log.drop(provider, AirReading.leftOutThing, problem)
        case .droppedMore: break  // Only the first few are named.
        case .gaveUp(let place, let failure): add(failure, of: place)
        case .over(let provider): log.finish(provider)
        case .missed(let place, let failure):
            session.notice("\(Failure.fact(of: failure)); \(place) is asked for again with the others")
        }
    }

    /// Takes note of why readings will not come: those of one place, or all.
    func add(_ failure: ProviderFailure, of place: Place? = nil) {
        let said = Failure(failure)
        let isNew = failures.withLock { failures in
            defer { failures.append((place, said)) }
            return !failures.contains { $0.failure == said }
        }
        if isNew { session.environment.console.say(said) }
        if session.common.strict { end(.nothingLeft) }
    }
}
