import DecimalArithmetic
import Markets
import TestSupport
import Testing
import Transport

/// The chain over scripted clients, on a clock that only the chain's pauses move.
@Suite("Provider chain", .quick)
struct ProviderChainTests {
    private func quotes(
        _ chain: ProviderChain, _ symbols: String...
    ) async throws -> [Result<(quote: Quote, link: ProviderChain.Link), ProviderFailure>] {
        await chain.quotes(try symbols.map { try Symbol($0) }, in: CurrencyChoice(.usd))
    }
}

// MARK: - One walk

extension ProviderChainTests {
    @Test("Partial answers of several providers, in the order asked; each is asked for what is missing only")
    func partial() async throws {
        let setup = ChainSetup()
        let chain = setup.chain([
            ["b": [.price(1)]], ["a": [.price(2)], "c": [.down]], ["c": [.price(3)]], ["a": [.price(9)]],
        ])
        let results = try await quotes(chain, "a", "b", "c")
        #expect(results.map { $0.success?.quote.price?.description } == ["2", "1", "3"])
        #expect(results.map { $0.success?.link.name } == ["b", "a", "c"])
        #expect(setup.log.all == ["a: a b c", "a→b walk 0", "b: a c", "b→c walk 0", "c: c"])
        #expect(setup.clock.pauses.isEmpty)
    }

    @Test(
        "66 only if no provider knows the symbol; any other failure outranks it",
        arguments: [
            ([.unknown, .unknown], .unknownSymbol(try? Symbol("x"))), ([.wrong, .unknown], .invalidData("nonsense")),
            ([.unknown, .wrong], .invalidData("nonsense")), ([.wrong, .down], .status(503, words: nil)),
            ([.fail(.cannotQuote(.usd)), .unknown], .cannotQuote(.usd)),
        ] as [([Say], ProviderFailure.Reason)])
    func outranks(says: [Say], reason: ProviderFailure.Reason) async throws {
        let setup = ChainSetup()
        let results = try await quotes(setup.chain(says.map { ["x": [$0]] }), "x")
        #expect(results[0].failure?.reason == reason)
        #expect(results[0].failure?.members.map(\.provider) == ["a", "b"])
    }

    @Test("Ids are asked of the first provider only")
    func ids() async throws {
        let setup = ChainSetup(retries: 1)
        let chain = setup.chain([["x": [.price(1)]], ["id:i": [.price(2)]]])
        let results = try await quotes(chain, "id:i", "x", "y")
        #expect(results[0].failure == ProviderFailure("a", .unknownSymbol(try Symbol("id:i"))))
        #expect(results[1].success?.quote.price?.description == "1")
        #expect(setup.log.all == ["a: id:i x y", "a→b walk 0", "b: y"])
        _ = try await quotes(chain, "id:i")
        #expect(setup.log.all.suffix(1) == ["a: id:i"])
    }

    @Test("A list falls back at once, on any failure", arguments: [.down, .wrong, .limited, .unknown] as [Say])
    func listFallsBack(say: Say) async throws {
        let setup = ChainSetup(retries: 3)
        let chain = setup.chain([["list": [say]], ["list": [.price(5)]]])
        let (answer, link) = try await chain.list(ListQuery(.first(1), currency: CurrencyChoice(.usd)))
        #expect(answer.quotes[0].price?.description == "5" && link.name == "b")
        #expect(setup.log.all == ["a: list", "a→b walk 0", "b: list"])
        #expect(setup.clock.pauses.isEmpty)
    }
}

// MARK: - Walks after pauses

extension ProviderChainTests {
    @Test("n retries are n+1 attempts, after doubling pauses", arguments: [0, 1, 3])
    func retries(count: Int) async throws {
        let setup = ChainSetup(retries: count)
        let results = try await quotes(setup.chain([["x": [.down]]]), "x")
        #expect(results[0].failure == ProviderFailure("a", .status(503, words: nil)))
        #expect(setup.log.all.filter { $0 == "a: x" }.count == count + 1)
        #expect(setup.clock.pauses == (0..<count).map { .milliseconds(500 << $0) })
    }

    @Test("A later walk asks for what failed in passing only, and no provider that does not know it")
    func laterWalk() async throws {
        let setup = ChainSetup(retries: 2)
        let chain = setup.chain([
            ["x": [.down, .price(7)], "w": [.wrong], "v": [.unknown]], ["x": [.down], "v": [.limited, .price(8)]],
        ])
        let results = try await quotes(chain, "x", "w", "v")
        #expect(results.map { $0.success?.quote.price?.description } == ["7", nil, "8"])
        #expect(results[1].failure?.reason == .invalidData("nonsense"))
        #expect(
            setup.log.all == [
                "a: x w v", "a→b walk 0", "b: x w v", "pause 0", "a: x", "b: v",
            ])
    }

    @Test(
        "A failure that will not pass is not tried again",
        arguments: [
            .wrong, .unknown, .fail(.unauthorized(words: nil)), .fail(.status(403, words: nil)), .fail(.missingKey),
            .fail(.transport(TransportError(host: "h", reason: .unreachable(.certificate("expired"))))),
            .fail(.cannotQuote(.usd)),
        ] as [Say])
    func permanent(say: Say) async throws {
        let setup = ChainSetup(retries: 3)
        _ = try await quotes(setup.chain([["x": [say]]]), "x")
        #expect(setup.log.all == ["a: x"])
    }

    @Test("A provider with a lasting failure keeps the others from being tried again")
    func mixed() async throws {
        let setup = ChainSetup(retries: 3)
        let results = try await quotes(setup.chain([["x": [.down]], ["x": [.wrong]]]), "x")
        #expect(results[0].failure?.provider == "b")
        #expect(setup.clock.pauses.isEmpty)
    }

    @Test("The shortest Retry-After counts where it is longer than the pause")
    func retryAfter() async throws {
        let setup = ChainSetup(retries: 1)
        let chain = setup.chain([
            ["x": [.fail(.rateLimited(words: nil), retryAfter: .seconds(9))]],
            ["x": [.fail(.rateLimited(words: nil), retryAfter: .seconds(5))]], ["x": [.down]],
        ])
        _ = try await quotes(chain, "x")
        #expect(setup.clock.pauses == [.seconds(5)])
    }

    @Test("A pause that would end past the deadline is not begun: the last failure is the answer")
    func deadline() async throws {
        let setup = ChainSetup(retries: 9, deadline: .seconds(3))
        let results = try await quotes(setup.chain([["x": [.limited]]]), "x")
        #expect(results[0].failure?.reason == .rateLimited(words: nil))
        #expect(setup.clock.pauses == [.milliseconds(500), .seconds(1)])
    }

    @Test("A list that is down everywhere is asked for again")
    func list() async throws {
        let setup = ChainSetup(retries: 3)
        let chain = setup.chain([["list": [.down]], ["list": [.limited, .price(5)]]])
        let link = try await chain.list(ListQuery(.first(1), currency: CurrencyChoice(.usd))).link
        #expect(link.name == "b" && setup.clock.pauses.count == 1)
    }

    @Test("Cancelled in a pause: no request follows and the last failure is the result")
    func cancelled() async throws {
        let setup = ChainSetup(retries: 3)
        var chain = setup.chain([["x": [.down]]])
        let observe = chain.observe
        chain.observe = { event in
            observe(event)
            withUnsafeCurrentTask { $0?.cancel() }
        }
        let failures = await Task { [chain] in try await quotes(chain, "x").map(\.failure) }.result
        #expect(try failures.get() == [ProviderFailure("a", .status(503, words: nil))])
        #expect(setup.log.all == ["a: x", "pause 0"])
    }

    @Test("Cancelled before it begins: no request is sent")
    func cancelledBefore() async throws {
        let setup = ChainSetup(retries: 3)
        let chain = setup.chain([["x": [.price(1)]]])
        let failure = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await quotes(chain, "x")[0].failure
        }.result
        let cancelled = ProviderFailure("a", .transport(TransportError(host: "a", reason: .cancelled)))
        #expect(try failure.get() == cancelled)
        #expect(setup.log.all.isEmpty)
    }
}
