/// An option of a command: its metadata and how its value lands in the request.
package struct Option<Request>: Sendable {
    enum Effect: Sendable {
        case value(@Sendable (String, inout Request) throws(ValueError) -> Void)
        case toggle(@Sendable (Bool, inout Request) -> Void)
        /// The value goes to the option that `OptionInfo.shorthand` names.
        case shorthand
    }

    /// All but the request.
    package private(set) var info: OptionInfo
    let effect: Effect

    /// An option with a value.
    package static func value<Value>(
        _ name: String, short: Character? = nil,
        _ keyPath: any WritableKeyPath<Request, Value> & Sendable, _ parser: ValueParser<Value>,
        valueName: String, help: String, default defaultText: String? = nil
    ) -> Option {
        let info = parser.described(name: name, short: short, valueName, help, defaultText)
        return Option(
            info: info,
            effect: .value { (text, request) throws(ValueError) in
                request[keyPath: keyPath] = try parser.parse(text)
            })
    }

    /// An option with a value, whose absence the request shows as nil.
    package static func value<Value>(
        _ name: String, short: Character? = nil,
        _ keyPath: any WritableKeyPath<Request, Value?> & Sendable, _ parser: ValueParser<Value>,
        valueName: String, help: String, default defaultText: String? = nil
    ) -> Option {
        let info = parser.described(name: name, short: short, valueName, help, defaultText)
        return Option(
            info: info,
            effect: .value { (text, request) throws(ValueError) in
                request[keyPath: keyPath] = try parser.parse(text)
            })
    }

    /// A switch; `--no-NAME` turns it off, and for a name that begins with `no-` so does the name without it.
    package static func toggle(
        _ name: String, short: Character? = nil, _ keyPath: any WritableKeyPath<Request, Bool> & Sendable, help: String
    ) -> Option {
        Option(
            info: OptionInfo(name: name, short: short, help: help),
            effect: .toggle { (isOn, request) in request[keyPath: keyPath] = isOn })
    }

    /// A switch that is short for a value of another option of the same command.
    package static func shorthand(
        _ name: String, short: Character? = nil, setting option: String, to value: String, help: String
    ) -> Option {
        var info = OptionInfo(name: name, short: short, help: help)
        info.shorthand = OptionInfo.Shorthand(option: option, value: value)
        return Option(info: info, effect: .shorthand)
    }

    /// The same option for a request that holds this one's as a part, so that a table is written once.
    ///
    /// The variable of an option in the section `.common` does not name the command.
    package func lifted<Outer>(
        _ keyPath: any WritableKeyPath<Outer, Request> & Sendable, in section: OptionInfo.Section
    ) -> Option<Outer> {
        var info = info
        info.section = section
        return Option<Outer>(info: info, effect: lifted(keyPath))
    }

    private func lifted<Outer>(
        _ keyPath: any WritableKeyPath<Outer, Request> & Sendable
    ) -> Option<Outer>.Effect {
        switch effect {
        case .value(let set): .value { (text, outer) throws(ValueError) in try set(text, &outer[keyPath: keyPath]) }
        case .toggle(let set): .toggle { (isOn, outer) in set(isOn, &outer[keyPath: keyPath]) }
        case .shorthand: .shorthand
        }
    }
}

extension Option {
    /// Adds sentences for the long help and the man page.
    package func detailed(_ details: String) -> Option { changed { $0.details = details } }

    /// Keeps it out of the environment and the config file.
    package func commandLineOnly() -> Option { changed { $0.isCommandLineOnly = true } }

    /// Names it bears elsewhere, suggested when they are typed: `--max-time` for `--deadline`.
    package func known(as synonyms: String...) -> Option { changed { $0.synonyms += synonyms } }

    /// What a shell may offer as its value.
    package func completing(_ kind: CompletionKind) -> Option { changed { $0.completion = kind } }

    /// Says that with it, or with this value of it, operands may be missing.
    package func waivingOperands(when waiver: OptionInfo.OperandWaiver = .always) -> Option {
        changed { $0.operandWaiver = waiver }
    }

    private func changed(_ change: (inout OptionInfo) -> Void) -> Option {
        var copy = self
        change(&copy.info)
        return copy
    }
}
