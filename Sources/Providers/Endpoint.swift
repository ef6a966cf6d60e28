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
    /// Reads what the provider says in the body of a status that is no success.
    package var readError: @Sendable (Int, inout JSONReader) throws -> ProviderFailure.Reason = { status, reader in
        try reader.skip()
        return .general(status, words: nil)
    }
    /// What such a body says where it is plain text; nil where it is none that is known.
    package var readErrorText: @Sendable (String) -> ProviderFailure.Reason? = { _ in nil }

    /// A service at `base`.
    package init(
        provider: String, http: HTTPClient, base: String, secret: Secret? = nil,
        now: @escaping @Sendable () -> Timestamp,
        readError: (@Sendable (Int, inout JSONReader) throws -> ProviderFailure.Reason)? = nil,
        readErrorText: (@Sendable (String) -> ProviderFailure.Reason?)? = nil
    ) {
        self.provider = provider
        self.http = http
        self.base = base
        self.secret = secret
        self.now = now
        if let readError { self.readError = readError }
        if let readErrorText { self.readErrorText = readErrorText }
    }

    /// Asks once and decodes the whole answer, which is JSON.
    package func get<Answer>(
        _ path: String, _ query: [(name: String, value: String)],
        decode: (inout JSONReader) throws -> Answer
    ) async throws(ProviderFailure) -> Answer {
        let body = try await body(path, query)
        return try decoded(body, as: "JSON") { try JSONReader.read(body, decode) }
    }

    /// Asks once and decodes the whole answer, which is XML; what `decode` leaves unread is checked too.
    package func getXML<Answer>(
        _ path: String, decode: (inout XMLReader) throws -> Answer
    ) async throws(ProviderFailure) -> Answer {
        let body = try await body(path, [])
        return try decoded(body, as: "XML") { try XMLReader.read(body, decode) }
    }

    /// Asks once and decodes the whole answer, which is CSV, sent uncompressed as it does not show its end; what `decode`
    /// leaves unread is checked too.
    package func getCSV<Answer>(
        _ path: String, _ query: [(name: String, value: String)], decode: (inout CSVReader) throws -> Answer
    ) async throws(ProviderFailure) -> Answer {
        let body = try await body(path, query, showsItsEnd: false)
        return try decoded(body, as: "CSV") {
            var reader = CSVReader(body)
            let answer = try decode(&reader)
            while try reader.next() != nil {}
            return answer
        }
    }

    private func body(
        _ path: String, _ query: [(name: String, value: String)], showsItsEnd: Bool = true
    ) async throws(ProviderFailure) -> [UInt8] {
        let request = HTTPRequest(
            base: base, path: path, query: query.map { HTTPRequest.QueryItem($0.name, $0.value) }, secret: secret,
            showsItsEnd: showsItsEnd)
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await http.send(request)
        } catch {
            throw ProviderFailure(provider, .transport(error))
        }
        // Nothing is delivered after a cancellation, not even what has just come (REQUIREMENTS X5).
        guard !Task.isCancelled else {
            throw ProviderFailure(provider, .transport(TransportError(host: response.host, reason: .cancelled)))
        }
        return try checked(response)
    }

    private func decoded<Answer>(
        _ body: [UInt8], as format: String, _ decode: () throws -> Answer
    ) throws(ProviderFailure) -> Answer {
        do {
            return try decode()
        } catch let reason as ProviderFailure.Reason {
            throw failure(reason)
        } catch {
            throw failure(.invalidData(Self.problem(error, in: body, insteadOf: format)))
        }
    }

    private func checked(_ response: HTTPResponse) throws(ProviderFailure) -> [UInt8] {
        switch response.verdict {
        case .content(let body):
            return body
        case .invalid(let fault):
            let error = TransportError(host: response.host, reason: .invalid(fault))
            throw ProviderFailure(provider, .transport(error))
        case .refused(let status):
            let reason =
                readErrorText(String(decoding: response.body.prefix(200), as: UTF8.self))
                ?? (try? JSONReader.read(response.body) { try readError(status, &$0) })
            throw failure(reason ?? .general(status, words: nil), retryAfter: response.retryAfter(at: now()))
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
