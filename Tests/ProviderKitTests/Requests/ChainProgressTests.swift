import Platform
import ProviderKit
import Synchronization
import TestSupport
import Testing
import Transport

@Suite("What is done after a failure in a chain", .quick)
struct ChainTrackTests {
    /// A kind of failure, for short tables.
    enum Kind: Character, CaseIterable {
        case unknown = "k"
        case passing = "t"
        case lasting = "p"
        case ofTheUser = "u"

        func failure(_ provider: String) -> ProviderFailure {
            switch self {
            case .unknown: ProviderFailure(provider, .unknownSymbol(nil))
            case .passing: ProviderFailure(provider, .rateLimited(words: nil))
            case .lasting: ProviderFailure(provider, .invalidData("no number"))
            case .ofTheUser: ProviderFailure(provider, .noKey(KeyProblem(.file, "keys:1: no provider")))
            }
        }
    }

    /// The kinds of failure of three providers, and which of them are asked on the first and the second walk.
    static let table: [(kinds: String, first: [Int], second: [Int])] = [
        ("ttt", [0, 1, 2], [0, 1, 2]), ("ktt", [0, 1, 2], [1, 2]), ("tkt", [0, 1, 2], [0, 2]),
        ("ttk", [0, 1, 2], [0, 1]), ("kkt", [0, 1, 2], [2]), ("ktk", [0, 1, 2], [1]), ("tkk", [0, 1, 2], [0]),
        ("kkk", [0, 1, 2], []), ("ptt", [0, 1, 2], []), ("tpt", [0, 1, 2], []), ("ttp", [0, 1, 2], []),
        ("kpk", [0, 1, 2], []), ("ppp", [0, 1, 2], []), ("utt", [0], []), ("tut", [0, 1], []), ("ttu", [0, 1, 2], []),
        ("kut", [0, 1], []), ("kku", [0, 1, 2], []),
    ]

    @Test("Each failure at each position leads to the next provider, to another walk, or to the end", arguments: table)
    func steps(kinds: String, first: [Int], second: [Int]) throws {
        let kinds = try kinds.map { try #require(Kind(rawValue: $0)) }
        var track = ChainProgress()
        var walks: [[Int]] = []
        for _ in 0..<2 {
            var asked: [Int] = []
            var step = track.step(after: -1, on: kinds.indices)
            while case .ask(let position) = step {
                asked.append(position)
                track.note(kinds[position].failure("p\(position)"), at: position)
                step = track.step(after: position, on: kinds.indices)
            }
            walks.append(asked)
            if step == .giveUp { break }
        }
        #expect(walks == (second.isEmpty ? [first] : [first, second]))
        #expect(track.failure?.isOfTheUser == kinds.prefix(first.count).contains(.ofTheUser))
    }

    @Test("A chain of clients asks the same providers", arguments: table)
    func chain(kinds: String, first: [Int], second: [Int]) async throws {
        let kinds = try kinds.map { try #require(Kind(rawValue: $0)) }
        let asked = Mutex<[Int]>([])
        let chain = ClientChain<Int>(
            links: kinds.indices.map { .init(name: "p\($0)", client: $0) }, retry: RetryPolicy(retries: 1),
            deadline: .none, time: TestClock().source, random: { 0 }, observe: { _ in })
        let results: [Result<Void, ProviderFailure>] = await chain.walk(["BTC"]) { link, _ in
            asked.withLock { $0.append(link.client) }
            return [.failure(kinds[link.client].failure(link.name))]
        }
        #expect(throws: ProviderFailure.self) { try results[0].get() }
        #expect(asked.withLock { $0 } == first + second)
    }

    @Test("A provider that does not take the item is not on its way")
    func route() {
        var track = ChainProgress()
        #expect(track.step(after: -1, on: [1, 3]) == .ask(1))
        track.note(Kind.passing.failure("b"), at: 1)
        #expect(track.step(after: 1, on: [1, 3]) == .ask(3))
        #expect(track.step(after: 1, on: [1]) == .wait)
        #expect(ChainProgress().step(after: -1, on: []) == .giveUp && ChainProgress().failure == nil)
    }
}
