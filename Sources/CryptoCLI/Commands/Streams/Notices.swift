import Synchronization

/// Lines for stderr that wait until a picture makes room for them, since both are on one terminal.
final class Notices: Sendable {
    private let waiting = Mutex<[[UInt8]]>([])

    /// A console whose lines wait here.
    func console(before console: Console) -> Console {
        var held = console
        held.complain = { [self] bytes in waiting.withLock { $0.append(bytes) } }
        return held
    }

    /// The lines that wait, and wait no longer.
    func take() -> [UInt8] {
        waiting.withLock { lines in
            defer { lines = [] }
            return Array(lines.joined())
        }
    }
}
