package import JSONReader
package import Platform
package import Transport

/// A provider's REST service. It sends requests and converts every error to a `ProviderFailure`.
package struct Endpoint: Sendable {
    /// The provider's name.
    package let provider: String
    package let http: HTTPClient
    /// The scheme and host, with an optional path prefix.
    package let base: String
    package var secret: Secret?
    package let now: @Sendable () -> Timestamp
    /// How the provider reports errors in a response.
    package let errors: ErrorShape

    /// Creates a service at `base`.
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

    /// Sends one request and decodes the whole response as JSON. Throws `ProviderFailure`.
    package func get<Answer>(
        _ path: String, _ query: [(name: String, value: String)],
        decode: (inout JSONReader) throws -> Answer
    ) async throws(ProviderFailure) -> Answer {
        let answer = try await answer(path, query)
        return try decoded(answer, as: "JSON") { try JSONReader.read($0, decode) }
    }

    /// Sends one request and decodes the whole response as XML. The part that `decode` does not read is checked too.
    ///
    /// Throws `ProviderFailure`.
    package func getXML<Answer>(
        _ path: String, decode: (inout XMLReader) throws -> Answer
    ) async throws(ProviderFailure) -> Answer {
        let answer = try await answer(path, [])
        return try decoded(answer, as: "XML") { try XMLReader.read($0, decode) }
    }

    /// Sends one request and decodes the whole response as CSV. It is requested uncompressed, because CSV does not
    /// mark its own end. The part that `decode` does not read is checked too.
    ///
    /// Throws `ProviderFailure`.
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

    /// A complete response in which no error was found so far.
    private struct Sound {
        let body: [UInt8]
        let request: ErrorContext
        let retryAfter: Duration?
    }

    private func answer(
        _ path: String, _ query: [(name: String, value: String)], showsItsEnd: Bool = true
    ) async throws(ProviderFailure) -> Sound {
        let request = HTTPRequest(
            base: base, path: path, query: query, secret: secret, showsItsEnd: showsItsEnd)
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await http.send(request)
        } catch {
            throw ProviderFailure(provider, .transport(error))
        }
        // After a cancellation no result is returned, not even one that just arrived.
        guard !Task.isCancelled else {
            throw ProviderFailure(provider, .transport(TransportError(host: response.host, reason: .cancelled)))
        }
        return try checked(response, ErrorContext(status: response.status, query: query))
    }

    /// Decodes a response. In a large one, an error of the provider may only be found when decoding fails.
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

    /// Creates a failure. The key is hidden if the provider repeats it in its message.
    private func failure(_ reason: ProviderFailure.Reason, retryAfter: Duration? = nil) -> ProviderFailure {
        ProviderFailure(provider, reason, retryAfter: retryAfter).hiding(secret)
    }

    private static func problem(_ error: any Error, in body: [UInt8], insteadOf format: String) -> String {
        if isHTML(body, insteadOf: format) { return "HTML instead of \(format)" }
        return problem(error)
    }

    /// Describes a decoding error in words.
    package static func problem(_ error: any Error) -> String {
        switch error {
        case let problem as RowProblem: problem.description
        case let error as JSONError: error.fact
        case let error as XMLError: error.fact
        case let error as CSVError: error.fact
        default: "\(error)"
        }
    }

    /// Whether a body is an HTML page. If JSON or CSV is expected, everything that begins with `<` is one; if XML is
    /// expected, only what begins like HTML.
    private static func isHTML(_ body: [UInt8], insteadOf format: String) -> Bool {
        let body = body.drop(while: \.isWhiteSpace)
        let start = String(decoding: body.prefix(14), as: UTF8.self).lowercased()
        return start.hasPrefix(format == "XML" ? "<html" : "<") || start == "<!doctype html"
    }
}

extension String {
    /// Whether the text can be a segment of a URL path, and keeps its meaning there.
    package var isPathSegment: Bool { !isEmpty && self != "." && self != ".." && !contains("/") }
}
