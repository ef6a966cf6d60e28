/// Where trusted certificates are read from; nil leaves libcurl's own choice.
public struct Trust: Sendable, Equatable {
    /// A file of certificates.
    public var bundle: String?
    /// A directory of certificates, named by hash.
    public var directory: String?

    /// Both, one or none.
    public init(bundle: String? = nil, directory: String? = nil) {
        self.bundle = bundle
        self.directory = directory
    }

    /// The curl tool's rule: CURL_CA_BUNDLE alone, else SSL_CERT_DIR and SSL_CERT_FILE; empty ones do not count.
    /// https://curl.se/docs/manpage.html, section ENVIRONMENT.
    public init(environment: [String: String]) {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        if let bundle = value("CURL_CA_BUNDLE") {
            self.init(bundle: bundle)
        } else {
            self.init(bundle: value("SSL_CERT_FILE"), directory: value("SSL_CERT_DIR"))
        }
    }
}
