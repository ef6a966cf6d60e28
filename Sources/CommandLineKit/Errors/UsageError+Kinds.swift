extension UsageError {
    static func missingValue(_ info: OptionInfo, origin: Origin? = nil, next: String? = nil) -> UsageError {
        let hint = next.map { "; a value that begins with '-' is written '\(info.longForm)=\($0.harmless)'" } ?? ""
        return UsageError("\(origin?.place ?? "")missing value for '\(info.synopsis)'\(hint)", origin: origin)
    }

    static func unexpectedValue(_ spelling: String, _ value: String, origin: Origin? = nil) -> UsageError {
        UsageError(
            "\(origin?.place ?? "")'\(spelling)' takes no value, but \(value.inQuotes) was given"
                + (origin?.remark ?? ""), origin: origin)
    }

    static func givenTwice(_ info: OptionInfo, first: Assignment, second: Assignment) -> UsageError {
        UsageError(
            "\(info.longForm) is given twice: \(first.spelling.inQuotes) and \(second.spelling.inQuotes)",
            origin: second.origin)
    }

    /// The error of an option's value or of an operand.
    static func badValue(_ value: String, origin: Origin, error: ValueError) -> UsageError {
        UsageError(
            "\(origin.label): \(error.problem)\(origin.remark)", origin: origin, suggestion: error.suggestion,
            caret: error.offset.map { (value, $0) })
    }

    static func conflict(_ problem: OptionProblem, _ origins: ValueOrigins) -> UsageError {
        let given = problem.options.compactMap { origins[$0] }
        let origin = origins.areOfFiles(problem.options) ? given.first : given.first { !$0.isFile }
        return UsageError(problem.text(origins), origin: origin)
    }

    static func unexpectedOperands(_ texts: [String]) -> UsageError {
        let shown = texts.prefix(3).map(\.inQuotes).joined(separator: ", ") + (texts.count > 3 ? ", ..." : "")
        let noun = texts.count == 1 ? "unexpected argument" : "\(texts.count) unexpected arguments:"
        return UsageError("\(noun) \(shown)")
    }

    /// `line` is a command line that works; nil if there is none to show.
    static func missingOperand(_ info: OperandInfo?, line: String?) -> UsageError {
        UsageError("missing argument '<\(info?.name ?? "")>'" + (line.map { ", as in \($0.inQuotes)" } ?? ""))
    }
}
