import Platform
import Synchronization

/// The picture of a stream on a terminal: drawn anew when something changed, ten times a second at most, and once a second
/// for the ages.
final class LiveView<Stages: StreamStages>: Sendable {
    private static var least: Duration { .milliseconds(100) }

    private let console: Console
    private let notices: Notices
    private let printer: StreamPrinter<Stages>
    private let time: TimeSource
    private let now: @Sendable () -> Timestamp
    private let status: @Sendable (_ rows: Int) -> String
    private let restoreKeys: Mutex<(@Sendable () -> Void)?>
    private let changes: AsyncStream<Void>
    private let change: AsyncStream<Void>.Continuation

    /// A view on a terminal; the lines that wait for room there are shown above the picture.
    init(
        _ frame: PictureFrame, _ printer: StreamPrinter<Stages>, time: TimeSource,
        now: @escaping @Sendable () -> Timestamp, status: @escaping @Sendable (_ rows: Int) -> String
    ) {
        (console, notices, self.printer) = (frame.console, frame.notices, printer)
        (self.time, self.now, self.status) = (time, now, status)
        restoreKeys = Mutex(console.silenceKeys())
        (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Says that there is something new to see.
    func touch() { change.yield() }

    /// Draws until the task is cancelled; the failure of a terminal that takes no more.
    func run() async -> Failure? {
        let clock = Task { [time, change] in
            while (try? await time.sleep(.seconds(1))) != nil { change.yield() }
        }
        defer { clock.cancel() }
        for await _ in changes {
            if let failure = draw() { return failure }
            guard (try? await time.sleep(Self.least)) != nil else { return nil }
        }
        return nil
    }

    /// Draws once.
    func draw() -> Failure? {
        guard let size = console.size() else { return nil }
        return printer.withStages { stages in
            let told = notices.take()
            do throws(Failure) {
                if !told.isEmpty {
                    try console.print(stages.erase(size))
                    console.complain(told)
                }
                try console.print(stages.draw(size, status: status(stages.pictured), now: now()))
                return nil
            } catch {
                return error
            }
        }
    }

    /// Leaves the picture as it is and gives the terminal back, before the process stops.
    func leave() {
        leave(saying: { notices.take() })
    }

    /// As `leave`, before the process ends: what is said later is said at once.
    func end() {
        leave(saying: { notices.release() })
    }

    private func leave(saying notices: () -> [UInt8]) {
        _ = draw()
        printer.withStages { stages in
            try? console.print(stages.endPicture())
        }
        let told = notices()
        if !told.isEmpty { console.complain(told) }
        restoreKeys.withLock { $0.take() }?()
    }

    /// Takes the terminal again after a stop.
    func enter() {
        let restore = console.silenceKeys()
        restoreKeys.withLock { $0 = restore }
        touch()
    }
}
