/// The location of the trusted CA certificates. If nil, libcurl uses its default.
package struct Trust: Sendable, Equatable {
    /// The path of a file of certificates.
    package var bundle: String?
    /// The path of a directory of certificates, named by hash.
    package var directory: String?

    /// Creates a value with both, one or neither. Each parameter sets the property of the same name.
    package init(bundle: String? = nil, directory: String? = nil) {
        self.bundle = bundle
        self.directory = directory
    }

    /// Reads the locations from environment variables, as the curl tool does: CURL_CA_BUNDLE if it is set, otherwise
    /// SSL_CERT_DIR and SSL_CERT_FILE. Empty variables are ignored.
    /// https://curl.se/docs/manpage.html, section ENVIRONMENT.
    ///
    /// - Parameter environment: The environment variables by name.
    package init(environment: [String: String]) {
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
