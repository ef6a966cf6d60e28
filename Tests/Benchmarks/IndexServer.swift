import Platform
import Transport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A substitute for BTSE on 127.0.0.1, in its own process. It serves one file as the list of markets over HTTP, and one
/// message with a price of each market over a WebSocket.
///
/// It prints its port and the size of the file as a line, and serves one connection after the other until its stdin
/// ends.
struct IndexServer {
    private let answer: [UInt8]
    private let message: [UInt8]

    /// Serves until stdin ends.
    static func run(file: String) throws {
        signal(SIGPIPE, SIG_IGN)
        let body = try FileBytes.read(file, limit: 64 << 20)?.bytes ?? []
        let server = IndexServer(body)
        let (listener, port) = try LoopbackSocket.listening()
        _ = StandardStreams.write(Array("\(port) \(body.count)\n".utf8), to: 1)
        var polled = [0, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&polled, nfds_t(polled.count), -1) > 0, polled[0].revents == 0 {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { continue }
            server.serve(connection)
            close(connection)
        }
    }

    private init(_ body: [UInt8]) {
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.count)\r\n"
            + "Connection: close\r\n\r\n"
        answer = Array(head.utf8) + body
        let rows = Self.symbols(in: body).map {
            #""\#($0)_1":{"id":"\#($0)","name":"\#($0)","type":1,"price":1234.5678,"gains":1.25,"open":1219.5,"#
                + #""high":1250.75,"low":1200.125,"volume":0}"#
        }
        let text = Array(#"{"topic":"coinIndex","id":null,"data":{\#(rows.joined(separator: ","))}}"#.utf8)
        let length = (0..<8).reversed().map { UInt8(truncatingIfNeeded: text.count >> ($0 * 8)) }
        message = [0x81, 127] + length + text
    }

    /// Each value of the key `symbol`, once.
    private static func symbols(in body: [UInt8]) -> Set<String> {
        let key = Array(#""symbol":""#.utf8)
        var symbols: Set<String> = []
        for place in body.indices.dropLast(key.count) where body[place] == key[0] && body[place...].starts(with: key) {
            let text = body[(place + key.count)...].prefix { $0 != UInt8(ascii: "\"") }
            symbols.insert(String(decoding: text, as: UTF8.self))
        }
        return symbols
    }

    private func serve(_ connection: Int32) {
        guard let head = Self.head(of: connection) else { return }
        let lines = head.split(separator: "\r\n")
        guard let key = lines.first(where: { $0.lowercased().hasPrefix("sec-websocket-key:") }) else {
            _ = StandardStreams.write(answer, to: connection)
            return
        }
        let accept = WebSocketHandshake.accept(for: String(key.drop { $0 != ":" }.dropFirst().drop { $0 == " " }))
        let greeting =
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: \(accept)\r\n\r\n"
        _ = StandardStreams.write(Array(greeting.utf8), to: connection)
        var scratch = [UInt8](repeating: 0, count: 4096)
        // The subscription, then the client's close. The answer is a close and the end of the connection.
        guard read(connection, &scratch, scratch.count) > 0 else { return }
        _ = StandardStreams.write(message, to: connection)
        guard read(connection, &scratch, scratch.count) > 0 else { return }
        _ = StandardStreams.write([0x88, 2, 0x03, 0xE8], to: connection)
    }

    private static func head(of connection: Int32) -> String? {
        var head: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while !head.contains("\r\n\r\n".utf8) {
            let count = read(connection, &piece, piece.count)
            guard count > 0 else { return nil }
            head += piece[..<count]
        }
        return String(decoding: head, as: UTF8.self)
    }
}
