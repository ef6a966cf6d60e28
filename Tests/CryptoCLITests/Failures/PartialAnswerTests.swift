import CryptoCLI
import Platform
import TestSupport
import Testing

private let path = CoinGeckoAnswers.path

/// `Tests/Cases/failures/partial.txt` has the others.
@Suite("Partial answers: rows are printed, what is missing is reported", .quick, .virtualTime)
struct PartialAnswerTests {
    @Test("A request that fails among others costs only its symbols, in one line")
    func failedBatch() async throws {
        let echo = Answer.making { request in
            let names = (request.parameter("symbols") ?? "").split(separator: ",")
            return .json("[" + names.map { CoinGeckoAnswers.row("id-\($0)", "\($0)") }.joined(separator: ",") + "]")
        }
        try await withLoopbackServer([.get(path, answer: echo), .get(path, answer: .status(503))]) { server in
            let run = await runTool(
                ["price"] + (0..<60).map { "S\($0)" }
                    + ["-p", "coingecko", "--retries", "0", "--template", #"{symbol}\n"#],
                server.variables(for: "coingecko"))
            #expect(run.status == .unavailable)
            #expect(run.outputLines == (0..<50).map { "S\($0)" })
            #expect(run.errors == "crypto: coingecko: refused with status 503; try another --provider\n")
        }
    }

    @Test("A list whose second page fails is not printed")
    func failedPage() async throws {
        let rows = (0..<250).map { CoinGeckoAnswers.row("coin-\($0)", "c\($0)", rank: $0 + 1) }
        try await withLoopbackServer([
            .get(path, query: ["page": "1"], answer: .json("[" + rows.joined(separator: ",") + "]")),
            .get(path, query: ["page": "2"], answer: .status(503)),
        ]) { server in
            let run = await runTool(
                "list -n 300 --csv -p coingecko --retries 0", server.variables(for: "coingecko"))
            expectFailure(run, .unavailable, says: "coingecko: refused with status 503")
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
