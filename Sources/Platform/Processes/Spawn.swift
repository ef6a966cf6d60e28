#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Starts child processes.
package enum Spawn {
    /// How a process ended.
    package enum Ending: Sendable, Equatable {
        /// It exited with this code. A shell exits with 127 if a command does not exist.
        case exited(Int32)
        /// It was ended by this signal.
        case signalled(Int32)

        /// Waits for a child process to end. Throws `SystemError.Failure` if its status is not available, because
        /// SIGCHLD was ignored at the start of this process.
        init(of process: pid_t) throws(SystemError.Failure) {
            var status: Int32 = 0
            while unsafe waitpid(process, &status, 0) < 0 {
                guard errno == EINTR else { throw SystemError.Failure(number: errno) }
            }
            // As the macros of wait(2) do, which Swift does not import.
            self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F)
        }
    }

    /// Runs `/bin/sh -c command` and returns how it ended. Throws `SystemError.Failure` if it could not be started.
    ///
    /// Its stdin is /dev/null, its stdout and stderr are the stderr of this process or, with `output`, a pipe: `output`
    /// is called on a thread of its own with the bytes as they arrive, until the last writer has closed the pipe. It
    /// inherits no other descriptor, and its environment consists only of `environment` (`NAME=value`). It runs to its
    /// own end, even if the caller's task is cancelled.
    ///
    /// It stays in the process group of this process, so that Ctrl-C, Ctrl-Z and a hangup of the terminal reach both,
    /// and `kill %1` in a shell ends both. No signal is blocked in it, and exec resets handled signals to their
    /// default action. Signals that were ignored at the start of this process, as under `nohup`, stay ignored in it.
    package static func shell(
        _ command: String, environment: [String], output: (@Sendable ([UInt8]) -> Void)? = nil
    ) async throws(SystemError.Failure) -> Ending {
        let pipe = try output.map { receive throws(SystemError.Failure) in try CommandOutput(receive) }
        let result: Result<Ending, SystemError.Failure> = await withCheckedContinuation { continuation in
            let code = BlockingThread.start {
                continuation.resume(
                    returning: Result { () throws(SystemError.Failure) in
                        try runShell(command, environment: environment, output: pipe)
                    })
            }
            guard code != 0 else { return }
            pipe?.closeWriteEnd()
            continuation.resume(returning: .failure(SystemError.Failure(number: code)))
        }
        return try result.get()
    }

    private static func runShell(
        _ command: String, environment: [String], output: CommandOutput?
    ) throws(SystemError.Failure) -> Ending {
        var process: pid_t = 0
        let end = output?.writeEnd ?? 2
        let code = startShell(command, environment: environment, output: end, errors: end, process: &process)
        output?.closeWriteEnd()
        guard code == 0 else { throw SystemError.Failure(number: code) }
        let ending = try Ending(of: process)
        output?.waitForEnd()
        return ending
    }

    /// Starts `/bin/sh -c command`, in a session of its own if it `isDetached`. Returns 0 or an errno value.
    static func startShell(
        _ command: String, environment: [String], output: Int32, errors: Int32, isDetached: Bool = false,
        process: inout pid_t
    ) -> Int32 {
        unsafe withCStrings(["sh", "-c", command]) { arguments in
            unsafe withCStrings(environment) {
                unsafe spawn(
                    "/bin/sh", arguments: arguments, environment: $0, output: output, errors: errors,
                    isDetached: isDetached, process: &process)
            }
        }
    }

    private typealias CStrings = UnsafePointer<UnsafeMutablePointer<CChar>?>

    /// Starts a process that writes to these descriptors. Returns 0 or an errno value.
    private static func spawn(
        _ path: String, arguments: CStrings, environment: CStrings, output: Int32, errors: Int32, isDetached: Bool,
        process: inout pid_t
    ) -> Int32 {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        let closingOthers = Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #else
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        let closingOthers: Int32 = 0
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors, 2)
        // Close-on-exec is not enough, because libcurl creates its sockets without it.
        #if !canImport(Darwin)
        guard let closeFrom = unsafe closeFrom else { return ENOSYS }
        _ = unsafe closeFrom(&actions, 3)
        #endif
        var mask = sigset_t()
        unsafe sigemptyset(&mask)
        unsafe posix_spawnattr_setsigmask(&attributes, &mask)
        unsafe posix_spawnattr_setflags(
            &attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK) | closingOthers | (isDetached ? ownSession : 0)))
        return unsafe posix_spawn(&process, path, &actions, &attributes, arguments, environment)
    }

    /// The flag that starts a process in a session of its own: in a process group of its own, and without a terminal.
    #if canImport(Darwin)
    private static let ownSession = Int32(POSIX_SPAWN_SETSID)
    #else
    // POSIX_SPAWN_SETSID of glibc 2.26 and later, which the Glibc module does not import.
    private static let ownSession: Int32 = 0x80
    #endif

    #if !canImport(Darwin)
    private typealias CloseFrom =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// posix_spawn_file_actions_addclosefrom_np of glibc 2.34 and later, which the Glibc module does not import.
    private static let closeFrom = unsafe dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        unsafe unsafeBitCast($0, to: CloseFrom.self)
    }
    #endif

    /// Calls `body` with a NULL-terminated array of C strings.
    private static func withCStrings<Result>(_ strings: [String], _ body: (CStrings) -> Result) -> Result {
        let pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
        defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
        return unsafe pointers.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("it holds nil") }
            return unsafe body(base)
        }
    }
}
