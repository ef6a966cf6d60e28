import Platform

/// The origin of a value, for messages about it.
package enum Origin: Hashable, Sendable {
    /// A command-line option, by its long name. If a shorthand was given, this is its name.
    case option(String)
    /// An operand, by its name.
    case operand(String)
    /// An environment variable, by its name.
    case variable(String)
    /// A line of a file. `option` is the option that it sets; nil if the line itself is the value.
    case line(FileLine, option: String?)
    /// The ending of a file that another option names, whose origin is `of`. `implying` is the option whose value it
    /// implies.
    indirect case ending(ofFile: String, implying: String, of: Origin)

    /// Where a value is written, the one that wins first.
    package enum Source: Int, Comparable, Sendable {
        case commandLine, environment, file

        package static func < (left: Source, right: Source) -> Bool { left.rawValue < right.rawValue }
    }
}

extension Origin {
    /// `--limit`, `<symbol>`, `CRYPTO_LIST_LIMIT`, `FILE:3: --limit`, `FILE:3` for the line itself, or
    /// `the ending of 'x.csv'`.
    package var label: String {
        switch self {
        case .option(let name): "--\(name)"
        case .operand(let name): "<\(name)>"
        case .variable(let name): name
        case .line(let line, let name?): "\(line): --\(name)"
        case .line(let line, nil): "\(line)"
        case .ending(let path, _, _): "the ending of \(path.inQuotes)"
        }
    }

    /// Where the value is written; for an ending, where the file is named.
    package var source: Source {
        switch self {
        case .option, .operand: .commandLine
        case .variable: .environment
        case .line: .file
        case .ending(_, _, let file): file.source
        }
    }

    /// Whether the value comes from a file, and not from the command line or the environment.
    package var isFile: Bool {
        if case .line = self { true } else { false }
    }

    /// The end of a message about the value: the reason that a comment after a value in a file belongs to it, or how to
    /// choose another value than the one that an ending implies.
    var remark: String {
        switch self {
        case .line(let line, _) where line.holdsHash: "; '#' begins a comment only at the start of a line"
        case .ending(_, let option, _): "; --\(option) chooses another one"
        default: ""
        }
    }

    /// The prefix of a message that is not about the value: the file and line.
    var place: String {
        if case .line(let line, _) = self { "\(line): " } else { "" }
    }
}

/// A line of a file.
package struct FileLine: Hashable, Sendable, CustomStringConvertible {
    /// The path as the user knows it.
    package let path: String
    /// The line number, counted from 1.
    package let number: Int
    /// Whether the value in it looks as if a comment followed: it holds `#` at its start or after a blank.
    fileprivate(set) var holdsHash = false

    /// Creates a line of a file.
    package init(_ path: String, _ number: Int) {
        (self.path, self.number) = (path, number)
    }

    /// `FILE:3`, as compilers and grep write it.
    package var description: String { "\(path):\(number)" }
}

/// A line of the config file.
package struct Setting: Equatable, Sendable {
    /// The line in the file.
    package private(set) var line: FileLine
    /// The long name of the option without dashes, including a `no-` prefix.
    package let name: String
    /// The value; nil for a switch.
    package let value: String?

    /// Creates a setting of an option.
    package init(_ line: FileLine, name: String, value: String?) {
        self.line = line
        self.line.holdsHash =
            value.map { $0.hasPrefix("#") || $0.contains(bytes: " #") || $0.contains(bytes: "\t#") } ?? false
        (self.name, self.value) = (name, value)
    }

    /// The origin of its value.
    var origin: Origin { .line(line, option: name) }
}

/// An option with its unparsed value.
struct Assignment {
    enum Value: Equatable {
        case text(String)
        case isOn(Bool)

        /// The text; nil for a switch.
        var text: String? { if case .text(let text) = self { text } else { nil } }
    }

    /// The index of the option in the table.
    var option: Int
    var value: Value
    let origin: Origin
    /// The text shown in messages: `--json`, `-f csv`, `CRYPTO_JSON`.
    let spelling: String
}
