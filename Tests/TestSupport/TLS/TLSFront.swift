#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif
package import Testing

/// A TLS server in front of a `LoopbackServer`: it ends TLS in a helper process and hands the bytes on.
///
/// Made by `withTLSFront`; tests that use it bear `.needsTLS`.
package struct TLSFront: Sendable {
    /// Why no front could be had.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let reason: String

        package var description: String { reason }
    }

    /// Whether openssl(1) makes the certificates and python3 has ssl on this machine.
    package static var isAvailable: Bool {
        get async { await tools.value != nil }
    }

    /// The port the system gave the helper.
    package let port: UInt16
    /// The CA certificate (PEM) to trust, as `CURL_CA_BUNDLE` would name it.
    package let caFile: String
    /// `https://127.0.0.1:PORT`, without a slash at the end.
    package var url: String { "https://127.0.0.1:\(port)" }

    private let helper: ChildProcess
    private let stdin: Int32

    init(_ kind: CertificateKind, plainPort: UInt16, in directory: TemporaryDirectory) async throws {
        guard let (python, openssl) = await Self.tools.value else {
            throw Failure(reason: "python3 with ssl and openssl are needed: let the test bear .needsTLS")
        }
        let certificates = try await TestCertificates(kind, openssl: openssl, in: directory)
        let script = try directory.write(TLSTerminator.source, to: "terminator.py")
        let arguments = [script, certificates.leafFile, certificates.keyFile, "\(plainPort)"]
        let (helper, stdin, stdout) = try Self.spawn(python, arguments)
        defer { close(stdout) }
        let line = await WorkerThread.result { Self.firstLine(of: stdout) }
        guard let port = line.flatMap(UInt16.init) else {
            close(stdin)
            _ = helper.reap()
            throw Failure(reason: "the TLS helper named no port")
        }
        self.port = port
        self.helper = helper
        self.stdin = stdin
        caFile = certificates.caFile
    }

    private static func spawn(
        _ python: String, _ arguments: [String]
    ) throws -> (helper: ChildProcess, stdin: Int32, stdout: Int32) {
        let input = try Descriptors.pipe()
        let output = try Descriptors.pipe()
        defer {
            close(input.read)
            close(output.write)
        }
        do {
            let helper = try ChildProcess(
                python, arguments.map { Array($0.utf8) }, environment: ["PATH": "/usr/bin:/bin"],
                places: [.descriptor(input.read), .descriptor(output.write), .file("/dev/null")], terminal: nil)
            return (helper, input.write, output.read)
        } catch {
            close(input.write)
            close(output.read)
            throw error
        }
    }

    /// Ends the helper, which it does by itself too when our process is gone and its stdin with it.
    func stop() {
        close(stdin)
        _ = helper.reap()
    }

    /// As `stop`, but lets the helper end by itself.
    func stopGently() -> ToolOutcome.Status {
        close(stdin)
        helper.waitForEnd()
        return ToolOutcome.Status(waitStatus: helper.reap())
    }

    /// The two executables, looked for once.
    private static let tools = Task { () -> (python: String, openssl: String)? in
        guard let python = await python(), let openssl = Executables.inPath("openssl") else { return nil }
        let outcome = try? await ToolProcess.run(openssl, ["version"])
        return outcome?.status == .exited(0) ? (python, openssl) : nil
    }

    /// The interpreter itself, not a version manager's script that finds it anew at every start.
    private static func python() async -> String? {
        guard let found = Executables.inPath("python3") else { return nil }
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let home = getenv("HOME").map { String(cString: $0) } ?? "/"
        let outcome = try? await ToolProcess.run(
            found, ["-c", "import ssl, sys; print(sys.executable, end='')"], environment: ["PATH": path, "HOME": home])
        guard let outcome, outcome.status == .exited(0) else { return nil }
        return outcome.outputText
    }

    /// Up to 20 s of waiting; nil when the other side ends or says nothing.
    private static func firstLine(of descriptor: Int32) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&polled, 1, 20_000) == 1, read(descriptor, &byte, 1) == 1 {
            if byte == 10 { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return nil
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, visibly, where no TLS helper can run.
    package static var needsTLS: Self {
        .enabled("needs openssl(1), and python3 with its ssl module") { await TLSFront.isAvailable }
    }
}

/// Runs `body` with a TLS server in front of `server`, then stops it.
///
/// Stop order: the front goes first, so use it inside `withLoopbackServer`. Throws `TLSFront.Failure` when it cannot be
/// had.
package func withTLSFront<Result>(
    of server: LoopbackServer, certificate: CertificateKind = .good, _ body: (TLSFront) async throws -> Result
) async throws -> Result {
    try await withTemporaryDirectory { directory in
        let front = try await TLSFront(certificate, plainPort: server.port, in: directory)
        defer { front.stop() }
        return try await body(front)
    }
}
