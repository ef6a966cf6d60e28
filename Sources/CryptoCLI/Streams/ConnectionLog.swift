import ProviderKit
import Synchronization

/// What connections do: said on stderr, and kept for the last line of a picture.
final class ConnectionLog: Sendable {
    private enum Connection {
        case opening, live
        case waiting
    }

    private static var toldDrops: Int { 5 }

    private let session: Session
    private let providers: [String]
    private let state = Mutex<(connections: [String: Connection], dropped: Int, over: [String])>(([:], 0, []))

    init(_ session: Session, _ providers: [String]) {
        (self.session, self.providers) = (session, providers)
    }

    /// `coinbase live, kraken lost, connecting again`: what the connections do.
    var connections: String {
        let states = state.withLock(\.connections)
        return providers.compactMap { name in
            switch states[name] {
            case .opening: "\(name) connecting"
            case .live: "\(name) live"
            case .waiting: "\(name) lost, connecting again"
            case nil: nil
            }
        }.joined(separator: ", ")
    }

    /// A provider failed before it brought anything, and another is asked.
    func step(_ failure: ProviderFailure, next: String, walk: Int) {
        let line = "\(Failure.fact(of: failure)); asking \(next)"
        if session.common.verbose { session.notice(line) } else if walk == 0 { session.noticeOnce(line) }
    }

    func pause(_ pause: Duration) {
        if session.common.verbose { session.environment.console.say("trying again in \(pause.shown)") }
    }

    func open(_ provider: String) {
        set(.opening, of: provider)
        if session.common.verbose { session.environment.console.say("\(provider): the stream is open") }
    }

    func live(_ provider: String) { set(.live, of: provider) }

    /// True once an outage: attempts that fail again change nothing.
    @discardableResult
    func lose(_ failure: ProviderFailure, pause: Duration) -> Bool {
        let before = set(.waiting, of: failure.provider)
        session.notice("\(Failure.fact(of: failure)); connecting again in \(pause.shown)")
        return before == .live
    }

    func back(_ provider: String, gap: Duration) {
        set(.live, of: provider)
        session.notice("\(provider): back after a gap of \(gap.shown)")
    }

    /// A provider's stream has come to its end.
    func finish(_ provider: String) { state.withLock { $0.over.append(provider) } }

    /// The providers whose streams are over.
    var over: [String] { state.withLock(\.over) }

    /// Something made no sense and was left out; only the first few are named.
    func drop(_ provider: String, _ thing: String, _ problem: String) {
        let count = state.withLock { state in
            state.dropped += 1
            return state.dropped
        }
        if count <= Self.toldDrops { session.notice("\(provider): \(thing) is left out: \(problem)") }
        if count == Self.toldDrops { session.notice("\(provider): more that are left out are not named") }
    }

    /// Takes note of what a connection does, and returns what it did before.
    @discardableResult
    private func set(_ connection: Connection, of provider: String) -> Connection? {
        state.withLock { $0.connections.updateValue(connection, forKey: provider) }
    }
}
