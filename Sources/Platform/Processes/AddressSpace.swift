#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Saves address space where it is limited, as by `ulimit -v`. Call it before the first thread is started.
///
/// Glibc otherwise reserves 64 MiB for each of the first threads (mallopt(3), M_ARENA_MAX).
package func saveAddressSpaceIfLimited() {
    #if os(Linux)
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(UInt32(RLIMIT_AS.rawValue)), &limit) == 0, limit.rlim_cur != .max
    else { return }
    // <malloc.h> is not part of Swift's module of Glibc; there M_ARENA_MAX is -8.
    guard let mallopt = unsafe dlsym(nil, "mallopt") else { return }
    typealias Mallopt = @convention(c) (Int32, Int32) -> Int32
    _ = unsafe unsafeBitCast(mallopt, to: Mallopt.self)(-8, 1)
    #endif
}
