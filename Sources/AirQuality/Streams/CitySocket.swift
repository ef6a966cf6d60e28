import Platform
import Synchronization
import Transport

/// One connection to a WebSocket server of city messages, on its own thread.
struct CitySocket: Sendable {
    let provider: String
    let request: WebSocketRequest
    let configuration: HTTPConfiguration
    /// The maximum time without a message before the stream counts as dead.
    let silence: Duration

    /// Delivers complete messages, and the problems of invalid ones, until the socket ends, which throws
    /// `ProviderFailure`, or the task is cancelled, which closes the socket. `heard` is called after every message,
    /// including control frames.
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

    /// Returns the failure of the stream; nil if this side closed it.
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

/// A flag that is set once.
private final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
}
