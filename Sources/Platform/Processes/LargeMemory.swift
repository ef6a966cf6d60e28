#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Memory for bytes. A large block is returned to the system as soon as it is freed.
///
/// `free` does not return it: its threshold grows with the first large block that is freed (mallopt(3),
/// M_MMAP_THRESHOLD), so the process keeps its largest size.
extension UnsafeMutableRawBufferPointer {
    /// The size in bytes from which a block is mapped by the system.
    private static var largeCount: Int { 1 << 20 }

    /// Allocates memory. A large block takes no memory until it is written.
    package static func allocateBytes(_ count: Int) -> UnsafeMutableRawBufferPointer {
        guard unsafe count >= largeCount else { return .allocate(byteCount: count, alignment: 64) }
        let memory = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
            fatalError("out of memory: \(count) bytes")
        }
        return unsafe UnsafeMutableRawBufferPointer(start: memory, count: count)
    }

    /// Frees memory of `allocateBytes`; does nothing for an empty buffer.
    package func deallocateBytes() {
        guard unsafe count >= Self.largeCount, let baseAddress else { return unsafe deallocate() }
        unsafe munmap(baseAddress, count)
    }
}
