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

extension Result {
    fileprivate var isSuccess: Bool {
        if case .success = self { true } else { false }
    }
}
