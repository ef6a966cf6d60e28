import Synchronization

/// A connection without a socket, in virtual time. This is its client's end.
package final class MemoryLink: Sendable {
    /// What the client reads.
    package enum Arrival: Equatable, Sendable {
        case bytes([UInt8])
        /// Nothing is there yet.
        case nothing
        case ended
        case reset
    }

    private struct State {
        var toServer: [UInt8] = []
        var toClient: [UInt8] = []
        var hasClientLeft = false
        var isServerStopped = false
        /// How the server ended the connection; nil while it is open.
        var end: Arrival?
        /// Called when there is something to read for the client.
        var onArrival: (@Sendable () -> Void)?
    }

    private let time: VirtualTime
    private let state = Mutex(State())

    init(_ time: VirtualTime) {
        self.time = time
    }

    /// The server's end.
    var server: any ByteLink { ServerEnd(link: self) }

    /// Whether the client can read something.
    package var isReadable: Bool { state.withLock { !$0.toClient.isEmpty || $0.end != nil } }

    /// Calls `onArrival` each time that something arrives for the client, on the thread of the server.
    package func onArrival(_ onArrival: @escaping @Sendable () -> Void) {
        state.withLock { $0.onArrival = onArrival }
    }

    /// Sends bytes of the client.
    package func send(_ bytes: some Sequence<UInt8>) { state.withLock { $0.toServer += bytes } }

    /// Reads at most so many bytes of the server.
    package func read(_ limit: Int = .max) -> Arrival {
        state.withLock { state in
            guard !state.toClient.isEmpty else { return state.end ?? .nothing }
            let bytes = Array(state.toClient.prefix(limit))
            state.toClient.removeFirst(bytes.count)
            return .bytes(bytes)
        }
    }

    /// Ends the connection on the client's side.
    package func leave() { state.withLock { $0.hasClientLeft = true } }

    /// Ends the waits of the server.
    func stopServer() { state.withLock { $0.isServerStopped = true } }

    /// The server's end.
    private struct ServerEnd: ByteLink {
        let link: MemoryLink

        private func tellClient(_ change: (inout State) -> Void) {
            let tell = link.state.withLock { state in
                change(&state)
                return state.onArrival
            }
            tell?()
        }

        func send(_ bytes: [UInt8]) throws {
            if link.state.withLock(\.hasClientLeft) { throw ConnectionEnded.clientLeft }
            tellClient { $0.toClient += bytes }
        }

        private var isReadable: @Sendable () -> Bool {
            { [link] in link.state.withLock { !$0.toServer.isEmpty || $0.hasClientLeft || $0.isServerStopped } }
        }

        func waitForBytes(_ limit: Duration) throws -> Bool {
            try wait(until: isReadable, limit: limit)
        }

        func receive() throws -> [UInt8] {
            link.time.wait(until: isReadable)
            let (bytes, hasClientLeft) = link.state.withLock { state in
                defer { state.toServer = [] }
                return (state.toServer, state.hasClientLeft)
            }
            guard !bytes.isEmpty || hasClientLeft else { throw ConnectionEnded.serverStopped }
            return bytes
        }

        func wait(_ duration: Duration) throws {
            _ = try wait(until: { false }, limit: duration)
        }

        func wait(until isOver: @escaping @Sendable () -> Bool, limit: Duration?) throws -> Bool {
            let isLate = Flag()
            let alarm = limit.map { link.time.setAlarm(after: $0) { isLate.raise() } }
            defer { if let alarm { link.time.cancelAlarm(alarm) } }
            link.time.wait { [link] in link.state.withLock(\.isServerStopped) || isOver() || isLate.isRaised }
            if !isOver(), link.state.withLock(\.isServerStopped) { throw ConnectionEnded.serverStopped }
            return isOver()
        }

        func endSending() { tellClient { $0.end = $0.end ?? .ended } }

        func resetWhenClosed() {
            tellClient { state in
                state.toClient = []
                state.end = .reset
            }
        }

        func end() { endSending() }
    }
}

/// Something that has happened or not.
package final class Flag: Sendable {
    private let state = Atomic(false)

    package init() {}

    package var isRaised: Bool { state.load(ordering: .sequentiallyConsistent) }

    package func raise() { state.store(true, ordering: .sequentiallyConsistent) }
}
