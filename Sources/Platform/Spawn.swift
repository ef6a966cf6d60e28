#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Processes that the tool starts.
public enum Spawn {
    /// How a process ended.
    public enum Ending: Sendable, Equatable {
        /// It exited with this code; 127 is a shell's way to say that there is no such command.
        case exited(Int32)
        /// This signal ended it.
        case signalled(Int32)
    }

    /// Runs `/bin/sh -c command` and gives its end; throws where it could not be started.
    ///
    /// Its stdin is /dev/null, its stdout is our stderr, it inherits no other descriptor, and its variables are those of
    /// `environment` (`NAME=value`) alone. Nothing but its own end stops it, not even the end of the caller's task.
    ///
    /// It stays in our process group, so that the terminal's Ctrl-C, Ctrl-Z and hangup reach it as they reach us, and a
    /// shell's `kill %1` ends both. No signal is blocked in it, and exec gives those that we handle their default action
    /// back; what was ignored when we began, as under `nohup`, stays ignored there too.
    public static func shell(
        _ command: String, environment: [String]
    ) async throws(SystemError.Failure) -> Ending {
        let result: Result<Ending, SystemError.Failure> = await withCheckedContinuation { continuation in
            let code = BlockingThread.start {
                continuation.resume(returning: runShell(command, environment: environment))
            }
            if code != 0 { continuation.resume(returning: .failure(SystemError.Failure(number: code))) }
        }
        return try result.get()
    }

    private static func runShell(
        _ command: String, environment: [String]
    ) -> Result<Ending, SystemError.Failure> {
        var process: pid_t = 0
        let code = withCStrings(["sh", "-c", command]) { arguments in
            withCStrings(environment) { spawn("/bin/sh", arguments, $0, &process) }
        }
        guard code == 0 else { return .failure(SystemError.Failure(number: code)) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            // Where SIGCHLD was ignored when we began, children end unseen.
            guard errno == EINTR else { return .failure(SystemError.Failure(number: errno)) }
        }
        // wait(2)'s macros, which Swift does not see.
        return .success(status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .signalled(status & 0x7F))
    }

    private typealias CStrings = UnsafePointer<UnsafeMutablePointer<CChar>?>

    /// The system's error number, 0 where it is running.
    private static func spawn(
        _ path: String, _ arguments: CStrings, _ environment: CStrings, _ process: inout pid_t
    ) -> Int32 {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        let closingOthers = Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        let closingOthers: Int32 = 0
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, 2, 1)
        // Not by close-on-exec: libcurl makes its sockets without.
        #if canImport(Darwin)
        posix_spawn_file_actions_adddup2(&actions, 2, 2)
        #else
        guard let closeFrom else { return ENOSYS }
        _ = closeFrom(&actions, 3)
        #endif
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK) | closingOthers))
        return posix_spawn(&process, path, &actions, &attributes, arguments, environment)
    }

    #if !canImport(Darwin)
    private typealias CloseFrom =
        @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// posix_spawn_file_actions_addclosefrom_np of glibc 2.34 and later, which Glibc's module does not show.
    private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        unsafeBitCast($0, to: CloseFrom.self)
    }
    #endif

    /// Calls `body` with a NULL-terminated array of C strings.
    private static func withCStrings<Result>(_ strings: [String], _ body: (CStrings) -> Result) -> Result {
        let pointers = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("it holds nil") }
            return body(base)
        }
    }
}
