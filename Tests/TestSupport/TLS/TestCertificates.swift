/// The defect of a TLS server's certificate.
package enum CertificateKind: Sendable, CaseIterable {
    /// None: for 127.0.0.1 and localhost, signed by the CA of `caFile`.
    case good
    /// It expired yesterday.
    case expired
    /// It is for another host, `elsewhere.example`.
    case wrongHost
}

/// A CA and a leaf certificate signed by it, made by openssl(1) in a directory.
struct TestCertificates {
    let caFile: String
    let leafFile: String
    let keyFile: String

    /// Throws `TLSFront.Failure` with the message of openssl.
    init(_ kind: CertificateKind, openssl: String, in directory: TemporaryDirectory) async throws {
        caFile = directory.path("ca.pem")
        leafFile = directory.path("leaf.pem")
        keyFile = directory.path("leaf.key")
        let caKey = directory.path("ca.key")
        let request = directory.path("leaf.csr")
        // A separate file, so that the machine's openssl.cnf has no effect.
        let settings = try directory.write(
            "[req]\ndistinguished_name=none\n[none]\n[ca]\nbasicConstraints=critical,CA:TRUE\n"
                + "keyUsage=critical,keyCertSign\nsubjectKeyIdentifier=hash\n"
                + "[leaf]\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\nsubjectAltName=\(kind.names)\n",
            to: "openssl.cnf")
        let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-config", settings]
        let steps = [
            ["req", "-x509"] + newKey
                + ["-keyout", caKey, "-out", caFile, "-days", "2", "-subj", "/CN=crypto test CA", "-extensions", "ca"],
            ["req"] + newKey + ["-keyout", keyFile, "-out", request, "-subj", "/CN=crypto test server"],
            ["x509", "-req", "-in", request, "-CA", caFile, "-CAkey", caKey, "-set_serial", "2", "-out", leafFile]
                + ["-days", kind == .expired ? "-1" : "2", "-extfile", settings, "-extensions", "leaf"],
        ]
        for step in steps {
            let outcome = try await ToolProcess.run(openssl, step, environment: ["PATH": "/usr/bin:/bin"])
            guard outcome.status == .exited(0) else { throw TLSFront.Failure(reason: outcome.errorText) }
        }
    }
}

extension CertificateKind {
    fileprivate var names: String {
        self == .wrongHost ? "DNS:elsewhere.example" : "IP:127.0.0.1,DNS:localhost"
    }
}
