public import Platform
import Transport

/// Keeps a provider's stream running: once it has brought anything it is opened again whenever it breaks, after pauses that
/// grow (CONTRACT, watch), without end or for some attempts in a row.
public struct KeptStream: Sendable {
    private let retries: Int?
    private let minimum: Duration
    private let time: TimeSource
    private let random: @Sendable () -> Double

    /// `retries` in a row, nil for without end; `minimum` is the least pause that the provider asks for.
    public init(
        retries: Int?, minimum: Duration = .zero, time: TimeSource, random: @escaping @Sendable () -> Double
    ) {
        (self.retries, self.minimum, self.time, self.random) = (retries, minimum, time, random)
    }

    /// Runs one connection after the other; why there is no next one, nil where one ended by itself or the task is
    /// cancelled.
    ///
    /// `lost` is told when one broke, and says whether anything ever came; `pausing` is told why, and how long the pause is.
    public func run(
        _ connect: () async throws(ProviderFailure) -> Void, lost: (Duration) -> Bool,
        pausing: (ProviderFailure, Duration) -> Void
    ) async -> ProviderFailure? {
        var reconnect = Reconnect(retries: retries, minimum: minimum)
        while !Task.isCancelled {
            let start = time.elapsed()
            do throws(ProviderFailure) {
                try await connect()
                return nil
            } catch {
                if Task.isCancelled { return nil }
                let now = time.elapsed()
                guard lost(now), !error.isFinal,
                    let pause = reconnect.pause(afterLife: now - start, retryAfter: error.retryAfter, unit: random())
                else { return error }
                pausing(error, pause)
                guard (try? await time.sleep(pause)) != nil else { return nil }
            }
        }
        return nil
    }
}

extension ProviderFailure {
    /// True for what another attempt cannot change: a rejected key, an unknown name, no host.
    fileprivate var isFinal: Bool {
        switch reason {
        case .unauthorized, .missingKey, .noHost, .unknownSymbol, .unknownCity, .cannotQuote, .cannot: true
        default: false
        }
    }
}
