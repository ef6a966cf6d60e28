import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Serves the synthetic market by HTTP/1.1 on 127.0.0.1, at a port chosen by the system, in its own process.
///
/// It prints its port as a line, and ends when its stdin does, at the latest with the process that started it.
struct MarketServer {
    static let pages = Sizes.coins / Sizes.rowsAPage

    /// The answer with all coins, followed by the pages.
    private let answers: [[UInt8]]
    private var polled: [pollfd] = []
    private var unread: [Int32: [UInt8]] = [:]

    private init() {
        var market = MadeMarket()
        let pages = (0..<Self.pages).map { page in
            market.page(page * Sizes.rowsAPage + 1..<(page + 1) * Sizes.rowsAPage + 1)
        }
        answers = ([market.tickers(Sizes.coins)] + pages).map { body in
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
            return Array(head.utf8) + body
        }
    }

    /// Serves until stdin ends.
    static func run() throws(ChildRun.Fault) {
        signal(SIGPIPE, SIG_IGN)
        var server = MarketServer()
        let (listener, port) = try LoopbackSocket.listening()
        let pages = server.answers.dropFirst().reduce(0) { $0 + $1.count }
        _ = StandardStreams.write(Array("\(port) \(server.answers[0].count) \(pages)\n".utf8), to: 1)
        server.polled = [0, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while server.serveOnce(listener) {}
    }

    /// Waits for an event and handles it; false at the end of stdin.
    private mutating func serveOnce(_ listener: Int32) -> Bool {
        guard poll(&polled, nfds_t(polled.count), -1) > 0 else { return errno == EINTR }
        for ready in polled where ready.revents != 0 {
            switch ready.fd {
            case 0: return false
            case listener:
                let connection = accept(listener, nil, nil)
                if connection >= 0 { polled.append(pollfd(fd: connection, events: Int16(POLLIN), revents: 0)) }
            default:
                if !answer(ready.fd) { leave(ready.fd) }
            }
        }
        return true
    }

    /// Reads the available bytes and answers complete requests; false when the peer has left.
    private mutating func answer(_ connection: Int32) -> Bool {
        let piece = [UInt8](unsafeUninitializedCapacity: 16384) { buffer, filled in
            filled = max(0, read(connection, buffer.baseAddress, buffer.count))
        }
        unread[connection, default: []] += piece
        while let request = unread[connection], let end = Self.end(of: request) {
            unread[connection] = Array(request[end...])
            let page = Self.page(in: String(decoding: request[..<end], as: UTF8.self))
            let bytes = answers.indices.contains(page) ? answers[page] : Self.notFound
            guard StandardStreams.write(bytes, to: connection) == 0 else { return false }
        }
        return !piece.isEmpty
    }

    private static let notFound = Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8)

    private mutating func leave(_ connection: Int32) {
        polled.removeAll { $0.fd == connection }
        unread[connection] = nil
        close(connection)
    }

    private static func end(of request: [UInt8]) -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        return request.indices.first { request[$0...].starts(with: mark) }.map { $0 + mark.count }
    }

    /// The requested page; 0 without one, which is all coins.
    private static func page(in request: String) -> Int {
        let target = request.prefix { $0 != "\r\n" }.split(separator: " ").dropFirst().first ?? ""
        let query = target.split(separator: "?").last ?? ""
        return query.split(separator: "&").lazy.compactMap { item in
            item.hasPrefix("page=") ? Int(item.dropFirst(5)) : nil
        }.first ?? 0
    }
}
