import Markets
import Synchronization
import TestSupport
import Testing
import Transport

@Suite("Rates that several callers need", .quick, .endsHang)
struct ExchangeRatesTests {
    private typealias Answer = Result<RateTable, ProviderFailure>

    private static let table = RateTable.of("EUR", "USD=1.25 SEK=10", provider: "one")
    private static let other = RateTable.of("USD", "EUR=0.8 AED=3.6725", provider: "two")
    private static let down = ProviderFailure("one", .status(503, words: nil))

    /// A provider that counts requests and answers when it is opened. The last answer is repeated.
    private final class Service: Sendable {
        private let answers: [Answer]
        private let asked = Mutex(0)
        private let (gate, opening) = AsyncStream<Void>.makeStream()

        init(_ answers: Answer..., isOpen: Bool = true) {
            self.answers = answers
            if isOpen { open() }
        }

        var count: Int { asked.withLock { $0 } }

        func open() { opening.finish() }

        var client: RateClient {
            var client = RateClient.fixed(answers[0])
            client.latest = { [self] () throws(ProviderFailure) in
                let index = asked.withLock { count in
                    count += 1
                    return count - 1
                }
                for await _ in gate {}
                guard !Task.isCancelled else {
                    throw ProviderFailure("one", .transport(TransportError(host: "one", reason: .cancelled)))
                }
                return try answers[min(index, answers.count - 1)].get()
            }
            return client
        }
    }

    private static func rates(
        _ services: [Service], retries: Int = 0, kept: @escaping @Sendable (ProviderFailure) -> Void = { _ in }
    ) -> ExchangeRates {
        ExchangeRates(chain(services, retries: retries), onOldRates: kept)
    }

    private static func chain(_ services: [Service], retries: Int) -> RateChain {
        RateChain(
            links: zip(["one", "two"], services).map { RateChain.Link(name: $0, client: $1.client) },
            retry: RetryPolicy(retries: retries), deadline: .none, time: TestClock().source, random: { 1 },
            observe: { _ in })
    }

    private static func currencies(_ codes: String) -> [Currency] {
        codes.split(separator: " ").compactMap { Currency($0) }
    }

    @Test("all callers get the answer of one request, before and after it arrives", arguments: [true, false])
    func once(isUp: Bool) async throws {
        let service = Service(isUp ? .success(Self.table) : .failure(Self.down), isOpen: false)
        let rates = Self.rates([service])
        #expect(service.count == 0)
        let answers = await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { await rates.rates(of: [.usd]) } }
            group.addTask {
                await Task.yield()
                service.open()
                return await rates.rates(of: [.usd])
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let late = await rates.rates(of: [.usd])
        #expect(answers.count == 51 && answers.allSatisfy { $0 == late })
        #expect(late.tables == (isUp ? [Self.table] : []) && late.missing.map(\.failure) == (isUp ? [] : [Self.down]))
        #expect(service.count == 1)
    }

    @Test("a cancelled caller does not cancel the request of another, and the last one does")
    func cancelled() async throws {
        let service = Service(.success(Self.table), isOpen: false)
        let rates = Self.rates([service])
        let first = Task { await rates.rates(of: [.usd]) }
        try await expectEventually("it is asked") { service.count == 1 }
        first.cancel()
        #expect(await first.value.missing.map(\.currency) == [.usd])
        let second = Task { await rates.rates(of: [.usd]) }
        try await expectEventually("it is asked again") { service.count == 2 }
        let third = Task { await rates.rates(of: [.usd]) }
        third.cancel()
        service.open()
        #expect(await second.value.tables == [Self.table])
        _ = await third.value
        #expect(service.count == 2)
    }

    @Test("the next provider is asked for what the first does not have, each once")
    func chain() async {
        let services = [Service(.success(Self.table)), Service(.success(Self.other))]
        let rates = Self.rates(services)
        for codes in ["SEK EUR", "AED SEK", "USD AED", "XYZ", "XYZ"] {
            let answer = await rates.rates(of: Self.currencies(codes))
            #expect(answer.missing.map(\.currency.code) == (codes == "XYZ" ? ["XYZ"] : []))
        }
        #expect(services.map(\.count) == [1, 1])
    }

    @Test("a temporary failure is tried again as the chain does, and not after that")
    func retries() async {
        let service = Service(.failure(Self.down), .success(Self.table))
        #expect(await Self.rates([service], retries: 1).rates(of: [.usd]).tables == [Self.table])
        let dead = Service(.failure(Self.down))
        let rates = Self.rates([dead], retries: 2)
        for code in ["USD", "SEK"] {
            #expect(await rates.rates(of: Self.currencies(code)).missing.map(\.failure) == [Self.down])
        }
        #expect([service.count, dead.count] == [2, 3])
    }

    @Test("after a refresh providers are asked again, and a failure keeps the rates from before")
    func refresh() async {
        let newer = RateTable.of("EUR", "USD=2 SEK=20", provider: "one")
        let service = Service(.success(Self.table), .failure(Self.down), .success(newer))
        let kept = Recorder()
        let rates = Self.rates([service]) { kept.add($0) }
        for table in [Self.table, Self.table, newer] {
            let answer = await rates.rates(of: Self.currencies("USD SEK"))
            #expect(answer.tables == [table] && answer.missing.isEmpty)
            rates.refresh()
        }
        #expect(service.count == 3 && kept.all == [Self.down])
    }

    private final class Recorder: Sendable {
        private let failures = Mutex<[ProviderFailure]>([])
        var all: [ProviderFailure] { failures.withLock { $0 } }
        func add(_ failure: ProviderFailure) { failures.withLock { $0.append(failure) } }
    }

    @Test(
        "the rates that prices need are known beforehand if the provider is known to have no such price",
        arguments: [
            ("coinbase", "SEK", "SEK USD"), ("kraken", "SEK", "SEK USD"), ("binance", "SEK", "EUR SEK"),
            ("binance", "USD", "EUR USD"), ("coinbase", "USD", ""), ("kraken", "EUR", ""), ("binance", "EUR", ""),
            ("coinpaprika", "SEK", ""), ("coinpaprika", "AED", "AED USD"), ("coingecko", "SEK", ""),
            ("coinbase", "USDT", ""), ("coinbase", "DOGE", ""), ("yahoo", "SEK", ""), ("frankfurter", "SEK", ""),
        ])
    func needs(name: String, currency: String, expected: String) throws {
        let needed = Provider.listed(name).ratesNeeded(for: try #require(Currency(currency)))
        #expect(needed.map(\.code).sorted().joined(separator: " ") == expected)
    }
}
