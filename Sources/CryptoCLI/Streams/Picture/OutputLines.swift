import Synchronization

/// Joins the pieces of a command's output to whole lines, so that a live view can be drawn below them.
final class OutputLines: Sendable {
    /// The length from which a line without an end is printed, in bytes.
    private static let longest = 1 << 14

    private let rest = Mutex<[UInt8]>([])
    private let print: @Sendable ([UInt8]) -> Void

    /// Creates a joiner that passes whole lines to `print`.
    init(_ print: @escaping @Sendable ([UInt8]) -> Void) {
        self.print = print
    }

    /// Adds a piece, and prints the lines that it ends.
    func take(_ bytes: [UInt8]) {
        let lines = rest.withLock { rest in
            rest += bytes
            let count = rest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            var lines = Array(rest.prefix(count))
            rest.removeFirst(count)
            if rest.count > Self.longest {
                lines += rest + [UInt8(ascii: "\n")]
                rest = []
            }
            return lines
        }
        if !lines.isEmpty { print(lines) }
    }

    /// Prints what follows the last line end, as a line.
    func finish() {
        let line = rest.withLock { rest in
            defer { rest = [] }
            return rest
        }
        if !line.isEmpty { print(line + [UInt8(ascii: "\n")]) }
    }
}
