import CommandLineKit
import Platform
import Rendering

/// What a command line asks for, by which `--once` knows it again: the command, its operands, and the options that
/// decide which rows there are and what they hold. How it is asked and how the answer is shown are no part of it:
/// formats, fields, notices, the cache and time limits.
struct OnceQuestion: Sendable, Equatable {
    /// The question as a command line with all names in full. No two questions have the same.
    let text: String

    /// Creates the question of a command and its operands.
    init(_ command: String, _ common: CommonOptions, operands: [String] = []) {
        let words = [command] + common.origins.decidingRows + ["--"] + operands
        text = words.map(\.quotedForOnce).joined(separator: " ")
    }
}

extension String {
    /// The text as one word of a shell, in one line.
    fileprivate var quotedForOnce: String {
        let isPlain =
            !isEmpty
            && utf8.allSatisfy { byte in
                byte != UInt8(ascii: "'") && byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\\")
            }
        return isPlain ? self : "'\(asOneLine.replacing(bytes: "'", with: "'\\''"))'"
    }
}
