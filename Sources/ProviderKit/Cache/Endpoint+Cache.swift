import Platform
import Transport

extension Endpoint {
    /// The pause after a rate limit that says nothing of its length.
    private static let pauseAfterLimit = Duration.seconds(60)
    /// The shortest time that an answer is kept whose source should have published new data by now.
    private static let shortestFreshness = Duration.seconds(60)
    /// The longest time to the next publication of a source that is believed: no holidays are longer.
    private static let longestToPublication = Duration.seconds(7 * 86_400)
    /// How many times longer than by its kind an answer counts as new at most because its provider says so.
    private static let longestByProvider = 10
    /// The statuses of a server that does not take the header of a conditional request, such as an ETag that is too
    /// long.
    private static let refusalsOfConditions: Set = [400, 412, 431]
    /// The longest time that the answer is kept that something does not exist.
    private static let longestOfFailure = Duration.seconds(3600)

    /// Whether the requests are so many that their answers would push all others out of the cache. They are not kept.
    @TaskLocal package static var isInBulk = false

    /// Returns the answer to a question: a kept one if the policy allows it, otherwise that of the provider. Of several
    /// processes with the same question only one asks.
    ///
    /// Throws `ProviderFailure`.
    func answer<Answer: Cacheable>(
        to question: Question, _ decoder: Decoder<Answer>
    ) async throws(ProviderFailure) -> Answer {
        guard hasHost else { throw ProviderFailure(provider, .noHost) }
        let entry = try await keyUse?.entry()
        guard let cache else {
            guard !policy.isOffline else { throw ProviderFailure(provider, .notCached) }
            let asking = try await withKey(of: entry)
            let requested = now()
            let early = EarlyDecoding(decoder, requested: requested)
            let response = try await asking.send(asking.request(question, onContent: early.onContent))
            let decode = await early.decode(response)
            return try asking.read(response, to: question, requested: response.requested ?? requested, decode)
        }
        // A kept answer needs no key: its name tells keys apart by what is written in the file of keys.
        let named = entry.map { Endpoint(self, secret: keyUse?.position.secret($0.identity)) } ?? self
        return try await named.answer(to: question, in: cache, entry: entry, decoder)
    }

    private func answer<Answer: Cacheable>(
        to question: Question, in cache: AnswerCache, entry: ProviderKey.Entry?, _ decoder: Decoder<Answer>
    ) async throws(ProviderFailure) -> Answer {
        let request = request(question)
        let key = cache.key(of: request, by: provider)
        let began = now()
        var wait = CacheWait(cache, for: provider)
        while true {
            if let answer = kept(key, in: cache, question, since: began, decoder) { return try answer.get() }
            guard !policy.isOffline else { throw ProviderFailure(provider, .notCached) }
            if Self.isInBulk {
                return try await askAndKeep(question, entry, as: key, in: cache, waited: .zero, decoder)
            }
            switch cache.lock(key) {
            case .held(let lock):
                defer { extendLifetime(lock) }
                if let answer = kept(key, in: cache, question, since: began, decoder) { return try answer.get() }
                return try await askAndKeep(question, entry, as: key, in: cache, waited: wait.elapsed, decoder)
            case .impossible:
                return try await askAndKeep(question, entry, as: key, in: cache, waited: wait.elapsed, decoder)
            case .busy:
                let waits = try await translating(awaiting: await wait.step(key)) {
                    ProviderFailure(provider, .transport($0))
                }
                if !waits { return try await askAndKeep(question, entry, as: key, in: cache, waited: .zero, decoder) }
            }
        }
    }

    private func request(
        _ question: Question, onContent: (@Sendable (ArrivingBody) -> Void)? = nil
    ) -> HTTPRequest {
        let start = pathStart.map { secret == nil ? $0.keyless : $0.keyed } ?? ""
        var request = HTTPRequest(
            base: base, path: start + question.path, query: question.query, headers: headers, secret: secret,
            showsItsEnd: question.showsItsEnd)
        request.onContent = onContent
        return request
    }

    /// Returns the service with the key of its requests. Throws `ProviderFailure`.
    private func withKey(of entry: ProviderKey.Entry?) async throws(ProviderFailure) -> Endpoint {
        guard let entry else { return secret == nil ? self : Endpoint(self, secret: nil) }
        return Endpoint(self, secret: try await keyUse?.secret(entry))
    }

    /// Returns a kept answer that the policy allows, or that another process requested after `began`; nil if there is
    /// none that can be used.
    private func kept<Answer: Cacheable>(
        _ key: AnswerCache.Key, in cache: AnswerCache, _ question: Question, since began: Timestamp,
        _ decoder: Decoder<Answer>
    ) -> Result<Answer, ProviderFailure>? {
        guard let (kept, age) = cache.answer(key),
            kept.requested > began || policy.allows(age, newFor: kept.freshness, of: question.kind, at: now())
        else { return nil }
        let result = Result { () throws(ProviderFailure) in
            var answer = try read(kept.response(for: key), to: question, requested: kept.requested, decoder.whole)
            if policy.isStale(age, newFor: kept.freshness), !question.kind.isOfNames { answer.markStale() }
            return answer
        }
        if case .failure(let failure) = result, !failure.has(.lasting) { return nil }
        cache.use(key, age: age)
        return result
    }

    /// Sends a request, unless the provider asked for a pause, and keeps the answer if it tells something that will
    /// last for a while. If an older answer is kept, the provider may say that it still holds.
    private func askAndKeep<Answer: Cacheable>(
        _ question: Question, _ entry: ProviderKey.Entry?, as key: AnswerCache.Key, in cache: AnswerCache,
        waited: Duration, _ decoder: Decoder<Answer>
    ) async throws(ProviderFailure) -> Answer {
        var isKept = false
        defer { if !isKept { cache.giveUp(key) } }
        if !policy.asksInPause, let pause = cache.pause(of: provider, at: base, secret: secret) {
            throw ProviderFailure(provider, pause)
        }
        let asking = try await withKey(of: entry)
        let time = cache.moment()
        let early = EarlyDecoding(decoder, requested: time.now)
        var request = asking.request(question, onContent: early.onContent)
        request.waited = waited
        let old = cache.answer(key)?.answer
        let response = try await send(request, onlyIfNewerThan: old)
        cache.noteResponse(of: provider)
        var own = question.kind.duration(at: time.now)
        var longest = own * Self.longestByProvider
        let decode = await early.decode(response)
        let result = Result { () throws(ProviderFailure) in
            try asking.read(response, to: question, requested: time.now, decode)
        }
        switch result {
        case .success(let answer):
            guard answer.isWorthKeeping else { return answer }
            if let next = answer.nextPublication {
                own = min(max(Self.shortestFreshness, next.duration(since: time.now)), Self.longestToPublication)
            }
        case .failure(var failure):
            if case .rateLimited(let words) = failure.reason {
                let pause = ProviderPause(
                    duration: failure.retryAfter ?? Self.pauseAfterLimit, isRequested: failure.retryAfter != nil,
                    words: words)
                cache.keepPause(pause, of: provider, at: base, secret: secret)
                failure.hold = failure.retryAfter == nil ? Self.pauseAfterLimit : nil
            }
            guard failure.has(.lasting) else { throw failure }
            own = min(own, Self.longestOfFailure)
            longest = own * Self.longestByProvider
        }
        let control = CacheControl(response.headers)
        let isWhole = response.arriving?.isKept ?? true
        guard !Self.isInBulk, !control.isNotStored, isWhole, asking.secret?.isPart(of: response.body) != true else {
            return try result.get()
        }
        cache.keep(
            CachedAnswer(
                requested: time.now, sinceBoot: time.sinceBoot, freshness: max(own, min(control.maxAge, longest)),
                etag: response.headers["ETag"], lastModified: response.headers["Last-Modified"],
                status: response.status, body: response.body),
            as: key)
        isKept = true
        return try result.get()
    }
}

extension Endpoint {
    /// Sends a request, and lets the server say that an old answer still holds. If it refuses the conditions, asks
    /// without them.
    private func send(
        _ request: HTTPRequest, onlyIfNewerThan old: CachedAnswer?
    ) async throws(ProviderFailure) -> HTTPResponse {
        guard let old, !old.conditions.isEmpty else { return try await send(request) }
        var conditional = request
        conditional.headers += old.conditions
        var response = try await send(conditional)
        if Self.refusalsOfConditions.contains(response.status) { return try await send(request) }
        if response.status == 304 { response.renew(old) }
        return response
    }
}

extension ProviderFailure {
    /// The failure of a provider that is left alone.
    fileprivate init(_ provider: String, _ pause: ProviderPause) {
        self.init(
            provider, .rateLimited(words: pause.words), retryAfter: pause.isRequested ? pause.duration : nil)
        if !pause.isRequested { hold = pause.duration }
    }
}

extension CachedAnswer {
    /// The response as it was received, without headers.
    fileprivate func response(for key: AnswerCache.Key) -> HTTPResponse {
        HTTPResponse(status: status, body: body, host: key.host, url: key.url)
    }
}

extension HTTPResponse {
    /// Takes status and body of the old answer that this response, 304, says still holds, and its headers where this
    /// one has none.
    fileprivate mutating func renew(_ old: CachedAnswer) {
        (status, body) = (old.status, old.body)
        if headers["ETag"] == nil, let etag = old.etag { headers.append(HTTPHeader("ETag", etag)) }
        if headers["Last-Modified"] == nil, let time = old.lastModified {
            headers.append(HTTPHeader("Last-Modified", time))
        }
    }
}
