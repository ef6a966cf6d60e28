#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Memory for bytes that the system has back as soon as it is freed, where it is large.
///
/// `free` keeps what was a large block for later ones: its threshold grows with the first that is freed (mallopt(3),
/// M_MMAP_THRESHOLD), and a process stays as large as it ever was.
extension UnsafeMutableRawBufferPointer {
    /// From so many bytes on it is the system's own.
    private static var largeCount: Int { 1 << 20 }

    /// Memory for so many bytes. None is used up before it is written to where it is large.
    public static func allocateBytes(_ count: Int) -> UnsafeMutableRawBufferPointer {
        guard unsafe count >= largeCount else { return .allocate(byteCount: count, alignment: 64) }
        let memory = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
            fatalError("out of memory: \(count) bytes")
        }
        return unsafe UnsafeMutableRawBufferPointer(start: memory, count: count)
    }

    /// Frees memory of `allocateBytes`, or none.
    public func deallocateBytes() {
        guard unsafe count >= Self.largeCount, let baseAddress else { return unsafe deallocate() }
        unsafe munmap(baseAddress, count)
    }
}
