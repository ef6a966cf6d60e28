import CryptoCLI
import Platform
import TestSupport
import Testing

private let path = CoinGeckoAnswers.path
private let sound = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)

@Suite("Kept answers", .quick)
struct CacheTests {
    /// A cache, a clock and a provider for several runs.
    private struct Setup: Sendable {
        let home: TemporaryDirectory
        let server: LoopbackServer
        let clock = TestClock()

        /// Runs a command line that asks coingecko.
        func run(_ line: String, _ variables: [String: String] = [:]) async -> ToolRun {
            let own = server.variables(for: "coingecko").merging(["XDG_CACHE_HOME": home.path]) { $1 }
            let providers = line.contains(" -p ") ? "" : "-p coingecko"
            let retries = line.contains(" --retries ") ? "" : "--retries 0"
            return await runTool(
                "\(line) \(providers) \(retries)", own.merging(variables) { $1 }, time: clock.source)
        }

        /// Runs `price BTC` and returns price, age and stale as csv.
        func price(_ options: String = "") async -> (status: ToolStatus, row: String, errors: String) {
            let run = await run("price BTC --fields price,age,stale --csv --no-header \(options)")
            return (run.status, run.outputLines.first ?? "", run.errors)
        }

        func wait(_ seconds: Int) async {
            try? await clock.source.sleep(.seconds(seconds))
        }
    }

    /// Runs `body`. The server has these answers, and fails the test if one is not asked for.
    private func withCache(_ answers: [Answer], _ body: (Setup) async throws -> Void) async throws {
        try await withExchanges(answers.map { .get(path, answer: $0) }, body)
    }

    private func withExchanges(_ exchanges: [Exchange], _ body: (Setup) async throws -> Void) async throws {
        try await withTemporaryDirectory { home in
            try await withLoopbackServer(exchanges) { server in
                try await body(Setup(home: home, server: server))
            }
        }
    }

    private func answer(_ price: String, updated: String = "", headers: [(String, String)] = []) -> Answer {
        .json(
            "[" + CoinGeckoAnswers.row("bitcoin", "btc", price: price, updated: updated) + "]", headers: headers)
    }

    @Test("A price counts as new for 15 s, and its age is the truth")
    func quotes() async throws {
        try await withCache([answer("1"), answer("2")]) { setup in
            #expect(await setup.price().row == "1,0,false")
            await setup.wait(14)
            #expect(await setup.price().row == "1,14,false")
            await setup.wait(1)
            #expect(await setup.price().row == "2,0,false")
        }
    }

    @Test("--max-age decides instead; --refresh and --max-age 0 always ask")
    func maxAge() async throws {
        try await withCache([answer("1"), answer("2"), answer("3"), answer("4")]) { setup in
            #expect(await setup.price().row == "1,0,false")
            await setup.wait(300)
            #expect(await setup.price("--max-age 5m").row == "1,300,false")
            await setup.wait(1)
            #expect(await setup.price("--max-age 5m").row == "2,0,false")
            await setup.wait(10)
            #expect(await setup.price("--max-age 9s").row == "3,0,false")
            #expect(await setup.price("--refresh").row == "4,0,false")
            #expect(await setup.price().row == "4,0,false")
        }
    }

    @Test("--offline sends no request: old rows are marked, and without an answer the status is 69")
    func offline() async throws {
        try await withCache([answer("1")]) { setup in
            let none = await setup.run("price BTC --offline")
            expectFailure(none, .unavailable, says: "coingecko: no answer in the cache that is new enough")
            #expect(await setup.price().row == "1,0,false")
            #expect(await setup.price("--offline").row == "1,0,false")
            await setup.wait(3600)
            let old = await setup.price("--offline")
            #expect(old.row == "1,3600,true")
            #expect(old.errors.contains("coingecko: an old answer is used"))
            expectFailure(
                await setup.run("price BTC --offline --strict"), .tryLater,
                says:
                    "coingecko: the answer is old, which --strict does not accept; try later without --offline, or another"
            )
            #expect(await setup.price("--offline --max-age 2h").row == "1,3600,false")
            #expect(await setup.price("--offline --max-age 10m").status == .unavailable)
            expectFailure(
                await setup.run("price BTC --offline --refresh"), .usage,
                says: "--offline and --refresh cannot be used together")
        }
    }

    @Test("--stale-if-error uses an old answer when every provider fails, up to its age, marked and with a notice")
    func staleIfError() async throws {
        try await withCache([answer("1")] + Array(repeating: .status(503), count: 4)) { setup in
            #expect(await setup.price("--stale-if-error 1h").row == "1,0,false")
            await setup.wait(3600)
            let old = await setup.price("--stale-if-error 1h")
            #expect(old.row == "1,3600,true")
            #expect(old.status == .success)
            #expect(
                old.errors == """
                    crypto: coingecko: refused with status 503
                    crypto: coingecko: an old answer is used

                    """)
            #expect(await setup.price("--stale-if-error 1h --strict").status == .tryLater)
            #expect(await setup.price().status == .unavailable)
            await setup.wait(1)
            #expect(await setup.price("--stale-if-error 1h").status == .unavailable)
        }
    }

    @Test("--refresh --stale-if-error marks the answer as stale, however new it is: a newer one was asked for")
    func refreshedStaleIfError() async throws {
        try await withCache([answer("1")] + Array(repeating: .status(503), count: 2)) { setup in
            #expect(await setup.price().row == "1,0,false")
            await setup.wait(10)
            let old = await setup.price("--refresh --stale-if-error 1h")
            #expect(old.row == "1,10,true" && old.errors.contains("coingecko: an old answer is used"), "\(old.errors)")
            #expect(await setup.price("--refresh --stale-if-error 1h --strict").status == .tryLater)
        }
    }

    @Test("A fallback whose price is more than five times off the last known one is named with it, once")
    func distantFallback() async throws {
        try await withTemporaryDirectory { home in
            let binance = ["0.3", "0.000035"].map { price in
                Exchange.get("/api/v3/ticker/24hr", answer: .json(BinanceAnswers.row("LUNAUSDT", last: price)))
            }
            let path = CoinGeckoAnswers.path
            let sound = CoinGeckoAnswers.rows(CoinGeckoAnswers.row("terra-luna-2", "luna", price: "0.5"))
            let last = Exchange.get(
                "/api/v3/ticker/24hr", times: .any, answer: .json(BinanceAnswers.row("LUNAUSDT", last: "0.000035")))
            let exchanges =
                [Exchange.get(path, answer: sound), .get(path, times: 3, answer: .status(503))] + binance + [last]
            try await withLoopbackServer(exchanges) { server in
                let variables = server.variables(for: "coingecko", "binance").merging(["XDG_CACHE_HOME": home.path]) {
                    $1
                }
                func price() async -> ToolRun {
                    await runTool(
                        "price LUNA -p coingecko,binance -c USDT --refresh --retries 0 --csv --no-header --fields provider",
                        variables)
                }
                #expect(await price().output == "coingecko\r\n")
                let near = await price()
                #expect(near.output == "binance\r\n" && !near.errors.contains("last price"), "\(near.errors)")
                let far = await price()
                let words =
                    "crypto: binance: LUNA costs 0.000035 USDT, and the last price of coingecko was 0.5; the ticker may name"
                #expect(far.errors.contains(words), "\(far.errors)")
                let converted = await runTool(
                    "convert 2 LUNA USDT -p coingecko,binance --refresh --retries 0 --template {result}", variables)
                #expect(converted.output == "0.00007" && converted.errors.contains(words), "\(converted.errors)")
            }
        }
    }

    @Test("A symbol that the provider does not know is no failure that an old answer mends")
    func unknownSymbol() async throws {
        try await withCache([sound, .json("[]")]) { setup in
            #expect(await setup.run("price BTC").status == .success)
            #expect(await setup.run("price ZZZZ --stale-if-error 1h -q").status == .unknownName)
        }
    }

    @Test("An old answer is asked for with its ETag and date; 304 makes it new again")
    func revalidation() async throws {
        let validators = [("ETag", "\"v1\""), ("Last-Modified", "Fri, 01 Mar 2024 11:59:00 GMT")]
        let conditions: [String: RequestMatcher.Header] = [
            "If-None-Match": "\"v1\"", "If-Modified-Since": "Fri, 01 Mar 2024 11:59:00 GMT",
        ]
        try await withExchanges([
            .get(path, headers: ["If-None-Match": .absent], answer: answer("1", headers: validators)),
            .get(path, headers: conditions, answer: .status(304)),
            .get(path, headers: conditions, answer: answer("2", headers: [("ETag", "\"v2\"")])),
            .get(path, headers: ["If-None-Match": "\"v2\"", "If-Modified-Since": .absent], answer: .status(304)),
        ]) { setup in
            #expect(await setup.price().row == "1,0,false")
            await setup.wait(20)
            #expect(await setup.price().row == "1,0,false")
            await setup.wait(14)
            #expect(await setup.price().row == "1,14,false")
            await setup.wait(1)
            #expect(await setup.price().row == "2,0,false")
            #expect(await setup.price("--refresh").row == "2,0,false")
        }
    }

    @Test("no-store is obeyed; max-age lengthens and never shortens")
    func cacheControl() async throws {
        let headers = ["no-store", "max-age=100", "max-age=3"].map { [("Cache-Control", $0)] }
        try await withCache(
            [answer("1", headers: headers[0]), answer("2", headers: headers[1])] + [answer("3", headers: headers[2])]
        ) {
            setup in
            #expect(await setup.price().row == "1,0,false")
            #expect(await setup.price().row == "2,0,false")
            await setup.wait(99)
            #expect(await setup.price().row == "2,99,false")
            await setup.wait(1)
            #expect(await setup.price().row == "3,0,false")
            await setup.wait(14)
            #expect(await setup.price().row == "3,14,false")
        }
    }

    @Test("A max-age of a year counts for ten times the time of the job")
    func longMaxAge() async throws {
        let year = [("Cache-Control", "max-age=31536000")]
        try await withCache([answer("1", headers: year), answer("2")]) { setup in
            #expect(await setup.price().row == "1,0,false")
            await setup.wait(149)
            #expect(await setup.price().row == "1,149,false")
            await setup.wait(1)
            #expect(await setup.price().row == "2,0,false")
        }
    }

    @Test("A kept ETag that the server does not take is left out", arguments: [400, 412, 431])
    func refusedETag(status: Int) async throws {
        try await withExchanges([
            .get(path, headers: ["If-None-Match": .absent], answer: answer("1", headers: [("ETag", "\"long\"")])),
            .get(path, headers: ["If-None-Match": "\"long\""], answer: .status(status)),
            .get(path, headers: ["If-None-Match": .absent], answer: answer("2")),
        ]) { setup in
            #expect(await setup.price().row == "1,0,false")
            await setup.wait(20)
            #expect(await setup.price().row == "2,0,false")
        }
    }

    @Test(
        "What is no answer is not kept",
        arguments: [
            Answer.json("{}"), .json("[]]"), .json(#"[{"id":5}]"#), .json("<html>"), .status(500),
            .json(#"{"error":"busy"}"#),
            .json("["),
        ])
    func invalid(_ answer: Answer) async throws {
        try await withCache([answer, sound, answer]) { setup in
            #expect(await setup.price().status != .success)
            #expect(await setup.price("--offline").status == .unavailable)
            #expect(await setup.price().status == .success)
            #expect(await setup.price("--refresh").status != .success)
            #expect(await setup.price("--offline").status == .success)
            #expect(Files.names(in: setup.home.path("crypto")).filter { $0.count == 64 }.count == 1)
        }
    }

    @Test("That something does not exist is kept like an answer")
    func unknown() async throws {
        let exchange = Exchange.get("/v1/tickers/x-y", answer: .json(#"{"error":"id not found"}"#, status: 404))
        try await withExchanges([exchange]) { setup in
            let variables = setup.server.variables(for: "coinpaprika")
            for options in ["", "", "--offline"] {
                let run = await setup.run("price id:x-y -p coinpaprika -q \(options)", variables)
                expectFailure(run, .unknownName, says: "unknown symbol 'id:x-y'")
            }
        }
    }

    @Test("A damaged file is asked for again")
    func damaged() async throws {
        try await withCache([answer("1"), answer("2"), answer("3")]) { setup in
            #expect(await setup.price().row == "1,0,false")
            let name = try #require(Files.names(in: setup.home.path("crypto")).first { $0.count == 64 })
            let file = setup.home.path("crypto/\(name)")
            let bytes = try Files.bytes(file)
            try Files.write(Array(bytes.dropLast()), to: file)
            #expect(await setup.price().row == "2,0,false")
            try Files.write([], to: file)
            #expect(await setup.price().row == "3,0,false")
            #expect(await setup.price().row == "3,0,false")
        }
    }

    @Test("An answer from the future is none")
    func future() async throws {
        try await withCache([answer("1"), answer("2")]) { setup in
            await setup.wait(60)
            #expect(await setup.price().row == "1,0,false")
            let past = TestClock()
            let run = await runTool(
                "price BTC --fields price --csv --no-header -p coingecko",
                setup.server.variables(for: "coingecko").merging(["XDG_CACHE_HOME": setup.home.path]) { $1 },
                time: past.source)
            #expect(run.output == "2\r\n")
        }
    }

    @Test("After 429 all runs leave the provider alone until Retry-After, a minute without one; a chain goes on")
    func rateLimit() async throws {
        let paprika = Exchange.get("/v1/tickers", times: .any, answer: .json("[]"))
        try await withExchanges([
            .get(path, answer: .status(429, headers: [("Retry-After", "40")])), .get(path, answer: answer("1")),
            .get(path, answer: .status(418)), .get(path, answer: answer("2")), paprika,
        ]) { setup in
            expectFailure(
                await setup.run("price BTC"), .tryLater, says: "coingecko: too many requests; wait 40 s")
            await setup.wait(10)
            expectFailure(
                await setup.run("price BTC --deadline 20s"), .tryLater, says: "coingecko: too many requests; wait 30 s")
            let chain = await setup.run(
                "price BTC -p coingecko,coinpaprika", setup.server.variables(for: "coinpaprika"))
            #expect(chain.errors.contains("coingecko: too many requests"))
            #expect(chain.errors.contains("coinpaprika"))
            // A single provider is waited for where the deadline allows it.
            #expect(await setup.price("--deadline 60s --retries 1").row == "1,0,false")
            #expect(setup.clock.elapsed >= .seconds(40))
            await setup.wait(15)
            expectFailure(await setup.run("price BTC"), .tryLater, says: "too many requests; wait 60 s")
            await setup.wait(59)
            expectFailure(await setup.run("price BTC"), .tryLater, says: "wait 1 s")
            await setup.wait(1)
            #expect(await setup.price().row == "2,0,false")
        }
    }

    @Test("A pause of any length is an hour for the next runs, and --refresh asks in it")
    func longPause() async throws {
        let forever = [("Retry-After", "99999999999999999999")]
        try await withCache([.status(429, headers: forever), answer("1"), answer("2")]) { setup in
            #expect(await setup.run("price BTC").status == .tryLater)
            expectFailure(await setup.run("price BTC"), .tryLater, says: "too many requests; wait 3600 s")
            #expect(await setup.price("--refresh").row == "1,0,false")
            expectFailure(await setup.run("price ETH"), .tryLater, says: "too many requests")
            await setup.wait(3600)
            #expect(await setup.price().row == "2,0,false")
        }
    }

    /// What refuses with too many requests, and what the last line says.
    static let limits: [(answer: Answer, words: String)] = [
        (
            .json(#"{"status":{"error_code":429,"error_message":"You've exceeded the Rate Limit"}}"#, status: 429),
            "too many requests: You've exceeded the Rate Limit; try later or try another --provider"
        ),
        (
            .json(
                #"{"status":{"error_code":429,"error_message":"Slow down"}}"#, status: 429,
                headers: [("Retry-After", "50")]), "too many requests: Slow down; wait 50 s or try another --provider"
        ),
        (.status(429), "too many requests; wait 60 s or try another --provider"),
    ]

    @Test(
        "The provider's words about too many requests are not lost: not by a retry, nor in the next run",
        arguments: limits)
    func limitWords(answer: Answer, words: String) async throws {
        try await withCache([answer]) { setup in
            for _ in 0..<2 {
                let run = await setup.run("price BTC --retries 3")
                expectFailure(run, .tryLater, says: "coingecko: \(words)")
            }
        }
    }

    @Test("A directory that cannot be used costs one line with -v, and nothing else")
    func unusable() async throws {
        try await withCache([sound, sound, sound]) { setup in
            try setup.home.write("", to: "file")
            let quiet = await setup.run("price BTC", ["XDG_CACHE_HOME": setup.home.path("file")])
            #expect(quiet.status == .success)
            #expect(quiet.errors.isEmpty)
            let verbose = await setup.run("price BTC -v", ["XDG_CACHE_HOME": setup.home.path("file")])
            #expect(verbose.errorLines.filter { $0.contains("no answers are kept") }.count == 1)
            let homeless = await setup.run("price BTC -v", ["XDG_CACHE_HOME": "relative"])
            #expect(
                homeless.errorLines.contains("crypto: no answers are kept: neither XDG_CACHE_HOME nor HOME is set"))
        }
    }

    @Test("A home directory that does not exist is not created, and one line says so; --quiet prints none")
    func missingHome() async throws {
        try await withCache([sound, sound]) { setup in
            let home = setup.home.path("missing")
            let variables = ["HOME": home, "XDG_CACHE_HOME": ""]
            let run = await setup.run("price BTC", variables)
            #expect(run.status == .success)
            #expect(run.errors == "crypto: no answers are kept: the home directory \(home) does not exist\n")
            let quiet = await setup.run("price BTC --quiet", variables)
            #expect(quiet.status == .success && quiet.errors.isEmpty)
            #expect(!Files.exists(home))
        }
    }

    @Test("-v names what comes from the cache")
    func verbose() async throws {
        try await withCache([sound]) { setup in
            #expect(await setup.run("price BTC").status == .success)
            await setup.wait(3)
            let run = await setup.run("price BTC -v")
            #expect(run.errorLines.count == 1)
            #expect(run.errors.hasPrefix("crypto: from the cache, 3 s old: http://127.0.0.1:"))
        }
    }

    @Test("Neither the key nor an answer that repeats it is kept; another key has answers of its own")
    func secrets() async throws {
        let canary = "canary-0123456789"
        try await withCache([sound, sound, .json("[" + CoinGeckoAnswers.row("x", "btc", name: canary) + "]")]) {
            setup in
            for key in [canary, "other-0123456789"] {
                #expect(await setup.run("price BTC", ["CRYPTO_COINGECKO_KEY": key]).status == .success)
                #expect(await setup.run("price BTC", ["CRYPTO_COINGECKO_KEY": key]).status == .success)
            }
            #expect(await setup.run("price BTC --refresh", ["CRYPTO_COINGECKO_KEY": canary]).status == .success)
            for name in Files.names(in: setup.home.path("crypto")) {
                let content = String(decoding: try Files.bytes(setup.home.path("crypto/\(name)")), as: UTF8.self)
                #expect(!(name + content).contains("0123456789"))
            }
        }
    }

    @Test("A stream takes no answers of the cache only", arguments: ["watch BTC", "aqi Delhi --watch"])
    func streams(_ line: String) async {
        expectFailure(await runTool("\(line) --offline"), .usage, says: "--offline cannot be used with a stream")
        expectFailure(
            await runTool("\(line) --stale-if-error 1h"), .usage, says: "--stale-if-error cannot be used with a stream")
    }

    @Test("watch --poll always asks")
    func polling() async throws {
        // A busy machine may poll once more before the run has ended.
        let exchanges = [Exchange.get(path, answer: answer("1")), .get(path, answer: answer("2"))]
        try await withExchanges(exchanges + [.get(path, times: .any, answer: answer("3"))]) { setup in
            let variables = setup.server.variables(for: "coingecko").merging(["XDG_CACHE_HOME": setup.home.path]) { $1 }
            let options = "-p coingecko --fields price --csv --no-header"
            #expect(await runTool("price BTC \(options)", variables, time: .live).output == "1\r\n")
            let run = await runTool("watch BTC --poll 10ms --count 2 \(options)", variables, time: .live)
            #expect(run.output == "2\r\n3\r\n", "\(run.errors)")
        }
    }
}
