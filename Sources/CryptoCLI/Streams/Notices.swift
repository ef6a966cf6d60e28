import Synchronization

/// Lines for stderr that wait until a picture makes room for them, since both are on one terminal.
final class Notices: Sendable {
    /// Nil once there is no picture any more.
    private let waiting = Mutex<[[UInt8]]?>([])

    /// A console whose lines wait here as long as there is a picture.
    func console(before console: Console) -> Console {
        var held = console
        held.complain = { [self] bytes in
            let waits = waiting.withLock { lines in
                lines?.append(bytes)
                return lines != nil
            }
            if !waits { console.complain(bytes) }
        }
        return held
    }

    /// The lines that wait, and wait no longer.
    func take() -> [UInt8] {
        waiting.withLock { lines in
            defer { if lines != nil { lines = [] } }
            return Array((lines ?? []).joined())
        }
    }

    /// Lets later lines pass, and returns those that wait.
    func release() -> [UInt8] {
        waiting.withLock { lines in
            defer { lines = nil }
            return Array((lines ?? []).joined())
        }
    }
}
