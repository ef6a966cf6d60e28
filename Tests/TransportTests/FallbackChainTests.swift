import Platform
import TestSupport
import Testing
import Transport

/// A link that fails as told, walk by walk, and answers when nothing is left to fail with.
private struct Flaky: Error, Equatable {
    var name: String
    var isPassing = true
    var retryAfter: Duration?
}

@Suite("X2, W10 a chain of providers")
struct FallbackChainTests {
    private let clock = TestClock()

    private func chain(retries: Int = 3, deadline: Duration? = nil) -> FallbackChain {
        FallbackChain(
            policy: RetryPolicy(retries: retries), deadline: Deadline(moment: deadline), time: clock.source,
            random: { 1 })
    }

    /// Walks links `0…`, each of which fails with its list, front first; gives the outcome and who was asked.
    private func walk(
        _ chain: FallbackChain, _ failures: [[Flaky]], taking time: Duration = .zero
    ) async -> (outcome: Result<Int, ChainFailure<Flaky>>, asked: [Int], notices: [String]) {
        var left = failures
        var asked: [Int] = []
        var notices: [String] = []
        do throws(ChainFailure<Flaky>) {
            let answer = try await chain.walk(
                Array(failures.indices),
                outlook: { $0.isPassing ? .passing(retryAfter: $0.retryAfter) : .permanent },
                notice: { event in
                    switch event {
                    case .failed(let link, let failure): notices.append("\(link) \(failure.name)")
                    case .pausing(let pause, let retry): notices.append("\(retry) \(pause)")
                    }
                },
                attempt: { link throws(Flaky) in
                    asked.append(link)
                    clock.advance(by: time)
                    guard left[link].isEmpty else { throw left[link].removeFirst() }
                    return link
                })
            return (.success(answer), asked, notices)
        } catch {
            return (.failure(error), asked, notices)
        }
    }

    @Test("a failed one is followed by the next at once")
    func next() async {
        let result = await walk(chain(), [[Flaky(name: "a")], []])
        #expect(result.outcome == .success(1))
        #expect(result.asked == [0, 1])
        #expect(clock.pauses.isEmpty)
        #expect(result.notices == ["0 a"])
    }

    @Test("n retries are n + 1 attempts, with doubling pauses", arguments: [0, 1, 3])
    func retries(_ count: Int) async {
        let failures = (0...10).map { Flaky(name: "\($0)") }
        let result = await walk(chain(retries: count), [failures])
        #expect(result.outcome == .failure(ChainFailure([failures[count]], .exhausted)))
        #expect(result.asked.count == count + 1)
        let pauses: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2)]
        #expect(clock.pauses == Array(pauses.prefix(count)))
    }

    @Test("once 503, then sound")
    func recovers() async {
        let result = await walk(chain(), [[Flaky(name: "a"), Flaky(name: "a")], [Flaky(name: "b")]])
        #expect(result.outcome == .success(1))
        #expect(result.asked == [0, 1, 0, 1])
        #expect(result.notices == ["0 a", "1 b", "1 0.5 seconds", "0 a"])
    }

    @Test("the shortest Retry-After counts where it is longer than the pause")
    func retryAfter() async {
        let failures = [[Flaky(name: "a", retryAfter: .seconds(9))], [Flaky(name: "b", retryAfter: .seconds(4))]]
        #expect(await walk(chain(), failures).outcome == .success(0))
        #expect(clock.pauses == [.seconds(4)])
    }

    @Test("only those that may do better are walked again; every link's last failure is told")
    func permanent() async {
        let a = Flaky(name: "a", isPassing: false, retryAfter: .seconds(9))
        let (b, c) = (Flaky(name: "b"), Flaky(name: "c", isPassing: false))
        let result = await walk(chain(), [[a], [b, c]])
        #expect(result.asked == [0, 1, 1])
        #expect(result.outcome == .failure(ChainFailure([a, c], .permanent)))
        #expect(clock.pauses == [.milliseconds(500)])
    }

    @Test("a pause that would not fit before the deadline is not begun")
    func deadline() async {
        let failure = Flaky(name: "a", retryAfter: .seconds(999_999))
        let result = await walk(chain(deadline: .seconds(30)), [[failure, failure]])
        #expect(result.outcome == .failure(ChainFailure([failure], .deadline)))
        #expect(result.asked == [0])
        #expect(clock.pauses.isEmpty)
    }

    @Test("nobody is asked after the deadline")
    func deadlineInAWalk() async {
        let result = await walk(chain(deadline: .seconds(5)), [[Flaky(name: "a")], []], taking: .seconds(5))
        #expect(result.outcome == .failure(ChainFailure([Flaky(name: "a")], .deadline)))
        #expect(result.asked == [0])
    }

    @Test("a cancelled task is not kept in a pause")
    func cancelled() async {
        let (chain, clock) = (chain(), clock)
        let task = Task { () -> ChainEnd? in
            do throws(ChainFailure<Flaky>) {
                _ = try await chain.walk(
                    [0], outlook: { _ in .passing(retryAfter: nil) },
                    attempt: { _ throws(Flaky) -> Int in
                        while !Task.isCancelled { await Task.yield() }
                        throw Flaky(name: "a")
                    })
                return nil
            } catch {
                return error.end
            }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(clock.pauses.isEmpty)
    }

    @Test("an empty chain fails at once")
    func empty() async {
        #expect(await walk(chain(), []).outcome == .failure(ChainFailure([], .permanent)))
    }
}
