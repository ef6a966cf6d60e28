#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A recorded answer of a real service, in the directory that `CRYPTO_RECORDINGS` names.
enum Recording {
    case file(String)
    /// The reason why it can't be measured.
    case missing(String)

    /// Finds it by its path in the directory.
    init(_ name: String) {
        guard let directory = getenv("CRYPTO_RECORDINGS").map({ String(cString: $0) }), !directory.isEmpty else {
            self = .missing("CRYPTO_RECORDINGS names no recordings")
            return
        }
        let path = "\(directory)/\(name)"
        self = access(path, R_OK) == 0 ? .file(path) : .missing("the recordings lack \(name)")
    }
}
