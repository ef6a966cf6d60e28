package import Platform

/// A signal that any thread raises and one task waits for. Signals before the wait count as one.
package struct TaskSignal: Sendable {
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation

    package init() {
        (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Raises the signal.
    package func raise() { arrival.yield() }

    /// Waits until the signal is raised, and lowers it. If the task is cancelled, this and all later calls return at
    /// once.
    package func wait() async {
        for await _ in arrivals { return }
    }

    /// Waits until the signal is raised, at most for `limit`.
    package func wait(atMost limit: Duration, _ time: TimeSource) async {
        // The end of the time raises the signal too, because a cancelled wait would end the stream of signals.
        let pause = Task(executorPreference: TaskThreads.executor) {
            if (try? await time.sleep(limit)) != nil { raise() }
        }
        defer { pause.cancel() }
        await wait()
    }

    /// Runs a stream until it ends, the signal is raised, or the time limit passes. Returns the failure that ended it;
    /// nil if anything else did.
    package func failure(
        within limit: Duration?, _ time: TimeSource,
        of stream: @escaping @Sendable () async throws(ProviderFailure) -> Void
    ) async -> ProviderFailure? {
        await withTaskGroup(of: ProviderFailure?.self) { group in
            group.addTask {
                do throws(ProviderFailure) {
                    try await stream()
                    return nil
                } catch {
                    return error
                }
            }
            group.addTask {
                await wait()
                return nil
            }
            if let limit {
                group.addTask {
                    try? await time.sleep(limit)
                    return nil
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
