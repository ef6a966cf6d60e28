/// The reason why the benchmarks end before the last figure.
enum Failure: Error, CustomStringConvertible {
    /// What was measured did something else than it must, so its time means nothing.
    case wrongResult(String, String)
    /// A server did not print its address.
    case noAddress

    var description: String {
        switch self {
        case .wrongResult(let name, let words): "wrong result of \(name): \(words)"
        case .noAddress: "a server did not print its address"
        }
    }
}
