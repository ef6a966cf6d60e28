extension Environment {
    /// Returns the path of a file in the user's config directory; nil if neither `XDG_CONFIG_HOME` nor `HOME` is set.
    /// A relative `XDG_CONFIG_HOME` is ignored, as the XDG Base Directory Specification says.
    func configPath(_ name: String) -> String? {
        if let directory = variable("XDG_CONFIG_HOME"), directory.hasPrefix("/") {
            return "\(directory)/crypto/\(name)"
        }
        return variable("HOME").map { "\($0)/.config/crypto/\(name)" }
    }
}
