/// Splits the arguments of a command into options and operands. It does not parse values.
struct ArgumentLexer {
    private(set) var assignments: [Assignment] = []
    private(set) var operands: [String] = []
    private(set) var help: HelpLength?
    private(set) var asksForVersion = false
    /// True with `--verbose`, which adds details to the version.
    var isVerbose: Bool {
        assignments.contains { table.infos[$0.option].name == "verbose" && $0.value == .isOn(true) }
    }
    /// The first error. Parsing continues after it, because a later `--help` has priority.
    private(set) var problem: UsageError?
    private let table: OptionTable
    private let unknown: UnknownOption
    private var rest: ArraySlice<String>

    init(_ arguments: [String], _ unknown: UnknownOption) {
        self.table = unknown.table
        self.unknown = unknown
        rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                return
            }
            take(argument)
        }
    }

    private mutating func take(_ argument: String) {
        if argument.hasPrefix("--") {
            takeLong(argument)
        } else if argument.isOption {
            takeShort(argument)
        } else if let name = argument.nameAfterTypographicDash {
            note(unknown.error(long: name, spelling: argument))
        } else {
            operands.append(argument)
        }
    }

    private mutating func takeLong(_ argument: String) {
        let (name, attached) = argument.nameAndValue
        guard let entry = table[name] else {
            return note(unknown.error(long: name, spelling: "--\(name)"))
        }
        let info = table.infos[entry.option]
        if info.isSwitch {
            if let attached { return note(.unexpectedValue("--\(name)", attached)) }
            flip(entry, name, spelling: "--\(name)")
        } else if let value = attached ?? value(of: info) {
            set(entry.option, value, spelling: attached == nil ? "--\(name) \(value)" : argument)
        }
    }

    private mutating func takeShort(_ argument: String) {
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = table[letter] else {
                return note(unknown.error(short: letter, in: argument))
            }
            let info = table.infos[option]
            if info.isSwitch {
                flip((option, true), info.name, spelling: "-\(letter)")
                continue
            }
            // As in ripgrep, `-n=5` is the same as `-n5`.
            let attached = letters.first == "=" ? letters.dropFirst() : letters
            if !letters.isEmpty {
                set(option, String(attached), spelling: "-\(letter)\(letters)")
            } else if let value = value(of: info) {
                set(option, value, spelling: "-\(letter) \(value)")
            }
            return
        }
    }

    /// Returns the next argument, unless it is an option. An argument of `-` followed by anything but a letter is a
    /// value, and so is one of `-` and a choice of the option: `--sort -price`. A unit after a number is a part of the
    /// value: `--for 5 minutes`. Neither is valid, but the error is one of the value and says what to write.
    private mutating func value(of info: OptionInfo) -> String? {
        guard let next = rest.first else {
            note(.missingValue(info))
            return nil
        }
        guard next.mayBeOption, info.choices.accepting(String(next.dropFirst())) == nil else {
            rest.removeFirst()
            guard let unit = rest.first, info.units.contains(unit), next.isNumber else { return next }
            rest.removeFirst()
            return "\(next) \(unit)"
        }
        note(.missingValue(info, next: isOption(next) ? nil : next))
        return nil
    }

    private func isOption(_ argument: String) -> Bool {
        guard argument.hasPrefix("--") else { return argument.dropFirst().first.flatMap { table[$0] } != nil }
        return argument == "--" || table[argument.nameAndValue.name] != nil
    }

    private mutating func flip(_ entry: (option: Int, isOn: Bool), _ name: String, spelling: String) {
        switch table.infos[entry.option].name {
        case "help": help = help ?? (spelling == "--help" ? .long : .short)
        case "version": asksForVersion = true
        default:
            assignments.append(
                Assignment(option: entry.option, value: .isOn(entry.isOn), origin: .option(name), spelling: spelling))
        }
    }

    private mutating func set(_ option: Int, _ value: String, spelling: String) {
        assignments.append(
            Assignment(
                option: option, value: .text(value), origin: .option(table.infos[option].name), spelling: spelling))
    }

    private mutating func note(_ error: UsageError) {
        problem = problem ?? error
    }
}

extension String {
    /// Whether the text begins with a dash, but is neither a single dash nor a number. No option name begins with a
    /// digit.
    var isOption: Bool {
        let bytes = utf8
        guard bytes.first == UInt8(ascii: "-"), let second = bytes.dropFirst().first else { return false }
        guard second == UInt8(ascii: ".") else { return !second.isDigit }
        return bytes.dropFirst(2).first?.isDigit != true
    }

    /// Whether the text is digits with at most one decimal point.
    fileprivate var isNumber: Bool {
        utf8.contains(where: \.isDigit) && utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    }

    /// Whether the argument after an option that needs a value is an option, not that value.
    var mayBeOption: Bool { hasPrefix("--") || isOption && dropFirst().first?.isLetter == true }

    /// The two parts of `--name=value`. It splits bytes, because a combining mark at the start of the value would
    /// hide the `=`.
    var nameAndValue: (name: String, value: String?) {
        let start = utf8.index(startIndex, offsetBy: 2)
        guard let sign = utf8[start...].firstIndex(of: UInt8(ascii: "=")), sign != start else {
            return (String(self[start...]), nil)
        }
        return (String(self[start..<sign]), String(self[utf8.index(after: sign)...]))
    }

    /// `limit` for an option with a typographic dash, copied from a web page, instead of `--`.
    fileprivate var nameAfterTypographicDash: String? {
        guard let first, "\u{2013}\u{2014}\u{2212}".contains(first) else { return nil }
        let name = drop { "-\u{2013}\u{2014}\u{2212}".contains($0) }.prefix { $0 != "=" }
        return name.first?.isLetter == true ? String(name) : nil
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}
