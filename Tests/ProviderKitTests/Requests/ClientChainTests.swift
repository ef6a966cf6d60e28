import Platform
import ProviderKit
import Synchronization
import TestSupport
import Testing
import Transport

@Suite("The time of a chain of providers", .quick)
struct ClientChainTests {
    private typealias Chain = ClientChain<Void>

    /// Providers that answer nothing until their time is over, at most 10 seconds; the last one has an answer. Returns
    /// how long each was waited for.
    private func waits(_ count: Int, deadline: Duration?) async -> (waits: [Double], isAnswered: Bool) {
        let clock = TestClock()
        let waits = Mutex<[Double]>([])
        let names = (0..<count).map { "provider\($0)" }
        let chain = Chain(
            links: names.map { Chain.Link(name: $0, client: ()) }, retry: RetryPolicy(retries: 0),
            deadline: Deadline(moment: deadline), time: clock.source, random: { 1 }, observe: { _ in })
        let results = await chain.walk(["BTC"], mayAsk: { _, _ in true }) { link, _ in
            let left = Deadline.ofTask.remaining(at: clock.elapsed) ?? .seconds(10)
            if link.name == names.last, left > .zero { return [Result<Int, ProviderFailure>.success(1)] }
            let wait = min(left, .seconds(10))
            waits.withLock { $0.append(wait / .seconds(1)) }
            clock.advance(by: wait)
            let late = TransportError(host: link.name, reason: .timedOut(milliseconds: 1, of: .attempt))
            return [.failure(ProviderFailure(link.name, .transport(late)))]
        }
        return (waits.withLock { $0 }, results[0].isSuccess)
    }

    @Test("Each one that hangs leaves three seconds for each one after it, and gets no less itself")
    func shares() async {
        #expect(await waits(4, deadline: .seconds(30)) == ([10, 10, 7], true))
        #expect(await waits(7, deadline: .seconds(30)) == ([10, 5, 3, 3, 3, 3], true))
        #expect(await waits(3, deadline: .seconds(8)) == ([3, 3], true))
        #expect(await waits(3, deadline: .seconds(5)) == ([3, 2, 0], false))
    }

    @Test("One provider alone, and a chain without a deadline, have all the time")
    func unbounded() async {
        #expect(await waits(1, deadline: .seconds(2)) == ([], true))
        #expect(await waits(4, deadline: nil) == ([10, 10, 10], true))
    }

    @Test("A chain that a provider of another chain waits for shares that provider's time")
    func nested() async {
        let deadline = Deadline(moment: .seconds(9))
        let inner = await Deadline.$ofTask.withValue(deadline) { await waits(3, deadline: .seconds(30)) }
        #expect(inner == ([3, 3], true))
    }
}

// MARK: - Memory

extension ClientChainTests {
    /// What a walk asked, and what it told its memory.
    private struct Walk: Equatable {
        var asked: [String] = []
        var answered: [String]?
        var failed: [String] = []
    }

    /// Asks providers a, b, c… for one item. Each says what its script has, walk after walk, the last for ever; nil is
    /// an answer.
    private func walk(
        _ scripts: [[ProviderFailure.Reason?]], last: Set<String> = [], retries: Int = 0,
        mayAsk: (Int) -> Bool = { _ in true }, isCancelled: Bool = false
    ) async -> Walk {
        let names = Array(["a", "b", "c"].prefix(scripts.count))
        let state = Mutex(Walk())
        var chain = Chain(
            links: names.map { Chain.Link(name: $0, client: ()) }, retry: RetryPolicy(retries: retries),
            deadline: .none, time: TestClock().source, random: { 1 }, observe: { _ in })
        chain.memory = ChainMemory(isAskedLast: { last.contains($0) }) { answered, failed in
            state.withLock { ($0.answered, $0.failed) = (answered, failed.map(\.provider)) }
        }
        _ = await chain.walk(["BTC"], mayAsk: { position, _ in mayAsk(position) }) { link, _ in
            let count = state.withLock { state in
                defer { state.asked.append(link.name) }
                return state.asked.count { $0 == link.name }
            }
            let script = names.firstIndex(of: link.name).map { scripts[$0] } ?? []
            while isCancelled, !Task.isCancelled { await Task.yield() }
            let result: Result<Int, ProviderFailure> =
                if let reason = script[min(count, script.count - 1)] {
                    .failure(ProviderFailure(link.name, reason))
                } else { .success(1) }
            return [result]
        }
        return state.withLock { $0 }
    }

    @Test("Those that failed lately are asked last, in their order; where all did, the order is as ever")
    func order() async {
        let down: [ProviderFailure.Reason?] = [.invalidData("x")]
        #expect(await walk([down, down, down], last: ["a"]).asked == ["b", "c", "a"])
        #expect(await walk([down, down, down], last: ["a", "b"]).asked == ["c", "a", "b"])
        #expect(await walk([down, down, down], last: ["c"]).asked == ["a", "b", "c"])
        #expect(await walk([down, down, down], last: ["a", "b", "c"]).asked == ["a", "b", "c"])
        #expect(await walk([[nil], [nil]], last: ["a"]) == Walk(asked: ["b"], answered: ["b"]))
    }

    @Test("What only the first provider may be asked for is asked of it, also where it comes last")
    func first() async {
        let asked = await walk([[nil], [nil]], last: ["a"], mayAsk: { $0 == 0 }).asked
        #expect(asked == ["a"])
    }

    @Test("A failure that will last is told where another provider had the answer, and no other one")
    func told() async {
        let lost = ProviderFailure.Reason.status(503, words: nil)
        #expect(await walk([[lost], [nil]]) == Walk(asked: ["a", "b"], answered: ["b"], failed: ["a"]))
        #expect(await walk([[.unknownSymbol(nil)], [nil]]) == Walk(asked: ["a", "b"], answered: ["b"]))
        #expect(await walk([[lost], [lost]]) == Walk(asked: ["a", "b"]))
        let again = await walk([[lost, nil], [lost]], retries: 1)
        #expect(again == Walk(asked: ["a", "b", "a"], answered: ["a"], failed: ["b"]))
        let task = Task { await walk([[nil], [nil]], isCancelled: true) }
        task.cancel()
        #expect(await task.value.answered == nil)
    }

    @Test("Which failures last")
    func lasting() {
        func transport(_ reason: TransportError.Reason) -> ProviderFailure.Reason {
            .transport(TransportError(host: "h", reason: reason))
        }
        let lasting: [ProviderFailure.Reason] = [
            transport(.unreachable(.dns)), transport(.unreachable(.connect("refused"))),
            transport(.timedOut(milliseconds: 1, of: .attempt)), transport(.timedOut(milliseconds: 1, of: .deadline)),
            transport(.invalid(.notHTTP)), transport(.redirect(.loop)), .status(403, words: nil),
            .status(451, words: nil), .status(500, words: nil), .unavailable(words: nil),
            .blocked(words: nil), .invalidData("x"),
        ]
        let others: [ProviderFailure.Reason] = [
            transport(.cancelled), transport(.libraryMissing("x")), transport(.notRecorded("x")),
            .status(400, words: nil), .status(404, words: nil), .rateLimited(words: nil), .unauthorized(words: nil),
            .missingKey, .notCached, .unknownSymbol(nil), .cannotQuote(.usd), .cannot(.list),
            .staleAnswer(isUsed: false), .noRate(.usd, because: ProviderFailure("b", .status(503, words: nil))),
        ]
        for reason in lasting { #expect(ProviderFailure("a", reason).has(.outlastsRun), "\(reason)") }
        for reason in others { #expect(!ProviderFailure("a", reason).has(.outlastsRun), "\(reason)") }
    }
}

extension Result {
    fileprivate var isSuccess: Bool {
        if case .success = self { true } else { false }
    }
}
