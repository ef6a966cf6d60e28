public import Platform
import Transport

/// Keeps a provider's stream running. Once it has received data, it reconnects whenever it breaks, after growing
/// pauses, without limit or for a number of attempts in a row.
public struct KeptStream: Sendable {
    private let retries: Int?
    private let minimum: Duration
    private let time: TimeSource
    private let random: @Sendable () -> Double

    /// Creates a stream with at most `retries` reconnects in a row, nil for no limit. `minimum` is the shortest pause
    /// that the provider allows.
    public init(
        retries: Int?, minimum: Duration = .zero, time: TimeSource, random: @escaping @Sendable () -> Double
    ) {
        (self.retries, self.minimum, self.time, self.random) = (retries, minimum, time, random)
    }

    /// Runs one connection after the other. Returns the failure that ends the stream; nil if a connection ended
    /// regularly or the task was cancelled.
    ///
    /// `lost` is called when a connection breaks. It returns how long the connection received data; nil if no
    /// connection ever did. `pausing` is called with the failure and the length of the pause.
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
    /// True for an error that a retry cannot fix: a rejected key, an unknown name, or a missing host.
    fileprivate var isFinal: Bool {
        switch reason {
        case .unauthorized, .missingKey, .noHost, .unknownSymbol, .unknownCity, .cannotQuote, .cannot: true
        default: false
        }
    }
}
