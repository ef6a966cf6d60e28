import TestSupport
import Testing

private let canary = "sEcrEt/CanAry+42"

@Suite("A key is nowhere but in its request", .needsBuiltProduct("crypto"), .quick, .endsHang)
struct KeySecrecyTests {
    /// Where the key comes from.
    enum Source: CaseIterable, Sendable {
        case variable
        case file
        case command
    }

    /// What the server does with the key.
    enum Service: CaseIterable, Sendable {
        /// It answers with rates.
        case sound
        /// It answers with rates, and the key beside them.
        case echo
        /// It refuses, and repeats the key.
        case refusal
        /// It sends a header that is malformed, with the key.
        case header
        /// It redirects to an address that holds the key, at another host.
        case redirect

        var answer: Answer {
            let rates = #""success":true,"timestamp":1709294400,"base":"EUR","date":"2024-03-01","rates":{"USD":1.25}"#
            return switch self {
            case .sound: .json("{\(rates)}")
            case .echo:
                .json(#"{"key":"\#(canary)",\#(rates)}"#, headers: [("X-Key", canary), ("ETag", "\"\(canary)\"")])
            case .refusal: .json(#"{"success":false,"error":{"code":101,"info":"wrong: \#(canary)"}}"#)
            case .header: .raw("HTTP/1.1 200 OK\r\nbad \(canary): \(canary)\r\nContent-Length: 2\r\n\r\n[]")
            case .redirect: .redirect(to: "http://localhost:1/\(canary)?access_key=\(canary)")
            }
        }
    }

    @Test(
        "stdout, stderr with -v, the cache and a record do not contain it", arguments: Source.allCases, Service.allCases
    )
    func written(source: Source, service: Service) async throws {
        try await withTemporaryDirectory { home in
            let exchange = Exchange.get(
                "/api/latest", query: ["access_key": canary], times: .any, answer: service.answer)
            try await withLoopbackServer([exchange]) { server in
                var variables = server.variables(for: "fixer").merging([
                    "XDG_CONFIG_HOME": home.path("config"), "XDG_CACHE_HOME": home.path("cache"),
                    "PATH": "/usr/bin:/bin",
                ]) { $1 }
                try home.write("", to: "config/x")
                switch source {
                case .variable: variables["CRYPTO_FIXER_KEY"] = canary
                case .file: try home.write("fixer = \(canary)", to: "config/crypto/keys", mode: 0o600)
                case .command:
                    try home.write("fixer = !cat '\(home.path("key"))'", to: "config/crypto/keys", mode: 0o600)
                    try home.write(canary + "\nmore \(canary)\n", to: "key")
                }
                let line = ["convert", "1", "EUR", "USD", "-p", "fixer", "-v", "--retries", "0"]
                for more in [[], [], ["--record", home.path("record")]] {
                    let outcome = try await runBuilt(line + more, variables)
                    #expect(outcome.errorText.contains("GET http://127.0.0.1:") || outcome.errorText.contains("cache"))
                    expectHidden(outcome.output + outcome.errors)
                }
                #expect(server.requests.count >= 1)
                for folder in ["cache/crypto", "record"] {
                    let names = Files.names(in: home.path(folder))
                    #expect(service != .sound || !names.isEmpty)
                    for name in names {
                        expectHidden(Array(name.utf8))
                        expectHidden(try Files.bytes(home.path("\(folder)/\(name)")))
                    }
                }
            }
        }
    }

    /// Prints the environment of a command, its arguments, and those of the program.
    private static let facts =
        "env; for p in $PPID $$; do cat /proc/$p/cmdline 2>/dev/null || ps -o command= -p $p; done"

    @Test("The environment and the arguments of a command for a key do not contain a key")
    func keyCommand() async throws {
        try await withTemporaryDirectory { home in
            let (seen, key) = (home.path("seen"), home.path("key"))
            try home.write(canary, to: "key")
            try home.write(
                "fixer = !{ \(Self.facts); } >'\(seen)'; cat '\(key)'", to: "crypto/keys", mode: 0o600)
            try await withLoopbackServer([.get("/api/latest", answer: Service.sound.answer)]) { server in
                let variables = server.variables(for: "fixer").merging([
                    "XDG_CONFIG_HOME": home.path, "PATH": "/usr/bin:/bin", "CRYPTO_WAQI_KEY": canary,
                    "CRYPTO_COINGECKO_KEY": canary,
                ]) { $1 }
                let outcome = try await runBuilt(["convert", "1", "EUR", "USD", "-p", "fixer"], variables)
                #expect(outcome.status == .exited(0), "\(outcome.errorText)")
                let text = try Files.bytes(seen)
                for fact in ["XDG_CONFIG_HOME=", "EUR", Self.facts] {
                    #expect(String(decoding: text, as: UTF8.self).contains(fact))
                }
                expectHidden(text)
            }
        }
    }

    @Test("The environment and the arguments of a command of --exec do not contain a key")
    func exec() async throws {
        let outcome = try await runBuilt(
            ["watch", "BTC", "-p", "sample", "--when", "price > 0", "--exec", Self.facts, "--count", "1"],
            ["PATH": "/usr/bin:/bin", "CRYPTO_FIXER_KEY": canary, "CRYPTO_CRYPTOCOMPARE_KEY": canary])
        #expect(outcome.status == .exited(0), "\(outcome.errorText)")
        #expect(outcome.errorText.contains("TICK_SYMBOL=BTC"))
        expectHidden(outcome.output + outcome.errors)
    }

    /// Expects bytes without the key, plain or percent-encoded, or a part of it.
    private func expectHidden(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("sEcrEt"), "\(text)", sourceLocation: sourceLocation)
        #expect(!text.contains("CanAry"), "\(text)", sourceLocation: sourceLocation)
    }
}
