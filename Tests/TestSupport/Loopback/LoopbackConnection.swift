import Synchronization

/// The reason for the end of a script. It is thrown through the script, ends the connection, and fails no test.
package enum ConnectionEnded: Error, Equatable {
    /// The client closed or reset the connection.
    case clientLeft
    /// The server is being stopped.
    case serverStopped
}

/// One accepted connection for a script: bytes in, bytes out. Every wait ends when the server stops.
///
/// Calls block, so make them on the thread of the connection, where scripts run.
package final class LoopbackConnection: Sendable {
    private let link: any ByteLink
    private let unread = Mutex<[UInt8]>([])

    init(_ link: any ByteLink) {
        self.link = link
    }

    /// Sends all bytes, waiting for the client to read them. Throws `ConnectionEnded`.
    package func send(_ bytes: [UInt8]) throws { try link.send(bytes) }

    /// The next bytes of the client, at least one; empty after it has closed its side.
    ///
    /// Throws `ConnectionEnded` when the client resets the connection or the server stops.
    package func receive() throws -> [UInt8] {
        let kept = unread.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
        return try kept.isEmpty ? link.receive() : kept
    }

    /// Waits for bytes of the client, or its end. Returns false if the time is over before. Throws `ConnectionEnded`.
    func waitForBytes(_ limit: Duration) throws -> Bool {
        try !unread.withLock(\.isEmpty) || link.waitForBytes(limit)
    }

    /// Puts bytes back, as the first ones that `receive` returns.
    package func putBack(_ bytes: some Collection<UInt8>) {
        unread.withLock { $0.insert(contentsOf: bytes, at: 0) }
    }

    /// Pauses. Throws `ConnectionEnded.serverStopped` as soon as the server stops.
    package func wait(_ duration: Duration) throws {
        try link.wait(duration)
    }

    /// Waits until something is so. Returns false if the time is over before. Throws `ConnectionEnded.serverStopped` as
    /// soon as the server stops.
    func wait(until isOver: @escaping @Sendable () -> Bool, limit: Duration?) throws -> Bool {
        try link.wait(until: isOver, limit: limit)
    }

    /// Reads and drops bytes until the client disconnects. Throws `ConnectionEnded.serverStopped`.
    package func waitUntilClientLeaves() throws {
        while try !receive().isEmpty {}
    }

    /// The next request; nil when the client has closed. Throws `RequestParser.Malformed` and `ConnectionEnded`.
    func nextRequest() throws -> RecordedRequest? {
        var bytes: [UInt8] = []
        while true {
            let more = try receive()
            if more.isEmpty { return nil }
            bytes += more
            if let (request, length) = try RequestParser.parse(bytes) {
                putBack(bytes[length...])
                return request
            }
        }
    }

    /// Closes the server's side in order (FIN) and waits for the client's end: closing with unread bytes would send a
    /// reset.
    func finish() throws {
        link.endSending()
        try waitUntilClientLeaves()
    }

    /// Turns the following close into a reset (RST).
    func resetWhenClosed() { link.resetWhenClosed() }
}
