import TestSupport
import Testing

@testable import Transport

/// What a `MessageReader` finds in a server's bytes, in order.
enum Found: Equatable {
    case text(String)
    case binary([UInt8])
    case ping([UInt8])
    case pong([UInt8])
    case close(UInt16?, String)
    case failure(WebSocketFailure)

    static func fault(_ fault: WebSocketFault) -> Found {
        .failure(.protocolViolation(fault))
    }
}

/// A row of a table: frames and the expected findings.
struct Reading: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let found: [Found]

    init(_ name: String, _ frames: [ServerFrame], found: [Found]) {
        self.name = name
        bytes = frames.flatMap(\.bytes)
        self.found = found
    }

    init(_ name: String, _ frame: ServerFrame, found: Found) {
        self.init(name, [frame], found: [found])
    }

    var testDescription: String { name }

    /// Checks the findings for several sizes of pieces, because a network may cut frames anywhere.
    func expect(sourceLocation: SourceLocation = #_sourceLocation) {
        let sizes = bytes.count < 1000 ? [bytes.count, 1, 2, 3, 7] : [bytes.count, 997, 4096]
        for size in sizes {
            let result = Found.read(bytes, pieces: max(size, 1))
            #expect(result.found == found, "\(name) in pieces of \(size)", sourceLocation: sourceLocation)
        }
    }
}

extension Found {
    /// Gives the bytes to a reader piece by piece. Returns the findings, and the number of bytes given until the first
    /// failure.
    static func read(
        _ bytes: [UInt8], pieces size: Int, limit: Int = WebSocketConnection.messageLimit
    ) -> (found: [Found], given: Int) {
        var reader = MessageReader(limit: limit)
        var found: [Found] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = bytes[start..<min(start + size, bytes.count)]
            give(piece, to: &reader)
            do throws(WebSocketFailure) {
                try drain(&reader, into: &found)
            } catch {
                return (found + [.failure(error)], start + piece.count)
            }
        }
        return (found, bytes.count)
    }

    private static func give(_ bytes: ArraySlice<UInt8>, to reader: inout MessageReader) {
        var rest = bytes
        while !rest.isEmpty {
            reader.buffer.fill { room in
                let part = rest.prefix(room.count)
                room.copyBytes(from: part)
                rest = rest.dropFirst(part.count)
                return part.count
            }
        }
    }

    private static func drain(_ reader: inout MessageReader, into found: inout [Found]) throws(WebSocketFailure) {
        var count = 0
        while true {
            let before = count
            var delivered: [Found] = []
            let control: (opcode: WebSocketOpcode, payload: UnsafeBufferPointer<UInt8>)?
            do throws(WebSocketFailure) {
                control = try reader.read(counting: &count) { kind, bytes in
                    delivered.append(
                        kind == .text ? .text(String(decoding: bytes, as: UTF8.self)) : .binary(Array(bytes)))
                }
            } catch {
                found += delivered
                throw error
            }
            found += delivered
            #expect(count - before == delivered.count)
            guard let (opcode, payload) = control else { return }
            switch opcode {
            case .ping: found.append(.ping(Array(payload)))
            case .pong: found.append(.pong(Array(payload)))
            default:
                let frame = try CloseFrame(payload: payload)
                found.append(.close(frame.code, frame.reason))
            }
        }
    }
}
