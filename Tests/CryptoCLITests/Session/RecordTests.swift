import CryptoCLI
import Platform
import TestFixtures
import TestSupport
import Testing

@Suite("--record and --replay", .quick, .endsHang)
struct RecordTests {
    /// A command line, and what servers answer to it.
    struct Job: Sendable, CustomTestStringConvertible {
        let line: String
        let exchanges: @Sendable () -> [Exchange]
        var status = ToolStatus.success

        var testDescription: String { line }

        init(_ line: String, status: ToolStatus = .success, _ exchanges: @escaping @Sendable () -> [Exchange]) {
            (self.line, self.status, self.exchanges) = (line, status, exchanges)
        }
    }

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

    private static let rates = Exchange.get(
        RatePath.frankfurter, times: .any, answer: latestRates(#""USD":1.25,"SEK":11"#))

    private static func consensus() -> [Exchange] {
        coinbase("BTC-USD") + [.get(CoinGeckoAnswers.path, answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin))]
    }

    static let jobs = [
        Job("price BTC ETH -p coinbase --json") { coinbase("BTC-USD") + coinbase("ETH-USD") },
        Job("price BTC -p coinbase -f table") { coinbase("BTC-USD") },
        Job("list -c SEK -p coingecko,frankfurter --json") {
            [.get(CoinGeckoAnswers.path, times: .any, answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)), rates]
        },
        Job("convert 2 USD SEK EUR -p frankfurter --json") { [rates] },
        Job("price BTC --consensus --min-sources 1 -p coinbase,coingecko --json") { consensus() },
        Job("aqi Delhi -p open-meteo --json") {
            [
                OpenMeteoAnswers.search("Delhi", OpenMeteoAnswers.results(OpenMeteoAnswers.delhi)),
                OpenMeteoAnswers.airs(OpenMeteoAnswers.air(current: OpenMeteoAnswers.current)),
            ]
        },
        Job("price BTC --history 3h -p coinbase --json") {
            [
                .get(
                    "/products/BTC-USD/candles",
                    answer: .json("[[1709290800,1,4,2,3,5.5],[1709287200,1,4,2,3,5.5],[1709283600,1,4,2,3,5.5]]"))
            ]
        },
        Job("price BTC -p coinbase --retries 0", status: .unavailable) {
            [
                // On the connection of the other request it is sent again, on a new one.
                .get("/products/BTC-USD/ticker", times: .any, answer: .disconnect()),
                .get("/products/BTC-USD/stats", times: .any, answer: coinbaseStats),
            ]
        },
        Job("price BTC -p coinbase --retries 2", status: .tryLater) {
            [
                .get("/products/BTC-USD/ticker", times: .any, answer: .status(429)),
                .get("/products/BTC-USD/stats", times: .any, answer: coinbaseStats),
            ]
        },
        Job("price BTC -p coinbase --retries 0 --timeout 100ms", status: .tryLater) {
            [
                .get("/products/BTC-USD/ticker", times: .any, answer: .never),
                .get("/products/BTC-USD/stats", times: .any, answer: coinbaseStats),
            ]
        },
        Job("price BTC -p coinbase,coingecko --json") {
            [
                .get("/products/BTC-USD/ticker", times: .any, answer: .status(403)),
                .get("/products/BTC-USD/stats", times: .any, answer: coinbaseStats),
                .get(CoinGeckoAnswers.path, answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)),
            ]
        },
    ]

    /// The variables that point all providers of these tests at a server.
    private static func variables(_ server: LoopbackServer) -> [String: String] {
        server.variables(for: "coinbase", "coingecko", "binance", "frankfurter", "fixer")
            .merging(server.airVariables) { $1 }.merging(server.streams(of: "coinbase")) { $1 }
    }

    /// Runs a line with `--record`, and returns the run and the variables, with which the server is gone.
    private func record(
        _ line: String, _ exchanges: [Exchange], _ home: TemporaryDirectory, _ more: [String: String] = [:],
        time: TimeSource = TestClock().source, name: String = "record"
    ) async throws -> (run: ToolRun, variables: [String: String]) {
        try await withLoopbackServer(exchanges) { server in
            let variables = Self.variables(server).merging(more) { $1 }
            return (await runTool("\(line) --record \(home.path(name))", variables, time: time), variables)
        }
    }

    @Test("A run from the record prints the same without a server, with the same status", arguments: jobs)
    func same(_ job: Job) async throws {
        try await withTemporaryDirectory { home in
            let (first, variables) = try await record(job.line, job.exchanges(), home)
            #expect(first.status == job.status, "\(first.errors)")
            #expect(first.output.isEmpty == (job.status != .success))
            for _ in 0..<2 {
                let again = await runTool("\(job.line) --replay \(home.path("record"))", variables)
                #expect(again.output == first.output)
                #expect(again.status == first.status, "\(again.errors)")
                #expect(again.errors == first.errors)
            }
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

    @Test("Ages and times are those of the record, however late it is replayed")
    func ages() async throws {
        try await withTemporaryDirectory { home in
            let line = "price BTC -p coinbase --fields age,price --csv --no-header"
            let (first, variables) = try await record(line, Self.coinbase("BTC-USD"), home)
            #expect(first.output == "119,67024.5\r\n")
            let later = TestClock(start: Timestamp(seconds: 1_900_000_000))
            let again = await runTool("\(line) --replay \(home.path("record"))", variables, time: later.source)
            #expect(again.output == first.output)
        }
    }

    @Test("The cache is neither used nor filled")
    func cache() async throws {
        try await withTemporaryDirectory { home in
            let line = "price BTC -p coinbase --json"
            let cache = ["XDG_CACHE_HOME": home.path]
            for name in ["a", "b"] {
                let (run, _) = try await record(line, Self.coinbase("BTC-USD"), home, cache, name: name)
                #expect(run.status == .success)
                #expect(Files.names(in: home.path(name)).count == 2)
            }
            #expect(!Files.exists(home.path("crypto")))
        }
    }

    @Test("A request that the record has no answer to exits with 69 and is named without its key; so does one too many")
    func missing() async throws {
        try await withTemporaryDirectory { home in
            let (_, variables) = try await record("price BTC -p coinbase", Self.coinbase("BTC-USD"), home)
            let run = await runTool("price ETH -p coinbase --replay \(home.path("record"))", variables)
            expectFailure(run, .unavailable, says: "/products/ETH-USD/ticker")
            let fixer = ["CRYPTO_FIXER_KEY": "canary-of-fixer"].merging(variables) { $1 }
            let rates = await runTool("convert 1 EUR SEK -p fixer --replay \(home.path("record"))", fixer)
            expectFailure(rates, .unavailable, says: "access_key=***")
            #expect(!rates.errors.contains("canary"))
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

    /// Providers whose paths depend on the key: a command line, the path without a key and with one, and the answer.
    private static let pathsOfKeys: [(line: String, keyless: String, keyed: String, answer: Answer)] = [
        (
            "price BTC -p coinmarketcap", CoinMarketCapAnswers.path,
            String(CoinMarketCapAnswers.path.dropFirst("/public-api".count)),
            CoinMarketCapAnswers.rows(CoinMarketCapAnswers.row(1, "BTC", price: "7"))
        ),
        (
            "price stock:AAPL -p iex", "/1.0/stock/AAPL/quote", "/stable/stock/AAPL/quote",
            .json(#"{"symbol":"AAPL","latestPrice":7,"latestUpdate":1709294390000}"#)
        ),
    ]

    @Test(
        "A record made with a key is found without it, and one made without a key with it", arguments: [true, false],
        [0, 1])
    func pathOfKey(isKeyed: Bool, index: Int) async throws {
        let (line, keyless, keyed, answer) = Self.pathsOfKeys[index]
        let name = index == 0 ? "COINMARKETCAP" : "IEX"
        let key = ["CRYPTO_\(name)_KEY": "canary-of-a-key"]
        try await withTemporaryDirectory { home in
            let exchanges = [Exchange.get(isKeyed ? keyed : keyless, answer: answer)]
            let (first, variables) = try await withLoopbackServer(exchanges) { server in
                let variables = server.variables(for: name.lowercased())
                let line = "\(line) --csv --no-header --fields price --record \(home.path("record"))"
                return (await runTool(line, variables.merging(isKeyed ? key : [:]) { $1 }), variables)
            }
            #expect(first.status == .success && first.output == "7\r\n", "\(first.errors)")
            try home.write("\(name.lowercased()) = canary-of-a-key", to: "crypto/keys", mode: 0o600)
            for more in [[:], key, ["XDG_CONFIG_HOME": home.path]] {
                let again = await runTool(
                    "\(line) --csv --no-header --fields price --replay \(home.path("record"))",
                    variables.merging(more) { $1 })
                #expect(again.output == first.output && again.errors == first.errors, "\(again.errors)")
            }
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

    @Test("Options that cannot be used together, and directories that cannot be used, are errors")
    func refused() async throws {
        try await withTemporaryDirectory { home in
            try home.write("", to: "full/x")
            try home.write("{", to: "broken/1.har")
            let lines = [
                (
                    "--record \(home.path("a")) --replay \(home.path("a"))",
                    "--record and --replay cannot be used together"
                ),
                ("--record \(home.path("a")) --offline", "--offline and --record cannot be used together"),
                ("--record \(home.path("full"))", "is not empty; name a new directory"),
                ("--record \(home.path("full/x/y"))", "Not a directory"),
                ("--replay \(home.path("none"))", "No such file or directory"),
            ]
            for (options, words) in lines {
                expectFailure(await runTool("price BTC -p sample \(options)"), .usage, says: words)
            }
            let broken = await runTool("price BTC -p sample --replay \(home.path("broken"))")
            expectFailure(broken, .invalidData, says: "1.har: invalid JSON at byte 1")
            #expect(Files.names(in: home.path("full")) == ["x"])
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

    @Test("A run that sends nothing leaves an empty directory with a notice, and none is replayed from it")
    func madeUp() async throws {
        try await withTemporaryDirectory { home in
            let path = home.path("a")
            let first = await runTool("list -p sample --json --record \(path)")
            #expect(first.status == .success && Files.names(in: path).isEmpty)
            #expect(first.output == (await runTool("list -p sample --json")).output)
            #expect(first.errors == "crypto: nothing was asked for from a server: there is no record in '\(path)'\n")
            #expect(await runTool("list -p sample --json --quiet --record \(path)").errors.isEmpty)
            try home.write("a note", to: "a/README")
            for line in ["list -p sample", "price BTC -p coinbase"] {
                expectFailure(
                    await runTool("\(line) --replay \(path)"), .usage,
                    says: "--replay: '\(path)' has no answer and no stream of a record")
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
