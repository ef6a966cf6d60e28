public import Platform

/// Links asked one after the other until one answers; when all have failed, those that may do better are asked again.
public struct FallbackChain: Sendable {
    /// How often, and after which pauses.
    public var policy: RetryPolicy
    /// The end of everything.
    public var deadline: Deadline
    /// The clock, also for the pauses.
    public var time: TimeSource
    /// A number from 0 to 1, new at each call: where in its span a pause lies.
    public var random: @Sendable () -> Double

    /// A chain's rules, apart from its links.
    public init(
        policy: RetryPolicy, deadline: Deadline, time: TimeSource,
        random: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        self.policy = policy
        self.deadline = deadline
        self.time = time
        self.random = random
    }

    /// What a failure means for the chain.
    public enum Outlook: Sendable, Equatable {
        /// It may go away; not before the duration, where the provider gave one.
        case passing(retryAfter: Duration?)
        /// It will be the same next time.
        case permanent
    }

    /// What happens on the way, for notices and `-v`.
    public enum Event<Link, Failure: Error> {
        /// A link failed; the next one, if any, is asked at once.
        case failed(Link, Failure)
        /// All have failed; those that may do better are asked again after the pause. Retries count from 1.
        case pausing(Duration, retry: Int)
    }

    /// The first answer.
    ///
    /// A failed link is followed by the next at once. When all have failed, those that failed for a passing reason are
    /// walked again after the policy's pause, or the shortest `retryAfter` of them if that is longer. Throws every
    /// link's last failure when none is left, the retries are used up, the deadline has passed or a pause would not end
    /// before it, or the task is cancelled. An empty chain throws at once, without a failure.
    public func walk<Link, Answer, Failure: Error>(
        _ links: [Link],
        outlook: (Failure) -> Outlook,
        notice: (Event<Link, Failure>) -> Void = { _ in },
        attempt: (Link) async throws(Failure) -> Answer
    ) async throws(ChainFailure<Failure>) -> Answer {
        var failures = [Failure?](repeating: nil, count: links.count)
        var places = Array(links.indices)
        var walk = 0
        do throws(ChainEnd) {
            while true {
                for place in places {
                    do throws(Failure) {
                        return try await attempt(links[place])
                    } catch {
                        failures[place] = error
                        notice(.failed(links[place], error))
                    }
                    try checkTime()
                }
                let outlooks = failures.map { $0.map(outlook) ?? .permanent }
                places = places.filter { outlooks[$0] != .permanent }
                guard !places.isEmpty else { throw .permanent }
                let retryAfter = places.compactMap { outlooks[$0].retryAfter }.min()
                try await pause(after: walk, retryAfter: retryAfter, notice: notice)
                walk += 1
            }
        } catch {
            throw ChainFailure(failures.compactMap { $0 }, error)
        }
    }

    private func pause<Link, Failure>(
        after walk: Int, retryAfter: Duration?, notice: (Event<Link, Failure>) -> Void
    ) async throws(ChainEnd) {
        let remaining = deadline.remaining(at: time.elapsed())
        switch policy.step(after: walk, retryAfter: retryAfter, remaining: remaining, unit: random()) {
        case .exhausted: throw .exhausted
        case .pastDeadline: throw .deadline
        case .pause(let pause):
            notice(.pausing(pause, retry: walk + 1))
            do { try await time.sleep(pause) } catch { throw .cancelled }
        }
    }

    private func checkTime() throws(ChainEnd) {
        if Task.isCancelled { throw .cancelled }
        if deadline.remaining(at: time.elapsed()) == .zero { throw .deadline }
    }
}

extension FallbackChain.Outlook {
    fileprivate var retryAfter: Duration? {
        if case .passing(let pause) = self { pause } else { nil }
    }
}

/// Why a chain was not walked again.
public enum ChainEnd: Error, Sendable, Equatable {
    /// No link failed for a reason that may go away.
    case permanent
    /// All retries are used up.
    case exhausted
    /// The deadline has passed, or would have in the pause.
    case deadline
    /// The task was cancelled.
    case cancelled
}

/// What a chain without an answer ends with.
public struct ChainFailure<Failure: Error>: Error {
    /// Each asked link's last failure, in the chain's order; empty only for an empty chain.
    public let failures: [Failure]
    /// Why it was not walked again.
    public let end: ChainEnd

    /// The failures in the chain's order.
    public init(_ failures: [Failure], _ end: ChainEnd) {
        self.failures = failures
        self.end = end
    }
}

extension ChainFailure: Equatable where Failure: Equatable {}
