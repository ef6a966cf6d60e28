import Synchronization

/// Lines for stderr that belong to the rows on stdout: which provider they are from, and why. They are printed with the
/// first row, and not at all without one, so that a job of cron that prints nothing sends no mail.
final class DeferredNotices: Sendable {
    /// What prints the lines that wait; nil once a row is printed.
    private let waiting = Mutex<[@Sendable () -> Void]?>([])
    /// Whether rows go to stdout, and not to a file, which nobody reads beside stderr.
    private let isOfStdout: Bool

    init(ofStdout isOfStdout: Bool = true) { self.isOfStdout = isOfStdout }

    /// Prints a line by `say`, now or with the first row.
    func add(_ say: @escaping @Sendable () -> Void) {
        let isOpen = waiting.withLock { lines in
            lines?.append(say)
            return lines == nil
        }
        if isOpen { say() }
    }

    /// Prints the lines, because a row is printed.
    func open() {
        guard isOfStdout else { return }
        let lines = waiting.withLock { $0.take() }
        for say in lines ?? [] { say() }
    }
}
