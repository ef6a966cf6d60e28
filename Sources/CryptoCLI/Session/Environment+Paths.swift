extension Environment {
    /// Returns the path of a file in the user's config directory; nil if neither `XDG_CONFIG_HOME` nor `HOME` is set.
    func configPath(_ name: String) -> String? {
        path("XDG_CONFIG_HOME", inHome: ".config").map { "\($0)/\(name)" }
    }

    /// The directory of answers; nil if neither `XDG_CACHE_HOME` nor `HOME` is set.
    var cachePath: String? { path("XDG_CACHE_HOME", inHome: ".cache") }

    /// Returns this program's part of a base directory. A relative path in the variable is ignored, as the XDG Base
    /// Directory Specification says.
    func path(_ name: String, inHome folder: String) -> String? {
        if let directory = variable(name), directory.hasPrefix("/") { return "\(directory)/crypto" }
        return variable("HOME").map { "\($0)/\(folder)/crypto" }
    }
}
