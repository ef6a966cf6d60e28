import CCurl

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Reads the bytes of a connection. It is valid as long as the connection, and for one thread at a time.
@safe
struct ConnectionSource {
    let easy: OpaquePointer
    /// The socket of a plain connection, which is read without libcurl because libcurl returns at most 16 KB per
    /// call.
    let socket: Int32?

    /// Reads the available bytes.
    func read(into bytes: UnsafeMutableRawBufferPointer) -> CurlConnection.Step {
        guard let socket else { return unsafe readThroughLibrary(into: bytes) }
        while true {
            let count = unsafe recv(socket, bytes.baseAddress, bytes.count, 0)
            if count > 0 { return .moved(count) }
            if count == 0 { return .ended }
            if errno == EAGAIN || errno == EWOULDBLOCK { return .blocked }
            if errno != EINTR { return .reset }
        }
    }

    /// Reads until nothing is left or the buffer is full, because TLS may hold bytes that the socket does not show.
    private func readThroughLibrary(into bytes: UnsafeMutableRawBufferPointer) -> CurlConnection.Step {
        var total = 0
        while total < bytes.count {
            var count = 0
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[total...])
            let code = unsafe ccurl_easy_recv(easy, rest.baseAddress, rest.count, &count)
            if code == CCURLE_OK, count > 0 {
                total += count
            } else if total > 0 {
                return .moved(total)
            } else {
                return code == CCURLE_OK ? .ended : code == CCURLE_AGAIN ? .blocked : .reset
            }
        }
        return .moved(total)
    }

    /// Blocks SIGPIPE on this thread. Every thread that reads or writes must do so: TLS libraries also write during a
    /// read, and do not suppress the signal. On macOS, where the signal is sent to any thread, libcurl keeps its
    /// sockets from causing it (SO_NOSIGPIPE).
    static func blockBrokenPipes() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
