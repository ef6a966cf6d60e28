package import Platform
import Synchronization
package import Transport

/// A WebSocket connection on a thread of its own. The thread opens it, reads and parses what arrives, sends what is to
/// be sent, and ends the connection when nothing arrives for too long.
package struct StreamSocket: Sendable {
    private let provider: String
    private let request: WebSocketRequest
    private let configuration: HTTPConfiguration
    private let rules: StreamRules

    private var time: TimeSource { configuration.time }

    package init(provider: String, request: WebSocketRequest, configuration: HTTPConfiguration, rules: StreamRules) {
        (self.provider, self.request, self.configuration, self.rules) = (provider, request, configuration, rules)
    }

    /// Runs one connection with the speaker that `makeSpeaker` returns on the connection's thread. After the
    /// signal that it gets is raised, the speaker's `changes` are sent.
    ///
    /// Throws `ProviderFailure` when the connection ends. If the task is cancelled, it closes the connection and
    /// returns.
    package func run(
        _ makeSpeaker: @escaping @Sendable (WakeSignal) -> SocketSpeaker
    ) async throws(ProviderFailure) {
        let control = try translating(SocketControl(now: time.elapsed())) { (_: SystemError.Failure) in
            ProviderFailure(provider, .transport(TransportError(host: request.host, reason: .cancelled)))
        }
        let chores = Task(executorPreference: TaskThreads.executor) { await keepAlive(control) }
        defer { chores.cancel() }
        let failure = await withTaskCancellationHandler { () -> ProviderFailure? in
            do throws(ThreadLimit) {
                return try await BlockingThread.ownResult(of: { speak(makeSpeaker(control.wake), control) })
            } catch {
                return ProviderFailure(
                    provider, .transport(TransportError(host: request.host, reason: .noThread(error))))
            }
        } onCancel: {
            control.close()
        }
        if let failure { throw failure.hiding(request.secret) }
    }

    /// Sends the pings of the rules, and wakes the thread when nothing arrived for too long.
    private func keepAlive(_ control: SocketControl) async {
        await withTaskGroup(of: Void.self) { group in
            if let ping = rules.ping {
                group.addTask {
                    while (try? await time.sleep(ping.every)) != nil { control.send(ping.text) }
                }
            }
            group.addTask {
                var rest = rules.silence
                while (try? await time.sleep(rest)) != nil {
                    rest = rules.silence - (time.elapsed() - control.lastHeard)
                    guard rest <= .zero else { continue }
                    control.wake.signal()
                    rest = rules.silence
                }
            }
        }
    }
}

// MARK: - The connection's thread

extension StreamSocket {
    /// Returns the failure of the stream; nil if this side closed it, or it is over.
    private func speak(_ speaker: SocketSpeaker, _ control: SocketControl) -> ProviderFailure? {
        defer { speaker.end() }
        do throws(WebSocketFailure) {
            let connection = try WebSocketConnection.open(
                request, configuration, wake: control.wake, isCancelled: { control.isClosing })
            control.hear(at: time.elapsed())
            var conversation = Conversation(connection, speaker, control, rules, time)
            try conversation.send(speaker.begin())
            speaker.opened()
            let end = try conversation.listen()
            connection.close()
            return end.map { ProviderFailure(provider, $0) }
        } catch .recordOver {
            speaker.over()
            return nil
        } catch {
            return control.isClosing ? nil : ProviderFailure(provider, error, now: time.now())
        }
    }
}

/// The conversation on an open connection.
private struct Conversation {
    let connection: WebSocketConnection
    let speaker: SocketSpeaker
    let control: SocketControl
    let silence: Duration
    let time: TimeSource
    /// True while the provider may not serve the subscription.
    private var mayBeUnserved: Bool
    private var budget: ChangeBudget
    /// The moment at which the changes are sent that the provider does not take yet.
    private var changesFrom: Duration?

    init(
        _ connection: WebSocketConnection, _ speaker: SocketSpeaker, _ control: SocketControl, _ rules: StreamRules,
        _ time: TimeSource
    ) {
        (self.connection, self.speaker, self.control) = (connection, speaker, control)
        (silence, self.time, budget) = (rules.silence, time, ChangeBudget(rules.changes))
        mayBeUnserved = rules.mayBeUnserved
    }

    /// Returns the reason why the stream must end; nil if this side is to close it.
    mutating func listen() throws(WebSocketFailure) -> ProviderFailure.Reason? {
        // Messages may have arrived with the handshake.
        var reading = read()
        while reading.end == nil, reading.refusal == nil {
            switch try connection.fillBuffer(until: changesFrom ?? time.elapsed() + .seconds(3600)) {
            case .timedOut: try sendChanges()
            case .ready: reading = read()
            case .woken:
                try sendChanges()
                for text in control.takeTexts() { try connection.send(text: text) }
                if control.isClosing { return nil }
                reading = try checkSilence()
            }
        }
        if let refusal = reading.refusal { speaker.unserved(refusal) }
        return reading.end
    }

    /// Sends messages with subscriptions.
    mutating func send(_ texts: [String]) throws(WebSocketFailure) {
        budget.count(texts.count, at: time.elapsed())
        for text in texts { try connection.send(text: text) }
    }

    /// Sends the changes of subscriptions, later if the provider does not take them yet. Those that wait become one.
    private mutating func sendChanges() throws(WebSocketFailure) {
        changesFrom = budget.end(at: time.elapsed())
        if changesFrom == nil { try send(speaker.changes()) }
    }

    private mutating func read() -> SocketReading {
        let arrival = time.elapsed()
        let reading = speaker.read(connection)
        if reading.isServed { mayBeUnserved = false }
        if isAlive(by: reading) { control.hear(at: arrival) }
        if reading.hasHeard { speaker.heard(arrival) }
        return reading
    }

    /// Whether what arrived shows that the stream is alive. Answers to pings do not as long as nothing shows that the
    /// subscription is served.
    private func isAlive(by reading: SocketReading) -> Bool { mayBeUnserved ? reading.hasNews : reading.hasHeard }

    /// Returns the reason for the end if nothing arrived for too long. An unread message counts: a slow receiver may
    /// have kept the thread from reading it.
    private mutating func checkSilence() throws(WebSocketFailure) -> SocketReading {
        guard time.elapsed() - control.lastHeard >= silence else { return SocketReading() }
        var reading = SocketReading()
        switch try connection.fillBuffer(until: time.elapsed()) {
        case .woken:
            control.wake.signal()
            return reading
        case .ready: reading = read()
        case .timedOut: break
        }
        guard reading.end == nil, reading.refusal == nil, !isAlive(by: reading) else { return reading }
        if mayBeUnserved { reading.refusal = .streamSilent(silence) } else { reading.end = .streamSilent(silence) }
        return reading
    }
}

/// What other threads want of a connection's thread.
private final class SocketControl: Sendable {
    private struct State {
        var texts: [String] = []
        var isClosing = false
        var lastHeard: Duration
    }

    let wake: WakeSignal
    private let state: Mutex<State>

    init(now: Duration) throws(SystemError.Failure) {
        wake = try WakeSignal()
        state = Mutex(State(lastHeard: now))
    }

    /// True if the stream is to end without a failure.
    var isClosing: Bool { state.withLock(\.isClosing) }

    /// The moment of the last message or control frame.
    var lastHeard: Duration { state.withLock(\.lastHeard) }

    func hear(at moment: Duration) { state.withLock { $0.lastHeard = moment } }

    func send(_ text: String) {
        state.withLock { $0.texts.append(text) }
        wake.signal()
    }

    func close() {
        state.withLock { $0.isClosing = true }
        wake.signal()
    }

    /// Returns the texts to send since the last call.
    func takeTexts() -> [String] {
        state.withLock { state in
            defer { state.texts = [] }
            return state.texts
        }
    }
}
