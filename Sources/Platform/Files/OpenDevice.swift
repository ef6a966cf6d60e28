#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A terminal, a pipe or another device that is open for writing.
package final class OpenDevice: Sendable {
    private let descriptor: Int32

    /// Opens a device. Throws `SystemError.Failure`.
    package init(_ path: String) throws(SystemError.Failure) {
        descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw SystemError.Failure(number: errno) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Writes all bytes. Returns false if the reader of a pipe has closed it. Throws `SystemError.Failure`.
    package func write(_ bytes: [UInt8]) throws(SystemError.Failure) -> Bool {
        switch StandardStreams.write(bytes, to: descriptor) {
        case 0: return true
        case EPIPE: return false
        case let number: throw SystemError.Failure(number: number)
        }
    }
}
