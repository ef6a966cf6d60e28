import Platform
import ProviderKit
import Rendering
import Synchronization

/// Draws the picture of a stream on a terminal: after changes, at most ten times a second, and once a second for the
/// ages. Typed keys change what it shows, or end the stream.
final class PictureLoop: Sendable {
    private static var least: Duration { .milliseconds(100) }

    private let console: Console
    private let frame: PictureFrame
    private let printer: StreamPrinter
    private let time: TimeSource
    private let status: @Sendable (RowCount) -> StatusLine
    private let quit: @Sendable () -> Void
    private let keys = Mutex(Keys())
    /// Whether the terminal is asked for its size and its cursor.
    private let isAsked = Mutex(true)

    private var change: TaskSignal { frame.change }

    /// The typed keys.
    private struct Keys {
        /// Whether the view has the terminal.
        var areOurs = true
        /// Ends the reading of keys; nil if they are not read.
        var restore: (@Sendable () -> Void)?
        /// How many orders of the rows to go on since the last drawing.
        var orders = 0
        /// Whether the last line shows what the keys do.
        var areShown = false
    }

    /// Creates a view on a terminal. Waiting lines for stderr are printed above the picture. `quit` ends the stream.
    init(
        _ frame: PictureFrame, _ printer: StreamPrinter, time: TimeSource,
        quit: @escaping @Sendable () -> Void, status: @escaping @Sendable (RowCount) -> StatusLine
    ) {
        (console, self.frame, self.printer) = (frame.console, frame, printer)
        (self.time, self.quit, self.status) = (time, quit, status)
        silenceKeys()
    }

    /// Reports that there is something new to draw.
    func touch() { change.raise() }

    /// Draws at once and then after changes, until the task is cancelled. Returns the failure of a terminal that
    /// accepts no more.
    func run() async -> Failure? {
        let clock = Task(executorPreference: TaskThreads.executor) { [time, change] in
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
            let lines = frame.take()
            // The system learns the size of a window up to a quarter of a second later than tmux changes it.
            let report = report()
            let (size, row) = (report?.size ?? known, report?.cursorRow)
            do throws(Failure) {
                if !lines.isEmpty {
                    try console.print(stages.picture?.erase(size, cursorRow: row) ?? [])
                    console.complain(lines)
                }
                for _ in 0..<takeOrders() { stages.picture?.sortNext() }
                guard let line = lastLine(of: stages.picture, isLast: isLast) else { return nil }
                try console.print(
                    stages.picture?.draw(
                        size, cursorRow: row, status: line, now: printer.now(), isLast: isLast) ?? [])
                return nil
            } catch {
                return error
            }
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
        // At the end before the output, which may be blocked until the process is ended.
        if isEnd { releaseKeys() }
        _ = draw(isLast: isEnd)
        printer.withStages { stages in
            // A status without rows says nothing about the end.
            if isEnd, stages.picture?.count.shown == 0, let size = console.size() {
                try? console.print(stages.picture?.erase(size, cursorRow: nil) ?? [])
            }
            try? console.print(stages.picture?.end() ?? [])
        }
        let lines = frame.take(isLast: isEnd)
        if !lines.isEmpty { console.complain(lines) }
        releaseKeys()
    }

    /// Takes the terminal again after a stop.
    func enter() {
        keys.withLock { $0.areOurs = true }
        silenceKeys()
        isAsked.withLock { $0 = true }
        touch()
    }
}

// MARK: - Keys

extension PictureLoop {
    /// Turns off the echo and reads keys. A shell may set its own modes after a stopped process was continued, so that
    /// this is done before each drawing.
    private func silenceKeys() {
        let reader: @Sendable (Character) -> Void = { [self] in take($0) }
        keys.withLock { keys in
            guard keys.areOurs, let restore = console.silenceKeys(console.readsLines ? nil : reader) else { return }
            keys.restore = restore
        }
    }

    /// Restores the modes of the terminal.
    func releaseKeys() {
        let restore = keys.withLock { keys in
            defer { keys = Keys(areOurs: false) }
            return keys.restore
        }
        restore?()
    }

    /// Does what a key is for. It must not wait for a drawing, which may be reading the keys itself.
    private func take(_ key: Character) {
        if key == "q" || key == "\u{1B}" { return quit() }
        keys.withLock { keys in
            keys.areShown = key == "?" && !keys.areShown
            if key == "s" { keys.orders += 1 }
        }
        touch()
    }

    private func takeOrders() -> Int {
        keys.withLock { keys in
            defer { keys.orders = 0 }
            return keys.orders
        }
    }

    /// The last line: how the stream is going, or what the keys do. The picture that stays has none of the keys.
    private func lastLine(of picture: (any StreamPicture)?, isLast: Bool) -> StatusLine? {
        guard let picture else { return nil }
        let (areRead, areShown) = keys.withLock { ($0.restore != nil && !console.readsLines, $0.areShown) }
        if areShown, !isLast {
            return StatusLine([
                .init("q or Esc ends", importance: 2), .init(picture.isSortable ? "s sorts" : "", importance: 1),
                .init("any other key hides this"),
            ])
        }
        var line = status(picture.count)
        line.parts += [
            .init(picture.order.map { "by \($0)" } ?? "", importance: StreamStatus.rows),
            .init(areRead && !isLast ? "? keys" : "", importance: StreamStatus.keys),
        ]
        return line
    }
}
