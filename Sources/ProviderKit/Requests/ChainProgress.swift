package import Transport

/// What the providers of a chain said about one item so far, and so what is done next.
///
/// Each failure leads to the next provider at once. Where none is left on this walk of the chain, another walk may find
/// what is missing if the providers that could have it failed for reasons that pass. One that does not have it is not
/// asked again, and a failure that the user must correct ends the walk.
package struct ChainProgress: Sendable {
    /// What is done after a failure.
    package enum Step: Sendable, Equatable {
        /// The provider at this position is asked.
        case ask(Int)
        /// Another walk of the chain may find what is missing.
        case wait
        /// No provider has it.
        case giveUp
    }

    /// The last failure of each provider, by its position in the chain.
    package private(set) var failures: [Int: ProviderFailure] = [:]

    /// Creates the track of an item for which no provider was asked yet.
    package init() {}

    /// Notes the failure of the provider at a position.
    package mutating func note(_ failure: ProviderFailure, at position: Int) { failures[position] = failure }

    /// Returns what is done after the provider at a position, -1 at the beginning of a walk. `route` are the positions
    /// of the providers that take the item, in order.
    package func step(after position: Int, on route: some Sequence<Int>) -> Step {
        let next = route.first { $0 > position && failures[$0]?.isSkippable != true }
        if let next, !failures.values.contains(where: \.isOfTheUser) { return .ask(next) }
        return failures.values.areWorthAnotherWalk ? .wait : .giveUp
    }

    /// The failures of all providers that were asked, as one; nil if none failed.
    package var failure: ProviderFailure? {
        ProviderFailure(chain: failures.sorted { $0.key < $1.key }.map(\.value))
    }
}

extension RetryPolicy {
    /// Returns the pause after a chain failed with these failures for the `walk`th time, counted from 0; nil if it is
    /// not tried again.
    package func pause(
        after walk: Int, _ failures: some Collection<ProviderFailure>, remaining: Duration?, unit: Double
    ) -> Duration? {
        let step = step(after: walk, retryAfter: failures.requestedPause, remaining: remaining, unit: unit)
        return if case .pause(let pause) = step { pause } else { nil }
    }
}
