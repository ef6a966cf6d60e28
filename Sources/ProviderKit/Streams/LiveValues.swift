import Platform
import Synchronization

/// The values of a stream as they come: ticks, or readings of air quality. Each iteration opens connections of its own.
public struct LiveValues<Element: Sendable>: AsyncSequence, Sendable {
    /// What ends a stream from which no value can come.
    public typealias Failure = ProviderFailure

    private let notice: @Sendable (StreamNotice) -> Void
    private let run: @Sendable (LiveOutlet<Element>) async -> ProviderFailure?

    /// Creates a stream that sends its values to an outlet until it ends. `run` returns the failure that ended it, and
    /// returns when its task is cancelled.
    package init(
        notice: @escaping @Sendable (StreamNotice) -> Void,
        run: @escaping @Sendable (LiveOutlet<Element>) async -> ProviderFailure?
    ) {
        (self.notice, self.run) = (notice, run)
    }

    /// The number of values that wait for a slow reader. More are dropped, the oldest first, with a notice.
    public static var capacity: Int { 10_000 }

    /// Opens the connections.
    ///
    /// - Returns: The values from now on.
    public func makeAsyncIterator() -> Iterator {
        let (results, out) = AsyncStream<Result<Element, ProviderFailure>>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.capacity))
        let outlet = LiveOutlet(out, notice)
        let task = Task(executorPreference: TaskThreads.executor) { [run] in
            if let failure = await run(outlet) { out.yield(.failure(failure)) }
            out.finish()
        }
        out.onTermination = { _ in task.cancel() }
        return Iterator(outlet, results)
    }

    /// The values of one iteration. The connections are closed when it is gone.
    public struct Iterator: AsyncIteratorProtocol {
        private let outlet: LiveOutlet<Element>
        private var results: AsyncStream<Result<Element, ProviderFailure>>.Iterator

        fileprivate init(_ outlet: LiveOutlet<Element>, _ results: AsyncStream<Result<Element, ProviderFailure>>) {
            (self.outlet, self.results) = (outlet, results.makeAsyncIterator())
        }

        /// Waits for the next value.
        ///
        /// - Parameter actor: The actor that waits.
        /// - Returns: The value; nil at the end of the stream.
        /// - Throws: `ProviderFailure` if no value can come.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(ProviderFailure) -> Element? {
            let result = await results.next(isolation: actor)
            outlet.tellDropped()
            return try result?.get()
        }
    }
}

/// Passes the values and the events of a feed on to an iteration.
package final class LiveOutlet<Element: Sendable>: Sendable {
    private let out: AsyncStream<Result<Element, ProviderFailure>>.Continuation
    private let notice: @Sendable (StreamNotice) -> Void
    private let dropped = Atomic(0)

    fileprivate init(
        _ out: AsyncStream<Result<Element, ProviderFailure>>.Continuation,
        _ notice: @escaping @Sendable (StreamNotice) -> Void
    ) {
        (self.out, self.notice) = (out, notice)
    }

    /// Sends a value.
    package func send(_ value: Element) {
        if case .dropped = out.yield(.success(value)) { dropped.add(1, ordering: .relaxed) }
    }

    /// Says what happened.
    package func tell(_ notice: StreamNotice) { self.notice(notice) }

    /// Says what happened, where a reader needs to know.
    package func tell(_ event: StreamEvent<some Sendable & Equatable>) {
        if let notice = StreamNotice(event) { self.notice(notice) }
    }

    /// Says how many values were dropped since the last time.
    fileprivate func tellDropped() {
        let count = dropped.exchange(0, ordering: .relaxed)
        if count > 0 { notice(StreamNotice(dropped: count)) }
    }
}
