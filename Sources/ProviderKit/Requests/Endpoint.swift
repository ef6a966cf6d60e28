package import JSONReader
package import Platform
package import Transport

/// A provider's REST service. It sends requests and converts every error to a `ProviderFailure`.
package final class Endpoint: Sendable {
    /// The provider's name.
    package let provider: String
    package let http: HTTPClient
    /// The scheme and host, with an optional path prefix.
    package let base: String
    /// The scheme and host of another host with the same service; nil if there is none.
    let spare: String?
    /// The headers that the service requires in each request.
    let headers: [HTTPHeader]
    /// Where the key of the provider comes from; nil if it takes none.
    let keyUse: KeyUse?
    /// How paths begin, if that depends on the key.
    let pathStart: PathStart?
    /// The key of a request, once it is known.
    let secret: Secret?
    package let now: @Sendable () -> Timestamp
    /// How the provider reports errors in a response.
    package let errors: ErrorShape
    /// False if there is no host to ask: every request fails.
    let hasHost: Bool
    /// The kept answers; nil if every request is sent.
    let cache: AnswerCache?
    let policy: CachePolicy
    /// How fast requests may follow each other; nil without a limit.
    private let pace: RequestPace?

    /// Creates a service at `base`, and at `spare` if that one fails.
    package init(
        provider: String, _ settings: ProviderSettings, base: String, spare: String? = nil, headers: [HTTPHeader] = [],
        key: KeyUse? = nil, pathStart: PathStart? = nil, errors: ErrorShape = .none,
        pace: RequestPace? = nil, hasHost: Bool = true
    ) {
        self.provider = provider
        http = settings.http
        self.base = base
        self.spare = spare
        self.headers = headers
        keyUse = key
        self.pathStart = pathStart
        now = settings.time.now
        self.errors = errors
        self.pace = pace
        self.hasHost = hasHost
        cache = settings.cache
        policy = settings.cachePolicy
        secret = nil
    }

    /// Creates the same service with the key of a request.
    init(_ service: Endpoint, secret: Secret?) {
        (provider, http, base, spare) = (service.provider, service.http, service.base, service.spare)
        (headers, keyUse, pathStart) = (service.headers, service.keyUse, service.pathStart)
        (now, errors, hasHost) = (service.now, service.errors, service.hasHost)
        (cache, policy, pace) = (service.cache, service.policy, service.pace)
        self.secret = secret
    }

    /// Requests an answer and decodes all of it as JSON, a long one while it arrives. Throws `ProviderFailure`.
    ///
    /// `kind` is what the answer holds, which decides how long it counts as new. `decode` also gets the time of the
    /// request. It may be called twice.
    package func get<Answer: Cacheable>(
        _ kind: Freshness, _ path: String, _ query: [(name: String, value: String)] = [],
        decode: @escaping @Sendable (inout JSONReader, Timestamp) throws -> Answer
    ) async throws(ProviderFailure) -> Answer {
        let decoder = Decoder { [errors] body, requested in
            let (answer, hasRows) = try JSONReader.read(body) { (try decode(&$0, requested), $0.hasRows) }
            if !hasRows { try errors.refuseError(in: body) }
            return answer
        } arriving: { [errors] body, requested in
            let (answer, hasRows) = try JSONReader.read(arriving: body) { (try decode(&$0, requested), $0.hasRows) }
            if !hasRows { try errors.refuseError(in: body.complete ?? []) }
            return answer
        }
        return try await answer(to: Question(path: path, query: query, kind: kind, format: "JSON"), decoder)
    }

    /// Does the same for an answer whose data have a time of their own.
    package func get<Answer: Cacheable>(
        _ kind: Freshness, _ path: String, _ query: [(name: String, value: String)] = [],
        decode: @escaping @Sendable (inout JSONReader) throws -> Answer
    ) async throws(ProviderFailure) -> Answer {
        try await get(kind, path, query) { reader, _ in try decode(&reader) }
    }

    /// Requests an answer whose bytes `decode` reads as XML. Throws `ProviderFailure`.
    package func getXML<Answer: Cacheable>(
        _ kind: Freshness, _ path: String, decode: @escaping @Sendable ([UInt8]) throws -> Answer
    ) async throws(ProviderFailure) -> Answer {
        try await answer(
            to: Question(path: path, query: [], kind: kind, format: "XML"), Decoder { body, _ in try decode(body) })
    }

    /// Requests an answer and decodes all of it as CSV. It is requested uncompressed, because CSV does not mark its own
    /// end. The part that `decode` does not read is checked too.
    ///
    /// Throws `ProviderFailure`.
    package func getCSV<Answer: Cacheable>(
        _ kind: Freshness, _ path: String, _ query: [(name: String, value: String)],
        decode: @escaping @Sendable (inout CSVReader, Timestamp) throws -> Answer
    ) async throws(ProviderFailure) -> Answer {
        let question = Question(path: path, query: query, kind: kind, format: "CSV", showsItsEnd: false)
        let decoder = Decoder { body, requested in
            var reader = CSVReader(body)
            let answer = try decode(&reader, requested)
            while try reader.next() != nil {}
            return answer
        }
        return try await answer(to: question, decoder)
    }

    /// What is asked for, and how the answer is written.
    struct Question {
        let path: String
        let query: [(name: String, value: String)]
        let kind: Freshness
        let format: String
        var showsItsEnd = true
    }

    /// Decodes the body of an answer, of which it also gets the time of the request.
    struct Decoder<Answer: Cacheable>: Sendable {
        let whole: @Sendable ([UInt8], Timestamp) throws -> Answer
        /// Decodes a body that is still arriving; nil for a format that is decoded at once.
        var arriving: (@Sendable (ArrivingBody, Timestamp) throws -> Answer)?
    }

    /// Sends a request, and sends it to the spare host if the first one fails. A response with status 304 is returned
    /// as it is.
    func send(_ request: HTTPRequest) async throws(ProviderFailure) -> HTTPResponse {
        let first = await Result(asking: { () throws(ProviderFailure) in try await sendOnce(request) })
        guard let spare, isFailureOfHost(first) else { return try first.get() }
        var request = request
        request.base = spare
        let second = await Result(asking: { () throws(ProviderFailure) in try await sendOnce(request) })
        return try (isFailureOfHost(second) ? first : second).get()
    }

    /// Whether another host may answer what this one did not. One that hangs has already used the time of an attempt,
    /// and a rejection of the program or its address is the same everywhere.
    private func isFailureOfHost(_ result: Result<HTTPResponse, ProviderFailure>) -> Bool {
        switch result {
        case .success(let response):
            guard response.status == 403 || HTTPResponse.isTransient(status: response.status) else { return false }
            let context = ErrorContext(status: response.status, query: [])
            if case .blocked = errors.reason(in: response.body, of: context, whole: true) { return false }
            return true
        case .failure(let failure):
            if case .transport(let error) = failure.reason, case .unreachable = error.reason { return true }
            return false
        }
    }

    private func sendOnce(_ request: HTTPRequest) async throws(ProviderFailure) -> HTTPResponse {
        guard await pace?.wait(isKeyed: request.secret != nil) != false else {
            // As the failure of a request that hangs until the deadline.
            let reason = TransportError.Reason.timedOut(milliseconds: 0, of: .deadline)
            throw ProviderFailure(provider, .transport(TransportError(host: request.host, reason: reason)))
        }
        let response = try await translating(awaiting: await http.send(request)) {
            ProviderFailure(provider, .transport($0))
        }
        // After a cancellation no result is returned, not even one that just arrived.
        guard !Task.isCancelled else {
            throw ProviderFailure(provider, .transport(TransportError(host: response.host, reason: .cancelled)))
        }
        return response
    }

    /// Returns what a response says. Throws if it is an error of the provider, or cannot be decoded.
    func read<Answer: Cacheable>(
        _ response: HTTPResponse, to question: Question, requested: Timestamp,
        _ decode: ([UInt8], Timestamp) throws -> Answer
    ) throws(ProviderFailure) -> Answer {
        let context = ErrorContext(status: response.status, query: question.query)
        switch response.verdict {
        case .content(let body):
            if let reason = errors.reason(in: body, of: context) { throw failure(reason, response) }
            do {
                var answer = try decode(body, requested)
                answer.date(requested)
                return answer
            } catch {
                // In a large response, an error of the provider may only be found when decoding fails.
                var response = response
                if let whole = response.arriving?.complete { response.body = whole }
                if ErrorShape.isPartlyRead(response.body),
                    let reason = errors.reason(in: response.body, of: context, whole: true)
                {
                    throw failure(reason, response)
                }
                if let reason = error as? ProviderFailure.Reason { throw failure(reason) }
                throw failure(.invalidData(Self.problem(error, in: body, insteadOf: question.format)))
            }
        case .invalid(let fault):
            throw ProviderFailure(provider, .transport(TransportError(host: response.host, reason: .invalid(fault))))
        case .refused(let status):
            let reason = errors.reason(in: response.body, of: context, whole: true)
            throw failure(reason ?? .general(status, words: nil), response)
        }
    }

    /// Creates a failure, with the pause that the response asks for. The key is hidden if the provider repeats it in
    /// its message.
    private func failure(_ reason: ProviderFailure.Reason, _ response: HTTPResponse? = nil) -> ProviderFailure {
        var failure = ProviderFailure(provider, reason, retryAfter: response?.retryAfter(at: now()))
        if failure.has(.pausing) { failure.retryAfter = failure.retryAfter ?? response?.pauseInBody(at: now()) }
        return failure.hiding(secret).naming(keyFile: keyUse?.file)
    }

    private static func problem(_ error: any Error, in body: [UInt8], insteadOf format: String) -> String {
        isHTML(body, insteadOf: format) ? "HTML instead of \(format)" : "\(error)"
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
