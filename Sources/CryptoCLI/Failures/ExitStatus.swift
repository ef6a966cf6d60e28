/// How a run of the tool ends: the codes of sysexits.h that scripts rely on, or a signal raised again.
package enum ExitStatus: Sendable, Equatable {
    /// The process exits with this code.
    case code(Int32)
    /// The process ends by this signal, as its parent then sees.
    case signal(Int32)

    /// Done.
    package static let success = code(0)
    /// Ran well, but nothing meets what was asked for.
    package static let noMatch = code(1)
    /// The command line is wrong.
    package static let usage = code(64)
    /// An answer or a line of input is not what it should be.
    package static let invalidData = code(65)
    /// An unknown symbol, currency or city.
    package static let unknownName = code(66)
    /// A service was not reached, or refused.
    package static let unavailable = code(69)
    /// A defect of this program.
    package static let defect = code(70)
    /// Reading or writing failed.
    package static let inputOutput = code(74)
    /// The same may succeed later.
    package static let tryLater = code(75)
    /// A key is missing or wrong.
    package static let noPermission = code(77)
    /// The reader of stdout went away: SIGPIPE, also where it was ignored.
    package static let brokenPipe = signal(13)
    /// The config or key file is wrong.
    package static let configuration = code(78)
}
