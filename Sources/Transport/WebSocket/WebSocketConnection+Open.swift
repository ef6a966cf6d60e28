package import Platform

extension WebSocketConnection {
    /// Connects and performs the handshake, within the timeout and deadline of the configuration.
    ///
    /// SIGPIPE is blocked on the calling thread from here on, because TLS libraries do not suppress it when they write.
    ///
    /// - Parameters:
    ///   - request: The address and the headers.
    ///   - configuration: The time limits, the trusted certificates and the observer.
    ///   - wake: The signal that ends waits, of this function and of the connection.
    ///   - isCancelled: Called after a wake. If it returns true, the function throws `transport` with `cancelled`. Any
    ///     other wake is the first that `receive` returns.
    /// - Returns: The open connection, which belongs to the calling thread.
    /// - Throws: `WebSocketFailure`.
    package static func open(
        _ request: WebSocketRequest, _ configuration: HTTPConfiguration, wake: WakeSignal,
        isCancelled: () -> Bool = { true }
    ) throws(WebSocketFailure) -> WebSocketConnection {
        CurlConnection.blockBrokenPipes()
        let start = configuration.time.elapsed()
        let url = request.redactedURL
        func report(_ event: (_ milliseconds: Int) -> HTTPEvent) {
            configuration.observe?(event((configuration.time.elapsed() - start).wholeMilliseconds))
        }
        configuration.observe?(.started(url: url))
        var recorder: StreamRecorder?
        if case .writing(let record) = configuration.record { recorder = StreamRecorder(record, request) }
        do {
            let connection: WebSocketConnection
            if case .reading(let replay) = configuration.record {
                let hop = try translating(Hop(request.http)) { WebSocketFailure.transport($0) }
                let stream = try replay.open(request, wake: wake, isCancelled: isCancelled)
                connection = WebSocketConnection(stream, hop: hop, configuration: configuration, wake: wake)
            } else {
                connection = try connect(request, configuration: configuration, wake: wake, isCancelled: isCancelled)
                try connection.shakeHands(
                    request, within: Stopwatch(configuration: configuration, start: start).limit(),
                    isCancelled: isCancelled)
            }
            recorder?.open()
            connection.recorder = recorder
            report { .answered(url: url, status: 101, milliseconds: $0, bytes: 0) }
            return connection
        } catch {
            recorder?.fail(error)
            switch error {
            case .transport(let error): report { .failed(url: url, error: error, milliseconds: $0) }
            case .refused(let response):
                report { .answered(url: url, status: response.status, milliseconds: $0, bytes: response.body.count) }
            default: report { .answered(url: url, status: 101, milliseconds: $0, bytes: 0) }
            }
            throw error
        }
    }

    /// Opens a connection with libcurl without sending anything on it.
    private static func connect(
        _ request: WebSocketRequest, configuration: HTTPConfiguration, wake: WakeSignal, isCancelled: () -> Bool
    ) throws(WebSocketFailure) -> WebSocketConnection {
        do throws(TransportError) {
            let hop = try Hop(request.http)
            let limit = Stopwatch(configuration: configuration, start: configuration.time.elapsed()).limit()
            guard limit.milliseconds > 0 else { throw hop.error(limit.reason) }
            let order = hop.order(configuration, limit)
            if let network = configuration.network {
                let source = try translating(network.connect(order)) { hop.error($0) }
                return WebSocketConnection(source, hop: hop, configuration: configuration, wake: wake)
            }
            let connection = try translating(CurlConnection(hop, order)) { hop.error($0) }
            try connection.connect(wake, isCancelled)
            return WebSocketConnection(connection, hop: hop, configuration: configuration, wake: wake)
        } catch {
            guard case .invalidURL = error.reason else { throw .transport(error) }
            throw .transport(TransportError(host: request.host, reason: .invalidURL(request.redactedURL)))
        }
    }
}
