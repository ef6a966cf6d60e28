/// A base URL, split into its parts (RFC 3986 section 3), without user, query and fragment.
struct BaseURL: Equatable {
    /// `http` or `https`.
    let scheme: String
    /// `host[:port]`.
    let authority: String
    /// The path without a trailing slash: empty, or `/x`.
    let path: String

    init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
        scheme = text[..<colon].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = text[text.index(colon, offsetBy: 3)...]
        guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !"?#@\\\"<>^`{|}".utf8.contains($0) }) else {
            return nil
        }
        authority = String(rest.prefix { $0 != "/" })
        guard Self.isAuthority(authority) else { return nil }
        var path = rest.dropFirst(authority.count)
        while path.hasSuffix("/") { path.removeLast() }
        self.path = String(path)
    }

    /// The authority without its port, in lower case.
    var hostName: String {
        authority.hasSuffix("]") || !authority.contains(":")
            ? authority.lowercased() : authority[..<(authority.lastIndex(of: ":") ?? authority.endIndex)].lowercased()
    }

    /// True if the host is this machine: 127.0.0.0/8, ::1, or localhost.
    var isLoopback: Bool {
        let host = hostName
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { isDecimalByte($0) }
    }

    private static func isAuthority(_ text: String) -> Bool {
        var host = text[...]
        if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
            let digits = text[text.index(after: colon)...]
            guard let port = UInt16(digits), port > 0, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return false
            }
            host = text[..<colon]
        }
        if host.hasPrefix("[") { return host.hasSuffix("]") && host.count > 3 }
        return !host.isEmpty && !host.contains(where: { ":[]".contains($0) })
    }

    /// Whether a text is a decimal byte without leading zeros. Some resolvers read leading zeros as octal.
    private func isDecimalByte(_ text: Substring) -> Bool {
        guard let number = UInt8(text) else { return false }
        return String(number) == text
    }
}
