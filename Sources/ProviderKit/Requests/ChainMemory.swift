/// What the runs of the program tell each other about the providers of a chain.
package struct ChainMemory: Sendable {
    /// Returns whether a provider failed lately, so that it is asked after all others.
    package var isAskedLast: @Sendable (_ provider: String) -> Bool
    /// Takes what became of a walk: the providers that had an answer, at least one, and the failures of those that
    /// had none and will probably fail again.
    package var note: @Sendable (_ answered: [String], _ failed: [ProviderFailure]) -> Void

    /// Creates a memory. Each parameter sets the property of the same name.
    package init(
        isAskedLast: @escaping @Sendable (String) -> Bool,
        note: @escaping @Sendable ([String], [ProviderFailure]) -> Void
    ) {
        (self.isAskedLast, self.note) = (isAskedLast, note)
    }
}

extension ProviderFailure {
    /// True if the next runs will probably get the same failure: the provider is not reached, refuses, or breaks its
    /// protocol. A limit of requests has a pause of its own, a key may be corrected at any moment, and the statuses 400
    /// and 404 are about what was asked for.
    package var outlastsRun: Bool {
        switch reason {
        case .status(400, _), .status(404, _): false
        default: [.unreachable, .timedOut, .refused, .blocked, .invalidData].contains(code)
        }
    }
}
