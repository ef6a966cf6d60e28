package import Platform

/// What `--provider check` finds out about a provider.
package enum CheckState: String, Sendable, CaseIterable {
    /// It answers.
    case ok
    /// It answers, but took over half of the time limit of an attempt.
    case slow
    /// Its answer is older than such data should be.
    case stale
    /// Its value is more than a percent away from those of the others.
    case differs
    /// Its answer does not follow its protocol.
    case changed
    /// It answers that it does not answer: too many requests, a wrong key, a blocked address, an error of its own.
    case refused
    /// There is no complete answer.
    case unreachable
    /// It needs a key and there is none, so it is not asked.
    case key
    /// Its public host is closed, so it is not asked.
    case off

    /// The exit status of a check that ends with this state; nil for that of the failure.
    package var status: ExitStatus? {
        switch self {
        case .changed: .invalidData
        case .slow, .stale, .differs: .tryLater
        case .ok, .refused, .unreachable, .key, .off: nil
        }
    }
}
