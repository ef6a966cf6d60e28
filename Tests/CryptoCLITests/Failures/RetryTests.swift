import CryptoCLI
import Platform
import TestSupport
import Testing

private let path = CoinGeckoAnswers.path
private let sound = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)

@Suite("Retries, pauses and the deadline", .quick)
struct RetryTests {
    private func run(
        _ line: String, _ answers: [Answer], clock: TestClock = TestClock()
    ) async throws -> (run: ToolRun, requests: Int) {
        try await withLoopbackServer(answers.map { .get(path, answer: $0) }) { server in
            let run = await runTool(line, server.variables(for: "coingecko"), time: clock.source)
            return (run, server.requests.count)
        }
    }

    @Test("After one 503 there is one pause, then the row, and no message")
    func onceBusy() async throws {
        let clock = TestClock()
        let (run, _) = try await run("price BTC -p coingecko --csv", [.status(503), sound], clock: clock)
        #expect(run.status == .success)
        #expect(run.outputLines.count == 2)
        #expect(run.errors.isEmpty)
        #expect(clock.pauses == [.milliseconds(500)])
    }

    @Test("A temporary error in a response with status 200 is retried like status 503; the last one is 75")
    func busyAtStatus200() async throws {
        let busy = Answer.json(#"{"error":["EService:Unavailable"]}"#)
        let sound = Answer.json(#"{"error":[],"result":{"XXBTZUSD":{"c":["1.5","1"]}}}"#)
        for (answers, status) in [([busy, sound], ToolStatus.success), ([busy, busy, busy, busy], .tryLater)] {
            let clock = TestClock()
            try await withLoopbackServer(answers.map { .get("/0/public/Ticker", answer: $0) }) { server in
                let run = await runTool(
                    "price BTC -p kraken --csv", server.variables(for: "kraken"), time: clock.source)
                #expect(run.status == status && server.requests.count == answers.count, "\(run.errors)")
                #expect(clock.pauses.count == answers.count - 1)
                if status == .success { return }
                expectFailure(run, status, says: "kraken: is busy or down for a while: EService:Unavailable; try later")
            }
        }
    }

    @Test("Kraken's Throttled names the moment until which it is left alone")
    func throttled() async throws {
        let throttled = Answer.json(#"{"error":["EService:Throttled: 1709294409"]}"#)
        let sound = Answer.json(#"{"error":[],"result":{"XXBTZUSD":{"c":["1.5","1"]}}}"#)
        let clock = TestClock()
        try await withLoopbackServer([throttled, sound].map { .get("/0/public/Ticker", answer: $0) }) { server in
            let run = await runTool("price BTC -p kraken --csv", server.variables(for: "kraken"), time: clock.source)
            #expect(run.status == .success && clock.pauses == [.seconds(9)], "\(run.errors)")
        }
    }

    @Test("A pause that the body names is honored, at any status, and one beyond the deadline is told")
    func pauseInBody() async throws {
        let clock = TestClock()
        let banned = Answer.json(#"{"error":"banned until 1709294407000"}"#, status: 418)
        let (run, _) = try await run("price BTC -p coingecko --csv", [banned, sound], clock: clock)
        #expect(run.status == .success && clock.pauses == [.seconds(7)])
        let limit = Answer.json(#"{"status":{"error_code":429,"error_message":"Please try again in 2 minutes"}}"#)
        let (long, requests) = try await self.run("price BTC -p coingecko", [limit])
        expectFailure(long, .tryLater, says: "coingecko: too many requests: Please try again in 2 minutes; wait 120 s")
        #expect(requests == 1)
    }

    @Test("-v prints each request and each pause")
    func verbose() async throws {
        let (run, _) = try await run("list -p coingecko -v --limit 1 --csv", [.status(503), sound])
        #expect(run.status == .success)
        #expect(run.errorLines.count == 5, "\(run.errors)")
        #expect(run.errorLines.filter { $0.hasPrefix("crypto: GET http://127.0.0.1:") }.count == 2)
        #expect(run.errorLines.contains { $0.hasPrefix("crypto: 503 from http://127.0.0.1:") })
        #expect(run.errorLines.contains("crypto: trying again in 500 ms"))
    }

    @Test("n retries are n + 1 attempts with doubling pauses", arguments: [0, 1, 3])
    func count(_ retries: Int) async throws {
        let clock = TestClock()
        let answers = Array(repeating: Answer.status(503), count: retries + 1)
        let option = retries == 3 ? "" : " --retries \(retries)"
        let (run, requests) = try await run("price BTC -p coingecko" + option, answers, clock: clock)
        expectFailure(run, .unavailable, says: "coingecko: refused with status 503")
        #expect(requests == retries + 1)
        let pauses: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2)]
        #expect(clock.pauses == Array(pauses.prefix(retries)))
    }

    @Test("A permanent failure is not tried again", arguments: [400, 401, 403, 404, 451])
    func lastingFailure(_ status: Int) async throws {
        let (run, requests) = try await run("price BTC -p coingecko", [.status(status)])
        #expect(run.output.isEmpty)
        #expect(requests == 1)
    }

    @Test("Retry-After is honored, in seconds and as a date", arguments: ["7", "Fri, 01 Mar 2024 12:00:07 GMT"])
    func retryAfter(_ value: String) async throws {
        let clock = TestClock()
        let busy = Answer.status(429, headers: [("Retry-After", value)])
        let (run, _) = try await run("price BTC -p coingecko --csv", [busy, sound], clock: clock)
        #expect(run.status == .success)
        #expect(clock.pauses == [.seconds(7)])
    }

    @Test("A pause beyond the deadline ends at once with the status of the failure")
    func waitPastDeadline() async throws {
        let clock = TestClock()
        let busy = Answer.status(429, headers: [("Retry-After", "999999")])
        let (run, requests) = try await run("price BTC -p coingecko", [busy], clock: clock)
        expectFailure(run, .tryLater, says: "coingecko: too many requests; wait 999999 s")
        #expect(requests == 1)
        #expect(clock.pauses.isEmpty)
    }

    @Test("A deadline within a pause ends with the status of the last failure")
    func deadlineInPause() async throws {
        let clock = TestClock()
        let answers = Array(repeating: Answer.status(503), count: 3)
        let (run, _) = try await run("price BTC -p coingecko --deadline 3s", answers, clock: clock)
        expectFailure(run, .unavailable, says: "coingecko: refused with status 503")
        #expect(clock.pauses == [.milliseconds(500), .seconds(1)])
    }

    @Test(
        "With a server that never answers, --timeout ends an attempt and --deadline the command",
        .quick, .endsHang)
    func neverAnswers() async throws {
        try await withLoopbackServer([.get(path, times: .any, answer: .never)]) { server in
            let variables = server.variables(for: "coingecko")
            let clock = TestClock()
            let attempts = await runTool(
                "price BTC -p coingecko --timeout 200ms --retries 1", variables, time: clock.source)
            expectFailure(
                attempts, .tryLater, says: "no answer from 127.0.0.1:\(server.port) in 200 ms; raise --timeout")
            #expect(clock.pauses.count == 1)
            let command = await runTool("list -p coingecko --deadline 300ms", variables, time: .live)
            expectFailure(command, .tryLater, says: "before the deadline; raise --deadline or try later")
            #expect(command.elapsed < .seconds(40))
        }
    }

    @Test("At the deadline the answered symbols are printed, and the message counts them", .quick, .endsHang)
    func someAnswered() async throws {
        let ticker = Answer.json(#"{"price":"1.5","time":"2024-03-01T12:00:00Z"}"#)
        let stats = Answer.json(#"{"open":"1","high":"2","low":"1"}"#)
        let exchanges: [Exchange] = [
            .get("/products/BTC-USD/ticker", answer: ticker), .get("/products/BTC-USD/stats", answer: stats),
            .get("/products/ETH-USD/ticker", answer: .never), .get("/products/ETH-USD/stats", answer: .never),
        ]
        try await withLoopbackServer(exchanges) { server in
            let run = await runTool(
                #"price BTC ETH -p coinbase --deadline 2s --retries 0 --template {symbol}"#,
                server.variables(for: "coinbase"), time: .live)
            #expect(run.status == .tryLater && run.output == "BTC", "\(run.errors)")
            #expect(
                run.errors.contains(
                    "coinbase: answered 1 of 2 symbols before the deadline; raise --deadline, or ask for fewer symbols"
                ), "\(run.errors)")
        }
    }
}
