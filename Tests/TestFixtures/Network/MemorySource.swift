import Platform
import TestSupport
import Transport

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The bytes of a connection without a socket.
final class MemorySource: ByteSource {
    private let link: MemoryLink
    private let time: VirtualTime

    var failure: WebSocketFailure? { nil }

    init(_ link: MemoryLink, _ time: VirtualTime) {
        (self.link, self.time) = (link, time)
    }

    deinit {
        link.leave()
    }

    func read(into room: UnsafeMutableRawBufferPointer) -> ByteStep {
        switch link.read(room.count) {
        case .bytes(let bytes):
            room.copyBytes(from: bytes)
            return .moved(bytes.count)
        case .nothing: return .blocked
        case .ended: return .ended
        case .reset: return .reset
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> ByteStep {
        link.send(bytes)
        return .moved(bytes.count)
    }

    func wait(for events: Int32, or wake: WakeSignal?, milliseconds: Int) -> WebSocketConnection.Arrival {
        func arrival() -> WebSocketConnection.Arrival {
            if wake?.isRaised(within: .zero) == true { return .woken }
            return events & POLLOUT != 0 || link.isReadable ? .ready : .timedOut
        }
        let first = arrival()
        guard first == .timedOut, milliseconds > 0 else { return first }
        let isOver = Flag()
        let limit = time.setAlarm(after: .milliseconds(milliseconds)) { isOver.raise() }
        time.wait { [link] in link.isReadable || isOver.isRaised || wake?.isRaised(within: .zero) == true }
        time.cancelAlarm(limit)
        return arrival()
    }
}
