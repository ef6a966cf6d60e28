import Platform

/// `--once`: leaves out the rows that met the condition when an earlier run of the same command line saw them. Without
/// the option it leaves out nothing.
struct OnceFilter: Sendable {
    private let context: RunContext
    private let file: OnceFile?

    /// Opens the memory of a command line, which is found by its `onceQuestion`. Throws if the memory cannot be used.
    init(_ question: String, _ context: RunContext) throws(Failure) {
        self.context = context
        file = context.common.once ? try OnceFile(question, context.environment) : nil
    }

    /// Whether the option was given.
    var isOn: Bool { file != nil }

    /// Prints the new rows among the rows that meet the condition, then remembers what this run saw. Returns whether
    /// there were new rows.
    ///
    /// The state is on the disk before the rows are printed, but replaces the old one only afterwards. So a row is
    /// never lost: a run that cannot print, or is killed, leaves the old state.
    ///
    /// `wanted` are the rows to print that meet the condition, `unmet` those that do not meet it; a row in neither list
    /// keeps its state. `name` returns what was asked for, by which the next run knows a row again, whatever provider
    /// answers then. `print` is called also if no row is left.
    func report<Row>(
        _ wanted: [Row], unmet: [Row], name: (Row) -> String, print: ([Row]) throws(Failure) -> Void
    ) async throws(Failure) -> Bool {
        guard let file, !wanted.isEmpty || !unmet.isEmpty else {
            try print(wanted)
            return !wanted.isEmpty
        }
        let lock = try await file.lock(context)
        defer {
            file.leave()
            extendLifetime(lock)
        }
        let (new, draft) = try draft(wanted.map(name), unmet: unmet.map(name), in: file)
        try print(new.map { wanted[$0] })
        if let draft { try file.publish(draft, at: context.environment.time.now()) }
        return !new.isEmpty
    }

    /// Returns the places of the names that are new, and what this run saw as a file; nil if that is as before.
    private func draft(
        _ wanted: [String], unmet: [String], in file: OnceFile
    ) throws(Failure) -> (new: [Int], draft: FileDraft?) {
        let day = context.environment.time.now().seconds / 86_400
        let old = file.content()
        if old == nil {
            context.notices.say("\(file.path): what --once remembers is damaged; all matching rows count as new")
        }
        var state = old ?? OnceState()
        state.forget(on: day)
        let new = wanted.indices.filter { !state.hasMet(wanted[$0]) }
        state.update(met: wanted, unmet: unmet, on: day)
        return (new, state == old ? nil : try file.draft(state))
    }
}
