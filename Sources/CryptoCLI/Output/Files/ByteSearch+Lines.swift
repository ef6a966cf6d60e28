#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension UnsafeBufferPointer<UInt8> {
    /// Returns the place of the next byte of this value from a place on, before `end`, or anywhere after it.
    func index(of byte: UInt8, from start: Int, to end: Int? = nil) -> Int? {
        guard let base = baseAddress, start < end ?? count else { return nil }
        guard let found = unsafe memchr(base + start, Int32(byte), (end ?? count) - start) else { return nil }
        return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }
}
