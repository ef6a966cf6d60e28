package import Platform
package import Rendering
import CommandLineKit

/// The standard streams: rows go to stdout, everything else goes to stderr.
package struct Console: Sendable {
    /// Writes all bytes to stdout, or throws.
    package var write: @Sendable ([UInt8]) throws(Failure) -> Void
    /// Writes bytes to stderr and ignores errors.
    package var complain: @Sendable ([UInt8]) -> Void
    /// The columns of the terminal; nil if stdout is not one.
    package var columns: Int?
    /// Returns the current size of the terminal; nil if stdout is not one, or if this process runs in the background.
    package var size: @Sendable () -> Terminal.Size? = { nil }
    /// Asks the terminal how large it is and where its cursor is; nil if it may not be asked, or does not answer at
    /// once.
    package var report: @Sendable () -> Terminal.Report? = { nil }
    /// Asks the terminal for its background; nil if it may not be asked, or does not answer at once.
    package var background: @Sendable () -> ChartColor? = { nil }
    /// Returns the current columns of stderr's terminal; nil if it is none, or if this process runs in the background.
    package var noticeColumns: @Sendable () -> Int? = { nil }
    /// Turns off the echo of typed keys and passes each key to the closure, Esc as U+001B, until the returned closure
    /// is called; nil if stdin is not a terminal, or if this process runs in the background. Without a closure lines of
    /// stdin are read as before.
    package var silenceKeys: @Sendable ((@Sendable (Character) -> Void)?) -> (@Sendable () -> Void)? = { _ in nil }
    /// Whether keys mean nothing, because stdin is not a terminal, or its lines are read.
    var readsLines = false

    /// The lines for stderr that are printed with the first row.
    var deferredNotices = DeferredNotices()

    /// Creates a console.
    package init(
        write: @escaping @Sendable ([UInt8]) throws(Failure) -> Void,
        complain: @escaping @Sendable ([UInt8]) -> Void, columns: Int? = nil
    ) {
        self.write = write
        self.complain = complain
        self.columns = columns
    }

    /// Prints a line on stderr, after the program's name and without control characters.
    func say(_ line: String) {
        complain(Array("crypto: \(TerminalText.harmless(line))\n".utf8))
    }

    /// Prints a line of help on stderr, in several lines on a terminal that is too narrow.
    func sayHelp(_ line: String) {
        guard let columns = noticeColumns() else { return say(line) }
        complain(Array(CryptoTool.help(columns).filled("crypto: \(line)").utf8))
    }

    /// Prints a failure on stderr, with the lines below its message.
    func say(_ failure: Failure) {
        let lines = ["crypto: \(failure.message)"] + failure.details
        complain(Array((lines.joined(separator: "\n") + "\n").utf8))
    }
}
