import ProviderKit
import Synchronization

/// Lines for stderr that wait until a picture on the same terminal is erased.
final class DelayedLines: Sendable {
    /// The most bytes that wait for a drawing, so that a command of `--exec` that prints without end takes little
    /// memory.
    private let room: Int
    /// The lines, and the number of those that did not fit; nil after the end of the picture.
    private let waiting = Mutex<(bytes: [UInt8], leftOut: Int)?>(([], 0))
    /// Raised by each line that waits.
    let change = TaskSignal()

    init(room: Int = 1 << 20) {
        self.room = room
    }

    /// Returns a console whose lines wait here while there is a picture.
    func console(before console: Console) -> Console {
        var buffered = console
        buffered.complain = { [self] bytes in
            let waits = waiting.withLock { waiting in
                guard let count = waiting?.bytes.count else { return false }
                if count + bytes.count <= room {
                    waiting?.bytes += bytes
                } else {
                    waiting?.leftOut += bytes.count { $0 == UInt8(ascii: "\n") }
                }
                return true
            }
            if waits { change.raise() } else { console.complain(bytes) }
        }
        return buffered
    }

    /// Removes and returns the waiting lines, with one more if lines are missing. After the last call, lines do not
    /// wait.
    func take(isLast: Bool = false) -> [UInt8] {
        let taken = waiting.withLock { waiting in
            defer { waiting = isLast || waiting == nil ? nil : ([], 0) }
            return waiting ?? ([], 0)
        }
        guard taken.leftOut > 0 else { return taken.bytes }
        let lines = taken.leftOut == 1 ? "1 line was" : "\(taken.leftOut) lines were"
        return taken.bytes + Array("crypto: \(lines) left out, too many to show at once\n".utf8)
    }
}
