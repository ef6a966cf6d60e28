import Platform
import Synchronization
import Transport

/// A line on a terminal's stderr with the providers that a command waits for, or the pause before it asks them again.
/// It appears once the command has waited for a second, and is removed before anything else is printed and when no
/// request is left.
final class WaitingLine: Sendable {
    private static let patience = Duration.seconds(1)

    private struct State {
        /// What the open requests wait for, in words, in their order.
        var causes: [String] = []
        /// The pause before the next request.
        var pause: Duration?
        var hasTimer = false
        /// Counts the waits for input, after each of which a new second begins.
        var rests = 0
        /// True after the first second.
        var isDue = false
        var isShown = false
    }

    private let console: Console
    private let time: TimeSource
    private let ellipsis: String
    private let state = Mutex(State())

    /// Creates a line for the terminal of a command; nil if stderr is none that can erase a line.
    init?(_ environment: Environment) {
        guard environment.console.noticeColumns() != nil, environment.variable("TERM") != "dumb" else { return nil }
        (console, time) = (environment.console, environment.time)
        ellipsis = Terminal.isUTF8(environment.variables) ? "…" : "..."
    }

    /// Returns a console whose output removes the line first. It appears again with the next request.
    func console(before console: Console) -> Console {
        var after = console
        after.complain = { [self] bytes in
            state.withLock { hide(&$0) }
            console.complain(bytes)
        }
        after.write = { [self] (bytes) throws(Failure) in
            state.withLock { hide(&$0) }
            try console.write(bytes)
        }
        return after
    }

    /// Returns a client whose requests are those of a provider.
    func watching(_ client: HTTPClient, of provider: String) -> HTTPClient {
        HTTPClient { [self] request async throws(TransportError) in
            begin(provider)
            defer { end(provider) }
            return try await client.send(request)
        }
    }

    /// Begins a pause, which lasts until the next request.
    func pause(for pause: Duration) {
        state.withLock { state in
            state.pause = pause
            if state.isDue { show(&state) }
        }
    }

    /// Begins a wait for input. The line appears again a second after the next request has begun.
    func rest() {
        state.withLock { state in
            hide(&state)
            state = State(rests: state.rests + 1)
        }
    }

    /// Begins a wait for a provider, or for what the words say.
    func begin(_ cause: String) {
        let timer = state.withLock { state in
            state.causes.append(cause)
            state.pause = nil
            if state.isDue { show(&state) }
            defer { state.hasTimer = true }
            return state.hasTimer ? nil : state.rests
        }
        guard let timer else { return }
        Task(executorPreference: TaskThreads.executor) { [self] in
            guard (try? await time.sleep(Self.patience)) != nil else { return }
            state.withLock { state in
                guard state.rests == timer else { return }
                state.isDue = true
                show(&state)
            }
        }
    }

    /// Ends a wait that has begun.
    func end(_ cause: String) {
        state.withLock { state in
            if let index = state.causes.firstIndex(of: cause) { state.causes.remove(at: index) }
            guard state.isShown else { return }
            if state.causes.isEmpty, state.pause == nil { hide(&state) } else { show(&state) }
        }
    }

    private func show(_ state: inout State) {
        let names = state.causes.withoutRepeats
        // In the background the shell uses the terminal.
        guard let columns = console.noticeColumns() else { return }
        let line: String
        if !names.isEmpty {
            line = "crypto: waiting for \(names.joined(separator: ", "))\(ellipsis)"
        } else if let pause = state.pause {
            line = "crypto: trying again in \(pause.shown)\(ellipsis)"
        } else {
            return
        }
        console.complain(Array("\r\(line.prefix(max(1, columns - 1)))\u{1B}[K".utf8))
        state.isShown = true
    }

    private func hide(_ state: inout State) {
        guard state.isShown else { return }
        console.complain(Array("\r\u{1B}[K".utf8))
        state.isShown = false
    }
}
