package import Platform
import Rendering

/// Where rows and words go. Rows are data and go to stdout; everything else is a line on stderr.
package struct Console: Sendable {
    /// Writes all bytes to stdout, or throws.
    package var write: @Sendable ([UInt8]) throws(OutputError) -> Void
    /// Writes bytes to stderr; what cannot be written there is lost.
    package var complain: @Sendable ([UInt8]) -> Void
    /// The columns of the terminal that stdout is; nil where it is none.
    package var columns: Int?
    /// The present size of the terminal that stdout is, where we may draw on it; nil where it is none, or the shell's.
    package var size: @Sendable () -> Terminal.Size?
    /// Keeps typed keys from showing on the terminal until the closure returned is called.
    package var silenceKeys: @Sendable () -> @Sendable () -> Void

    /// A console.
    package init(
        write: @escaping @Sendable ([UInt8]) throws(OutputError) -> Void,
        complain: @escaping @Sendable ([UInt8]) -> Void, columns: Int? = nil,
        size: @escaping @Sendable () -> Terminal.Size? = { nil },
        silenceKeys: @escaping @Sendable () -> @Sendable () -> Void = { {} }
    ) {
        self.write = write
        self.complain = complain
        self.columns = columns
        self.size = size
        self.silenceKeys = silenceKeys
    }

    /// One line on stderr, with the program's name before it and nothing in it that steers a terminal.
    func say(_ line: String) {
        complain(Array("crypto: \(TerminalText.harmless(line))\n".utf8))
    }

    /// A failure's line and what stands below it.
    func say(_ failure: Failure) {
        let lines = ["crypto: \(failure.message)"] + failure.details
        complain(Array((lines.joined(separator: "\n") + "\n").utf8))
    }
}

/// Why stdout took no more.
package enum OutputError: Error, Equatable {
    /// The reader went away.
    case brokenPipe
    /// The system's error number: no space left, stdout closed.
    case failed(Int32)
}
