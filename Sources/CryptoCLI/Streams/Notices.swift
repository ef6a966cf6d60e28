import ProviderKit
import Synchronization

/// Lines for stderr that wait until a picture on the same terminal is erased.
final class Notices: Sendable {
    /// The most pieces that wait for a drawing, so that a command of `--exec` that prints without end takes little
    /// memory; more are left out.
    private static let most = 1000

    /// Nil after the end of the picture.
    private let waiting = Mutex<[[UInt8]]?>([])
    /// Raised by each line that waits.
    let change = TaskSignal()

    /// Returns a console whose lines wait here while there is a picture.
    func console(before console: Console) -> Console {
        var held = console
        held.complain = { [self] bytes in
            let waits = waiting.withLock { lines in
                guard let count = lines?.count else { return false }
                if count < Self.most { lines?.append(bytes) }
                return true
            }
            if waits { change.raise() } else { console.complain(bytes) }
        }
        return held
    }

    /// Removes and returns the waiting lines. After the last call, lines do not wait.
    func take(isLast: Bool = false) -> [UInt8] {
        waiting.withLock { lines in
            defer { lines = isLast || lines == nil ? nil : [] }
            return Array((lines ?? []).joined())
        }
    }
}
