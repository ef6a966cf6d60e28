import DecimalArithmetic
import Markets
import Platform
import TestSupport
import Testing
import Transport

// MARK: - What every client does

extension ProviderCompatTest {
    /// Making a client sends no request.
    func makingAClientAsksNothing() async throws {
        try await serving(sound()) { client, server in
            #expect(server.connectionCount == 0, "\(name)")
            _ = client.now()
            #expect(server.requests.isEmpty, "\(name)")
        }
    }

    func listObeysLimitAndOrder() async throws {
        guard fixture.lists else {
            let refusal = try await list(sound()).failure
            #expect(refusal == ProviderFailure(name, .cannot(.list)), "\(name)")
            return
        }
        for limit in 1...3 {
            let answer = try await list(sound(), limit: limit).get()
            #expect(answer.quotes.map(\.symbol) == Array(fixture.symbols.prefix(limit)), "\(name)")
            #expect(answer.dropped.isEmpty, "\(name)")
            #expect(answer.quotes.allSatisfy { $0.provider == name && $0.currency == fixture.currency }, "\(name)")
        }
    }

    func quotesComeInTheOrderAsked() async throws {
        let asked = Array(fixture.symbols.reversed()) + [fixture.symbols[0].lowercased()]
        let quotes = try await quotes(sound(), of: asked).map { try $0.get() }
        #expect(quotes.map(\.symbol) == asked.map { $0.uppercased() }, "\(name)")
        #expect(quotes[2].price == quotes[3].price && quotes[0].price != quotes[1].price, "\(name)")
        if fixture.hasNetwork { #expect(quotes.map { $0.price?.description } == ["103", "102", "101", "101"]) }
    }

    func unknownSymbolIsSaid() async throws {
        let answer = fixture.unknown("symbol")
        let results = try await quotes(answer, of: ["NOPE"])
        let unknown = ProviderFailure(name, .unknownSymbol(try Symbol("NOPE")))
        #expect(results.map(\.failure) == [unknown], "\(name)")
    }

    func unknownCurrencyIsSaid() async throws {
        let answer = fixture.unknown("currency")
        let currency = try #require(Currency("ZZZ"))
        let expected = ProviderFailure(name, .cannotQuote(currency))
        if fixture.lists { #expect(try await list(answer, currency: currency).failure == expected, "\(name)") }
        let results = try await quotes(answer, of: [fixture.symbols[0]], currency: currency)
        #expect(results.map(\.failure) == [expected], "\(name)")
    }
}

// MARK: - Rows

extension ProviderCompatTest {
    func badRowIsDroppedAndSaid() async throws {
        guard fixture.hasNetwork else { return }
        for bad in [#""abc""#, #""NaN""#, #""1e""#, #""0x10""#, #"" 1""#, "{}", "[1]", "true"] {
            try await expectOnlySecondIsLost(sound(second: bad), bad)
        }
    }

    func doubledKeySpoilsOneRow() async throws {
        guard let key = fixture.priceKey else { return }
        let twice = #"102,"\#(key)":102"#
        try await expectOnlySecondIsLost(sound(second: twice), "doubled key")
    }

    /// The list has the first and the third row and reports that it dropped the second. No quote has 0 in its place.
    private func expectOnlySecondIsLost(_ answer: Answer, _ what: String) async throws {
        if fixture.pricingJob == .list {
            let list = try await list(answer).get()
            #expect(list.quotes.map(\.symbol) == [fixture.symbols[0], fixture.symbols[2]], "\(name): \(what)")
            #expect(list.dropped.map(\.place) == [2], "\(name): \(what)")
            #expect(list.dropped.allSatisfy { !$0.problem.isEmpty }, "\(name): \(what)")
        }
        let results = try await quotes(answer, of: fixture.symbols)
        #expect(results.map { $0.success?.price?.description } == ["101", nil, "103"], "\(name): \(what)")
        #expect(results[1].failure?.isInvalidData == true, "\(name): \(what)")
    }

    /// A row of a list may lack a price; a requested quote may not.
    func noPriceIsNoQuote() async throws {
        guard fixture.hasNetwork else { return }
        let missing = ProviderFailure(name, .noPrice(try Symbol(fixture.symbols[1])))
        for none in fixture.missingPrices {
            if fixture.pricingJob == .list {
                let rows = try await list(sound(second: none)).get().quotes
                #expect(rows.map { $0.price?.description } == ["101", nil, "103"], "\(name): \(none)")
                #expect(rows[1].change == nil && rows[1].changePercent == nil, "\(name): \(none)")
            }
            let results = try await quotes(sound(second: none), of: fixture.symbols)
            #expect(results.map { $0.success?.price?.description } == ["101", nil, "103"], "\(name): \(none)")
            #expect(results[1].failure == missing, "\(name): \(none)")
        }
    }

    func numbersAreExact() async throws {
        guard fixture.hasNetwork else { return }
        let digits = String(repeating: "1234567890", count: 20)
        let numbers: [String: String] = [
            "1e400": "1" + String(repeating: "0", count: 400), digits: digits, "0." + digits: "0." + digits.dropLast(),
            "1.2e-07": "0.00000012", #""67024.00000000""#: "67024", "0.10": "0.1",
            "9007199254740993": "9007199254740993",
        ]
        for (sent, expected) in numbers {
            let quotes = try await priced(sound(second: sent))
            #expect(quotes.map { $0.price?.description } == ["101", expected, "103"], "\(name): \(sent)")
        }
    }
}

// MARK: - Whole answers

extension ProviderCompatTest {
    /// An answer without valid data is an error, never an empty success.
    func answersOfNoSenseAreInvalid() async throws {
        guard fixture.hasNetwork else { return }
        let sound = body()
        let cut = String(decoding: sound.utf8.dropLast(), as: UTF8.self)
        let html = "<!DOCTYPE html><html><body>Just a moment…</body></html>"
        let wrong = ["", " ", html, "null", "5", "true", #""text""#, "[]", "{}", "[1,2]", "[null]", #"{"Data":null}"#]
        let broken = [cut, sound + "x", sound + sound, "NaN", "\u{FEFF}" + sound]
        for body in wrong + broken + fixture.incomplete + [body("NaN")] {
            let failure = try await refusal(.json(body))
            #expect(failure?.isInvalidData == true, "\(name): \(body.prefix(60)): \(String(describing: failure))")
        }
        for body in ["", html, "null", "5", "[1,2]", "[null]", cut, "NaN"] {
            let results = try await quotes(.json(body), of: fixture.symbols)
            #expect(results.allSatisfy { $0.failure?.isInvalidData == true }, "\(name): \(body.prefix(60)): \(results)")
        }
    }

    func deepJSONIsInvalid() async throws {
        guard fixture.hasNetwork else { return }
        let deep = String(repeating: "[", count: 100_000)
        let closed = deep + String(repeating: "]", count: 100_000)
        let inObjects = String(repeating: #"{"error":"#, count: 100_000)
        for body in [deep, closed, body(closed), inObjects] {
            let failure = try await refusal(.json(body))
            #expect(failure?.isInvalidData == true, "\(name): \(String(describing: failure))")
        }
        let refused = try await refusal(.json(inObjects, status: 500))
        #expect(refused?.reason == .status(500, words: nil), "\(name)")
    }

    func statusesHaveTheirKinds() async throws {
        guard fixture.hasNetwork else { return }
        let kinds: [Int: ProviderFailure.Reason] = [
            401: .unauthorized(words: nil), 403: .status(403, words: nil), 404: .status(404, words: nil),
            418: .rateLimited(words: nil), 429: .rateLimited(words: nil), 451: .status(451, words: nil),
            500: .status(500, words: nil), 503: .status(503, words: nil),
        ]
        for (status, reason) in kinds {
            for body in ["", "<html>no</html>", "{}", "[]", "slow down"] {
                let answer = Answer.status(status, headers: [("Retry-After", "7")], body: body)
                let expected = ProviderFailure(name, reason, retryAfter: .seconds(7))
                #expect(try await refusal(answer) == expected, "\(name): \(status) \(body)")
            }
            let results = try await quotes(.status(status), of: fixture.symbols)
            #expect(results.allSatisfy { $0.failure?.reason == reason }, "\(name): \(status)")
        }
    }

    /// The limit of requests is found in an error object behind more bytes than are read of a list at first.
    func paddedErrorsKeepTheirKind() async throws {
        // Neither says in JSON that there were too many requests.
        guard fixture.hasNetwork, !["cnbc", "stooq"].contains(name) else { return }
        let error = """
            "error":["EAPI:Rate limit exceeded"],"message":"rate limit","msg":"rate limit","Message":"rate limit",\
            "Response":"Error","reason":"rate limit","code":"50011","success":false,"status":{"error_code":1008,\
            "rCode":429,"developerMessage":"rate limit"},"finance":{"error":{"code":"x","description":"rate limit"}}}
            """
        for text in ["{\(error)", Self.padding + "{\(error)", #"{"padding":"\#(Self.padding)",\#(error)"#] {
            for status in [200, 400] {
                for failure in [
                    try await refusal(.json(text, status: status)),
                    try await quotes(.json(text, status: status), of: [fixture.symbols[0]])[0].failure,
                ] {
                    guard case .rateLimited = failure?.reason else {
                        Issue.record("\(name): \(status) \(text.utf8.count): \(String(describing: failure))")
                        continue
                    }
                }
            }
        }
    }

    private static let padding = String(repeating: " ", count: 20_000)

    /// A cancelled request returns no answer, neither one that has not arrived nor one that arrives while it is
    /// cancelled.
    func nothingComesAfterCancellation() async throws {
        guard fixture.hasNetwork else { return }
        let (asked, signal) = AsyncStream.makeStream(of: Void.self)
        let never = Answer.making { _ in
            signal.yield()
            return .never
        }
        let failure = try await serving(never) { client, _ in
            let task = Task { try await refusal(of: client) }
            for await _ in asked { break }
            task.cancel()
            return try await task.value
        }
        #expect(failure?.isCancelled == true, "\(name)")

        let deaf = client(base: "http://127.0.0.1:1", http: .answeringThoughCancelled(Array(body().utf8)))
        let late = try await Task { try await refusal(of: deaf) }.value
        #expect(late?.isCancelled == true, "\(name)")
    }
}

extension HTTPClient {
    /// A client that cancels its task during the request and answers anyway.
    fileprivate static func answeringThoughCancelled(_ body: [UInt8]) -> HTTPClient {
        HTTPClient { request async throws(TransportError) in
            withUnsafeCurrentTask { $0?.cancel() }
            return HTTPResponse(status: 200, body: body, host: request.host, url: request.base)
        }
    }
}

extension ProviderFailure {
    fileprivate var isCancelled: Bool {
        if case .transport(let error) = reason { error.reason == .cancelled } else { false }
    }
}
