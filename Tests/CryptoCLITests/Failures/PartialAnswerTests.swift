import CryptoCLI
import TestSupport
import Testing

private let path = CoinGeckoAnswers.path

@Suite("Partial answers: rows are printed, what is missing is reported, the first failure sets the status", .quick)
struct PartialAnswerTests {
    private func run(_ line: String, _ exchanges: [Exchange]) async throws -> ToolRun {
        try await withLoopbackServer(exchanges + [CoinGeckoAnswers.nothingFound]) { server in
            await runTool(line + " -p coingecko --retries 0", server.variables(for: "coingecko"))
        }
    }

    @Test("Rows that arrived are printed in the order given, as a complete document")
    func rowsStand() async throws {
        let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.ethereum, CoinGeckoAnswers.bitcoin)
        let run = try await run("price BTC NOPE ETH --json --fields symbol", [.get(path, answer: answer)])
        #expect(run.status == .unknownName)
        #expect(run.output == "[\n{\"symbol\":\"BTC\"},\n{\"symbol\":\"ETH\"}\n]\n")
        #expect(
            run.errors
                == "crypto: unknown symbol 'NOPE' (asked: coingecko)\n")
    }

    @Test(
        "The status is that of the first failure in the order given",
        arguments: [
            ("price NOPE BTC ETH/EUR", ToolStatus.unknownName), ("price ETH/EUR NOPE BTC", .unavailable),
            ("price ETH/EUR BTC NOPE", .unavailable),
        ])
    func order(line: String, status: ToolStatus) async throws {
        let run = try await run(
            line + " --csv --fields symbol",
            [
                .get(path, query: ["vs_currency": "eur"], answer: .status(503)),
                .get(path, query: ["vs_currency": "usd"], answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)),
            ])
        #expect(run.status == status)
        #expect(run.outputLines == ["symbol", "BTC"])
        #expect(run.errorLines.count == 2)
        #expect(
            run.errorLines.contains(
                "crypto: unknown symbol 'NOPE' (asked: coingecko)"))
        #expect(run.errorLines.contains { $0.contains("refused with status 503") })
    }

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
        let run = try await run(
            "list -n 300 --csv",
            [
                .get(path, query: ["page": "1"], answer: .json("[" + rows.joined(separator: ",") + "]")),
                .get(path, query: ["page": "2"], answer: .status(503)),
            ])
        expectFailure(run, .unavailable, says: "coingecko: refused with status 503")
    }

    @Test("A failure takes precedence over status 1")
    func outranks() async throws {
        let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin)
        let run = try await run("price BTC NOPE --if price<1", [.get(path, answer: answer)])
        #expect(run.status == .unknownName)
        #expect(run.output.isEmpty)
    }

    @Test("A malformed row among valid ones is reported, and no 0 replaces it")
    func badRow() async throws {
        let bad = CoinGeckoAnswers.row("ethereum", "eth", price: #""soon""#, rank: 2)
        let good = CoinGeckoAnswers.row("ripple", "xrp", price: "0.5", rank: 3)
        let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin, bad, good)
        let run = try await run("list --csv --fields rank,symbol,price", [.get(path, answer: answer)])
        #expect(run.status == .success)
        #expect(run.outputLines == ["rank,symbol,price", "1,BTC,67024.5", "3,XRP,0.5"])
        #expect(run.errors == "crypto: coingecko: skipped row 2: current_price is not a number\n")
        let quiet = try await self.run("list --csv -q --fields rank", [.get(path, answer: answer)])
        #expect(quiet.errors.isEmpty)
        let strict = try await self.run("list --csv --strict --fields rank", [.get(path, answer: answer)])
        #expect(strict.status == .invalidData)
        #expect(strict.outputLines == ["rank", "1", "3"])
        #expect(strict.errors == run.errors)
    }

    @Test("A symbol whose row is malformed has an invalid answer and is not unknown")
    func badQuote() async throws {
        let bad = CoinGeckoAnswers.row("ethereum", "eth", price: #""soon""#, rank: 2)
        let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin, bad)
        let run = try await run("price BTC ETH --csv --fields symbol", [.get(path, answer: answer)])
        #expect(run.outputLines == ["symbol", "BTC"])
        #expect(run.status == .invalidData)
        #expect(run.errors.contains("current_price is not a number"))
    }

    @Test("If the row of the largest coin is malformed, no other coin of that ticker replaces it")
    func badLargest() async throws {
        let bad = CoinGeckoAnswers.row("bitcoin", "btc", price: #""soon""#)
        let other = CoinGeckoAnswers.row("bitcoin-wormhole", "btc", price: "12", rank: 4000)
        let run = try await run("price BTC", [.get(path, answer: CoinGeckoAnswers.rows(bad, other))])
        expectFailure(run, .invalidData, says: "current_price is not a number")
    }

    @Test("A ticker of several coins means the largest, with a notice; --strict refuses it")
    func ambiguous() async throws {
        let other = CoinGeckoAnswers.row("bitcoin-wormhole", "btc", price: "12", rank: nil)
        let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin, other)
        let run = try await run("price btc --csv --fields id", [.get(path, answer: answer)])
        #expect(run.status == .success)
        #expect(run.outputLines == ["id", "bitcoin"])
        #expect(
            run.errors == "crypto: BTC is bitcoin, the largest of several; the others are id:bitcoin-wormhole\n")
        let quiet = try await self.run("price btc -q", [.get(path, answer: answer)])
        #expect(quiet.errors.isEmpty)
        let strict = try await self.run("price btc --strict", [.get(path, answer: answer)])
        expectFailure(strict, .unknownName, says: "ambiguous symbol: BTC is bitcoin")
        let id = try await self.run("price id:bitcoin --strict --csv --fields id", [.get(path, answer: answer)])
        #expect(id.outputLines == ["id", "bitcoin"])
    }
}
