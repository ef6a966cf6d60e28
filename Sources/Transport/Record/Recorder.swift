package import Platform
import Synchronization

/// Writes what a run exchanges with servers to the files of a directory: a HAR file for each HTTP exchange once it has
/// ended, and a file of JSON lines for each WebSocket connection, which grows with each frame.
///
/// The names of the files sort in the order in which the exchanges began. Keys are not written.
package final class Recorder: Sendable {
    private struct State {
        var count = 0
        var latest: RecordTime
        /// The time of the run up to the latest event or the end of the latest pause, as a run from the record counts
        /// it.
        var passed = Duration.zero
        /// When the pauses end that have not ended yet.
        var pauses: [Int: Duration] = [:]
        var pauseCount = 0
        var failure: SystemError.Failure?
    }

    private let directory: PrivateDirectory
    private let lock: FileLock?
    private let creator: (name: String, version: String)
    private let time: TimeSource
    private let began: Duration
    /// When the run began.
    let start: RecordTime
    private let state: Mutex<State>

    /// Creates an empty record. The directory must be empty or not exist; a new one is readable by its user only.
    /// Throws `RecordFault`.
    package init(
        _ path: String, creator: (name: String, version: String), time: TimeSource
    ) throws(RecordFault) {
        // An existing directory keeps its mode, since it may be any directory of the user.
        directory = try translating(PrivateDirectory(path, tightens: false)) { RecordFault.directory($0) }
        lock = try Self.lock(path)
        if let names = try? FileBytes.names(in: path), !names.isEmpty { throw .notEmpty }
        (self.creator, self.time) = (creator, time)
        began = time.elapsed()
        start = RecordTime(time.now())
        state = Mutex(State(latest: start))
    }

    /// Locks the directory, since two runs would overwrite each other's files. Returns nil if its file system has no
    /// locks.
    private static func lock(_ path: String) throws(RecordFault) -> FileLock? {
        do throws(SystemError.Failure) {
            if let lock = try FileLock(tryingDirectory: path) { return lock }
        } catch {
            return nil
        }
        throw .notEmpty
    }

    /// The first failure of writing a file.
    package var failure: SystemError.Failure? { state.withLock(\.failure) }

    /// Whether nothing was sent to a server.
    package var isEmpty: Bool { state.withLock { $0.count == 0 } }

    /// The clock of the run. Its wall clock stands still between two events, which are the answers and the frames, so
    /// that a run from the record can show the same times.
    var clock: TimeSource {
        TimeSource(
            now: { [self] in state.withLock(\.latest).timestamp }, elapsed: time.elapsed,
            sleep: { [self] duration in
                let (id, rest) = beginPause(duration)
                do {
                    try await time.sleep(rest)
                } catch {
                    state.withLock { $0.pauses[id] = nil }
                    throw error
                }
                state.withLock { state in
                    if let end = state.pauses.removeValue(forKey: id) { state.passed = max(state.passed, end) }
                }
            })
    }

    /// Begins a pause. It is counted from the latest event, as in a run from the record, so that both ends of it come
    /// between the same events. A wait for anything else is none of it.
    private func beginPause(_ duration: Duration) -> (id: Int, rest: Duration) {
        let now = time.elapsed() - began
        return state.withLock { state in
            if now - state.passed > .seconds(1) { state.passed = now }
            let end = state.passed + max(duration, .zero)
            state.pauseCount += 1
            state.pauses[state.pauseCount] = end
            return (state.pauseCount, max(end - now, .zero))
        }
    }

    /// The current moment. It never goes back, even if the system's clock is set.
    func moment() -> RecordTime {
        start + (time.elapsed() - began).milliseconds
    }

    /// Moves the clock of the run to the current moment, and returns it. What happens before a late end of a pause is
    /// recorded as before its end.
    func mark() -> RecordTime {
        let moment = moment()
        return state.withLock { state in
            let end = state.pauses.values.min().map { start + $0.milliseconds } ?? moment
            state.latest = max(state.latest, min(moment, end))
            state.passed = max(state.passed, state.latest - start)
            return state.latest
        }
    }

    /// Returns the name of a new file, without its extension. A port is part of the host.
    func name(for host: String) -> String {
        let number = state.withLock { state in
            state.count += 1
            return String(state.count)
        }
        let plain = host.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" }
        return String(repeating: "0", count: max(0, 6 - number.count)) + number + "-" + String(plain)
    }

    /// Writes a file at once.
    func write(_ bytes: [UInt8], to name: String) {
        attempt { () throws(SystemError.Failure) in try directory.replace(name, with: bytes, isDurable: false) }
    }

    /// Adds bytes to a file.
    func append(_ bytes: [UInt8], to name: String) {
        attempt { () throws(SystemError.Failure) in _ = try directory.append(bytes, to: name) }
    }

    private func attempt(_ write: () throws(SystemError.Failure) -> Void) {
        do throws(SystemError.Failure) {
            try write()
        } catch {
            state.withLock { $0.failure = $0.failure ?? error }
        }
    }
}

// MARK: - HTTP

extension Recorder {
    /// Runs the exchange of one hop, and writes it. Returns the outcome, and when the request was sent.
    func exchange(
        _ hop: Hop, _ order: TransferOrder, run: (TransferOrder) async -> TransferOutcome
    ) async -> (outcome: TransferOutcome, sent: Timestamp) {
        let name = name(for: hop.origin.authority) + ".har"
        let sent = moment()
        let outcome = await run(order)
        let exchange = HTTPExchange(
            sent: sent, milliseconds: max(0, mark().milliseconds - sent.milliseconds), url: hop.redactedURL,
            header: hop.shownHeaders + [HTTPHeader("User-Agent", order.userAgent)],
            outcome: outcome.masking(hop.masked))
        write(exchange.har(creator: creator, run: start), to: name)
        return (outcome, sent.timestamp)
    }
}

extension Hop {
    /// The headers, with `***` in place of the key.
    fileprivate var shownHeaders: [HTTPHeader] {
        var shown = headers.hidingKey(masked)
        if case .header(let name, _, let prefix) = secret { shown.append(HTTPHeader(name, prefix + "***")) }
        return shown
    }
}

extension HTTPHeaders {
    /// The fields that hold a key or a session, whoever sent them.
    private static let secret = ["Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"]

    /// Returns the fields without keys and sessions.
    func hidingKey(_ key: String?) -> HTTPHeaders {
        map { header in
            let isSecret = Self.secret.contains { Self.equal($0, header.name) }
            return HTTPHeader(header.name, isSecret ? "***" : header.value.masking(key))
        }
    }
}

extension TransferOutcome {
    /// Returns the outcome without the key.
    fileprivate func masking(_ key: String?) -> HTTPExchange.Outcome {
        switch self {
        case .failure(let reason): .failed(reason.masking(key))
        case .success(let (head, body, _)):
            .answered(status: head.status, header: head.headers.hidingKey(key), body: body.masking(key))
        }
    }
}
