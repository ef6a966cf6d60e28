import TestSupport
import Testing

/// The files `breaks.txt` of providers show a stream that breaks after all its messages, and is resumed: three
/// connections that send the same. Here it breaks before each of them.
@Suite("watch: recorded streams through breaks and restarts", .quick, .endsHang)
struct WatchSequenceTests {
    @Test(
        "Wherever a stream breaks, its ticks are printed as rows, none lost while connected, none invented",
        .needsRecordings, arguments: CaseFile.ofBreaks)
    func everywhere(file: CaseFile) async throws {
        let stream = try BrokenStream(file)
        for cut in 0...stream.messages.count {
            let text = try await CaseRun.text(of: stream.broken(before: cut))
            let result = BrokenStream.result(text.split(separator: "\n").map(String.init))
            #expect(result.output == stream.expected, "cut before \(cut): \(result.errors)")
            #expect(result.errors.allSatisfy { !$0.contains("skipped ") }, "cut before \(cut)")
        }
    }
}

/// A case whose stream can be broken elsewhere.
private struct BrokenStream {
    /// The parts of a result.
    typealias Result = (command: String, output: [String], errors: [String])

    private let name: String
    /// The lines before the first connection.
    private let settings: [String]
    /// The line `@ WS PATH`.
    private let socket: String
    /// What the first connection begins with, and the last one, which leaves out what was refused.
    private let subscriptions: (first: [String], last: [String])
    /// The lines of one message each.
    let messages: [String]
    private let command: String
    /// The rows of all messages twice, and the status.
    let expected: [String]

    init(_ file: CaseFile) throws {
        name = file.name
        let sockets = file.lines.indices.filter { file.lines[$0].hasPrefix("@ WS ") }
        let (first, last) = (try #require(sockets.first), try #require(sockets.last))
        (settings, socket) = (Array(file.lines[..<first]), file.lines[first])
        func steps(_ index: Int) -> [String] {
            file.lines[(index + 1)...].prefix { $0.hasPrefix("| ") }.map { String($0.dropFirst(2)) }
        }
        func expectations(_ index: Int) -> [String] {
            steps(index).filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) }
        }
        subscriptions = (expectations(first), expectations(last))
        messages = try steps(first).flatMap { step in
            try step.hasPrefix("<@ ") ? [step] : file.messages(of: step)?.map { "< " + $0 } ?? []
        }
        let result = Self.result(file.lines)
        let rows = result.output.filter { !$0.hasPrefix("=> ") }
        expected = Array(rows[..<(rows.count * 2 / 3)]) + result.output.filter { $0.hasPrefix("=> ") }
        command = result.command.replacing("--count \(rows.count)", with: "--count \(rows.count * 2 / 3)")
    }

    /// The case with the first connection ended before a message, a server that restarts, and the rest of the messages.
    func broken(before cut: Int) -> CaseFile {
        let ending = ["drop", "close 1001", "reset", "close 1012"][cut % 4]
        var either: [String] = []
        for (first, last) in zip(subscriptions.first, subscriptions.last) {
            either.append(first == last ? first : "\(first) ¦ \(last)")
        }
        var lines = settings
        lines += connection(subscriptions.first, messages[..<cut], ending)
        lines += [socket.replacing("@ WS", with: "@ GET"), "| HTTP 503"]
        lines += connection(either, messages[cut...], "close 1001")
        lines += connection(subscriptions.last, messages[...], nil)
        return CaseFile(name: name, lines: lines + ["", command])
    }

    /// Returns the lines of a connection that expects texts, and sends messages.
    private func connection(_ texts: [String], _ messages: ArraySlice<String>, _ ending: String?) -> [String] {
        var lines = [socket]
        lines += texts.map { "| > " + $0 }
        lines += messages.map { "| " + $0 }
        if let ending { lines.append("| " + ending) }
        return lines
    }

    /// Takes the last command of a case apart.
    static func result(_ lines: [String]) -> Result {
        let start = lines.lastIndex { $0.hasPrefix("$ ") } ?? 0
        let printed = lines[(start + 1)...].filter { !$0.isEmpty }
        return (lines[start], printed.filter { !$0.hasPrefix("2> ") }, printed.filter { $0.hasPrefix("2> ") })
    }
}
