import CryptoCLI
import Platform
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

private let canary = "sEcrEtCanary42"

@Suite("The file of keys", .quick)
struct KeysFileTests {
    /// Runs a command line beside a file `keys`, against a server that replaces fixer and frankfurter.
    private func run(
        _ line: String, keys text: String?, mode: UInt32 = 0o600, _ exchanges: [Exchange] = [],
        _ variables: [String: String] = [:]
    ) async throws -> (run: ToolRun, path: String) {
        try await withTemporaryDirectory { home in
            if let text { try home.write(text, to: "crypto/keys", mode: mode) }
            return try await withLoopbackServer(exchanges) { server in
                let own = server.variables(for: "fixer", "frankfurter", "coingecko", "coinpaprika")
                    .merging(["XDG_CONFIG_HOME": home.path, "PATH": "/usr/bin:/bin"]) { $1 }
                let run = await runTool("\(line) --retries 0", own.merging(variables) { $1 })
                return (run, home.path("crypto/keys"))
            }
        }
    }

    private func asked(with key: String) -> Exchange {
        .get(
            RatePath.fixer, query: ["access_key": key],
            answer: .json(
                #"{"success":true,"timestamp":1709294400,"base":"EUR","date":"2024-03-01","rates":{"USD":1.25,"SEK":10}}"#
            ))
    }

    private let convert = "convert 1 EUR USD -p fixer --template {result}"

    /// Texts of the file, and the key that is sent.
    static let texts: [(text: String, key: String)] = [
        ("fixer = \(canary)", canary), ("fixer=\(canary)\n", canary), ("\t FIXER \t=\t \(canary) \r\n", canary),
        ("# a comment\n\n  # another\nwaqi = token-of-waqi\nfixer = \(canary)\n", canary),
        ("fixer = a=b+c/d==\n", "a=b+c/d=="), ("fixer = a#b", "a#b"),
        ("\u{FEFF}fixer = \(canary)", canary), ("fixer = !echo \(canary)", canary),
        ("fixer = ! printf '%s\\r\\nmore\\n' \(canary)", canary),
    ]

    @Test("A key is a line of the file, or the first line that a command prints", arguments: texts)
    func sound(text: String, key: String) async throws {
        let (run, _) = try await run(convert, keys: text, [asked(with: key)])
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.output == "1.25")
        #expect(run.errors.isEmpty)
    }

    @Test("A variable wins, and then the file is not read")
    func variable() async throws {
        let variables = ["CRYPTO_FIXER_KEY": canary]
        let (run, _) = try await run(convert, keys: "nonsense", mode: 0o644, [asked(with: canary)], variables)
        #expect(run.status == .success, "\(run.errors)")
    }

    @Test("A command that needs no key does not read the file")
    func unread() async throws {
        for line in ["list -p sample --limit 1", "price BTC -p sample", "convert 1 EUR SEK -p sample"] {
            let (run, _) = try await run(line, keys: "nonsense", mode: 0o644)
            #expect(run.status == .success, "\(run.errors)")
        }
    }

    /// Wrong texts, and what the message says after the path.
    static let wrongTexts: [(text: String, words: String)] = [
        ("\(canary)\n", ":1: there is no '='; write 'provider = key' or 'provider = !command'"),
        ("# x\n\n= \(canary)", ":3: no provider before '='"),
        ("fixr = \(canary)", ":1: unknown provider; did you mean 'fixer'?"),
        ("\(canary) = fixer", ":1: unknown provider; those with keys are coingecko, "),
        ("binance = \(canary)", ":1: binance takes no key"),
        ("fixer = \(canary)\nfixer = \(canary)", ":2: a second key of fixer, which has one in line 1"),
        ("fixer =", ":1: the key is empty"), ("fixer = !", ":1: no command after '!'"),
        ("fixer = \(canary) # mine", ":1: the key holds a blank; a comment has a line of its own"),
        ("fixer = \(canary)\u{1B}[1m", ":1: the key holds a control character"),
        ("fixer = \(canary)\u{0}", ":1: the key holds a control character"),
    ]

    @Test("A wrong file is named with the line and the reason, and never with the key", arguments: wrongTexts)
    func wrong(text: String, words: String) async throws {
        let (run, path) = try await run(convert, keys: text)
        expectFailure(run, .configuration, says: path + words)
        #expect(!run.errors.lowercased().contains(canary.lowercased()))
    }

    @Test("A file that is not UTF-8 is named with the line")
    func bytes() async throws {
        try await withTemporaryDirectory { home in
            try home.write("", to: "crypto/keys", mode: 0o600)
            try Files.write(Array("# é\nfixer = ".utf8) + [0xFF], to: home.path("crypto/keys"))
            let run = await runTool(convert.split(separator: " ").map(String.init), ["XDG_CONFIG_HOME": home.path])
            expectFailure(run, .configuration, says: "\(home.path("crypto/keys")):2: not valid UTF-8")
        }
    }

    @Test(
        "A file that others have access to is refused with the command that repairs it",
        arguments: [0o640, 0o604, 0o620, 0o602, 0o610, 0o644, 0o666] as [UInt32])
    func access(mode: UInt32) async throws {
        try await withTemporaryDirectory { home in
            let path = try home.write("fixer = \(canary)", to: "crypto/keys")
            chmod(path, mode_t(mode))
            let run = await runTool(convert.split(separator: " ").map(String.init), ["XDG_CONFIG_HOME": home.path])
            expectFailure(run, .configuration, says: "\(path): others have access to it; run 'chmod 600 \(path)'")
            #expect(!run.errors.contains(canary))
        }
    }

    @Test("A file of another user is refused", .needs("root, who can give files away", geteuid() == 0))
    func owner() async throws {
        try await withTemporaryDirectory { home in
            let path = try home.write("fixer = \(canary)", to: "crypto/keys", mode: 0o600)
            chown(path, 1, 1)
            let run = await runTool(convert.split(separator: " ").map(String.init), ["XDG_CONFIG_HOME": home.path])
            expectFailure(run, .configuration, says: "\(path): belongs to another user; run 'sudo chown")
        }
    }

    @Test("A folder in place of the file cannot be read")
    func folder() async throws {
        try await withTemporaryDirectory { home in
            try home.write("", to: "crypto/keys/file")
            let run = await runTool(convert.split(separator: " ").map(String.init), ["XDG_CONFIG_HOME": home.path])
            expectFailure(run, .configuration, says: "\(home.path("crypto/keys")): cannot be read: Is a directory")
        }
    }

    @Test(
        "A wrong file ends a chain that would go on after a failure of a provider",
        arguments: [
            "price BTC", "list", "price BTC --consensus --min-sources 2 -p coingecko,coinpaprika",
            "watch BTC -p cryptocompare,coinpaprika",
            "aqi Delhi --watch -p waqi,open-meteo",
        ])
    func chain(line: String) async throws {
        let refusal = Exchange.get("/v1/tickers", times: .any, answer: .status(500))
        let (run, path) = try await run(line, keys: "fixer", [refusal])
        expectFailure(run, .configuration, says: "\(path):1: there is no '='")
    }

    @Test("Without a key, the message names the variable and the file")
    func missing() async throws {
        let (run, path) = try await run(convert, keys: nil)
        let advice = "set CRYPTO_FIXER_KEY, or 'fixer = KEY' in \(path)"
        expectFailure(run, .noPermission, says: "fixer: needs a key; \(advice)")
        let refusal = Answer.json(#"{"success":false,"error":{"code":101,"info":"no \#(canary)"}}"#)
        let exchange = Exchange.get(RatePath.fixer, answer: refusal)
        let (refused, _) = try await self.run(convert, keys: "fixer = \(canary)", [exchange])
        expectFailure(refused, .noPermission, says: "fixer: the key is missing or wrong: no ***; set CRYPTO_FIXER_KEY")
    }

    @Test("A stream whose handshake refuses the key names the variable and the file")
    func handshake() async throws {
        try await withTemporaryDirectory { home in
            try home.write("cryptocompare = \(canary)", to: "crypto/keys", mode: 0o600)
            try await withLoopbackServer([.get("/v2", answer: .status(401))]) { server in
                let variables = server.streams(of: "cryptocompare").merging(["XDG_CONFIG_HOME": home.path]) { $1 }
                let run = await runTool("watch BTC -p cryptocompare", variables, time: .live)
                expectFailure(
                    run, .noPermission,
                    says: "set CRYPTO_CRYPTOCOMPARE_KEY, or 'cryptocompare = KEY' in \(home.path("crypto/keys"))")
                #expect(!run.errors.contains(canary))
            }
        }
    }
}

// MARK: - Commands

extension KeysFileTests {
    /// Commands that fail, and what the message says after the path.
    static let failures: [(command: String, words: String)] = [
        ("echo \(canary); exit 3", ":1: the command ended with status 3"),
        ("echo \(canary); kill -9 $$", ":1: the command was ended by signal 9"),
        ("true", ":1: the command printed no key"), ("echo; echo \(canary)", ":1: the command printed no key"),
        ("echo \(canary) 2", ":1: the command printed no key: the key holds a blank"),
        (#"printf '\377\n'"#, ":1: the command printed what is not valid UTF-8"),
        (
            "head -c 65536 /dev/zero | tr '\\0' x",
            ":1: the command printed no key: the key is over 4096 bytes long"
        ),
    ]

    @Test("A command that fails is named by its line, and its output is not shown", arguments: failures)
    func failing(command: String, words: String) async throws {
        let (run, path) = try await run(convert, keys: "fixer = !\(command)")
        expectFailure(run, .configuration, says: "fixer: \(path)\(words)")
        #expect(!run.errors.contains(canary))
    }

    @Test("A command runs once in a run, only if the provider is asked, and not for a kept answer")
    func once() async throws {
        try await withTemporaryDirectory { home in
            let log = home.path("log")
            try home.write("fixer = !echo x >>'\(log)'; echo \(canary)", to: "crypto/keys", mode: 0o600)
            let exchange = asked(with: canary)
            try await withLoopbackServer([exchange]) { server in
                let variables = server.variables(for: "fixer").merging([
                    "XDG_CONFIG_HOME": home.path, "XDG_CACHE_HOME": home.path("cache"),
                ]) { $1 }
                #expect(await runTool("list -p sample", variables).status == .success)
                #expect(!Files.exists(log))
                for line in ["convert 1 EUR USD SEK -p fixer", "convert 2 EUR SEK -p fixer"] {
                    #expect(await runTool(line, variables).status == .success)
                    let lines = try Files.bytes(log)
                    #expect(lines == Array("x\n".utf8))
                }
            }
        }
    }

    @Test(
        "A signal that ends the program ends the command and all its processes", .needsBuiltProduct("crypto"),
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(signal: Int32) async throws {
        let tool = try #require(Executables.builtProduct("crypto"))
        try await withTemporaryDirectory { home in
            let pids = home.path("pids")
            let command = "sleep 60 & echo $! $$ >'\(pids)'; echo started >&2; wait"
            try home.write("fixer = !\(command)", to: "crypto/keys", mode: 0o600)
            let outcome = try await ToolProcess.run(
                tool, convert.split(separator: " ").map(String.init),
                environment: ["XDG_CONFIG_HOME": home.path, "PATH": "/usr/bin:/bin"],
                terminal: TerminalSize(columns: 80),
                interruption: ToolProcess.Interruption(signal))
            #expect(outcome.status == .signalled(signal))
            let numbers = String(decoding: try Files.bytes(pids), as: UTF8.self).split { !$0.isNumber }
            #expect(numbers.count == 2)
            for pid in numbers.compactMap({ Int32($0) }) {
                try await expectEventually("\(pid) has ended") { !Files.isRunning(pid) }
            }
        }
    }
}
