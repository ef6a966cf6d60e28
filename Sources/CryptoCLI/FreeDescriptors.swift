import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The descriptors that the process can still open.
enum FreeDescriptors {
    /// What the runtime opens before the first request. Without, it ends the process by a signal.
    private static let needed = 5
    /// The limit that is set where a lower one may be raised.
    private static let comfortable: rlim_t = 256

    /// Ends the process with a message and the status 69 if there are too few.
    static func require() {
        guard !suffice() else { return }
        let line = "crypto: too few files may be open at once; raise the limit with 'ulimit -n 64'\n"
        _ = StandardStreams.write(Array(line.utf8), to: 2)
        ProcessEnd.exit(69)
    }

    /// Returns whether there are enough, after a low limit of the process was raised as far as that is allowed.
    private static func suffice() -> Bool {
        if canOpen(needed) { return true }
        var limit = rlimit()
        guard unsafe getrlimit(limitOfDescriptors, &limit) == 0 else { return false }
        limit.rlim_cur = min(comfortable, limit.rlim_max)
        return unsafe setrlimit(limitOfDescriptors, &limit) == 0 && canOpen(needed)
    }

    private static func canOpen(_ count: Int) -> Bool {
        guard count > 0 else { return true }
        let descriptor = dup(2)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return canOpen(count - 1)
    }

    #if canImport(Darwin)
    private static let limitOfDescriptors = RLIMIT_NOFILE
    #else
    private static let limitOfDescriptors = __rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue))
    #endif
}
