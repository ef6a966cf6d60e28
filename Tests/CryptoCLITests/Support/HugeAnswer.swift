import TestSupport
import Testing

/// An answer of 64 MiB, or of another size, in a few thousand bytes of gzip: a beginning, a repeated piece, and an end.
struct HugeAnswer: Sendable, CustomTestStringConvertible {
    let command: String
    let beginning: String
    let piece: String
    let end: String
    let size: Int

    init(_ command: String, _ beginning: String, _ piece: String, _ end: String, size: Int = 67_000_000) {
        (self.command, self.beginning, self.piece, self.end, self.size) = (command, beginning, piece, end, size)
    }

    var testDescription: String { "\(command): \(beginning.prefix(40))\(piece.prefix(40))…" }

    /// The result of a process that got this answer to all its requests.
    struct Outcome {
        let status: Int
        let mebibytes: Int
        let seconds: Int
        let errors: String
    }

    /// Runs the built tool with its own server.
    func run() async throws -> Outcome {
        let python = try #require(Executables.inPath("python3"))
        let tool = try #require(Executables.builtProduct("crypto"))
        let outcome = try await ToolProcess.run(
            python,
            ["-c", Self.script, beginning, piece, end, "\(size)", tool]
                + command.split(separator: " ").map(String.init),
            timeout: .seconds(160))
        let lines = outcome.outputText.split(separator: "\n", maxSplits: 1)
        let numbers = try #require(lines.first, "\(outcome.errorText)").split(separator: " ").compactMap { Int($0) }
        try #require(numbers.count == 3)
        return Outcome(
            status: numbers[0], mebibytes: numbers[1], seconds: numbers[2], errors: lines.count > 1 ? "\(lines[1])" : ""
        )
    }

    private static let script = """
        import http.server, os, subprocess, sys, time, zlib
        def serve(answer):
            beginning, piece, end = (text.encode() for text in sys.argv[1:4])
            plain = beginning + piece * ((int(sys.argv[4]) - len(beginning) - len(end)) // len(piece))
            plain = (plain[:-1] if piece.endswith(b",") else plain) + end
            deflate = zlib.compressobj(1, zlib.DEFLATED, 31)
            zipped = deflate.compress(plain) + deflate.flush()
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    isZipped = "gzip" in self.headers.get("Accept-Encoding", "")
                    body = zipped if isZipped else plain
                    self.send_response(200)
                    if isZipped: self.send_header("Content-Encoding", "gzip")
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    try: self.wfile.write(body)
                    except OSError: pass
                def log_message(self, *arguments): pass
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            os.write(answer, b"%d\\n" % server.server_port)
            server.serve_forever()
        # The peak of a process counts that of the one it was forked from: the answer is made in another.
        port, answer = os.pipe()
        server = os.fork()
        if server == 0:
            try: serve(answer)
            finally: os._exit(1)
        os.close(answer)
        url = "http://127.0.0.1:%d" % int(os.fdopen(port).readline())
        provider = sys.argv[sys.argv.index("-p") + 1].upper().replace("-", "_")
        names = [provider + "_URL", provider + "_GEOCODING_URL"]
        variables = {"CRYPTO_" + name: url for name in names} | {"CRYPTO_" + provider + "_KEY": "key"}
        start = time.monotonic()
        tool = subprocess.Popen(
            sys.argv[5:] + ["--retries", "0", "--timeout", "150s", "--deadline", "150s"], env=variables,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        errors = tool.stderr.read()
        _, status, usage = os.wait4(tool.pid, 0)
        os.kill(server, 9)
        print(os.waitstatus_to_exitcode(status), usage.ru_maxrss // 1024, int(time.monotonic() - start))
        print(errors.decode(errors="replace"))
        """
}
