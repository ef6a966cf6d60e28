/// The length of the requested help.
package enum HelpLength: Sendable {
    /// `-h`.
    case short
    /// `--help`.
    case long
}

/// The result of parsing a command line.
package enum ParseOutcome<Request> {
    case run(Request)
    case help(HelpLength)
    case version(isDetailed: Bool)
}

extension ParseOutcome: Equatable where Request: Equatable {}
extension ParseOutcome: Sendable where Request: Sendable {}
