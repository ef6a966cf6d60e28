extension UsageError {
    static func missingValue(_ info: OptionInfo, origin: Origin = .commandLine, next: String? = nil) -> UsageError {
        let hint = next.map { "; a value that begins with '-' is written '\(info.longForm)=\($0.harmless)'" } ?? ""
        return UsageError(
            .missingValue(option: info.name), origin: origin,
            problem: "\(origin.prefix)missing value for '\(info.synopsis)'\(hint)")
    }

    static func unexpectedValue(_ spelling: String, _ value: String, origin: Origin = .commandLine) -> UsageError {
        UsageError(
            .unexpectedValue(option: spelling, value: value), origin: origin,
            problem: "\(origin.prefix)'\(spelling)' takes no value, but \(value.inQuotes) was given")
    }

    static func givenTwice(_ info: OptionInfo, _ first: Assignment, _ second: Assignment) -> UsageError {
        UsageError(
            .givenTwice(option: info.name, first: first.spelling, second: second.spelling), origin: second.origin,
            problem: "\(info.longForm) is given twice: \(first.spelling.inQuotes) and \(second.spelling.inQuotes)")
    }

    static func badValue(
        _ info: OptionInfo, _ value: String, origin: Origin, _ error: ValueError
    ) -> UsageError {
        UsageError(
            .badValue(option: info.name, value: value), origin: origin,
            problem: "\(origin.label(of: info)): \(error.problem)", suggestion: error.suggestion,
            caret: error.offset.map { Caret(text: value, offset: $0) })
    }

    static func badOperand(_ name: String, _ value: String, _ error: ValueError) -> UsageError {
        UsageError(
            .badOperand(operand: name, value: value), problem: "<\(name)>: \(error.problem)",
            suggestion: error.suggestion, caret: error.offset.map { Caret(text: value, offset: $0) })
    }

    static func unexpectedOperands(_ texts: [String]) -> UsageError {
        let shown = texts.prefix(3).map(\.inQuotes).joined(separator: ", ") + (texts.count > 3 ? ", ..." : "")
        let noun = texts.count == 1 ? "unexpected argument" : "\(texts.count) unexpected arguments:"
        return UsageError(.unexpectedOperands(texts), problem: "\(noun) \(shown)")
    }

    static func missingOperand(_ info: OperandInfo?) -> UsageError {
        let name = info?.name ?? ""
        return UsageError(.missingOperand(name), problem: "missing argument '<\(name)>'")
    }
}

extension Origin {
    /// What a message about a name that is not in the table begins with.
    var prefix: String {
        switch self {
        case .commandLine: ""
        case .variable(let name): "\(name): "
        case .setting(let place): "\(place): "
        }
    }

    /// What a message about an option's value begins with.
    func label(of info: OptionInfo) -> String {
        switch self {
        case .commandLine: info.longForm
        case .variable(let name): name
        case .setting(let place): "\(place): \(info.longForm)"
        }
    }
}
