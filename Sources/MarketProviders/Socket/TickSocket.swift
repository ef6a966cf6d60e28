import Platform
import Synchronization
import Transport

/// A provider's dialect over a WebSocket: the lifetime of one connection.
struct TickSocket<Dialect: StreamDialect>: Sendable {
    let provider: String
    let request: WebSocketRequest
    /// Where the key of the request comes from; nil if the provider takes none.
    let key: KeyUse?
    let configuration: HTTPConfiguration
    let makeDialect: @Sendable () -> Dialect

    /// Creates the stream of a provider at `host`, or at the address of the settings.
    init(
        _ provider: String, _ settings: ProviderSettings, host: String, path: String, key: KeyUse? = nil,
        makeDialect: @escaping @Sendable () -> Dialect
    ) {
        self.provider = provider
        request = WebSocketRequest(base: settings.streamBase ?? host, path: path)
        self.key = key
        configuration = settings.sockets ?? HTTPConfiguration(userAgent: "crypto")
        self.makeDialect = makeDialect
    }

    /// Opens the socket and delivers ticks. Throws `ProviderFailure` when the socket ends. If the task is cancelled, it
    /// closes the socket and returns.
    func run(_ subscriptions: TickSubscriptions, _ receiver: any TickReceiver) async throws(ProviderFailure) {
        var request = request
        request.secret = try await key?.secret()
        let socket = StreamSocket(
            provider: provider, request: request, configuration: configuration, rules: makeDialect().rules)
        do throws(ProviderFailure) {
            try await socket.run { wake in
                let speaker = TickSpeaker(self, subscriptions, receiver: receiver, wake: wake)
                return SocketSpeaker(
                    begin: { speaker.begin() }, opened: { receiver.note(.opened(provider: provider)) },
                    changes: { speaker.changes() }, read: { speaker.read($0) }, heard: { receiver.heard(at: $0) },
                    end: { speaker.end() },
                    over: { receiver.note(.over(markets: subscriptions.markets.map(\.name))) },
                    unserved: { receiver.note(.unserved(ProviderFailure(provider, $0))) })
            }
        } catch {
            throw error.naming(keyFile: key?.file)
        }
    }
}

/// Speaks a dialect on one connection, on its thread.
private final class TickSpeaker<Dialect: StreamDialect> {
    private let provider: String
    private let time: TimeSource
    private let subscriptions: TickSubscriptions
    private let receiver: any TickReceiver
    /// The markets that the connection has asked for.
    private var asked = KeyedList<String, TickMarket>()
    /// Unchecked, because the check would cost time for every message, and reading a message never calls back.
    @exclusivity(unchecked) private var reader: StreamReader<Dialect>

    init(
        _ stream: TickSocket<Dialect>, _ subscriptions: TickSubscriptions, receiver: any TickReceiver,
        wake: WakeSignal
    ) {
        (provider, time) = (stream.provider, stream.configuration.time)
        (self.subscriptions, self.receiver) = (subscriptions, receiver)
        subscriptions.listen { _ in wake.signal() }
        unsafe reader = StreamReader(stream.makeDialect(), last: subscriptions.takeLast())
    }

    /// Returns the texts that subscribe to the first markets.
    func begin() -> [String] { unsafe reader.begin(with: subscriptions.update(&asked).new) }

    /// Returns the texts for the changes of subscriptions since the last call.
    func changes() -> [String] {
        let (gone, new) = subscriptions.update(&asked)
        return unsafe reader.unsubscribe(from: gone) + reader.subscribe(to: new)
    }

    /// Reads the complete messages in the connection's buffer, and delivers their ticks in one batch.
    func read(_ connection: WebSocketConnection) -> SocketReading {
        let arrival = time.now()
        var reading = SocketReading()
        receiver.receive { emit in
            var isOver = false
            // A failure of the connection is thrown again by its next call.
            let count = unsafe try? connection.readMessages { _, bytes in
                reading.hasHeard = true
                guard !isOver else { return }
                do {
                    guard let message = unsafe try reader.read(bytes, at: arrival, emit) else {
                        reading.hasNews = true
                        return
                    }
                    take(message, &reading)
                    isOver = reading.end != nil || reading.refusal != nil
                } catch {
                    reading.hasNews = true
                    receiver.note(.dropped(provider: provider, problem: "\(error)"))
                }
            }
            if count != nil { reading.hasHeard = true }
        }
        reading.isServed = unsafe reader.isServed
        return reading
    }

    /// Handles a message that is not of ticks.
    private func take(_ message: StreamNews, _ reading: inout SocketReading) {
        if message != .pong { reading.hasNews = true }
        switch message {
        case .pong: break
        case .ending(let reason): reading.end = reason
        case .unserved(let reason): reading.refusal = reason
        case .skipped(let loss): receiver.note(.skipped(loss))
        case .refused(let market, let reason):
            receiver.note(.refused(market: market, ProviderFailure(provider, reason)))
        }
    }

    /// Stops listening for changes, and keeps the last values for the next connection.
    func end() {
        subscriptions.listen(nil)
        unsafe subscriptions.keep(reader.last)
    }
}
