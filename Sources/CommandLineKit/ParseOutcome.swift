/// How much help was asked for.
package enum HelpLength: Sendable {
    /// `-h`.
    case short
    /// `--help`.
    case long
}

/// What a command line asks a command to do.
package enum ParseOutcome<Request> {
    case run(Request, origins: ValueOrigins)
    case help(HelpLength)
    case version
}

extension ParseOutcome: Equatable where Request: Equatable {}
extension ParseOutcome: Sendable where Request: Sendable {}
