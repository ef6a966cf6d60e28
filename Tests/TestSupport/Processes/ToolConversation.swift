#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
import Platform

/// Writes to and reads from a running process until it has ended and all its output is read, or until the timeout.
struct ToolConversation {
    /// The time to wait for output after the end of the process: its children may keep the pipes open.
    private static let grace = Duration.seconds(1)

    private let child: ChildProcess
    private let end: (read: Int32, write: Int32)
    private let start = TimeSource.live.elapsed()
    /// Whether the input's descriptor is a terminal, which stays open after the last byte.
    private let terminalInput: Bool
    private var open: Set<Int32>
    private var input: (descriptor: Int32, bytes: [UInt8])?
    private var dialog: (terminal: Int32, steps: [(words: String, typed: String)])?
    /// The length of the output when something of it was typed last.
    private var answered = 0
    private var output: ToolOutputReader?
    private var errors: ToolOutputReader?
    private var interruption: ToolProcess.Interruption?
    private var endedAt: Duration?
    private var timedOut = false

    init(_ child: ChildProcess, streams: ToolStreams, interruption: ToolProcess.Interruption?) {
        self.interruption = interruption
        self.child = child
        end = streams.end
        open = streams.ourSides
        input = streams.input
        dialog = streams.dialog
        terminalInput = streams.inputIsTerminal
        output = streams.output.map { ToolOutputReader($0) }
        errors = streams.errors.map { ToolOutputReader($0) }
    }

    /// Blocks until the end. Call it on a separate thread, because it blocks SIGPIPE there.
    consuming func finish(within timeout: Duration) -> ToolOutcome {
        blockBrokenPipes()
        let (child, writeEnd) = (child, end.write)
        let announceEnd: @Sendable () -> Void = {
            child.waitForEnd()
            close(writeEnd)
        }
        let waiter = try? WorkerThread(announceEnd)
        converse(until: start + timeout)
        waiter?.join()
        let status = ToolOutcome.Status(waitStatus: child.reap())
        for descriptor in open { close(descriptor) }
        return ToolOutcome(
            status: timedOut ? .timedOut : status, output: output?.bytes ?? [], errors: errors?.bytes ?? [],
            elapsed: (endedAt ?? TimeSource.live.elapsed()) - start)
    }

    private mutating func converse(until deadline: Duration) {
        var deadline = deadline
        while endedAt == nil || output?.descriptor != nil || errors?.descriptor != nil {
            let rest = deadline - TimeSource.live.elapsed()
            if rest > .zero {
                guard step(rest), let endedAt else { continue }
                deadline = min(deadline, endedAt + Self.grace)
            } else {
                if endedAt != nil || timedOut { return }
                timedOut = true
                child.signal(SIGKILL)
                deadline += Self.grace
            }
        }
    }

    /// Waits for one event and handles it; true when it was the end of the process.
    private mutating func step(_ rest: Duration) -> Bool {
        var polled = [pollfd(fd: endedAt == nil ? end.read : -1, events: Int16(POLLIN), revents: 0)]
        polled.append(pollfd(fd: output?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
        polled.append(pollfd(fd: errors?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
        polled.append(pollfd(fd: input?.descriptor ?? -1, events: Int16(POLLOUT), revents: 0))
        guard poll(&polled, nfds_t(polled.count), rest.pollMilliseconds) > 0 else { return false }
        if polled[1].revents != 0 { leave(output?.read()) }
        if polled[2].revents != 0 { leave(errors?.read()) }
        if polled[3].revents != 0 { feed() }
        interruptWhenDue()
        typeWhenDue()
        guard polled[0].revents != 0 else { return false }
        endedAt = TimeSource.live.elapsed()
        return true
    }

    private mutating func interruptWhenDue() {
        guard let due = interruption, let output, output.bytes.count >= max(due.bytes, 1) else { return }
        interruption = nil
        child.signal(due.signal)
    }

    private mutating func typeWhenDue() {
        guard let (terminal, steps) = dialog, let step = steps.first, let output,
            String(decoding: output.bytes[answered...], as: UTF8.self).contains(step.words)
        else { return }
        answered = output.bytes.count
        dialog?.steps.removeFirst()
        input = (terminal, (input?.bytes ?? []) + Array(step.typed.utf8))
    }

    private mutating func feed() {
        guard let (descriptor, bytes) = input else { return }
        let count = write(descriptor, bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        let rest = count < 0 ? [] : Array(bytes.dropFirst(count))
        input = (descriptor, rest)
        guard rest.isEmpty else { return }
        if terminalInput { input = nil } else { leave(descriptor) }
    }

    private mutating func leave(_ finished: Int32??) {
        guard case let descriptor?? = finished else { return }
        if input?.descriptor == descriptor { input = nil }
        open.remove(descriptor)
        close(descriptor)
    }

    private func blockBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}
