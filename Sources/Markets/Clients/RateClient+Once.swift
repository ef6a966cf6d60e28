import Synchronization

extension RateClient {
    /// The same client for one piece of work that needs the newest rates in several places, perhaps at once: the provider
    /// is asked once, and all of them get its answer, also where that is a failure.
    ///
    /// Only where the one who asks is cancelled, the next asks in his place.
    public func askedOnce() -> RateClient {
        let answer = SharedAnswer()
        var client = self
        client.latest = { [latest] () throws(ProviderFailure) in try await answer.get(latest) }
        return client
    }
}

extension ClientChain<RateClient> {
    /// The same chain for one piece of work, each of its providers asked once: see `RateClient.askedOnce`.
    public func askedOnce() -> RateChain {
        var chain = self
        for index in chain.links.indices { chain.links[index].client = chain.links[index].client.askedOnce() }
        return chain
    }
}

/// An answer that several wait for.
private final class SharedAnswer: Sendable {
    typealias Answer = Result<RateTable, ProviderFailure>
    /// Gets nil where the one who asked was cancelled.
    private typealias Waiter = CheckedContinuation<Answer?, Never>

    private enum State {
        case open
        case asked([Waiter])
        case known(Answer)
    }

    private let state = Mutex(State.open)

    /// The answer: by `ask` for the first who wants it.
    func get(_ ask: @Sendable () async throws(ProviderFailure) -> RateTable) async throws(ProviderFailure) -> RateTable
    {
        while true {
            if isFirst() { return try await told(ask).get() }
            if let answer = await withCheckedContinuation(wait) { return try answer.get() }
        }
    }

    private func isFirst() -> Bool {
        state.withLock { state in
            guard case .open = state else { return false }
            state = .asked([])
            return true
        }
    }

    private func wait(_ waiter: Waiter) {
        let answer: Answer?? = state.withLock { state in
            switch state {
            case .open: return .some(nil)
            case .known(let answer): return answer
            case .asked(let others):
                state = .asked(others + [waiter])
                return nil
            }
        }
        if let answer { waiter.resume(returning: answer) }
    }

    private func told(_ ask: @Sendable () async throws(ProviderFailure) -> RateTable) async -> Answer {
        let answer: Answer
        do throws(ProviderFailure) {
            answer = .success(try await ask())
        } catch {
            answer = .failure(error)
        }
        let isKnown = !Task.isCancelled
        let waiters = state.withLock { state in
            guard case .asked(let waiters) = state else { return [Waiter]() }
            state = isKnown ? .known(answer) : .open
            return waiters
        }
        for waiter in waiters { waiter.resume(returning: isKnown ? answer : nil) }
        return answer
    }
}
