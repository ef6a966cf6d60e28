import CryptoCLI
import Platform
import TestFixtures
import TestSupport
import Testing

@Suite("--record and --replay", .quick, .endsHang)
struct RecordTests {
    private static func coinbaseTicker(_ time: String) -> Answer {
        .json(#"{"price":"67024.5","bid":"67024","ask":"67025","volume":"12.5","time":"\#(time)"}"#)
    }
    private static let coinbaseStats = Answer.json(
        #"{"open":"66000","high":"67500","low":"65900","last":"67024.5","volume":"12.5"}"#)

    private static func coinbase(_ product: String, at time: String = "2024-03-01T11:58:00.5Z") -> [Exchange] {
        [
            .get("/products/\(product)/ticker", answer: coinbaseTicker(time).delayed(by: .milliseconds(20))),
            .get("/products/\(product)/stats", answer: coinbaseStats),
        ]
    }

    /// The variables that point all providers of these tests at a server.
    private static func variables(_ server: LoopbackServer) -> [String: String] {
        server.variables(for: "coinbase", "coingecko", "binance", "frankfurter", "fixer")
            .merging(server.airVariables) { $1 }.merging(server.streams(of: "coinbase")) { $1 }
    }

    /// Runs a line with `--record`, and returns the run and the variables, with which the server is gone.
    private func record(
        _ line: String, _ exchanges: [Exchange], _ home: TemporaryDirectory, _ more: [String: String] = [:]
    ) async throws -> (run: ToolRun, variables: [String: String]) {
        try await withLoopbackServer(exchanges) { server in
            let variables = Self.variables(server).merging(more) { $1 }
            return (await runTool("\(line) --record \(home.path("record"))", variables), variables)
        }
    }

    @Test("A redirect is followed again in a process that has sent nothing", .needsBuiltProduct("crypto"))
    func redirect() async throws {
        try await withTemporaryDirectory { home in
            let arguments = ["list", "-p", "coingecko", "--fields", "price", "--csv", "--no-header"]
            let moved = "/moved"
            let exchanges: [Exchange] = [
                .get(CoinGeckoAnswers.path, answer: .redirect(to: moved)),
                .get(moved, answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)),
            ]
            let (first, variables) = try await record(arguments.joined(separator: " "), exchanges, home)
            #expect(first.output == "67024.5\r\n", "\(first.errors)")
            let again = try await runBuilt(
                arguments + ["--replay", home.path("record")], variables.merging(["HOME": home.path]) { $1 })
            #expect(again.status == .exited(0) && again.outputText == first.output, "\(again.errorText)")
        }
    }

    @Test("A record of a provider with a key holds no key, and is replayed without one")
    func keys() async throws {
        try await withTemporaryDirectory { home in
            let answer = Answer.json(
                #"{"success":true,"timestamp":1709294390,"base":"EUR","date":"2024-03-01","rates":{"SEK":11,"USD":1.25},"x":"canary-of-fixer"}"#
            )
            let line = "convert 1 EUR SEK -p fixer --json"
            let (first, variables) = try await record(
                line, [.get(RatePath.fixer, answer: answer)], home, ["CRYPTO_FIXER_KEY": "canary-of-fixer"])
            #expect(first.status == .success, "\(first.errors)")
            for name in Files.names(in: home.path("record")) {
                let text = String(decoding: try Files.bytes(home.path("record/\(name)")), as: UTF8.self)
                #expect(text.contains("access_key=***") && !text.contains("canary"))
            }
            let keyless = variables.filter { $0.key != "CRYPTO_FIXER_KEY" }
            let again = await runTool("\(line) --replay \(home.path("record"))", keyless)
            #expect(again.output == first.output && again.status == .success, "\(again.errors)")
        }
    }

    @Test("A run from a record runs no command for a key")
    func keyCommand() async throws {
        try await withTemporaryDirectory { home in
            let log = home.path("log")
            try home.write("coingecko = !echo x >>'\(log)'; echo canary", to: "crypto/keys", mode: 0o600)
            let line = "list -p coingecko --json"
            let exchange = Exchange.get(
                CoinGeckoAnswers.path, headers: ["x-cg-demo-api-key": "canary"],
                answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin))
            let (first, variables) = try await record(line, [exchange], home, ["XDG_CONFIG_HOME": home.path])
            #expect(first.status == .success, "\(first.errors)")
            let again = await runTool("\(line) --replay \(home.path("record"))", variables)
            #expect(again.output == first.output && again.status == .success, "\(again.errors)")
            #expect(try Files.bytes(log) == Array("x\n".utf8))
        }
    }

    @Test("A record that cannot be written is 74, after the rows", .needsBuiltProduct("crypto"))
    func unwritable() async throws {
        try await withTemporaryDirectory { home in
            let now = TimeSource.live.now().description
            try await withLoopbackServer(Self.coinbase("BTC-USD", at: now)) { server in
                let arguments = [
                    "price", "BTC", "-p", "coinbase", "--fields", "price", "--csv", "--no-header", "--record",
                    home.path("r"),
                ]
                let outcome = try await runBuilt(
                    arguments, in: #"trap "" XFSZ; ulimit -f 0; exec "$@""#, directory: home,
                    Self.variables(server).merging(["HOME": home.path]) { $1 })
                #expect(outcome.outputText == "67024.5\r\n")
                #expect(outcome.status == .exited(74))
                #expect(outcome.errorText == "crypto: writing the record in \(home.path("r")) failed: File too large\n")
            }
        }
    }

    @Test("Time passes for made-up ticks while they are recorded")
    func madeUpTicks() async throws {
        try await withTemporaryDirectory { home in
            let line = "watch BTC -p mock --count 5 --csv --no-header --fields time --record \(home.path("a"))"
            let run = await runTool(line, time: .live)
            // Ticks that are read late have the same time.
            #expect(run.outputLines.count == 5 && Set(run.outputLines).count > 1, "\(run.output)")
        }
    }

    @Test(
        "Each HAR file has what the specification requires",
        .needs(program: "python3"))
    func specification() async throws {
        let python = try #require(Executables.inPath("python3"))
        try await withTemporaryDirectory { home in
            let dead = Exchange.get("/products/BTC-USD/stats", times: .any, answer: .disconnect())
            let exchanges = Self.coinbase("BTC-USD").dropLast() + [dead]
            _ = try await record("price BTC -p coinbase --retries 0", Array(exchanges), home)
            let outcome = try await ToolProcess.run(python, ["-c", Self.checks, home.path("record")])
            #expect(outcome.outputText == "2\n", "\(outcome.errorText)")
        }
    }

    private static let checks = """
        import json, os, sys
        def need(value, types):
            for name, kind in types.items():
                assert isinstance(value[name], kind), (name, value)
        number = (int, float)
        for name in os.listdir(sys.argv[1]):
            log = json.load(open(os.path.join(sys.argv[1], name)))['log']
            assert log['version'] == '1.2'
            need(log['creator'], dict(name=str, version=str))
            for page in log['pages']:
                need(page, dict(startedDateTime=str, id=str, title=str, pageTimings=dict))
            entry, = log['entries']
            need(entry, dict(startedDateTime=str, time=number, request=dict, response=dict, cache=dict, timings=dict))
            need(entry['timings'], dict(send=number, wait=number, receive=number))
            both = dict(httpVersion=str, cookies=list, headers=list, headersSize=int, bodySize=int)
            need(entry['request'], dict(both, method=str, url=str, queryString=list))
            need(entry['response'], dict(both, status=int, statusText=str, content=dict, redirectURL=str))
            need(entry['response']['content'], dict(size=int, mimeType=str))
            for header in entry['request']['headers'] + entry['response']['headers'] + entry['request']['queryString']:
                need(header, dict(name=str, value=str))
            assert entry['pageref'] == log['pages'][0]['id']
        print(len(os.listdir(sys.argv[1])))
        """
}
