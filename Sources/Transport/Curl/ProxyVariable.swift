import Platform

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A variable that names a proxy. libcurl reads them by itself, and its message about a connection does not say that the
/// host is one.
struct ProxyVariable: Equatable {
    /// `https_proxy`
    let name: String
    /// The host of the proxy, without brackets.
    let host: String
    /// The port as written; empty without one.
    let port: String

    /// The variables that libcurl reads, in its order.
    private static let names = ["https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY"]

    /// The host and the port of the proxy, never user and password, and the variable.
    var description: String { "\(host)\(port.isEmpty ? "" : ":\(port)") (\(name))" }

    /// Reads the value of a variable: `http://user:password@host:port`, of which the host alone is required.
    init?(_ name: String, value: String) {
        let afterScheme = value.split(bytes: "://").last ?? value[...]
        let authority = afterScheme.prefix { $0 != "/" }.split(separator: "@").last ?? ""
        let closing = authority.lastIndex(of: "]")
        let colon = authority.lastIndex(of: ":").flatMap { colon in closing.map { colon > $0 } ?? true ? colon : nil }
        self.name = name
        host = String(authority[..<(colon ?? authority.endIndex)].filter { $0 != "[" && $0 != "]" })
        port = colon.map { String(authority[authority.index(after: $0)...]) } ?? ""
        if host.isEmpty { return nil }
    }

    /// Returns the variable of the proxy that a message of libcurl says it could not connect to; nil if it is about another
    /// host.
    static func named(in message: String) -> ProxyVariable? {
        names.lazy.compactMap { name in
            unsafe getenv(name).flatMap { unsafe ProxyVariable(name, value: String(cString: $0)) }
        }.first { $0.isNamed(in: message) }
    }

    /// Whether a message is about a connection to this proxy: `Failed to connect to HOST port PORT after 0 ms`.
    func isNamed(in message: String) -> Bool {
        message.contains(bytes: "connect to \(host) port \(port.isEmpty ? "" : "\(port) ")")
            || message.contains(bytes: " via \(host) ")
    }
}
