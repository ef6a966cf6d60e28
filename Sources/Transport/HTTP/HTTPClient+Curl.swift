import Platform

extension HTTPClient {
    /// Creates a client that uses libcurl. It starts no thread and opens no library before the first request.
    ///
    /// - Parameter configuration: The settings of all its requests.
    /// - Returns: The client. Its copies share connections and TLS sessions.
    package static func curl(_ configuration: HTTPConfiguration) -> HTTPClient {
        let session = CurlSession(configuration: configuration)
        return HTTPClient { request async throws(TransportError) in
            try await session.send(request)
        }
    }
}

/// The state shared by the requests of one client.
private struct CurlSession: Sendable {
    let configuration: HTTPConfiguration
    let engine = CurlEngine()

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let start = configuration.time.elapsed()
        func spent() -> Int { (configuration.time.elapsed() - start).wholeMilliseconds }
        do {
            let hop = try Hop(request)
            configuration.observe?(.started(url: hop.redactedURL))
            let response = try await follow(
                hop, Stopwatch(configuration: configuration, start: start - request.waited), request.onContent)
            let (url, status) = (response.url, response.status)
            let bytes = response.arriving?.count ?? response.body.count
            configuration.observe?(.answered(url: url, status: status, milliseconds: spent(), bytes: bytes))
            return response
        } catch {
            configuration.observe?(.failed(url: request.redactedURL, error: error, milliseconds: spent()))
            throw error
        }
    }

    private func follow(
        _ first: Hop, _ stopwatch: Stopwatch, _ onContent: (@Sendable (ArrivingBody) -> Void)?
    ) async throws(TransportError) -> HTTPResponse {
        var (hop, origin) = (first, first)
        var requested: Timestamp?
        while true {
            let limit = stopwatch.limit()
            guard limit.milliseconds > 0 else { throw hop.error(limit.reason) }
            var order = hop.order(configuration, limit)
            // A record has the whole body.
            if configuration.record == nil { order.onContent = onContent }
            let (outcome, sent) = await run(hop, order)
            requested = requested ?? sent
            switch outcome {
            case .failure(.invalidURL):
                // Only the first URL comes from the user; any other comes from the redirecting host.
                let isOwn = hop.visited.isEmpty
                throw origin.error(isOwn ? .invalidURL(hop.redactedURL) : .redirect(.badLocation(hop.redactedURL)))
            case .failure(let reason): throw hop.error(reason)
            case .success((let head, let body, let arriving)):
                guard Hop.redirectStatuses.contains(head.status) else {
                    var response = hop.response(head, body)
                    response.requested = requested
                    response.arriving = arriving
                    return response
                }
                origin = hop
                hop = try hop.redirected(status: head.status, location: head.headers["Location"])
                configuration.observe?(.redirected(status: head.status, to: hop.redactedURL))
            }
        }
    }

    /// Runs one hop over the network, or takes its outcome from a record. Also returns when it was sent, if there is a
    /// record.
    private func run(_ hop: Hop, _ order: TransferOrder) async -> (outcome: TransferOutcome, sent: Timestamp?) {
        switch configuration.record {
        case nil: return (await carry(order), nil)
        case .writing(let recorder): return await recorder.exchange(hop, order) { await carry($0) }
        case .reading(let replay): return await replay.outcome(of: hop, order)
        }
    }

    private func carry(_ order: TransferOrder) async -> TransferOutcome {
        if let network = configuration.network { await network.run(order) } else { await engine.run(order) }
    }
}
