/// How a run of the tool ends: an exit code as in sysexits.h, or a signal that is raised again.
public enum ExitStatus: Sendable, Equatable {
    /// The process exits with this code.
    case code(Int32)
    /// The process raises this signal with its default action, so that its parent sees it.
    case signal(Int32)

    /// Done.
    package static let success = code(0)
    /// Ran well, but nothing matches.
    package static let noMatch = code(1)
    /// The command line is wrong.
    package static let usage = code(64)
    /// An answer or a line of input is malformed.
    package static let invalidData = code(65)
    /// An unknown symbol, currency or city.
    package static let unknownName = code(66)
    /// A service could not be reached, or refused the request.
    package static let unavailable = code(69)
    /// A bug in this program.
    package static let defect = code(70)
    /// Reading or writing failed.
    package static let inputOutput = code(74)
    /// The same command may succeed later.
    package static let tryLater = code(75)
    /// A key is missing or wrong.
    package static let noPermission = code(77)
    /// The config or key file is wrong.
    package static let configuration = code(78)
    /// The reader of stdout has closed it: SIGPIPE, even if that is ignored.
    package static let brokenPipe = signal(13)

    /// The number that a shell shows for it.
    package var number: Int32 {
        switch self {
        case .code(let code): code
        case .signal(let signal): 128 + signal
        }
    }
}
