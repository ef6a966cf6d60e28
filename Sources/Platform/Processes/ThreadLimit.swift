#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The limit that keeps a thread from being started.
public enum ThreadLimit: String, Error, Sendable {
    /// The number of processes and threads, as of `ulimit -u` or of a container.
    case processes
    /// The address space, as of `ulimit -v`, which has no room for another stack.
    case addressSpace = "address-space"

    /// Finds the limit after pthread_create has failed with this errno value, which is the same for both.
    package init(_ code: Int32) {
        self = code == ENOMEM || !Self.hasRoomForStack() ? .addressSpace : .processes
    }

    private static func hasRoomForStack() -> Bool {
        var attributes = pthread_attr_t()
        var size = 0
        guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
        defer { unsafe pthread_attr_destroy(&attributes) }
        guard unsafe pthread_attr_getstacksize(&attributes, &size) == 0 else { return true }
        let room = unsafe mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)
        guard let room = unsafe room, unsafe room != MAP_FAILED else { return false }
        unsafe munmap(room, size)
        return true
    }
}
