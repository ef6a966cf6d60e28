#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The system's own words for its error numbers.
public enum SystemError {
    /// A call that failed.
    public struct Failure: Error, Equatable {
        /// The system's error number.
        public let number: Int32
    }

    /// `No space left on device` for ENOSPC.
    public static func text(_ number: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        // The two C libraries differ in what strerror_r returns; strerror's buffer is per thread in both.
        guard let words = strerror(number) else { return "error \(number)" }
        strncpy(&buffer, words, buffer.count - 1)
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
