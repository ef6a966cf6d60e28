package import JSONReader
package import Platform
package import Transport

/// A provider's REST service: asks, and turns all that can go wrong into the provider's own failures.
package struct Endpoint: Sendable {
    /// The provider's name.
    package let provider: String
    package let http: HTTPClient
    /// Scheme, host and perhaps a path in front.
    package let base: String
    package var secret: Secret?
    package let now: @Sendable () -> Timestamp
    /// How the provider says that an answer is an error.
    package let errors: ErrorShape

    /// A service at `base`.
    package init(
        provider: String, http: HTTPClient, base: String, secret: Secret? = nil,
        now: @escaping @Sendable () -> Timestamp, errors: ErrorShape = .none
    ) {
        self.provider = provider
        self.http = http
        self.base = base
        self.secret = secret
        self.now = now
        self.errors = errors
    }

    /// Asks once and decodes the whole answer, which is JSON.
    package func get<Answer>(
        _ path: String, _ query: [(name: String, value: String)],
        decode: (inout JSONReader) throws -> Answer
    ) async throws(ProviderFailure) -> Answer {
        let answer = try await answer(path, query)
        return try decoded(answer, as: "JSON") { try JSONReader.read($0, decode) }
    }

    /// Asks once and decodes the whole answer, which is XML; what `decode` leaves unread is checked too.
    package func getXML<Answer>(
        _ path: String, decode: (inout XMLReader) throws -> Answer
    ) async throws(ProviderFailure) -> Answer {
        let answer = try await answer(path, [])
        return try decoded(answer, as: "XML") { try XMLReader.read($0, decode) }
    }

    /// Asks once and decodes the whole answer, which is CSV, sent uncompressed as it does not show its end; what `decode`
    /// leaves unread is checked too.
    package func getCSV<Answer>(
        _ path: String, _ query: [(name: String, value: String)], decode: (inout CSVReader) throws -> Answer
    ) async throws(ProviderFailure) -> Answer {
        let answer = try await answer(path, query, showsItsEnd: false)
        return try decoded(answer, as: "CSV") { body in
            var reader = CSVReader(body)
            let answer = try decode(&reader)
            while try reader.next() != nil {}
            return answer
        }
    }

    /// A whole answer that says no error, as far as was looked.
    private struct Sound {
        let body: [UInt8]
        let request: ErrorContext
        let retryAfter: Duration?
    }

    private func answer(
        _ path: String, _ query: [(name: String, value: String)], showsItsEnd: Bool = true
    ) async throws(ProviderFailure) -> Sound {
        let request = HTTPRequest(
            base: base, path: path, query: query.map { HTTPRequest.QueryItem($0.name, $0.value) }, secret: secret,
            showsItsEnd: showsItsEnd)
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await http.send(request)
        } catch {
            throw ProviderFailure(provider, .transport(error))
        }
        // Nothing is delivered after a cancellation, not even what has just come.
        guard !Task.isCancelled else {
            throw ProviderFailure(provider, .transport(TransportError(host: response.host, reason: .cancelled)))
        }
        return try checked(response, ErrorContext(status: response.status, query: query))
    }

    /// What comes of an answer. The error of a large one may show only where decoding fails.
    private func decoded<Answer>(
        _ answer: Sound, as format: String, _ decode: ([UInt8]) throws -> Answer
    ) throws(ProviderFailure) -> Answer {
        do {
            return try decode(answer.body)
        } catch {
            if ErrorShape.isPartlyRead(answer.body),
                let reason = errors.reason(in: answer.body, of: answer.request, whole: true)
            {
                throw failure(reason, retryAfter: answer.retryAfter)
            }
            if let reason = error as? ProviderFailure.Reason { throw failure(reason) }
            throw failure(.invalidData(Self.problem(error, in: answer.body, insteadOf: format)))
        }
    }

    private func checked(
        _ response: HTTPResponse, _ request: ErrorContext
    ) throws(ProviderFailure) -> Sound {
        let retryAfter = response.retryAfter(at: now())
        switch response.verdict {
        case .content(let body):
            if let reason = errors.reason(in: body, of: request) { throw failure(reason, retryAfter: retryAfter) }
            return Sound(body: body, request: request, retryAfter: retryAfter)
        case .invalid(let fault):
            let error = TransportError(host: response.host, reason: .invalid(fault))
            throw ProviderFailure(provider, .transport(error))
        case .refused(let status):
            let reason = errors.reason(in: response.body, of: request, whole: true)
            throw failure(reason ?? .general(status, words: nil), retryAfter: retryAfter)
        }
    }

    /// The failure; a provider that says the key back does not make us say it.
    private func failure(_ reason: ProviderFailure.Reason, retryAfter: Duration? = nil) -> ProviderFailure {
        let shown = secret.map { secret in reason.mapWords { secret.hidden(in: $0) } } ?? reason
        return ProviderFailure(provider, shown, retryAfter: retryAfter)
    }

    private static func problem(_ error: any Error, in body: [UInt8], insteadOf format: String) -> String {
        if isHTML(body, insteadOf: format) { return "HTML instead of \(format)" }
        return problem(error)
    }

    /// What is wrong with a text, in words.
    package static func problem(_ error: any Error) -> String {
        switch error {
        case let problem as RowProblem: problem.description
        case let error as JSONError: error.fact
        case let error as XMLError: error.fact
        case let error as CSVError: error.fact
        default: "\(error)"
        }
    }

    /// Where JSON or CSV is awaited all that begins with `<` is a page; where XML is, what begins as one.
    private static func isHTML(_ body: [UInt8], insteadOf format: String) -> Bool {
        let body = body.drop { " \n\r\t".utf8.contains($0) }
        let start = String(decoding: body.prefix(14), as: UTF8.self).lowercased()
        return start.hasPrefix(format == "XML" ? "<html" : "<") || start == "<!doctype html"
    }
}
