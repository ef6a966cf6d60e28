import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A stream of one tick and then almost nothing, in its own process.
///
/// It prints its port as a line and serves one connection after the other until its stdin ends.
enum QuietServer {
    /// The events after the first tick.
    enum Kind: String, CaseIterable {
        /// A heartbeat per second, as from an exchange with a quiet market.
        case heartbeats
        /// Nothing.
        case nothing
        /// The end. A new connection is refused with a Retry-After of an hour.
        case refusal
    }

    /// Serves in this process.
    static func run(_ kind: Kind) throws(ChildRun.Fault) {
        signal(SIGPIPE, SIG_IGN)
        let (listener, port) = try LoopbackSocket.listening()
        _ = StandardStreams.write(Array("\(port)\n".utf8), to: 1)
        var polled = [0, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var isFirst = true
        while poll(&polled, nfds_t(polled.count), -1) > 0, polled[0].revents == 0 {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { continue }
            if isFirst || kind != .refusal { serve(connection, kind) } else { refuse(connection) }
            isFirst = false
            close(connection)
        }
    }

    private static func serve(_ connection: Int32, _ kind: Kind) {
        guard StreamServer.shakeHands(connection) else { return }
        _ = StandardStreams.write(StreamServer.frame(0), to: connection)
        if kind == .refusal { return }
        var scratch = [UInt8](repeating: 0, count: 4096)
        var polled = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
        while true {
            if poll(&polled, 1, kind == .heartbeats ? 1000 : -1) == 0 {
                _ = StandardStreams.write(heartbeat, to: connection)
            } else if read(connection, &scratch, scratch.count) <= 0 {
                return
            }
        }
    }

    private static func refuse(_ connection: Int32) {
        var scratch = [UInt8](repeating: 0, count: 4096)
        _ = read(connection, &scratch, scratch.count)
        let answer = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 3600\r\nContent-Length: 0\r\n\r\n"
        _ = StandardStreams.write(Array(answer.utf8), to: connection)
    }

    private static let heartbeat: [UInt8] = {
        let text = #"{"type":"heartbeat","sequence":90,"product_id":"BTC-USD","time":"2099-03-01T12:00:00Z"}"#
        return [0x81, UInt8(text.utf8.count)] + Array(text.utf8)
    }()
}
