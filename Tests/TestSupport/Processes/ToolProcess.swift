/// Runs an executable to its end, with control of its descriptors, its terminal and its time.
///
/// It has no blocked or ignored signals and inherits only the working directory of the test process. To start a tool
/// with SIGPIPE ignored, or under a limit, run `/bin/sh -c 'trap "" PIPE; exec "$@"' sh TOOL …`.
package enum ToolProcess {
    /// What the process reads.
    package enum Input: Sendable {
        /// Descriptor 0 is not open.
        case closed
        /// /dev/null.
        case null
        /// A pipe with these bytes, then the end.
        case bytes([UInt8])
        /// The terminal, where these bytes are typed. The input has no end by itself (4 is Ctrl-D).
        case typed([UInt8])
        /// The terminal, where each text is typed as soon as the output holds the words before it, after what was
        /// there when the last one was typed.
        case dialog([(words: String, typed: String)])
    }

    /// Where what the process writes goes.
    package enum Output: Sendable {
        /// A pipe, read to its end into the outcome.
        case capture
        /// The descriptor is not open.
        case closed
        /// This file, created or truncated; `/dev/full` is possible.
        case file(String)
        /// A pipe with a reader that closes it after this many bytes.
        case pipeClosedAfter(Int)
        /// The terminal.
        case terminal
    }

    /// A signal sent while the process runs.
    package struct Interruption: Sendable {
        let signal: Int32
        let bytes: Int

        /// `signal` goes to the process group as soon as the outcome's output has this many bytes, at least one.
        package init(_ signal: Int32, afterOutputBytes bytes: Int = 1) {
            self.signal = signal
            self.bytes = bytes
        }
    }

    /// Runs `executable` (a path) and waits for its end without blocking the caller's thread.
    ///
    /// `terminal` gives it a controlling terminal of that size, where stdout and stderr go unless `output` or `errors`
    /// say otherwise; without one they are captured. Its process group is killed at the timeout and after the end.
    /// Throws `SystemCallFailure` when it cannot be spawned.
    package static func run(
        _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:],
        input: Input = .null, output: Output? = nil, errors: Output? = nil, terminal: TerminalSize? = nil,
        interruption: Interruption? = nil, timeout: Duration = hangLimit
    ) async throws -> ToolOutcome {
        try await run(
            executable, bytes: arguments.map { Array($0.utf8) }, environment: environment, input: input,
            output: output, errors: errors, terminal: terminal, interruption: interruption,
            timeout: timeout)
    }

    /// Like `run`, with arguments that need not be UTF-8.
    package static func run(
        _ executable: String, bytes arguments: [[UInt8]], environment: [String: String] = [:],
        input: Input = .null, output: Output? = nil, errors: Output? = nil, terminal: TerminalSize? = nil,
        interruption: Interruption? = nil, timeout: Duration = hangLimit
    ) async throws -> ToolOutcome {
        try await Turns.take {
            let standard: Output = terminal == nil ? .capture : .terminal
            let streams = try ToolStreams(
                input: input, output: output ?? standard, errors: errors ?? standard, terminal: terminal)
            let child: ChildProcess
            do {
                child = try ChildProcess(
                    executable, arguments, environment: environment, places: streams.places,
                    terminal: streams.terminalPath)
            } catch {
                streams.closeAll()
                throw error
            }
            streams.closeChildSides()
            return await WorkerThread.result {
                ToolConversation(child, streams: streams, interruption: interruption).finish(within: timeout)
            }
        }
    }
}
