/// The words of a command line: `'…'`, `"…"` and `$'…'` as in a shell, a backslash outside of single quotes, and `|`
/// between two commands. `$NAME` is replaced by a value that is given, also in double quotes.
struct ShellWords {
    /// The words of each command of the line.
    private(set) var commands: [[String]] = [[]]

    /// The words of a line with one command.
    var words: [String] { commands[0] }

    init(_ line: some StringProtocol, _ variables: [String: String] = [:]) throws {
        var rest = Substring(line)
        var word: String?
        func end(_ word: inout String?, _ commands: inout [[String]]) {
            if let done = word { commands[commands.count - 1].append(done) }
            word = nil
        }
        while let character = rest.popFirst() {
            switch character {
            case " ": end(&word, &commands)
            case "|" where word == nil: commands.append([])
            case "'":
                guard let close = rest.firstIndex(of: "'") else { throw CaseError(line: 0, "a quote is not closed") }
                word = (word ?? "") + rest[..<close]
                rest = rest[rest.index(after: close)...]
            case "\"":
                word = word ?? ""
                while let inner = rest.popFirst(), inner != "\"" {
                    if inner == "\\", let next = rest.first, "\"\\$".contains(next) {
                        word?.append(rest.removeFirst())
                    } else if inner == "$" {
                        word?.append(Self.value(&rest, variables))
                    } else {
                        word?.append(inner)
                    }
                }
            case "$" where rest.first == "'":
                rest.removeFirst()
                word = (word ?? "") + Self.escaped(&rest)
            case "\\": word = (word ?? "") + String(rest.popFirst() ?? "\\")
            case "$": word = (word ?? "") + Self.value(&rest, variables)
            default: word = (word ?? "") + String(character)
            }
        }
        end(&word, &commands)
    }

    /// Reads the rest of `$'…'`.
    private static func escaped(_ rest: inout Substring) -> String {
        var text = ""
        while let character = rest.popFirst(), character != "'" {
            guard character == "\\", let next = rest.popFirst() else {
                text.append(character)
                continue
            }
            if next == "x", let code = UInt8(rest.prefix(2), radix: 16) {
                text.unicodeScalars.append(Unicode.Scalar(code))
                rest = rest.dropFirst(2)
            } else if next == "u", let code = UInt32(rest.prefix(4), radix: 16), let scalar = Unicode.Scalar(code) {
                text.unicodeScalars.append(scalar)
                rest = rest.dropFirst(4)
            } else {
                text.append(["n": "\n", "r": "\r", "t": "\t", "e": "\u{1B}"][next] ?? next)
            }
        }
        return text
    }

    /// Reads the name of a variable, and returns its value; a dollar sign alone stands for itself.
    private static func value(_ rest: inout Substring, _ variables: [String: String]) -> String {
        let name = rest.prefix { $0.isLetter || $0 == "_" }
        guard let value = variables[String(name)] else { return "$" }
        rest = rest.dropFirst(name.count)
        return value
    }
}
