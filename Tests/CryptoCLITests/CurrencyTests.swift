import CryptoCLI
import TestSupport
import Testing

@Suite("the currency: asked for, a provider's own, or none")
struct CurrencyTests {
    private let all = Exchange.get(
        BinanceAnswers.path, query: .none, times: .any,
        answer: BinanceAnswers.rows(
            BinanceAnswers.row("BTCUSDT"), BinanceAnswers.row("ETHUSDT"), BinanceAnswers.row("ETHBTC")))
    private let one = Exchange.get(
        BinanceAnswers.path, query: "symbol=BTCUSDT", times: .any, answer: .json(BinanceAnswers.row("BTCUSDT")))
    private let wazirx = Exchange.get(
        WazirXAnswers.path, times: .any,
        answer: WazirXAnswers.rows(WazirXAnswers.row("btc", "inr"), WazirXAnswers.row("btc", "usdt")))
    private let dollars = Exchange.get(
        BinanceAnswers.path, query: "symbol=BTCUSD", times: .any, answer: BinanceAnswers.unknownSymbol)

    private func run(_ line: String, _ variables: [String: String] = [:]) async throws -> ToolRun {
        try await withLoopbackServer([all, one, dollars, wazirx]) { server in
            let urls = server.variables(for: "binance", "wazirx")
            return await runTool(line, urls.merging(variables) { $1 })
        }
    }

    @Test(
        "X7 a provider that was named answers in its own currency where nobody chose one",
        arguments: [
            ("price BTC -p binance", "BTC,USDT"), ("list -p binance --limit 1", "BTC,USDT"),
            ("price BTC -p wazirx", "BTC,INR"), ("list -p wazirx --limit 1", "BTC,INR"),
        ])
    func own(line: String, row: String) async throws {
        let run = try await run(line + " --csv --fields symbol,currency --no-header")
        #expect(run.status == .success, "\(run.errors)")
        #expect(run.outputLines == [row])
    }

    @Test(
        "chosen or strict, it is that currency or 66",
        arguments: [
            "price BTC -p wazirx -c USD", "list -p wazirx -c USD", "price BTC -p wazirx --strict",
            "list -p wazirx --strict", "price BTC -p wazirx -c EUR", "list -p binance -c USD",
            "list -p binance --strict",
            "price BTC -p binance --strict", "price BTC -p binance -c USD", "price BTC/SEK -p wazirx",
        ])
    func chosen(_ line: String) async throws {
        let run = try await run(line)
        #expect(run.status == .unknownName, "\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(run.errorLines.count == 1)
        #expect(run.errors.contains("does not quote in"), "\(run.errors)")
    }

    @Test("a variable chooses as the option does")
    func variable() async throws {
        let run = try await run("price BTC -p wazirx", ["CRYPTO_CURRENCY": "EUR"])
        expectFailure(run, .unknownName, says: "wazirx: does not quote in EUR; choose another --currency")
    }

    @Test("a pair fixes its own quote currency")
    func pair() async throws {
        let run = try await run("price BTC/USDT BTC/inr -p wazirx -c INR --csv --fields currency --no-header")
        #expect(run.outputLines == ["USDT", "INR"])
    }

    @Test("coingecko says which currency it has not")
    func invalidCurrency() async throws {
        let answer = Answer.json(#"{"error":"invalid vs_currency"}"#, status: 422)
        try await withLoopbackServer([.get(CoinGeckoAnswers.path, answer: answer)]) { server in
            let run = await runTool("price BTC -p coingecko -c ISK", server.variables(for: "coingecko"))
            expectFailure(run, .unknownName, says: "coingecko: does not quote in ISK; choose another --currency")
        }
    }

    @Test("L1 the currency is asked for and printed", arguments: ["SEK", "sek", "EUR", "BTC"])
    func asked(_ code: String) async throws {
        let exchange = Exchange.get(
            CoinGeckoAnswers.path, query: ["vs_currency": code.lowercased()],
            answer: CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin))
        try await withLoopbackServer([exchange]) { server in
            let run = await runTool(
                "list -p coingecko -c \(code) --csv --fields currency --no-header", server.variables(for: "coingecko"))
            #expect(run.outputLines == [code.uppercased()])
        }
    }
}
