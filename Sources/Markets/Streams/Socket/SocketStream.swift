import Platform
import Synchronization
import Transport

/// A provider's dialect spoken over a WebSocket: one connection's life on a thread of its own.
struct SocketStream<Dialect: StreamDialect>: Sendable {
    let provider: String
    let request: WebSocketRequest
    let configuration: HTTPConfiguration
    let makeDialect: @Sendable () -> Dialect

    /// Opens the socket and hands ticks over until it ends, which is a failure, or the task is cancelled, which closes it.
    func run(_ subscriptions: TickSubscriptions, _ receiver: any TickReceiver) async throws(ProviderFailure) {
        let control: StreamControl
        do {
            control = try StreamControl(clock: configuration.time)
        } catch {
            throw ProviderFailure(provider, .transport(TransportError(host: request.host, reason: .cancelled)))
        }
        let begin = subscriptions.listen { control.post(.change($0)) }
        defer { subscriptions.listen(nil) }
        let chores = Task { await keepAlive(control) }
        defer { chores.cancel() }
        let failure = await withTaskCancellationHandler {
            await BlockingThread.result(of: {
                StreamThread(stream: self, control: control, subscriptions, receiver).run(begin)
            })
        } onCancel: {
            control.post(.close)
        }
        if let failure { throw failure.hiding(request.secret) }
    }

    /// Sends the provider's own pings and finds out whether the stream is dead.
    private func keepAlive(_ control: StreamControl) async {
        let rules = makeDialect().rules
        await withTaskGroup(of: Void.self) { group in
            if let ping = rules.ping {
                group.addTask {
                    while (try? await configuration.time.sleep(ping.every)) != nil { control.post(.send(ping.text)) }
                }
            }
            group.addTask {
                var rest = rules.silence
                while (try? await configuration.time.sleep(rest)) != nil {
                    rest = rules.silence - control.silence
                    guard rest <= .zero else { continue }
                    control.post(.judgeSilence)
                    rest = rules.silence
                }
            }
        }
    }
}

/// What a stream's thread is told by others.
final class StreamControl: Sendable {
    enum Command: Sendable {
        case change(TickSubscriptions.Change)
        case send(String)
        /// Nothing has come for long, or nothing has been read.
        case judgeSilence
        case close
    }

    private struct State {
        /// Beside changes.
        var commands: [Command] = []
        var changes = PendingChanges()
        var isClosing = false
        var lastHeard: Duration
    }

    let wake: WakeSignal
    private let clock: TimeSource
    private let state: Mutex<State>

    init(clock: TimeSource) throws {
        wake = try WakeSignal()
        self.clock = clock
        state = Mutex(State(lastHeard: clock.elapsed()))
    }

    /// Whether the stream is to end without having failed.
    var isClosing: Bool { state.withLock(\.isClosing) }

    /// How long nothing has been heard.
    var silence: Duration { clock.elapsed() - state.withLock(\.lastHeard) }

    /// Tells the thread something. Changes that come before it has listened are one each of what goes and what comes:
    /// exchanges take only some messages a second, and what waits must not grow.
    func post(_ command: Command) {
        state.withLock { state in
            switch command {
            case .change(let change): return state.changes.take(change)
            case .close: state.isClosing = true
            case .send, .judgeSilence: break
            }
            state.commands.append(command)
        }
        wake.signal()
    }

    /// What has been told since the last call.
    func take() -> [Command] {
        state.withLock { state in
            defer { (state.commands, state.changes) = ([], PendingChanges()) }
            return state.changes.all.map { .change($0) } + state.commands
        }
    }

    /// Notes that something was heard.
    func heard(at moment: Duration) {
        state.withLock { $0.lastHeard = moment }
    }
}

/// The thread's side: all of it is used on one thread.
private final class StreamThread<Dialect: StreamDialect> {
    private let stream: SocketStream<Dialect>
    private let control: StreamControl
    private let subscriptions: TickSubscriptions
    private let receiver: any TickReceiver
    /// Unchecked, since a message's reading calls nothing that comes back to it, and the check costs on every message.
    @exclusivity(unchecked) private var reader: StreamReader<Dialect>
    /// Why the stream must end, found while messages were read.
    private var end: ProviderFailure.Reason?
    /// A message or a control frame has come whole: bytes alone are no sign of life, they may drip for ever.
    private var hasHeard = false

    init(
        stream: SocketStream<Dialect>, control: StreamControl, _ subscriptions: TickSubscriptions,
        _ receiver: any TickReceiver
    ) {
        self.stream = stream
        self.control = control
        self.subscriptions = subscriptions
        self.receiver = receiver
        reader = StreamReader(stream.makeDialect(), held: subscriptions.takeHeld())
    }

    /// The stream's failure; nil where it was closed from our side.
    func run(_ markets: [TickMarket]) -> ProviderFailure? {
        defer { subscriptions.hold(reader.held) }
        do throws(WebSocketFailure) {
            let connection = try WebSocketConnection.open(
                stream.request, stream.configuration, wake: control.wake, isCancelled: { control.isClosing })
            control.heard(at: clock.elapsed())
            for text in reader.begin(with: markets) { try connection.send(text: text) }
            receiver.note(.opened(provider: stream.provider))
            return try listen(connection)
        } catch {
            return control.isClosing
                ? nil : ProviderFailure(stream.provider, error, now: stream.configuration.time.now())
        }
    }

    private func listen(_ connection: WebSocketConnection) throws(WebSocketFailure) -> ProviderFailure? {
        // What came with the handshake.
        handOver(connection)
        while true {
            if let end {
                connection.close()
                return ProviderFailure(stream.provider, end)
            }
            switch try connection.fillBuffer(until: clock.elapsed() + .seconds(3600)) {
            case .woken: if try obey(connection) { return nil }
            case .timedOut: continue
            case .ready: handOver(connection)
            }
        }
    }

    private var clock: TimeSource { stream.configuration.time }

    /// Hands over what lies in the connection's buffer.
    private func handOver(_ connection: WebSocketConnection) {
        let arrival = clock.elapsed()
        receiver.receive(TickBatch { [unowned self] emit in readMessages(connection, emit) })
        guard hasHeard else { return }
        control.heard(at: arrival)
        receiver.heard(at: arrival)
    }

    /// Nothing was heard for as long as the provider allows. What lies unread because a receiver of ticks held us up is a
    /// sign of life, if it is a whole message.
    private func judgeSilence(_ connection: WebSocketConnection) throws(WebSocketFailure) {
        let limit = reader.rules.silence
        guard control.silence >= limit else { return }
        hasHeard = false
        switch try connection.fillBuffer(until: clock.elapsed()) {
        case .woken: return control.post(.judgeSilence)
        case .ready: handOver(connection)
        case .timedOut: break
        }
        if !hasHeard { end = end ?? .streamSilent(limit) }
    }

    /// Reads what lies in the connection's buffer. A failure of the connection shows again at the next wait.
    private func readMessages(_ connection: WebSocketConnection, _ emit: (Tick) -> Void) {
        let arrival = stream.configuration.time.now()
        var (isOver, hasMessage) = (end != nil, false)
        let count = try? connection.readMessages { kind, bytes in
            hasMessage = true
            guard !isOver else { return }
            do {
                guard let news = try reader.read(bytes, at: arrival, emit) else { return }
                isOver = take(news)
            } catch {
                receiver.note(.dropped(provider: stream.provider, problem: Endpoint.problem(error)))
            }
        }
        hasHeard = hasMessage || count != nil
    }

    /// True where nothing more of the stream is to be read.
    private func take(_ news: StreamNews) -> Bool {
        switch news {
        case .refused(let market, let reason):
            receiver.note(.refused(market: market, ProviderFailure(stream.provider, reason)))
            return false
        case .ending(let reason):
            end = reason
            return true
        }
    }

    /// Does what others have told; true where that is to close.
    private func obey(_ connection: WebSocketConnection) throws(WebSocketFailure) -> Bool {
        for command in control.take() {
            switch command {
            case .change(.added(let markets)):
                for text in reader.subscribe(to: markets) { try connection.send(text: text) }
            case .change(.removed(let markets)):
                for text in reader.unsubscribe(from: markets) { try connection.send(text: text) }
            case .send(let text): try connection.send(text: text)
            case .judgeSilence: try judgeSilence(connection)
            case .close:
                connection.close()
                return true
            }
        }
        return false
    }
}
