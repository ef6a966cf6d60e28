import Synchronization

/// Lines for stderr that belong to the rows on stdout: which provider they are from, and why. They are printed with the
/// first row, and not at all without one, so that a job of cron that prints nothing sends no mail.
final class LinesBesideRows: Sendable {
    private struct State {
        var buffered: [@Sendable () -> Void] = []
        var isOpen = false
    }

    private let state = Mutex(State())
    /// Whether rows go to stdout, and not to a file, which nobody reads beside stderr.
    private let isOfStdout: Bool

    init(ofStdout isOfStdout: Bool = true) { self.isOfStdout = isOfStdout }

    /// Prints a line by `say`, now or with the first row.
    func add(_ say: @escaping @Sendable () -> Void) {
        let isOpen = state.withLock { state in
            if !state.isOpen { state.buffered.append(say) }
            return state.isOpen
        }
        if isOpen { say() }
    }

    /// Prints the lines, because a row is printed.
    func open() {
        guard isOfStdout else { return }
        let lines = state.withLock { state in
            defer { state = State(isOpen: true) }
            return state.buffered
        }
        for say in lines { say() }
    }
}
