import Markets
import Synchronization
import TestSupport
import Testing
import Transport

@Suite("Rates that several need and one asks for")
struct RateOnceTests {
    private static let table = RateTable.of("EUR", "USD=1.25 SEK=10", provider: "one")
    private static let down = ProviderFailure("one", .status(503, words: nil))

    /// Counts how often it is asked, and answers when it is let.
    private final class Service: Sendable {
        private let answer: Result<RateTable, ProviderFailure>
        private let asked = Mutex(0)
        private let (gate, opening) = AsyncStream<Void>.makeStream()

        init(_ answer: Result<RateTable, ProviderFailure>) {
            self.answer = answer
        }

        var count: Int { asked.withLock { $0 } }

        func open() { opening.finish() }

        var client: RateClient {
            var client = RateClient.fixed(answer)
            client.latest = { [self] () throws(ProviderFailure) in
                asked.withLock { $0 += 1 }
                for await _ in gate {}
                guard !Task.isCancelled else {
                    throw ProviderFailure("one", .transport(TransportError(host: "one", reason: .cancelled)))
                }
                return try answer.get()
            }
            return client
        }
    }

    private static func latest(_ client: RateClient) async -> Result<RateTable, ProviderFailure> {
        await .catching { () async throws(ProviderFailure) in try await client.latest() }
    }

    @Test(
        "all get the answer of one request, before and after it comes",
        arguments: [.success(table), .failure(down)] as [Result<RateTable, ProviderFailure>])
    func once(answer: Result<RateTable, ProviderFailure>) async throws {
        let service = Service(answer)
        let client = service.client.askedOnce()
        #expect(service.count == 0)
        let answers = await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { await Self.latest(client) } }
            group.addTask {
                await Task.yield()
                service.open()
                return await Self.latest(client)
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 51 && answers.allSatisfy { $0 == answer })
        #expect(await Self.latest(client) == answer)
        #expect(service.count == 1)
    }

    @Test("each piece of work asks for itself")
    func anew() async {
        let service = Service(.success(Self.table))
        service.open()
        for _ in 0..<2 { _ = await Self.latest(service.client.askedOnce()) }
        #expect(service.count == 2)
    }

    @Test("where the one who asks is cancelled, the next asks, and gets the answer")
    func cancelled() async throws {
        let service = Service(.success(Self.table))
        let client = service.client.askedOnce()
        let first = Task { await Self.latest(client) }
        try await expectEventually("it is asked") { service.count == 1 }
        let second = Task { await Self.latest(client) }
        first.cancel()
        #expect(await first.value.failure?.isPassing == false)
        try await expectEventually("it is asked again") { service.count == 2 }
        service.open()
        #expect(await second.value == .success(Self.table))
        #expect(service.count == 2)
    }

    @Test("a chain that asks once still asks the next provider for what the first does not have")
    func chain() async {
        let services = [
            Service(.success(Self.table)), Service(.success(.of("USD", "EUR=0.8 AED=3.6725", provider: "two"))),
        ]
        for service in services { service.open() }
        let chain = RateChain(
            links: zip(["one", "two"], services).map { RateChain.Link(name: $0, client: $1.client) },
            retry: RetryPolicy(retries: 0), deadline: .none, time: TestClock().source, random: { 1 },
            observe: { _ in }
        ).askedOnce()
        for codes in [["SEK", "EUR"], ["AED", "SEK"], ["USD", "AED"], ["XYZ"]] {
            let currencies = codes.compactMap { Currency($0) }
            let answer = await chain.rates(of: currencies)
            #expect(answer.missing.map(\.currency.code) == codes.filter { $0 == "XYZ" })
        }
        #expect(services.map(\.count) == [1, 1])
    }

    @Test(
        "between which currencies rates will be needed is told where the provider is known to have no such price",
        arguments: [
            ("coinbase", "SEK", "SEK USD"), ("kraken", "SEK", "SEK USD"), ("binance", "SEK", "EUR SEK"),
            ("binance", "USD", "EUR USD"), ("coinbase", "USD", ""), ("kraken", "EUR", ""), ("binance", "EUR", ""),
            ("coinpaprika", "SEK", ""), ("coinpaprika", "AED", "AED USD"), ("coingecko", "SEK", ""),
            ("coinbase", "USDT", ""), ("coinbase", "DOGE", ""), ("yahoo", "SEK", ""), ("frankfurter", "SEK", ""),
        ])
    func needs(name: String, currency: String, expected: String) throws {
        let needed = MarketProvider.listed(name).ratesNeeded(for: try #require(Currency(currency)))
        #expect(needed.map(\.code).sorted().joined(separator: " ") == expected)
    }
}
