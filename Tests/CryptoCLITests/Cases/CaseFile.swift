import TestSupport
import Testing

/// Command lines in a file below `Tests`, with what they need, print and exit with. `Tests/README.md` describes it.
struct CaseFile: Sendable, CustomTestStringConvertible {
    /// The file's path below `Tests`: `Cases/hints/words.txt`, `Providers/okx/prices.txt`.
    let name: String
    let lines: [String]

    var testDescription: String { name }

    static let root = PackageFolder.path + "/Tests"

    /// Whether the file needs recordings. Its name says so.
    var needsRecordings: Bool { name.split(separator: "/").last?.hasPrefix("recorded") == true }

    /// The files of a directory of `Tests/Cases`; only those that `CRYPTO_CASE` names, if it is set.
    static func all(in directory: String) -> [CaseFile] {
        files(in: "Cases/\(directory)").filter { !$0.needsRecordings }
    }

    /// The files of the directories of all providers.
    static var ofProviders: [CaseFile] { directories("Providers").filter { !$0.needsRecordings } }

    /// The files of all directories that need recordings.
    static var recorded: [CaseFile] { (directories("Providers") + directories("Cases")).filter(\.needsRecordings) }

    /// The files of providers whose streams break and are resumed.
    static var ofBreaks: [CaseFile] {
        directories("Providers").filter { $0.name.split(separator: "/").last?.contains("breaks") == true }
    }

    private static func directories(_ parent: String) -> [CaseFile] {
        Files.names(in: "\(root)/\(parent)").sorted().flatMap { files(in: "\(parent)/\($0)") }
    }

    private static func files(in directory: String) -> [CaseFile] {
        let wanted = Snapshots.variable("CRYPTO_CASE")
        return Files.names(in: "\(root)/\(directory)").sorted().compactMap { file in
            let name = "\(directory)/\(file)"
            guard file.hasSuffix(".txt"), wanted.map({ name.contains($0) }) ?? true else { return nil }
            return try? CaseFile(name: name)
        }
    }

    init(name: String) throws {
        let text = String(decoding: try Files.bytes("\(Self.root)/\(name)"), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        self.init(name: name, lines: lines.dropLast(text.hasSuffix("\n") ? 1 : 0).map(String.init))
    }

    init(name: String, lines: [String]) { (self.name, self.lines) = (name, lines) }
}

// MARK: - Steps

extension CaseFile {
    /// A part of a file. All but the results of commands are written back as they are read.
    enum Step {
        /// A comment or an empty line.
        case remark(String)
        /// `@ WORDS` and the lines after it that begin with `|`.
        case setting(words: [String], content: [String], line: Int)
        /// `$ LINE`. What it is expected to print, up to the next step, is not kept: it is compared as text.
        case command(String, line: Int)
    }

    /// The parts of the file.
    var steps: [Step] {
        get throws {
            var steps: [Step] = []
            var isResult = false
            for (index, line) in lines.enumerated() {
                if line.hasPrefix("$ ") {
                    steps.append(.command(String(line.dropFirst(2)), line: index + 1))
                    isResult = true
                } else if line.hasPrefix("@ ") {
                    steps.append(.setting(words: try ShellWords(line.dropFirst(2)).words, content: [], line: index + 1))
                    isResult = false
                } else if line.isEmpty || line.hasPrefix("# ") {
                    steps.append(.remark(line))
                    isResult = false
                } else if !isResult, line.hasPrefix("|"),
                    case .setting(let words, let content, let start) = steps.last
                {
                    let text = String(line.dropFirst(line.hasPrefix("| ") ? 2 : 1))
                    steps[steps.count - 1] = .setting(words: words, content: content + [text], line: start)
                } else if !isResult {
                    throw CaseError(line: index + 1, "is no part of a case: \(line)")
                }
            }
            return steps
        }
    }
}

/// A line of a case file that cannot be used.
struct CaseError: Error, CustomStringConvertible {
    let line: Int
    let problem: String

    init(line: Int, _ problem: String) { (self.line, self.problem) = (line, problem) }

    var description: String { "line \(line) \(problem)" }
}

// MARK: - Results

/// What a command printed, as the lines of a case file.
struct CaseResult {
    let output: String
    let errors: String
    let status: Int32

    var lines: [String] {
        var output = output
        var lines: [String] = []
        if output.hasSuffix("\r\n"), output.utf8.count(where: { $0 == 10 }) == output.unicodeScalars.lineEnds {
            (output, lines) = (output.replacing("\r\n", with: "\n"), ["(crlf)"])
        }
        return lines + Self.lines(output, mark: "1> ", isPlain: Self.isPlain)
            + Self.lines(errors, mark: "2> ") { _ in false } + (status == 0 ? [] : ["=> \(status)"])
    }

    /// Returns the lines of a text, each with its mark and with escapes, unless it can stand as it is.
    private static func lines(_ text: String, mark: String, isPlain: (String) -> Bool) -> [String] {
        guard !text.isEmpty else { return [] }
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map {
            String(String.UnicodeScalarView($0))
        }
        // A text without a line end at its end is marked by `\c`, as `echo` knows it.
        if lines.last == "" { lines.removeLast() } else { lines[lines.count - 1] += "\u{E000}" }
        return lines.map { isPlain($0) ? $0 : mark + escaped($0) }
    }

    private static func isPlain(_ line: String) -> Bool {
        !line.isEmpty && line != "(crlf)" && !["$ ", "@ ", "# ", "1> ", "2> ", "=> "].contains(where: line.hasPrefix)
            && line.unicodeScalars.allSatisfy { $0.value >= 0x20 && ![0x7F, 0xE000].contains($0.value) }
    }

    private static func escaped(_ line: String) -> String {
        line.unicodeScalars.reduce(into: "") { text, character in
            switch character {
            case "\u{E000}": text += "\\c"
            case "\\": text += "\\\\"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{1B}": text += "\\e"
            case _ where character.value < 0x20 || character.value == 0x7F:
                text += "\\u{\(String(character.value, radix: 16))}"
            default: text.unicodeScalars.append(character)
            }
        }
    }
}

extension String.UnicodeScalarView {
    /// The number of line ends that are CR and LF.
    fileprivate var lineEnds: Int {
        var (count, last) = (0, Unicode.Scalar(0))
        for character in self {
            if character == "\n", last == "\r" { count += 1 }
            last = character
        }
        return count
    }
}
