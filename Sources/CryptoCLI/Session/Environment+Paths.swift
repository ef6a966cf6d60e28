extension Environment {
    /// A file of the tool's own in the user's config directory (XDG Base Directory Specification: a relative
    /// `XDG_CONFIG_HOME` does not count); nil where there is no home.
    func configPath(_ name: String) -> String? {
        if let directory = variable("XDG_CONFIG_HOME"), directory.hasPrefix("/") {
            return "\(directory)/crypto/\(name)"
        }
        return variable("HOME").map { "\($0)/.config/crypto/\(name)" }
    }
}
