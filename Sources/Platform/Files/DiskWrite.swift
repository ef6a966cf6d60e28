#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Writes the content of a file to the disk, so that it survives a loss of power. Throws `SystemError.Failure`.
func writeToDisk(_ descriptor: Int32) throws(SystemError.Failure) {
    #if canImport(Darwin)
    // There fsync leaves the bytes in the cache of the disk. A file system without such a call has only fsync.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw SystemError.Failure(number: errno) }
}
