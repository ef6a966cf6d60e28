#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Writes the content of a file to the disk, so that it survives a loss of power. Returns 0 or an errno value.
func writeToDisk(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
    // There fsync leaves the bytes in the cache of the disk. A file system without such a call has only fsync.
    if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
    #endif
    return fsync(descriptor) == 0 ? 0 : errno
}
