#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Platform

/// The server's end of a connection.
protocol ByteLink: Sendable {
    /// Sends all bytes. Throws `ConnectionEnded`.
    func send(_ bytes: [UInt8]) throws
    /// Returns the next bytes of the client; none after it has closed its side. Throws `ConnectionEnded`.
    func receive() throws -> [UInt8]
    /// Waits for bytes of the client, or its end. Returns false if the time is over before. Throws `ConnectionEnded`.
    func waitForBytes(_ limit: Duration) throws -> Bool
    /// Pauses. Throws `ConnectionEnded.serverStopped` as soon as the server stops.
    func wait(_ duration: Duration) throws
    /// Waits until something is so. Returns false if the time is over before. Throws `ConnectionEnded.serverStopped` as
    /// soon as the server stops.
    func wait(until isOver: @escaping @Sendable () -> Bool, limit: Duration?) throws -> Bool
    /// Closes the server's side in order.
    func endSending()
    /// Makes the end of the connection a reset.
    func resetWhenClosed()
    /// Ends the connection. Nothing else may be called after this.
    func end()
}

/// The end of a TCP connection.
struct SocketLink: ByteLink {
    let descriptor: Int32
    let stop: StopSignal

    /// Waits for the client to read the bytes.
    func send(_ bytes: [UInt8]) throws {
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

    func receive() throws -> [UInt8] {
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

    func waitForBytes(_ limit: Duration) throws -> Bool {
        try stop.wait(for: descriptor, events: POLLIN, timeout: limit)
    }

    func wait(_ duration: Duration) throws { _ = try stop.wait(timeout: duration) }

    func wait(until isOver: @escaping @Sendable () -> Bool, limit: Duration?) throws -> Bool {
        let start = TimeSource.live.elapsed()
        while !isOver() {
            if let limit, TimeSource.live.elapsed() - start > limit { return false }
            try wait(.milliseconds(1))
        }
        return true
    }

    func end() { close(descriptor) }

    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    func resetWhenClosed() {
        Descriptors.set(descriptor, level: SOL_SOCKET, option: SO_LINGER, to: linger(l_onoff: 1, l_linger: 0))
    }
}
