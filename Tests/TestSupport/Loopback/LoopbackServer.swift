#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Platform
import Synchronization
package import Testing

/// An HTTP/1.1 server on a loopback address that answers from the given exchanges and records every request.
///
/// In virtual time it has no socket: a client opens its connections with `connect`.
///
/// Prefer `withLoopbackServer`, which verifies and stops it.
package final class LoopbackServer: Sendable {
    /// The port chosen by the system.
    package let port: UInt16
    /// `http://127.0.0.1:PORT`, without a slash at the end.
    package let url: String

    private let listener: ListeningSocket?
    private let stopSignal: StopSignal
    private let time: VirtualTime?
    private let sourceLocation: SourceLocation
    private let ledger: Mutex<ExchangeLedger>
    private let threads = Mutex<(all: [WorkerThread], accepted: Int, open: Int)>(([], 0, 0))
    /// The connections without sockets.
    private let links = Mutex<[MemoryLink]>([])

    /// Starts a server; `stop()` must end it. Throws `SystemCallFailure` when no socket can be created.
    package init(
        _ exchanges: [Exchange], family: LoopbackFamily = .ipv4, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        stopSignal = try StopSignal()
        time = family == .ipv4 ? VirtualTime.current : nil
        listener = try time == nil ? ListeningSocket(family: family) : nil
        port = listener?.port ?? time?.makePort() ?? 0
        url = "http://\(family.host):\(port)"
        ledger = Mutex(ExchangeLedger(exchanges))
        self.sourceLocation = sourceLocation
        time?.add(self)
        guard let listener else { return }
        let thread = try WorkerThread { [self] in acceptConnections(listener) }
        threads.withLock { $0.all.append(thread) }
    }

    deinit {
        if let listener { close(listener.descriptor) }
    }

    /// Every request so far in the order of arrival, unmatched ones included.
    package var requests: [RecordedRequest] {
        ledger.withLock { $0.requests }
    }

    /// The number of connections accepted so far.
    package var connectionCount: Int {
        threads.withLock { $0.accepted }
    }

    /// The number of open connections. A connection ends when the server notices that the client has disconnected.
    package var openConnectionCount: Int {
        threads.withLock { $0.open }
    }

    /// Ends every script and connection and joins the threads; calling it again does nothing.
    package func stop() {
        stopSignal.raise()
        time?.remove(self)
        for link in links.withLock(\.self) { link.stopServer() }
        // Nothing else runs meanwhile, as with threads that are joined.
        time?.wait { [self] in openConnectionCount == 0 }
        while let thread = threads.withLock({ $0.all.popLast() }) {
            thread.join()
        }
    }

    /// Does the same. In virtual time the tasks of the test go on meanwhile.
    func end() async {
        if time == nil { stop() } else { await BlockingThread.result { [self] in stop() } }
    }

    /// Fails the test for every request without a matching exchange, for every failed expectation of a script and, if
    /// `includingUnused`, for every exchange with answers left (the last two at their own lines).
    package func verify(includingUnused: Bool = true) {
        let ledger = ledger.withLock { $0 }
        for line in ledger.unmatched {
            Issue.record("unmatched request \(line)", sourceLocation: sourceLocation)
        }
        for failure in ledger.failures {
            Issue.record("\(failure)", sourceLocation: failure.sourceLocation ?? sourceLocation)
        }
        guard includingUnused else { return }
        for (exchange, reason) in ledger.unused {
            Issue.record("unused answer \(reason)", sourceLocation: exchange.sourceLocation)
        }
    }

    /// Opens a connection without a socket, in virtual time.
    package func connect() -> MemoryLink? {
        guard let time else { return nil }
        let link = MemoryLink(time)
        links.withLock { $0.append(link) }
        time.begin()
        accept(link.server) { time.end() }
        return link
    }

    private func acceptConnections(_ listener: ListeningSocket) {
        while (try? stopSignal.wait(for: listener.descriptor, events: POLLIN)) != nil {
            guard let descriptor = Descriptors.accept(on: listener.descriptor) else { continue }
            accept(SocketLink(descriptor: descriptor, stop: stopSignal)) {}
        }
    }

    /// Serves a connection on a thread of its own, which ends with `finish`.
    private func accept(_ link: any ByteLink, _ finish: @escaping @Sendable () -> Void) {
        threads.withLock {
            $0.accepted += 1
            $0.open += 1
        }
        let thread = try? WorkerThread { [self] in
            serve(LoopbackConnection(link))
            link.end()
            threads.withLock { $0.open -= 1 }
            finish()
        }
        if let thread { threads.withLock { $0.all.append(thread) } }
    }

    private func serve(_ connection: LoopbackConnection) {
        do {
            while let request = try connection.nextRequest() {
                let answer = ledger.withLock { $0.take(request) } ?? .unmatched(request)
                switch try answer.play(request, on: connection) {
                case .keepAlive: continue
                case .close: return try connection.finish()
                case .reset: return connection.resetWhenClosed()
                }
            }
        } catch let malformed as RequestParser.Malformed {
            ledger.withLock { $0.refuse(malformed.description) }
        } catch let failure as ScriptFailure {
            ledger.withLock { $0.fail(failure) }
        } catch {
            // The client disconnected or the server stops. Both end the connection without a failure.
        }
    }
}

extension Answer {
    fileprivate static func unmatched(_ request: RecordedRequest) -> Answer {
        .status(599, body: "no exchange of this test is meant for \(request)\n").then(.close)
    }
}

/// Runs `body` with a started server, then stops the server and fails the test for unmatched requests and, unless
/// `body` threw, unused answers.
///
/// If every `try` of `body` is inside a `#expect`, the compiler infers that `body` does not throw. Assign the value to
/// a constant first.
package func withLoopbackServer<Result>(
    _ exchanges: [Exchange], family: LoopbackFamily = .ipv4, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (LoopbackServer) async throws -> Result
) async throws -> Result {
    try await Turns.take {
        let server = try LoopbackServer(exchanges, family: family, sourceLocation: sourceLocation)
        do {
            let result = try await body(server)
            await server.end()
            server.verify()
            return result
        } catch {
            await server.end()
            server.verify(includingUnused: false)
            throw error
        }
    }
}
