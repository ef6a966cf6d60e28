#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The file actions of posix_spawn for the descriptors of the child.
struct FileActions {
    #if canImport(Darwin)
    var raw: posix_spawn_file_actions_t?
    #else
    var raw = posix_spawn_file_actions_t()
    #endif

    init() {
        posix_spawn_file_actions_init(&raw)
    }

    mutating func open(_ path: String, at target: Int32, flags: Int32 = O_RDWR) {
        posix_spawn_file_actions_addopen(&raw, target, path, flags, 0o644)
    }

    mutating func put(_ place: ChildProcess.Place, at target: Int32) {
        switch place {
        case .closed: posix_spawn_file_actions_addclose(&raw, target)
        case .file(let path): open(path, at: target, flags: target == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC)
        case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&raw, descriptor, target)
        }
    }

    /// Closes the other open descriptors of the test process. Must be the last action.
    mutating func closeOthers() {
        #if os(Linux)
        // posix_spawn ignores a descriptor that is closed by then.
        for descriptor in Files.names(in: "/proc/self/fd").compactMap({ Int32($0) }) where descriptor > 2 {
            posix_spawn_file_actions_addclose(&raw, descriptor)
        }
        #endif
    }

    mutating func destroy() {
        posix_spawn_file_actions_destroy(&raw)
    }
}

/// The attributes of posix_spawn: own process group or session, no blocked signal, default signal actions.
struct SpawnAttributes {
    #if canImport(Darwin)
    var raw: posix_spawnattr_t?
    private static let setSession = Int32(POSIX_SPAWN_SETSID)
    private static let closeOthers = Int32(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #else
    var raw = posix_spawnattr_t()
    /// POSIX_SPAWN_SETSID of <spawn.h>, which Glibc's module does not export.
    private static let setSession: Int32 = 0x80
    private static let closeOthers: Int32 = 0
    #endif

    init(newSession: Bool) {
        posix_spawnattr_init(&raw)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&raw, &signals)
        sigfillset(&signals)
        sigdelset(&signals, SIGKILL)
        sigdelset(&signals, SIGSTOP)
        posix_spawnattr_setsigdefault(&raw, &signals)
        posix_spawnattr_setpgroup(&raw, 0)
        let group = newSession ? Self.setSession : Int32(POSIX_SPAWN_SETPGROUP)
        let flags = group | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Self.closeOthers
        posix_spawnattr_setflags(&raw, Int16(flags))
    }

    mutating func destroy() {
        posix_spawnattr_destroy(&raw)
    }
}
