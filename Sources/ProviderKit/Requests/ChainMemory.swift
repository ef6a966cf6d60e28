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
