#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The system's messages for errno values.
public enum SystemError {
    /// A failed system call.
    public struct Failure: Error, Equatable {
        /// The errno value.
        public let number: Int32
    }

    /// Returns the message for an errno value, for example `No space left on device` for ENOSPC.
    public static func text(_ number: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        // strerror_r differs between the two C libraries. The buffer of strerror is per thread in both.
        guard let words = unsafe strerror(number) else { return "error \(number)" }
        unsafe strncpy(&buffer, words, buffer.count - 1)
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
