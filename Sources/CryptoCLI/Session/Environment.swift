package import Platform
package import Transport

/// Everything outside the tool that it depends on, as one value that tests replace.
package struct Environment: Sendable {
    /// The environment variables.
    package var variables: [String: String]
    /// stdout and stderr.
    package var console: Console
    /// Returns the next bytes of stdin; none at its end.
    package var readInput: @Sendable () -> Result<[UInt8], SystemError.Failure>
    /// The clocks.
    package var time: TimeSource
    /// The time zone of the user.
    package var localTime: LocalTime
    /// Returns a random number from 0 to 1, for the length of pauses.
    package var random: @Sendable () -> Double
    /// Creates the HTTP client of a command.
    package var http: @Sendable (HTTPConfiguration) -> HTTPClient
    /// Ends the process shortly after this time, even if it blocks in a system call; nil cancels that.
    package var armWatchdog: @Sendable (Duration?) -> Void
    /// Passes signals to a handler instead of their default action.
    package var takeSignals: @Sendable (@escaping @Sendable (Signals.Kind) -> Void) -> Void
    /// Ends the process at once by a signal.
    package var endHard: @Sendable (Int32) -> Void
    /// Stops the process as Ctrl-Z does, and returns when it is continued.
    package var stopProcess: @Sendable () -> Void
    /// Runs a shell command with these variables, `NAME=value`. Returns the problem, or nil if it succeeds.
    package var runShell: @Sendable (String, [String]) async -> String?

    /// Creates an environment.
    package init(
        variables: [String: String], console: Console, time: TimeSource, localTime: LocalTime = .utc,
        random: @escaping @Sendable () -> Double,
        http: @escaping @Sendable (HTTPConfiguration) -> HTTPClient,
        readInput: @escaping @Sendable () -> Result<[UInt8], SystemError.Failure> = { .success([]) },
        armWatchdog: @escaping @Sendable (Duration?) -> Void = { _ in },
        takeSignals: @escaping @Sendable (@escaping @Sendable (Signals.Kind) -> Void) -> Void = { _ in },
        endHard: @escaping @Sendable (Int32) -> Void = { _ in }, stopProcess: @escaping @Sendable () -> Void = {},
        runShell: @escaping @Sendable (String, [String]) async -> String? = { _, _ in nil }
    ) {
        self.variables = variables
        self.console = console
        self.time = time
        self.localTime = localTime
        self.random = random
        self.http = http
        self.readInput = readInput
        self.armWatchdog = armWatchdog
        self.takeSignals = takeSignals
        self.endHard = endHard
        self.stopProcess = stopProcess
        self.runShell = runShell
    }

    /// Returns the value of a variable; nil if it is not set or empty.
    func variable(_ name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
