import ProviderKit
import Rendering
import Synchronization

/// A terminal for the picture of a stream, and the lines for stderr that wait until the picture is erased.
final class PictureFrame: Sendable {
    let console: Console
    /// The most bytes that wait for a drawing, so that a command of `--exec` that prints without end takes little
    /// memory.
    private let room: Int
    /// The lines, and the number of those that did not fit; nil after the end of the picture.
    private let waiting = Mutex<(bytes: [UInt8], leftOut: Int)?>(([], 0))
    /// Raised when there is something new to draw, such as a line that waits.
    let change = TaskSignal()

    init(_ console: Console, room: Int = 1 << 20) {
        (self.console, self.room) = (console, room)
    }

    /// Creates a frame, and makes the environment's lines for stderr wait; nil if rows are written, as on a terminal
    /// that cannot move its cursor.
    convenience init?(_ common: CommonOptions, _ environment: inout Environment) {
        guard Self.fits(common, environment) else { return nil }
        self.init(environment.console)
        environment.console = delayed
    }

    /// Whether rows are drawn in place.
    static func fits(_ common: CommonOptions, _ environment: Environment) -> Bool {
        common.format == .rows(.table) && environment.variable("TERM") != "dumb" && environment.console.size() != nil
    }

    /// The console, but its lines wait while there is a picture.
    var delayed: Console {
        var delayed = console
        delayed.complain = { [self] bytes in
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
        return delayed
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
