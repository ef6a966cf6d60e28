/// The reason why the benchmarks end before the last figure.
enum Failure: Error, CustomStringConvertible {
    /// An option that does not exist.
    case unknownOption(String)
    /// An argument after the path of the program.
    case surplus(String)
    /// There is nothing to measure at this path, or at any of the usual ones.
    case noProgram(String?)
    /// What was measured did something else than it must, so its time means nothing.
    case wrongResult(String, String)
    /// A server did not print its address.
    case noAddress
    /// The part with this name failed.
    case part(String, any Error)

    var description: String {
        switch self {
        case .unknownOption(let option):
            let parts = Part.all.map(\.option).joined(separator: " ")
            return "unknown option \(option); there are \(Sizes.tinyOption) --parts \(parts)"
        case .surplus(let argument): return "“\(argument)” is one argument too many"
        case .noProgram(let path?): return "no program at \(path)"
        case .noProgram(nil): return "no crypto beside this program; build it, or give its path"
        case .wrongResult(let name, let words): return "wrong result of \(name): \(words)"
        case .noAddress: return "a server did not print its address"
        case .part(let name, let error): return "\(name): \(error)"
        }
    }
}
