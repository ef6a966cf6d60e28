import Platform

/// `--once`: leaves out the rows that met the condition when an earlier run of the same command line saw them. Without
/// the option it leaves out nothing.
struct OnceFilter: Sendable {
    private let session: Session
    private let file: OnceFile?

    /// Opens what is remembered of a command line, by its `onceQuestion`. Throws if nothing can be remembered.
    init(_ question: String, _ session: Session) throws(Failure) {
        self.session = session
        file = session.common.once ? try OnceFile(question, session.environment) : nil
    }

    /// Whether the option was given.
    var isOn: Bool { file != nil }

    /// Prints the rows that are new among those that meet the condition, then remembers what this run saw. Returns the
    /// printed rows.
    ///
    /// The state is on the disk before the rows are printed, but replaces the old one only afterwards. So a row is
    /// never lost: a run that cannot print, or is killed, leaves the old state.
    ///
    /// `wanted` are the rows to print that meet the condition, `unmet` those that do not meet it; a row in neither list
    /// keeps its state. `name` returns what was asked for, by which the next run knows a row again, whatever provider
    /// answers then. `print` is called also if no row is left.
    func report<Row>(
        _ wanted: [Row], unmet: [Row], name: (Row) -> String, print: ([Row]) throws(Failure) -> Void
    ) async throws(Failure) -> [Row] {
        guard let file, !wanted.isEmpty || !unmet.isEmpty else {
            try print(wanted)
            return wanted
        }
        let lock = try await file.lock(session)
        defer {
            file.leave()
            extendLifetime(lock)
        }
        let now = session.environment.time.now()
        let day = now.seconds / 86_400
        let old = file.content()
        if old == nil {
            session.notices.say("\(file.path): what --once remembers is damaged; all matching rows count as new")
        }
        var state = old ?? OnceState()
        state.forget(on: day)
        let new = wanted.filter { !state.hasMet(name($0)) }
        state.update(met: wanted.map(name), unmet: unmet.map(name), on: day)
        guard state != old else {
            try print(new)
            return new
        }
        let draft = try file.draft(state)
        try print(new)
        try file.publish(draft, at: now)
        return new
    }
}
