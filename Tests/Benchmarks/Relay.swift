import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The least work between the socket and the pipe: it finds the time of each frame and writes it as a line. Its
/// duration is the share of the machine.
enum Relay {
    /// Relays `count` frames of `StreamServer.messageBytes` from a port of this machine to stdout.
    static func run(port: Int, count: Int) throws(ChildRun.Fault) {
        let connection = try LoopbackSocket.connected(to: port)
        defer { close(connection) }
        _ = StandardStreams.write(Array("GET / HTTP/1.1\r\nSec-WebSocket-Key: none\r\n\r\n".utf8), to: connection)
        var piece = [UInt8](repeating: 0, count: 65536)
        guard read(connection, &piece, piece.count) > 0 else { throw .system("read", errno) }
        _ = StandardStreams.write([0], to: connection)
        var (unread, lines): ([UInt8], [UInt8]) = ([], [])
        var left = count
        while left > 0, case let got = read(connection, &piece, piece.count), got > 0 {
            unread += piece[..<got]
            lines.removeAll(keepingCapacity: true)
            while unread.count >= frameBytes {
                lines += unread[timePlace..<(timePlace + timeBytes)] + [UInt8(ascii: "\n")]
                unread.removeFirst(frameBytes)
                left -= 1
            }
            guard lines.isEmpty || StandardStreams.write(lines, to: 1) == 0 else { return }
        }
    }

    /// The size of a frame, with a header of four bytes.
    private static let frameBytes = StreamServer.messageBytes + 4
    /// The offset of the time in every frame. All frames have the same length up to it.
    private static let timePlace: Int = {
        let key = Array(#""time":""#.utf8)
        let frame = StreamServer.timedFrame(0)
        return (frame.indices.first { frame[$0...].starts(with: key) } ?? 0) + key.count
    }()
    /// `2099-03-01T12:34:56.789012345Z`.
    private static let timeBytes = 30
}
