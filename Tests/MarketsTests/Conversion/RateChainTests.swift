import Markets
import Platform
import Synchronization
import TestSupport
import Testing
import Transport

@Suite("The chain of rates", .quick)
struct RateChainTests {
    private static let down = ProviderFailure("one", .status(503, words: nil))

    /// A chain of these clients, named `one`, `two`, …, and what it tells.
    private static func chain(
        _ clients: [RateClient], retries: Int = 0, clock: TestClock = TestClock()
    ) -> (RateChain, @Sendable () -> [String]) {
        let lines = Mutex<[String]>([])
        let box = Box(lines: lines)
        let names = ["one", "two", "three"]
        let chain = RateChain(
            links: zip(names, clients).map { RateChain.Link(name: $0, client: $1) },
            retry: RetryPolicy(retries: retries), deadline: .none, time: clock.source, random: { 1 },
            observe: { event in
                switch event {
                case .step(let failure, let next, let walk):
                    box.lines.withLock { $0.append("\(walk): \(failure.provider) → \(next)") }
                case .lastResort(let failure): box.lines.withLock { $0.append("\(failure.provider): last resort") }
                case .pause: box.lines.withLock { $0.append("pause") }
                case .done: break
                }
            })
        return (chain, { box.lines.withLock { $0 } })
    }

    private final class Box: Sendable {
        let lines: Mutex<[String]>

        init(lines: consuming Mutex<[String]>) {
            self.lines = lines
        }
    }

    private static func currencies(_ codes: String) -> [Currency] {
        codes.split(separator: " ").compactMap { Currency($0) }
    }

    private static let small = RateTable.of("EUR", "USD=1.25 SEK=10", provider: "one")
    private static let large = RateTable.of("USD", "EUR=0.8 SEK=8 AED=3.6725", provider: "two")

    @Test("the first that answers is enough, the others are not asked")
    func first() async {
        let (chain, lines) = Self.chain([.fixed(.success(Self.small)), .unimplemented()])
        let answer = await ExchangeRates(chain).rates(of: Self.currencies("SEK EUR USD"))
        #expect(answer.tables == [Self.small])
        #expect(answer.missing.isEmpty)
        #expect(lines() == [])
    }

    @Test("no provider is asked where nothing is needed")
    func nothing() async {
        let (chain, _) = Self.chain([.unimplemented()])
        let answer = await ExchangeRates(chain).rates(of: [])
        #expect(answer.tables.isEmpty && answer.missing.isEmpty)
    }

    @Test("a currency that the first does not have is asked of the next, and both tables are kept")
    func nextForTheRest() async {
        let (chain, lines) = Self.chain([.fixed(.success(Self.small)), .fixed(.success(Self.large)), .unimplemented()])
        let answer = await ExchangeRates(chain).rates(of: Self.currencies("AED SEK"))
        #expect(answer.tables == [Self.small, Self.large])
        #expect(answer.missing.isEmpty)
        #expect(lines() == ["0: one → two"])
    }

    @Test("a failed one is followed by the next at once")
    func fallback() async {
        let (chain, lines) = Self.chain([.fixed(.failure(Self.down)), .fixed(.success(Self.large)), .unimplemented()])
        let answer = await ExchangeRates(chain).rates(of: Self.currencies("SEK"))
        #expect(answer.tables == [Self.large])
        #expect(lines() == ["0: one → two"])
    }

    @Test("what no provider has is missing with its reason, what one has is there; no provider is asked again for it")
    func missing() async {
        let (chain, lines) = Self.chain(
            [.fixed(.success(Self.small)), .fixed(.success(Self.large))], retries: 3)
        let answer = await ExchangeRates(chain).rates(of: Self.currencies("XYZ AED"))
        #expect(answer.tables == [Self.large])
        #expect(answer.missing.map(\.currency.code) == ["XYZ"])
        let reason = ProviderFailure.Reason.cannotQuote(answer.missing[0].currency)
        #expect(answer.missing.map(\.failure.members) == [["one", "two"].map { ProviderFailure($0, reason) }])
        #expect(lines() == ["0: one → two"])
    }

    @Test("all down for a passing reason are asked again after a pause, as quotes are")
    func retries() async {
        let clock = TestClock()
        let (chain, lines) = Self.chain([.fixed(.failure(Self.down))], retries: 2, clock: clock)
        let answer = await ExchangeRates(chain).rates(of: Self.currencies("SEK EUR"))
        #expect(answer.tables.isEmpty)
        #expect(answer.missing.map(\.failure) == [Self.down, Self.down])
        #expect(lines() == ["pause", "pause"])
        #expect(clock.pauses == [.milliseconds(500), .seconds(1)])
    }
}
