#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The outcome of a process that `ToolProcess` ran.
package struct ToolOutcome: Sendable, Equatable {
    /// How it ended.
    package enum Status: Sendable, Equatable {
        /// It exited with this code.
        case exited(Int32)
        /// This signal ended it.
        case signalled(Int32)
        /// It was still running at the timeout and was killed with its process group.
        case timedOut
    }

    package let status: Status
    /// The output on stdout, or on the terminal when it has one.
    package let output: [UInt8]
    /// The output on stderr, unless that is the same terminal as stdout.
    package let errors: [UInt8]
    /// The time from spawn to exit.
    package let elapsed: Duration

    /// `output` as UTF-8, invalid bytes repaired.
    package var outputText: String { String(decoding: output, as: UTF8.self) }
    /// `errors` as UTF-8, invalid bytes repaired.
    package var errorText: String { String(decoding: errors, as: UTF8.self) }
}

extension ToolOutcome.Status {
    /// Decodes the status word of wait(2), because its macros are not available in Swift.
    init(waitStatus: Int32) {
        let signal = waitStatus & 0x7F
        self = signal == 0 ? .exited(waitStatus >> 8 & 0xFF) : .signalled(signal)
    }
}
