package import Platform
package import Transport

/// All of the world that the tool sees, as one value: a test makes its own.
package struct Environment: Sendable {
    /// The environment's variables.
    package var variables: [String: String]
    /// stdout and stderr.
    package var console: Console
    /// The next bytes of stdin, none at its end.
    package var readInput: @Sendable () -> Result<[UInt8], SystemError.Failure>
    /// The clocks.
    package var time: TimeSource
    /// The clock and calendar on the reader's wall.
    package var localTime: LocalTime
    /// A number from 0 to 1, for pauses.
    package var random: @Sendable () -> Double
    /// Makes the client that carries a command's requests.
    package var http: @Sendable (HTTPConfiguration) -> HTTPClient
    /// Ends the process hard a moment after the deadline, whatever it hangs in; nil takes that back.
    package var armWatchdog: @Sendable (Duration?) -> Void
    /// Hands signals to a handler, in place of their default action.
    package var takeSignals: @Sendable (@escaping @Sendable (Signals.Kind) -> Void) -> Void
    /// Ends the process by a signal at once.
    package var endHard: @Sendable (Int32) -> Void
    /// Stops the process as Ctrl-Z does, and returns when it goes on.
    package var stopProcess: @Sendable () -> Void
    /// Runs a command by the shell with these variables, `NAME=value`; what went wrong, nil where nothing did.
    package var runShell: @Sendable (String, [String]) async -> String?

    /// An environment.
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

    /// A variable that is set and not empty.
    func variable(_ name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
