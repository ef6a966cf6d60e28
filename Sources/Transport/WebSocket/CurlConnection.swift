import CCurl
import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The owner of a connection that libcurl opens (name lookup, proxy, TLS). After that, this type sends and receives
/// the bytes.
///
/// It belongs to one thread at a time.
final class CurlConnection: ByteSource {
    private let handle: CurlHandle
    private let multi: CurlMulti
    private let hop: Hop
    private let order: TransferOrder
    private var socket: Int32 = -1
    /// Whether the socket is read without libcurl, which returns at most 16 KB per call.
    private var isPlain = false

    /// Not known: a connection that was open ends with its bytes.
    var failure: WebSocketFailure? { nil }

    /// Prepares a connection without network access.
    init(_ hop: Hop, _ order: TransferOrder) throws(TransportError.Reason) {
        let handle = try CurlHandle()
        try handle.reach(order)
        try handle.set(CCURLOPT_CONNECT_ONLY, 1)
        // Prevent HTTP/2, which a server may prefer and which has no WebSocket upgrade.
        try handle.set(CCURLOPT_HTTP_VERSION, CCURL_HTTP_VERSION_1_1)
        try handle.set(CCURLOPT_HTTPPROXYTUNNEL, 1)
        let multi = try CurlMulti(handle.library)
        unsafe try multi.add(handle.easy)
        self.handle = handle
        self.multi = multi
        self.hop = hop
        self.order = order
    }

    deinit {
        unsafe multi.remove(handle.easy)
    }

    /// Connects within the time limit of the order. A wake ends it as `cancelled` if `isCancelled` then returns true;
    /// any other wake signal stays raised.
    func connect(_ wake: WakeSignal, _ isCancelled: () -> Bool) throws(TransportError) {
        var wasWoken = false
        defer { if wasWoken { wake.signal() } }
        while true {
            if let code = try translating(multi.perform(), hop.error) {
                if let reason = take(code) { throw hop.error(reason) }
                return
            }
            guard multi.wait(orFor: wake.descriptor) else { continue }
            wasWoken = wake.clear() || wasWoken
            if isCancelled() { throw hop.error(.cancelled) }
        }
    }

    /// Handles the result of libcurl: stores the connection, or returns the reason why there is none.
    private func take(_ code: Int) -> TransportError.Reason? {
        guard code == CCURLE_OK else {
            return code == CCURLE_OPERATION_TIMEDOUT
                ? order.timeoutReason
                : handle.reason(code: code, head: ResponseHead(rules: order.rules), of: order.url)
        }
        guard unsafe ccurl_get(handle.easy, Int32(CCURLINFO_ACTIVESOCKET), &socket) == CCURLE_OK, socket >= 0
        else {
            return .libraryMissing("CURLINFO_ACTIVESOCKET")
        }
        // The connection to a proxy may use TLS; then the socket must not be read directly.
        isPlain = order.url.hasPrefix("http:") && handle.number(CCURLINFO_HTTP_CONNECTCODE) == 0
        return nil
    }

    func read(into bytes: UnsafeMutableRawBufferPointer) -> ByteStep {
        guard isPlain else { return unsafe readThroughLibrary(into: bytes) }
        while true {
            let count = unsafe recv(socket, bytes.baseAddress, bytes.count, 0)
            if count > 0 { return .moved(count) }
            if count == 0 { return .ended }
            if errno == EAGAIN || errno == EWOULDBLOCK { return .blocked }
            if errno != EINTR { return .reset }
        }
    }

    /// Reads until nothing is left or the buffer is full, because TLS may hold bytes that the socket does not show.
    private func readThroughLibrary(into bytes: UnsafeMutableRawBufferPointer) -> ByteStep {
        var total = 0
        while total < bytes.count {
            var count = 0
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[total...])
            let code = unsafe ccurl_easy_recv(handle.easy, rest.baseAddress, rest.count, &count)
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

    func write(_ bytes: UnsafeRawBufferPointer) -> ByteStep {
        var count = 0
        let code = unsafe ccurl_easy_send(handle.easy, bytes.baseAddress, bytes.count, &count)
        if code == CCURLE_AGAIN || code == CCURLE_OK && count == 0 { return .blocked }
        return code == CCURLE_OK ? .moved(count) : .reset
    }

    func wait(for events: Int32, or wake: WakeSignal?, milliseconds: Int) -> WebSocketConnection.Arrival {
        var polled = (
            pollfd(fd: socket, events: Int16(events), revents: 0),
            pollfd(fd: wake?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
        )
        let count = unsafe withUnsafeMutableBytes(of: &polled) { bytes in
            unsafe poll(bytes.assumingMemoryBound(to: pollfd.self).baseAddress, 2, Int32(clamping: milliseconds))
        }
        guard count > 0 else { return .timedOut }
        return polled.1.revents != 0 ? .woken : .ready
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

/// The multi handle of one connection. It makes connecting interruptible.
@safe
private struct CurlMulti: ~Copyable {
    private let pointer: OpaquePointer

    init(_ library: CurlLibrary) throws(TransportError.Reason) {
        guard let pointer = unsafe ccurl_multi_init(library.pointer) else { throw .libraryMissing("curl_multi_init") }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe ccurl_multi_cleanup(pointer)
    }

    func add(_ easy: OpaquePointer) throws(TransportError.Reason) {
        let code = unsafe ccurl_multi_add_handle(pointer, easy)
        guard code == CCURLM_OK else { throw .libraryMissing("curl_multi_add_handle: \(code)") }
    }

    /// Removes an easy handle. Its connection is closed with it.
    func remove(_ easy: OpaquePointer) {
        unsafe ccurl_multi_remove_handle(pointer, easy)
    }

    /// Continues to connect without waiting. Returns a CURLcode when it is done, else nil.
    func perform() throws(TransportError.Reason) -> Int? {
        var running: Int32 = 0
        let failure = unsafe ccurl_multi_perform(pointer, &running)
        guard failure == CCURLM_OK else { throw .libraryMissing("curl_multi_perform: \(failure)") }
        var easy: OpaquePointer?
        var code: Int32 = 0
        return unsafe ccurl_multi_next_done(pointer, &easy, &code) ? Int(code) : nil
    }

    /// Waits until connecting can continue. Returns true if `descriptor` is readable.
    func wait(orFor descriptor: Int32) -> Bool {
        var isReadable = false
        unsafe ccurl_multi_poll(pointer, 60_000, descriptor, &isReadable)
        return isReadable
    }
}
