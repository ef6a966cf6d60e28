import TestSupport
import Testing

@testable import Transport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("WebSocket: receive buffer", .quick)
struct ReceiveBufferTests {
    @Test(
        "Bytes come out in order, whatever the sizes of reads and whether a second thread reads ahead",
        arguments: [0, 1, 4095, 4096, 4097, 100_000, 600_000])
    func order(kept: Int) {
        var buffer = ReceiveBuffer()
        var (read, used) = (0, 0)
        var generator = SystemRandomNumberGenerator()
        let fill = { (room: UnsafeMutableRawBufferPointer) in
            let count = Int.random(in: 0...room.count)
            room.copyBytes(from: Self.bytes(read..<(read + count)))
            read += count
            return count
        }
        for _ in 0..<40 {
            if Bool.random(using: &generator) {
                let count = fill(buffer.roomAhead())
                // Unread bytes are used while the second thread reads.
                used += Self.use(&buffer, to: kept, from: used)
                buffer.takeAhead(count)
            } else {
                buffer.fill(fill)
            }
            #expect(buffer.unread.count == read - used)
        }
        used += Self.use(&buffer, to: 0, from: used)
        #expect(used == read)
    }

    /// Uses all but `kept` bytes, checks each of them by its place, and returns how many it used.
    private static func use(_ buffer: inout ReceiveBuffer, to kept: Int, from place: Int) -> Int {
        let count = max(buffer.unread.count - kept, 0)
        let isSame = bytes(place..<(place + count)).withUnsafeBytes { expected in
            guard let expected = expected.baseAddress, let unread = buffer.unread.baseAddress else { return count == 0 }
            return memcmp(expected, unread, count) == 0
        }
        #expect(isSame)
        buffer.consume(count)
        return count
    }

    /// The bytes at these places. The period is a prime number, so that no place is mistaken for another.
    private static func bytes(_ places: Range<Int>) -> ArraySlice<UInt8> {
        let first = places.lowerBound % 251
        return pattern[first..<(first + places.count)]
    }

    private static let pattern = [UInt8]((0..<(2 << 20)).lazy.map { UInt8($0 % 251) })
}
