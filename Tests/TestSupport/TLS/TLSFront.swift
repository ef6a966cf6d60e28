#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
package import Testing

/// A TLS server in front of a `LoopbackServer`. It terminates TLS in a helper process and relays the bytes.
///
/// Made by `withTLSFront`. Tests that use it need the trait `.needsTLS`.
package struct TLSFront: Sendable {
    /// The reason why there is no front.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let reason: String

        package var description: String { reason }
    }

    /// Whether this machine has openssl(1) for the certificates and a python3 with ssl.
    package static var isAvailable: Bool {
        get async { await tools.value != nil }
    }

    /// The port that the system chose for the helper.
    package var port: UInt16 { helper.port }
    /// The path of the CA certificate (PEM) to trust, as for `CURL_CA_BUNDLE`.
    package let caFile: String
    /// `https://127.0.0.1:PORT`, without a slash at the end.
    package var url: String { "https://127.0.0.1:\(port)" }

    private let helper: HelperServer

    init(
        _ kind: CertificateKind, protocols: [String] = ["http/1.1"], plainPort: UInt16, in directory: TemporaryDirectory
    ) async throws {
        guard let (python, openssl) = await Self.tools.value else {
            throw Failure(reason: "python3 with ssl and openssl are needed: let the test bear .needsTLS")
        }
        let certificates = try await TestCertificates(kind, openssl: openssl, in: directory)
        let script = try directory.write(TLSTerminator.source, to: "terminator.py")
        let arguments = [
            script, certificates.leafFile, certificates.keyFile, "\(plainPort)", protocols.joined(separator: ","),
        ]
        helper = try await HelperServer(python, arguments)
        caFile = certificates.caFile
    }

    /// Ends the helper. It also ends by itself when the test process, and so its stdin, ends.
    func stop() {
        helper.stop()
    }

    /// Like `stop`, but lets the helper end by itself.
    func stopGently() -> ToolOutcome.Status {
        helper.stopGently()
    }

    /// The two executables, searched for once.
    private static let tools = Task { () -> (python: String, openssl: String)? in
        guard let python = await python(), let openssl = Executables.inPath("openssl") else { return nil }
        let outcome = try? await ToolProcess.run(openssl, ["version"])
        return outcome?.status == .exited(0) ? (python, openssl) : nil
    }

    /// The interpreter itself, not a version manager's script that searches for it at every start.
    private static func python() async -> String? {
        guard let found = Executables.inPath("python3") else { return nil }
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let home = getenv("HOME").map { String(cString: $0) } ?? "/"
        let outcome = try? await ToolProcess.run(
            found, ["-c", "import ssl, sys; print(sys.executable, end='')"], environment: ["PATH": path, "HOME": home])
        guard let outcome, outcome.status == .exited(0) else { return nil }
        return outcome.outputText
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, visibly, where no TLS helper can run.
    package static var needsTLS: Self {
        .needs("openssl(1), and python3 with its ssl module") { await TLSFront.isAvailable }
    }
}

/// Runs `body` with a TLS server in front of `server`, then stops it.
///
/// `protocols` are offered by ALPN, best first. The server gets the bytes unchanged, whatever is chosen. The front must
/// stop first, so use it inside `withLoopbackServer`. Throws `TLSFront.Failure` when it cannot be created.
package func withTLSFront<Result>(
    of server: LoopbackServer, certificate: CertificateKind = .good, protocols: [String] = ["http/1.1"],
    _ body: (TLSFront) async throws -> Result
) async throws -> Result {
    try await withTemporaryDirectory { directory in
        let front = try await TLSFront(certificate, protocols: protocols, plainPort: server.port, in: directory)
        defer { front.stop() }
        return try await body(front)
    }
}
