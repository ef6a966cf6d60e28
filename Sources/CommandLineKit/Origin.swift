/// Where a value comes from, as a message about it says.
package enum Origin: Hashable, Sendable {
    /// An option of the command line, by its long name: the shorthand's where one was given.
    case option(String)
    /// An operand, by its name.
    case operand(String)
    /// A variable of the environment, by its name.
    case variable(String)
    /// A line of a file; the option that it sets, nil where the line itself is the value.
    case line(FileLine, option: String?)
}

extension Origin {
    /// `--limit`, `<symbol>`, `CRYPTO_LIST_LIMIT`, `FILE:3: limit`, or `FILE:3` for the line itself.
    package var label: String {
        switch self {
        case .option(let name): "--\(name)"
        case .operand(let name): "<\(name)>"
        case .variable(let name): name
        case .line(let line, let name?): "\(line): \(name)"
        case .line(let line, nil): "\(line)"
        }
    }

    /// Whether a file is wrong, and not the command line or the environment.
    package var isFile: Bool {
        if case .line = self { true } else { false }
    }

    /// What a message about something else than the value begins with: the file and line.
    var place: String {
        if case .line(let line, _) = self { "\(line): " } else { "" }
    }
}

/// A line of a file.
package struct FileLine: Hashable, Sendable, CustomStringConvertible {
    /// The file as the user knows it.
    package let path: String
    /// Counted from 1.
    package let number: Int

    /// That line of a file.
    package init(_ path: String, _ number: Int) {
        (self.path, self.number) = (path, number)
    }

    /// `FILE:3`, as compilers and grep write it.
    package var description: String { "\(path):\(number)" }
}

/// A line of the config file.
package struct Setting: Equatable, Sendable {
    /// Its place.
    package let line: FileLine
    /// The option's long name without dashes, the `no-` form included.
    package let name: String
    /// Nil for a switch.
    package let value: String?

    /// The option that a line sets.
    package init(_ line: FileLine, name: String, value: String?) {
        self.line = line
        self.name = name
        self.value = value
    }

    /// Where its value comes from.
    var origin: Origin { .line(line, option: name) }
}

/// An option that was named and what it was given, before anything is read of the value.
struct Assignment {
    enum Value: Equatable {
        case text(String)
        case isOn(Bool)
    }

    /// The option's place in the table.
    var option: Int
    var value: Value
    let origin: Origin
    /// As a message should show it: `--json`, `-f csv`, `CRYPTO_JSON`.
    let spelling: String
}
