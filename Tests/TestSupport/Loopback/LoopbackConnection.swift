#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
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
    private let descriptor: Int32
    private let stop: StopSignal
    private let unread = Mutex<[UInt8]>([])

    init(descriptor: Int32, stop: StopSignal) {
        self.descriptor = descriptor
        self.stop = stop
    }

    deinit {
        close(descriptor)
    }

    /// Sends all bytes, waiting for the client to read them. Throws `ConnectionEnded`.
    package func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
                #if canImport(Darwin)
                return Darwin.send(descriptor, rest.baseAddress, rest.count, 0)
                #else
                return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                #endif
            }
            if count > 0 {
                sent += count
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                _ = try stop.wait(for: descriptor, events: POLLOUT)
            } else if errno != EINTR {
                throw ConnectionEnded.clientLeft
            }
        }
    }

    /// The next bytes of the client, at least one; empty after it has closed its side.
    ///
    /// Throws `ConnectionEnded` when the client resets the connection or the server stops.
    package func receive() throws -> [UInt8] {
        let kept = unread.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
        if !kept.isEmpty { return kept }
        // Received bytes are read even when the server is being stopped, because they came before that.
        var stopped: (any Error)?
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, filled in
                count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
                filled = max(count, 0)
            }
            if count >= 0 { return bytes }
            if errno != EAGAIN, errno != EWOULDBLOCK, errno != EINTR { throw ConnectionEnded.clientLeft }
            if let stopped { throw stopped }
            do {
                _ = try stop.wait(for: descriptor, events: POLLIN)
            } catch {
                stopped = error
            }
        }
    }

    /// Puts bytes back, as the first ones that `receive` returns.
    package func putBack(_ bytes: some Collection<UInt8>) {
        unread.withLock { $0.insert(contentsOf: bytes, at: 0) }
    }

    /// Pauses. Throws `ConnectionEnded.serverStopped` as soon as the server stops.
    package func wait(_ duration: Duration) throws {
        _ = try stop.wait(timeout: duration)
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
        shutdown(descriptor, Int32(SHUT_WR))
        try waitUntilClientLeaves()
    }

    /// Turns the following close into a reset (RST).
    func resetWhenClosed() {
        Descriptors.set(descriptor, level: SOL_SOCKET, option: SO_LINGER, to: linger(l_onoff: 1, l_linger: 0))
    }
}
