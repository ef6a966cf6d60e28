#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The memory of a stream over TLS, compared with the same frames over a plain connection.
enum SecureStreaming {
    private static let frames = Sizes.secureFrames

    /// The programs for serving TLS.
    private struct Tools {
        let python: String
        let openssl: String

        init?() {
            guard let python = Programs.python, let openssl = Programs.inPath("openssl") else { return nil }
            (self.python, self.openssl) = (python, openssl)
        }
    }

    static func figures(_ crypto: String) throws -> [Figure] {
        let plain = try LocalServer.run(["--stream", "\(frames)", "0"]) { numbers in
            try figure(crypto, "ws", port: numbers[0], goal: "under 24 MiB")
        }
        guard let tools = Tools() else { return [plain, Figure("wss", missing: "no python3 or openssl here")] }
        return try Programs.withDirectory { directory in
            let (certificate, key) = try certificate(in: directory, tools.openssl)
            let script = "\(directory)/secure.py"
            try Programs.write(server, to: script)
            let command = [tools.python, script, certificate, key]
            // The stream server makes the frames. This server only adds TLS.
            return try LocalServer.run(["--stream", "\(frames)", "0"]) { plainNumbers in
                try LocalServer.run(command: command + ["\(plainNumbers[0])"]) { numbers in
                    [plain, try figure(crypto, "wss", port: numbers[0], trust: certificate, goal: "under 28 MiB")]
                }
            }
        }
    }

    private static func figure(
        _ crypto: String, _ scheme: String, port: Int, trust: String? = nil, goal: String
    ) throws -> Figure {
        let words = "watch BTC --provider coinbase --fields time,symbol,price,bid,ask --count \(frames)"
        var environment = ["CRYPTO_COINBASE_WS_URL": "\(scheme)://127.0.0.1:\(port)"]
        environment["CURL_CA_BUNDLE"] = trust
        let run = try ChildRun(["/bin/sh", "-c", "exec '\(crypto)' \(words) >/dev/null"], environment)
        let score = Contest.Score(
            name: "\(scheme), \(frames) frames", times: [run.milliseconds], peak: run.peak)
        return Figure(score, goal: goal)
    }

    /// A self-signed certificate for this machine, and its key.
    private static func certificate(
        in directory: String, _ openssl: String
    ) throws(ChildRun.Fault) -> (certificate: String, key: String) {
        let (certificate, key) = ("\(directory)/secure.pem", "\(directory)/secure.key")
        let words =
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=benchmarks"
            + " -addext subjectAltName=IP:127.0.0.1 -keyout '\(key)' -out '\(certificate)' 2>/dev/null"
        _ = try ChildRun(["/bin/sh", "-c", "exec '\(openssl)' \(words)"], [:])
        return (certificate, key)
    }

    /// Relays one connection after the other to a plain server, which writes far more than it reads.
    private static let server = """
        import os, select, socket, ssl, sys, threading

        def end_with_stdin():
            sys.stdin.buffer.read()
            os._exit(0)

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
        listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=end_with_stdin, daemon=True).start()
        print(listener.getsockname()[1], flush=True)
        while True:
            accepted, _ = listener.accept()
            try:
                with context.wrap_socket(accepted, server_side=True) as tls:
                    with socket.create_connection(("127.0.0.1", int(sys.argv[3]))) as plain:
                        while True:
                            ready = [tls] if tls.pending() else select.select([tls, plain], [], [])[0]
                            source = tls if tls in ready else plain
                            data = source.recv(65536)
                            if not data:
                                break
                            (plain if source is tls else tls).sendall(data)
            except OSError:
                pass

        """
}
