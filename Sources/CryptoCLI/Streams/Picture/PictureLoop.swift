import Platform
import ProviderKit
import Rendering
import Synchronization

/// Draws the picture of a stream on a terminal: after changes, at most ten times a second, and once a second for the
/// ages.
final class PictureLoop<Stages: StreamStages>: Sendable {
    private static var least: Duration { .milliseconds(100) }

    private let console: Console
    private let waiting: DelayedLines
    private let printer: StreamPrinter<Stages>
    private let time: TimeSource
    private let status: @Sendable (PictureCount) -> StatusLine
    private let keys = Mutex(Keys())
    /// Whether the terminal is asked for its size and its cursor.
    private let isAsked = Mutex(true)

    private var change: TaskSignal { waiting.change }

    /// The echo of typed keys.
    private struct Keys {
        /// Whether the view has the terminal.
        var areOurs = true
        /// Turns the echo on again; nil if it was not turned off.
        var restore: (@Sendable () -> Void)?
    }

    /// Creates a view on a terminal. Waiting lines for stderr are printed above the picture.
    init(
        _ frame: PictureFrame, _ printer: StreamPrinter<Stages>, time: TimeSource,
        status: @escaping @Sendable (PictureCount) -> StatusLine
    ) {
        (console, waiting, self.printer) = (frame.console, frame.lines, printer)
        (self.time, self.status) = (time, status)
        silenceKeys()
    }

    /// Reports that there is something new to draw.
    func touch() { change.raise() }

    /// Draws at once and then after changes, until the task is cancelled. Returns the failure of a terminal that
    /// accepts no more.
    func run() async -> Failure? {
        let clock = Task { [time, change] in
            while (try? await time.sleep(.seconds(1))) != nil { change.raise() }
        }
        defer { clock.cancel() }
        touch()
        while !Task.isCancelled {
            await waitForChange()
            if Task.isCancelled { return nil }
            if let failure = draw() { return failure }
            guard (try? await time.sleep(Self.least)) != nil else { return nil }
        }
        return nil
    }

    private func waitForChange() async {
        guard let next = printer.withStages({ $0.picture?.nextChange }) else { return await change.wait() }
        await change.wait(atMost: max(.zero, next - time.elapsed()), time)
    }

    /// Draws once. Nothing is left out of the last drawing.
    func draw(isLast: Bool = false) -> Failure? {
        guard let known = console.size() else { return nil }
        silenceKeys()
        return printer.withStages { stages in
            let lines = waiting.take()
            // The system learns the size of a window up to a quarter of a second later than tmux changes it.
            let report = report()
            let (size, row) = (report?.size ?? known, report?.cursorRow)
            do throws(Failure) {
                if !lines.isEmpty {
                    try console.print(stages.picture?.erase(size, cursorRow: row) ?? [])
                    console.complain(lines)
                }
                guard let count = stages.picture?.count else { return nil }
                try console.print(
                    stages.picture?.draw(
                        size, cursorRow: row, status: status(count), now: printer.now(), isLast: isLast) ?? [])
                return nil
            } catch {
                return error
            }
        }
    }

    /// Turns off the echo. A shell may set its own modes after a stopped process was continued, so that this is done
    /// before each drawing.
    private func silenceKeys() {
        keys.withLock { keys in
            if keys.areOurs, let restore = console.silenceKeys() { keys.restore = restore }
        }
    }

    /// Returns what the terminal says of itself. After it did not answer once, it is not asked again.
    private func report() -> Terminal.Report? {
        isAsked.withLock { isAsked in
            let report = isAsked ? console.report() : nil
            isAsked = report != nil
            return report
        }
    }

    /// Leaves the picture as it is, or at the end removes one without rows, and restores the terminal, before the
    /// process stops or, with `isEnd`, ends. Lines for stderr are printed at once after the end.
    func leave(isEnd: Bool = false) {
        _ = draw(isLast: isEnd)
        printer.withStages { stages in
            // A status without rows says nothing about the end.
            if isEnd, stages.picture?.count.shown == 0, let size = console.size() {
                try? console.print(stages.picture?.erase(size, cursorRow: nil) ?? [])
            }
            try? console.print(stages.picture?.end() ?? [])
        }
        let lines = waiting.take(isLast: isEnd)
        if !lines.isEmpty { console.complain(lines) }
        let restore = keys.withLock { keys in
            defer { keys = Keys(areOurs: false) }
            return keys.restore
        }
        restore?()
    }

    /// Takes the terminal again after a stop.
    func enter() {
        keys.withLock { $0.areOurs = true }
        silenceKeys()
        isAsked.withLock { $0 = true }
        touch()
    }
}
