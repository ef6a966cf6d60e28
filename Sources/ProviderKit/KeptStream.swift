public import Platform
import Transport

/// Keeps a provider's stream running: once it has brought anything it is opened again whenever it breaks, after pauses that
/// grow, without end or for some attempts in a row.
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
    /// `lost` is called when one broke, and returns for how long it brought data, nil where no connection ever did;
    /// `pausing` is called with the failure and the length of the pause.
    public func run(
        _ connect: () async throws(ProviderFailure) -> Void, lost: (Duration) -> Duration?,
        pausing: (ProviderFailure, Duration) -> Void
    ) async -> ProviderFailure? {
        var reconnect = Reconnect(retries: retries, minimum: minimum)
        while !Task.isCancelled {
            do throws(ProviderFailure) {
                try await connect()
                return nil
            } catch {
                if Task.isCancelled { return nil }
                guard let data = lost(time.elapsed()), !error.isFinal,
                    let pause = reconnect.pause(afterData: data, retryAfter: error.retryAfter, unit: random())
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
