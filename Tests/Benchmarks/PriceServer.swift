import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A substitute for five services of prices and one of rates, in its own process. Each service has its own port and its
/// own delay.
///
/// It prints its ports as a line, in the order of the services, and ends when its stdin does.
struct PriceServer {
    /// Bytes to write, and the time to write them.
    private struct Delayed {
        let due: ContinuousClock.Instant
        let connection: Int32
        let bytes: [UInt8]
    }

    private let answers = PriceAnswers()
    /// The delay of each service in milliseconds.
    private let delays: [Int]
    private let listeners: [Int32]
    private var polled: [pollfd]
    private var services: [Int32: Int] = [:]
    private var unread: [Int32: [UInt8]] = [:]
    private var delayed: [Delayed] = []

    /// Serves until stdin ends.
    static func run(delays: [Int]) throws(ChildRun.Fault) {
        signal(SIGPIPE, SIG_IGN)
        var (listeners, ports): ([Int32], [String]) = ([], [])
        for _ in delays {
            let (listener, port) = try LoopbackSocket.listening()
            listeners.append(listener)
            ports.append("\(port)")
        }
        var server = PriceServer(delays, listeners)
        _ = StandardStreams.write(Array((ports.joined(separator: " ") + "\n").utf8), to: 1)
        while server.serveOnce() {}
    }

    private init(_ delays: [Int], _ listeners: [Int32]) {
        (self.delays, self.listeners) = (delays, listeners)
        polled = ([0] + listeners).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    }

    /// Waits for an event and handles it; false at the end of stdin.
    private mutating func serveOnce() -> Bool {
        let ready = poll(&polled, nfds_t(polled.count), wait)
        sendDue()
        guard ready >= 0 else { return errno == EINTR }
        for entry in polled where entry.revents != 0 {
            if entry.fd == 0 { return false }
            if let service = listeners.firstIndex(of: entry.fd) {
                let connection = accept(entry.fd, nil, nil)
                guard connection >= 0 else { continue }
                services[connection] = service
                polled.append(pollfd(fd: connection, events: Int16(POLLIN), revents: 0))
            } else if !take(from: entry.fd) {
                leave(entry.fd)
            }
        }
        return true
    }

    /// The milliseconds until the next answer, rounded up; negative where there is none.
    private var wait: Int32 {
        guard let next = delayed.map(\.due).min() else { return -1 }
        return max(0, Int32(((next - ContinuousClock.now) / .milliseconds(1)).rounded(.up)))
    }

    private mutating func sendDue() {
        let now = ContinuousClock.now
        for answer in delayed where answer.due <= now { _ = StandardStreams.write(answer.bytes, to: answer.connection) }
        delayed.removeAll { $0.due <= now }
    }

    /// Reads the available bytes and schedules the answer to a complete request; false when the peer has left.
    private mutating func take(from connection: Int32) -> Bool {
        let now = ContinuousClock.now
        let piece = [UInt8](unsafeUninitializedCapacity: 16384) { buffer, filled in
            filled = max(0, read(connection, buffer.baseAddress, buffer.count))
        }
        guard !piece.isEmpty, let service = services[connection] else { return false }
        unread[connection, default: []] += piece
        guard let request = unread[connection], request.suffix(4).elementsEqual("\r\n\r\n".utf8) else { return true }
        unread[connection] = nil
        let line = String(decoding: request.prefix { $0 != 0x0D }, as: UTF8.self)
        delayed.append(
            Delayed(
                due: now + .milliseconds(delays[service]), connection: connection,
                bytes: answers.answer(of: PriceAnswers.Service.allCases[service], to: line)))
        return true
    }

    private mutating func leave(_ connection: Int32) {
        polled.removeAll { $0.fd == connection }
        delayed.removeAll { $0.connection == connection }
        (unread[connection], services[connection]) = (nil, nil)
        close(connection)
    }
}
