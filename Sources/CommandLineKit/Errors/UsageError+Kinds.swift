extension UsageError {
    static func missingValue(_ info: OptionInfo, origin: Origin? = nil, next: String? = nil) -> UsageError {
        let hint = next.map { "; a value that begins with '-' is written '\(info.longForm)=\($0.harmless)'" } ?? ""
        return UsageError(
            .missingValue(option: info.name), origin: origin,
            problem: "\(origin?.place ?? "")missing value for '\(info.synopsis)'\(hint)")
    }

    static func unexpectedValue(_ spelling: String, _ value: String, origin: Origin? = nil) -> UsageError {
        UsageError(
            .unexpectedValue(option: spelling, value: value), origin: origin,
            problem: "\(origin?.place ?? "")'\(spelling)' takes no value, but \(value.inQuotes) was given"
                + (origin?.remark ?? ""))
    }

    static func givenTwice(_ info: OptionInfo, first: Assignment, second: Assignment) -> UsageError {
        UsageError(
            .givenTwice(option: info.name, first: first.spelling, second: second.spelling), origin: second.origin,
            problem: "\(info.longForm) is given twice: \(first.spelling.inQuotes) and \(second.spelling.inQuotes)")
    }

    static func badValue(
        _ info: OptionInfo, value: String, origin: Origin, error: ValueError
    ) -> UsageError {
        bad(.badValue(option: info.name, value: value), value: value, origin: origin, error: error)
    }

    static func badOperand(_ name: String, value: String, error: ValueError) -> UsageError {
        bad(.badOperand(operand: name, value: value), value: value, origin: .operand(name), error: error)
    }

    private static func bad(_ kind: Kind, value: String, origin: Origin, error: ValueError) -> UsageError {
        UsageError(
            kind, origin: origin, problem: "\(origin.label): \(error.problem)\(origin.remark)",
            suggestion: error.suggestion,
            caret: error.offset.map { Caret(text: value, offset: $0) })
    }

    static func conflict(_ problem: OptionProblem, _ origins: ValueOrigins) -> UsageError {
        let given = problem.options.compactMap { origins[$0] }
        let origin = origins.areOfFiles(problem.options) ? given.first : given.first { !$0.isFile }
        return UsageError(.conflict, origin: origin, problem: problem.text(origins))
    }

    static func unexpectedOperands(_ texts: [String]) -> UsageError {
        let shown = texts.prefix(3).map(\.inQuotes).joined(separator: ", ") + (texts.count > 3 ? ", ..." : "")
        let noun = texts.count == 1 ? "unexpected argument" : "\(texts.count) unexpected arguments:"
        return UsageError(.unexpectedOperands(texts), problem: "\(noun) \(shown)")
    }

    /// `line` is a command line that works; nil if there is none to show.
    static func missingOperand(_ info: OperandInfo?, line: String?) -> UsageError {
        let name = info?.name ?? ""
        let example = line.map { ", as in \($0.inQuotes)" } ?? ""
        return UsageError(.missingOperand(name), problem: "missing argument '<\(name)>'\(example)")
    }
}
