import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A variable that names a proxy. libcurl reads them by itself, and its message about a connection does not say that
/// the host is one.
struct ProxyVariable: Equatable {
    /// `https_proxy`
    let name: String
    /// The host of the proxy, without brackets; empty if there is none.
    let host: String
    /// The port as written; empty without one.
    let port: String

    /// The host and the port of the proxy, never user and password, and the variable.
    var description: String { "\(host)\(port.isEmpty ? "" : ":\(port)") (\(name))" }

    /// Reads the value of a variable: `http://user:password@host:port`, of which the host alone is required.
    init(_ name: String, value: String) {
        let afterScheme = value.split(bytes: "://").last ?? value[...]
        let authority = afterScheme.prefix { $0 != "/" }.split(separator: "@").last ?? ""
        let closing = authority.lastIndex(of: "]")
        let colon = authority.lastIndex(of: ":").flatMap { colon in closing.map { colon > $0 } ?? true ? colon : nil }
        self.name = name
        host = String(authority[..<(colon ?? authority.endIndex)].filter { $0 != "[" && $0 != "]" })
        port = colon.map { String(authority[authority.index(after: $0)...]) } ?? ""
    }

    /// The variables that libcurl reads for a URL, in its order. `HTTP_PROXY` is not among them, because web servers
    /// set it for a header of a request.
    static func names(for url: String) -> [String] {
        (url.hasPrefix("https:") ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]) + ["all_proxy", "ALL_PROXY"]
    }

    /// Returns the variable by which libcurl finds the proxy for a URL; nil if none is set.
    static func used(for url: String) -> ProxyVariable? {
        names(for: url).lazy.map { ($0, unsafe getenv($0).map { unsafe String(cString: $0) } ?? "") }
            .first { !$1.isEmpty }.map { ProxyVariable($0, value: $1) }
    }

    /// Whether a message is about a connection to this proxy: `Failed to connect to HOST port PORT after 0 ms`.
    func isNamed(in message: String) -> Bool {
        guard !host.isEmpty else { return false }
        return message.contains(bytes: "connect to \(host) port \(port.isEmpty ? "" : "\(port) ")")
            || message.contains(bytes: " via \(host) ")
    }
}
