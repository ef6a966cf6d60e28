#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Synchronization

/// The keys that are typed on a terminal while a program draws there.
///
/// One thread reads them. What the terminal says of itself comes the same way, so a lock keeps the two apart.
package final class TypedKeys: Sendable {
    private struct State {
        /// The modes of the terminal, once they were changed.
        var modes: Terminal.SilentKeys?
        /// What the keys are passed to; nil if they are not read.
        var take: (@Sendable (Character) -> Void)?
        var decoder = KeyDecoder()
        /// Wakes the thread when the keys are read again; nil before the thread is started.
        var wake: WakeSignal?
    }

    /// How long the rest of a sequence may take, in milliseconds.
    private static let patience: Int32 = 50

    private let descriptor: Int32
    private let output: Int32
    private let state = Mutex(State())

    /// Creates the keys of a descriptor, which are not read yet, and which would appear on the terminal of `output`.
    package init(_ descriptor: Int32, output: Int32) {
        (self.descriptor, self.output) = (descriptor, output)
    }

    /// Turns off the echo of the keys and passes each to `take`, Esc as U+001B, until the returned closure is called;
    /// nil without a terminal, or if the process is in its background. Without `take` lines are edited and read as
    /// before. If only the output is a terminal, its echo is turned off and no key is read.
    ///
    /// A shell may set its own modes after a stopped process was continued, and in the background nothing is read. So
    /// call it again now and then. `take` must not call these methods.
    package func begin(_ take: (@Sendable (Character) -> Void)?) -> (@Sendable () -> Void)? {
        let hasKeys = Terminal.isOurs(descriptor)
        guard hasKeys || Terminal.isOurs(output) else { return nil }
        state.withLock { state in
            let isRead = take != nil && hasKeys && start(&state)
            let terminal = hasKeys ? descriptor : output
            if let modes = Terminal.SilentKeys(terminal, keepsLines: !isRead) { state.modes = modes }
            let isNew = state.take == nil
            state.take = isRead ? take : nil
            if isNew, isRead { state.wake?.signal() }
        }
        return { [self] in end() }
    }

    /// Restores the modes of the terminal.
    private func end() {
        state.withLock { state in
            state.modes?.restore()
            (state.modes, state.take, state.decoder) = (nil, nil, KeyDecoder())
        }
    }

    /// Asks the terminal of another descriptor, which may be the same one, as `Terminal.report` does.
    package func report(of other: Int32) -> Terminal.Report? {
        let (report, keys) = state.withLock { state -> (Terminal.Report?, [Character]) in
            guard state.take != nil else { return (Terminal.report(of: other), []) }
            var typed: [UInt8] = []
            let report = Terminal.report(of: other) { typed += $0 }
            return (report, state.decoder.take(typed))
        }
        pass(keys)
        return report
    }

    private func pass(_ keys: [Character]) {
        guard !keys.isEmpty, let take = state.withLock(\.take) else { return }
        for key in keys { take(key) }
    }
}

// MARK: - Thread

extension TypedKeys {
    /// Starts the thread, which ends with the process, unless it runs. Returns false if that is not possible.
    private func start(_ state: inout State) -> Bool {
        if state.wake != nil { return true }
        guard let wake = try? WakeSignal(),
            BlockingThread.start(blockingSignals: true, { [self] in run(wake) }) == 0
        else { return false }
        state.wake = wake
        return true
    }

    private func run(_ wake: WakeSignal) {
        while true {
            let (isRead, isOpen) = state.withLock { ($0.take != nil, $0.decoder.isOpen) }
            var waits = [
                pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isRead ? descriptor : -1, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(&waits, 2, isRead && isOpen ? Self.patience : -1)
            if waits[0].revents != 0 { wake.clear() }
            if count == 0 {
                pass(state.withLock { $0.decoder.finish() })
            } else if waits[1].revents != 0 {
                pass(state.withLock { read(&$0) })
            }
        }
    }

    /// Reads what is there, unless a report has read it. In the background the shell reads it, and at its end the
    /// terminal is gone.
    private func read(_ state: inout State) -> [Character] {
        guard state.take != nil else { return [] }
        guard Terminal.isOurs(descriptor) else {
            state.take = nil
            return []
        }
        guard Terminal.isReadable(descriptor, within: 0) else { return [] }
        guard case .success(let bytes) = StandardStreams.read(from: descriptor), !bytes.isEmpty else {
            state.take = nil
            return []
        }
        return state.decoder.take(bytes)
    }
}
