import Platform
import Synchronization
import TestSupport
import Testing

@testable import Transport

@Suite("Reading ahead", .quick, .endsHang)
struct ReadAheadTests {
    /// A source of numbered bytes.
    private final class Numbers: ByteSource, Sendable {
        private let count = Mutex<UInt8>(0)
        let failure: WebSocketFailure? = nil

        func read(into room: UnsafeMutableRawBufferPointer) -> ByteStep {
            count.withLock { count in
                count &+= 1
                room[0] = count
            }
            return .moved(1)
        }

        func write(_ bytes: UnsafeRawBufferPointer) -> ByteStep { .blocked }

        func wait(for events: Int32, or wake: WakeSignal?, milliseconds: Int) -> WebSocketConnection.Arrival { .ready }
    }

    /// Reads 1,000 times, and returns a look at what read, which is nil once nothing holds it.
    private func read() -> @Sendable () -> ReadAhead? {
        let source = Numbers()
        let ahead = ReadAhead()
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
        defer { room.deallocate() }
        ahead.waitForRead()
        #expect(ahead.take() == nil)
        for number in 1...1000 {
            ahead.begin(source, into: room)
            if number.isMultiple(of: 2) { ahead.waitForRead() }
            let taken = ahead.take()
            #expect(taken?.step == .moved(1) && taken?.room == 1)
            #expect(room[0] == UInt8(truncatingIfNeeded: number))
            #expect(ahead.take() == nil)
        }
        ahead.end()
        return { [weak ahead] in ahead }
    }

    @Test("Each read is done once and in order, and the second thread ends")
    func inOrder() async throws {
        let ahead = read()
        try await expectEventually("The thread ends") { ahead() == nil }
    }
}
