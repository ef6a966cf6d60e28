package import Platform
package import ProviderKit
package import Transport

/// Everything outside the tool that it depends on, as one value that tests replace.
package struct Environment: Sendable {
    /// The environment variables.
    package var variables: [String: String]
    /// stdout and stderr.
    package var console: Console
    /// Returns the next bytes of stdin; none at its end.
    package var readInput: @Sendable () -> Result<[UInt8], SystemError.Failure> = { .success([]) }
    /// The clocks.
    package var time: TimeSource
    /// The time zone of the user.
    package var localTime = LocalTime.utc
    /// Returns a random number from 0 to 1, for the length of pauses.
    package var random: @Sendable () -> Double
    /// Whether answers are kept in files for the next runs.
    package var usesCache = false
    /// The providers that can be asked.
    package var providers: ProviderTable
    /// The record of a run; nil without one.
    var record: ExchangeRecord?
    /// Whether a provider was asked with a key in the record that is replayed, where its requests tell.
    var recordedKeys: [String: Bool] = [:]
    /// What takes the place of libcurl, in tests.
    package var network: (any Network)?
    /// Creates the HTTP client of a command.
    package var http: @Sendable (HTTPConfiguration) -> HTTPClient
    /// Ends the process shortly after this time, even if it blocks in a system call; nil cancels that.
    package var armWatchdog: @Sendable (Duration?) -> Void = { _ in }
    /// Passes signals to a handler instead of their default action.
    package var takeSignals: @Sendable (@escaping @Sendable (Signals.Kind) -> Void) -> Void = { _ in }
    /// Reopens the file of the rows of a stream, which may have been renamed; nil without such a file.
    var reopenRows: (@Sendable () throws(Failure) -> Void)?
    /// Ends the process at once by a signal.
    package var endHard: @Sendable (Int32) -> Void = { _ in }
    /// Stops the process as Ctrl-Z does, and returns when it is continued.
    package var stopProcess: @Sendable () -> Void = {}
    /// Runs a shell command with these variables, `NAME=value`. Its output goes to stderr, or to the closure. Returns
    /// the problem, or nil if it succeeds.
    package var runShell: @Sendable (String, [String], (@Sendable ([UInt8]) -> Void)?) async -> String? =
        { _, _, _ in nil }

    /// Runs a shell command with these variables, `NAME=value`, for at most the time that the closure returns when it
    /// starts. Returns its output and how it ended.
    package var readCommand:
        @Sendable (String, [String], @escaping @Sendable () -> Duration) async -> Result<
            DetachedCommand.Outcome, SystemError.Failure
        > = { await DetachedCommand.run($0, environment: $1, limit: $2) }

    /// Creates an environment without input, signals and a shell. Each parameter sets the property of the same name.
    package init(
        variables: [String: String], providers: ProviderTable, console: Console, time: TimeSource,
        random: @escaping @Sendable () -> Double, http: @escaping @Sendable (HTTPConfiguration) -> HTTPClient
    ) {
        self.variables = variables
        self.providers = providers
        self.console = console
        self.time = time
        self.random = random
        self.http = http
    }

    /// The variables of child processes: all but the keys.
    var childVariables: [String: String] {
        let keys = Set(providers.keyVariables)
        return variables.filter { !keys.contains($0.key) }
    }

    /// Returns the value of a variable; nil if it is not set or empty.
    func variable(_ name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
