import Platform
import Synchronization
import Transport

/// The socket of app (e): one connection's life on a thread of its own.
struct CitySocket: Sendable {
    let provider: String
    let request: WebSocketRequest
    let configuration: HTTPConfiguration
    /// A stream that is silent for longer counts as dead.
    let silence: Duration

    /// Hands whole messages over, and what was wrong with others, until the socket ends, which is a failure, or the task is
    /// cancelled, which closes it. `heard` is called after each message, of control too.
    func run(
        heard: @escaping @Sendable (Duration) -> Void, opened: @escaping @Sendable () -> Void,
        dropped: @escaping @Sendable (String) -> Void,
        _ take: @escaping @Sendable (CityMessage) -> Void
    ) async throws(ProviderFailure) {
        let wake: WakeSignal
        do {
            wake = try WakeSignal()
        } catch {
            throw ProviderFailure(provider, .transport(TransportError(host: request.host, reason: .cancelled)))
        }
        let isClosing = Flag()
        let failure = await withTaskCancellationHandler {
            await BlockingThread.result(of: { () -> ProviderFailure? in
                do throws(WebSocketFailure) {
                    let connection = try WebSocketConnection.open(
                        request, configuration, wake: wake, isCancelled: { isClosing.isSet })
                    opened()
                    return try listen(connection, heard, dropped, take)
                } catch {
                    return isClosing.isSet ? nil : ProviderFailure(provider, error, now: configuration.time.now())
                }
            })
        } onCancel: {
            isClosing.set()
            wake.signal()
        }
        if let failure { throw failure }
    }

    /// The stream's failure; nil where it was closed from our side.
    private func listen(
        _ connection: WebSocketConnection, _ heard: (Duration) -> Void, _ dropped: (String) -> Void,
        _ take: (CityMessage) -> Void
    ) throws(WebSocketFailure) -> ProviderFailure? {
        while true {
            let event = try connection.receive(timeout: silence) { kind, bytes in
                do {
                    take(try CityMessage(bytes))
                } catch {
                    dropped(Endpoint.problem(error))
                }
            }
            switch event {
            case .messages: heard(configuration.time.elapsed())
            case .woken:
                connection.close()
                return nil
            case .timedOut:
                connection.close()
                return ProviderFailure(provider, .streamSilent(silence))
            }
        }
    }
}

/// Something that is set once.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
}
