/// An option of a command: its metadata, and how its value is stored in the request.
///
/// Where the value is stored is a key path that is only made when a value is stored: to make those of all options takes
/// longer than everything else in a command that prints a kept answer.
package struct Option<Request>: Sendable {
    /// Returns the place of a value in a request.
    package typealias Place<Value> = @Sendable () -> any WritableKeyPath<Request, Value> & Sendable

    /// The metadata of the option, without its details.
    package private(set) var info: OptionInfo
    /// Returns its details, which only pages show.
    private var details: (@Sendable () -> String)?
    /// Stores a value of its kind. The value of a shorthand is stored by the option that `OptionInfo.shorthand` names.
    let set: @Sendable (Assignment.Value, inout Request) throws(ValueError) -> Void
    /// The option whose value follows from the value of this one; nil for none.
    private(set) var implied: ImpliedOption?
    /// Returns the one spelling of all values that mean the same.
    private(set) var canonical: @Sendable (String) -> String = { $0 }

    /// Creates an option with a value.
    package static func value<Value>(
        _ name: String, short: Character? = nil,
        _ place: @autoclosure @escaping Place<Value>, as parser: ValueParser<Value>,
        valueName: String, help: String, default defaultText: String? = nil
    ) -> Option {
        var info = OptionInfo(name: name, short: short, valueName: valueName, help: help)
        info.choices = parser.choices
        info.isList = parser.isList
        info.units = parser.units
        info.defaultText = defaultText
        var option = Option(
            info: info,
            set: { (value, request) throws(ValueError) in
                if case .text(let text) = value { request[keyPath: place()] = try parser.parse(text) }
            })
        option.canonical = { text in ((try? parser.parse(text)) as? any LosslessStringConvertible)?.description ?? text
        }
        return option
    }

    /// Creates an option with a value. The request holds nil if the option is missing.
    package static func value<Value>(
        _ name: String, short: Character? = nil,
        _ place: @autoclosure @escaping Place<Value?>, as parser: ValueParser<Value>,
        valueName: String, help: String, default defaultText: String? = nil
    ) -> Option {
        let optional = parser.map { (value) throws(ValueError) -> Value? in value }
        return .value(
            name, short: short, place(), as: optional, valueName: valueName, help: help, default: defaultText)
    }

    /// Creates a switch. `--no-NAME` turns it off; a name that begins with `no-` is also turned off by the name
    /// without it.
    package static func toggle(
        _ name: String, short: Character? = nil, _ place: @autoclosure @escaping Place<Bool>, help: String
    ) -> Option {
        Option(
            info: OptionInfo(name: name, short: short, help: help),
            set: { value, request in if case .isOn(let isOn) = value { request[keyPath: place()] = isOn } })
    }

    /// Creates a switch that sets another option of the same command to a value.
    package static func shorthand(
        _ name: String, setting option: String, to value: String, help: String
    ) -> Option {
        var info = OptionInfo(name: name, help: help)
        info.shorthand = OptionInfo.Shorthand(option: option, value: value)
        return Option(info: info, set: { _, _ in })
    }

    /// Returns the same option for a request that contains this option's request, so that several commands can share
    /// a table.
    ///
    /// The variable of an option in the section `.common` does not contain the name of the command.
    package func lifted<Outer>(
        _ place: @autoclosure @escaping Option<Outer>.Place<Request>, in section: OptionInfo.Section
    ) -> Option<Outer> {
        var info = info
        info.section = section
        return Option<Outer>(
            info: info, details: details,
            set: { [set] (value, outer) throws(ValueError) in try set(value, &outer[keyPath: place()]) },
            implied: implied, canonical: canonical)
    }
}

extension Array {
    /// Returns the options marked so that they change only how rows are asked for and shown.
    package func changingNoRows<Request>() -> [Option<Request>] where Element == Option<Request> {
        map { $0.changingNoRows() }
    }

    /// Returns the same options for a request that contains these options' request.
    package func lifted<Inner, Outer>(
        _ place: @autoclosure @escaping Option<Outer>.Place<Inner>, in section: OptionInfo.Section = .command
    ) -> [Option<Outer>] where Element == Option<Inner> {
        map { $0.lifted(place(), in: section) }
    }
}

extension Option {
    /// Returns the option with more text for the long help and the man page.
    package consuming func detailed(_ details: @autoclosure @escaping @Sendable () -> String) -> Option {
        self.details = details
        return self
    }

    /// The metadata with the details.
    var described: OptionInfo {
        var info = info
        info.details = details?()
        return info
    }

    /// Returns the option without a variable and without a line in the config file.
    package consuming func commandLineOnly() -> Option { changed { $0.isCommandLineOnly = true } }

    /// Returns the option with names from other tools, which are suggested if they are typed: `--max-time` for
    /// `--deadline`.
    package consuming func known(as synonyms: String...) -> Option { changed { $0.synonyms += synonyms } }

    /// Returns the option with a kind of completion for its value.
    package consuming func completing(_ kind: CompletionKind) -> Option { changed { $0.completion = kind } }

    /// Returns the option marked so that operands may be missing if it is given, or given with this value.
    package consuming func waivingOperands(when waiver: OptionInfo.OperandWaiver = .always) -> Option {
        changed { $0.operandWaiver = waiver }
    }

    /// Returns the option marked so that a shell completes the operands after it with the favorites.
    package consuming func takingFavorites() -> Option { changed { $0.takesFavorites = true } }

    /// Returns the one spelling of all values that mean the same as this one.
    func spelling(of text: String) -> String {
        if info.isList {
            // To join is a type more that is made at run time, and most lists are of one value.
            guard text.contains(",") else { return text[...].trimmed }
            return text.split(separator: ",").map(\.trimmed).joined(separator: ",")
        }
        return info.choices.accepting(text)?.name ?? canonical(text)
    }

    /// Returns the option with one spelling for all values that mean the same.
    package consuming func spelled(_ canonical: @escaping @Sendable (String) -> String) -> Option {
        self.canonical = canonical
        return self
    }

    /// Returns the option marked so that it changes only how rows are asked for and shown.
    package consuming func changingNoRows() -> Option { changed { $0.decidesRows = false } }

    /// Returns the option with what it says about others.
    consuming func ruled(_ rule: OptionRule) -> Option { changed { $0.rules.append(rule) } }

    /// Returns the option for a file whose ending sets another option. It does not if that option or `rival` has a
    /// value of the same source or a higher one.
    package consuming func implyingByEnding(
        _ option: String, unless rival: String, _ value: @escaping @Sendable (String) -> String?
    ) -> Option {
        implied = (option, rival, value)
        return self
    }

    private consuming func changed(_ change: (inout OptionInfo) -> Void) -> Option {
        change(&info)
        return self
    }
}
