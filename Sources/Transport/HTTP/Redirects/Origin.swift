/// The scheme, host and port of a URL. A key is only sent from one URL to another if these are equal.
struct Origin: Sendable, Equatable {
    var scheme: String
    var host: String
    var port: Int
    /// `host[:port]` as written.
    var authority: String

    static func == (left: Origin, right: Origin) -> Bool {
        (left.scheme, left.host, left.port) == (right.scheme, right.host, right.port)
    }

    init(scheme: String, host: String, port: Int?) {
        self.scheme = scheme.lowercased()
        self.host = host.lowercased()
        self.port = port ?? (self.scheme == "https" ? 443 : 80)
        authority = port.map { "\(host):\($0)" } ?? host
    }

    /// The origin of a request's base.
    init?(base: String) {
        guard let base = BaseURL(base) else { return nil }
        let port =
            base.authority.utf8.count > base.hostName.utf8.count
            ? Int(base.authority.dropFirst(base.hostName.count + 1)) : nil
        self.init(scheme: base.scheme, host: base.hostName, port: port)
        authority = base.authority
    }
}
