import Platform

extension Environment {
    /// Returns the path of a file in the user's config directory; nil if there is none: see `path`.
    func configPath(_ name: String) -> String? {
        path("XDG_CONFIG_HOME", inHome: ".config").map { "\($0)/\(name)" }
    }

    /// The directory of answers; nil if there is none: see `path`.
    var cachePath: String? { path("XDG_CACHE_HOME", inHome: ".cache") }

    /// Returns this program's part of a base directory. A relative path in the variable is ignored, as the XDG Base
    /// Directory Specification says. Nil if neither it nor `HOME` is set, or the home directory does not exist: it is
    /// never created, because that of a system user is often missing on purpose.
    func path(_ name: String, inHome folder: String) -> String? {
        if let directory = variable(name), directory.hasPrefix("/") { return "\(directory)/crypto" }
        return variable("HOME").flatMap { FileBytes.isDirectory($0) ? "\($0)/\(folder)/crypto" : nil }
    }

    /// Returns why `path` is nil.
    func reasonForNoPath(_ name: String) -> String {
        missingHome.map { "the home directory \($0) does not exist" } ?? "neither \(name) nor HOME is set"
    }

    /// The home directory that `HOME` names and that does not exist.
    var missingHome: String? { variable("HOME").flatMap { FileBytes.isDirectory($0) ? nil : $0 } }
}
