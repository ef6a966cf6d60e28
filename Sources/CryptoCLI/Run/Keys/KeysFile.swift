import AirQuality
import CommandLineKit
import Markets
import Platform
import ProviderKit

/// The file `keys`: `provider = key` or `provider = !command`, one per line; `#` begins a comment line.
struct KeysFile {
    /// Where a key comes from.
    enum Source: Sendable, Equatable {
        case key(String)
        /// A shell command that prints it.
        case command(String)
    }

    /// A line with a key.
    typealias Entry = (source: Source, line: FileLine)

    /// By the name of the provider.
    let entries: [String: Entry]

    /// Reads the file at a path, with keys of the providers of a table. Throws if it is wrong, or if others can read
    /// it. No message contains a key.
    init(_ path: String, _ table: ProviderTable) throws(KeyProblem) {
        let contents = try translating(FileBytes.contentsOfUser(path)) { (error: Failure) in
            KeyProblem(.file, error.message)
        }
        guard let contents else {
            entries = [:]
            return
        }
        switch contents.exposure {
        case nil: break
        case .ofAnotherUser:
            throw KeyProblem(
                .file, "\(path): belongs to another user; run 'sudo chown \"$(id -un)\" \(path.quotedForShell)'")
        case .toOthers:
            throw KeyProblem(.file, "\(path): others have access to it; run 'chmod 600 \(path.quotedForShell)'")
        }
        entries = try Self.entries(of: contents.bytes, path: path, table)
    }

    private static func entries(
        of bytes: [UInt8], path: String, _ table: ProviderTable
    ) throws(KeyProblem) -> [String: Entry] {
        var entries: [String: Entry] = [:]
        for (index, bytes) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let line = FileLine(path, index + 1)
            guard let text = String(validating: bytes, as: UTF8.self) else { throw wrong(line, "not valid UTF-8") }
            let trimmed = text.trimmingSpaces
            if trimmed.isEmpty || trimmed.hasPrefix("#") { continue }
            // What is not a name and '=' may be a key, and is not repeated in a message.
            guard let equals = trimmed.utf8.firstIndex(of: UInt8(ascii: "=")) else {
                throw wrong(line, "there is no '='; write 'provider = key' or 'provider = !command'")
            }
            let name = try provider(named: String(trimmed[..<equals]).trimmingSpaces.lowercased(), at: line, table)
            if let first = entries[name] {
                throw wrong(line, "a second key of \(name), which has one in line \(first.line.number)")
            }
            let value = String(trimmed[trimmed.utf8.index(after: equals)...]).trimmingSpaces
            entries[name] = (try source(value, at: line), line)
        }
        return entries
    }

    /// Checks a name. An unknown one is only repeated if it cannot be a key.
    private static func provider(
        named name: String, at line: FileLine, _ table: ProviderTable
    ) throws(KeyProblem) -> String {
        guard !name.isEmpty else { throw wrong(line, "no provider before '='") }
        guard let provider = table.named(name) else {
            let known = table.withKeys
            let words = Suggestion.nearest(to: name, in: known).map { "did you mean '\($0)'?" }
            throw wrong(line, "unknown provider; \(words ?? "those with keys are \(known.joined(separator: ", "))")")
        }
        guard provider.key != .none else { throw wrong(line, "\(name) takes no key") }
        return name
    }

    private static func source(_ value: String, at line: FileLine) throws(KeyProblem) -> Source {
        if value.hasPrefix("!") {
            let command = String(value.dropFirst()).trimmingSpaces
            guard !command.isEmpty else { throw wrong(line, "no command after '!'") }
            guard !command.utf8.contains(0) else { throw wrong(line, "the command holds a control character") }
            return .command(command)
        }
        if let problem = problem(ofKey: value) { throw wrong(line, problem) }
        return .key(value)
    }

    /// No provider has keys of this length; more is the output of a command that prints something else.
    private static let longestKey = 4096

    /// Returns what is wrong with a key; nil if nothing is.
    static func problem(ofKey key: String) -> String? {
        if key.isEmpty { return "the key is empty" }
        if key.utf8.count > longestKey { return "the key is over \(longestKey) bytes long" }
        if key.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
            return "the key holds a control character"
        }
        return key.contains(" ") ? "the key holds a blank; a comment has a line of its own" : nil
    }

    private static func wrong(_ line: FileLine, _ words: String) -> KeyProblem {
        KeyProblem(.file, "\(line): \(words)")
    }
}

extension String {
    /// The text as one word of a shell command.
    fileprivate var quotedForShell: String {
        let isPlain = unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || "0123456789/._-".unicodeScalars.contains($0)
        }
        return isPlain ? self : "\"" + map { "\"\\$`".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\""
    }
}
