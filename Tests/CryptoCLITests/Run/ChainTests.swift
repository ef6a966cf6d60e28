import CryptoCLI
import Platform
import TestSupport
import Testing

private let coingecko = CoinGeckoAnswers.path
private let coinpaprika = CoinPaprikaAnswers.path

@Suite("Chains of providers: two at once, and providers that hang", .quick, .virtualTime)
struct ChainTests {
    @Test("Two walks of one chain at once report their own steps: one that fails takes none from one that succeeds")
    func twoWalks() async throws {
        // The prices in dollars arrive after those in euros have failed.
        let answer = Answer.making { request in
            guard request.path == coinpaprika, request.parameter("quotes") == "USD" else { return .status(503) }
            return CoinPaprikaAnswers.rows(CoinPaprikaAnswers.row("btc", "BTC", price: "60000"))
                .delayed(by: .milliseconds(300))
        }
        let run = try await withLoopbackServer([.everything(answer)]) { server in
            await runTool(
                "convert 1 BTC USD EUR -p coingecko,coinpaprika --retries 0 --csv --no-header --fields result",
                server.variablesForDefaultChains.merging(
                    server.variables(for: "frankfurter", "ecb", "erapi", "currencyapi")
                ) { $1 })
        }
        #expect(run.outputLines == ["60000"], "\(run.errors)")
        let notices = run.errorLines.filter { $0.hasSuffix("; trying coinpaprika") }
        #expect(notices == ["crypto: coingecko: refused with status 503; trying coinpaprika"], "\(run.errors)")
    }

    @Test("Providers that hang leave seconds for those after them, however long one attempt may take")
    func hanging() async throws {
        let row = CoinPaprikaAnswers.row("btc", "BTC", price: "60000", updated: testTime.now().description)
        let rows = CoinPaprikaAnswers.rows(row)
        let exchanges = [Exchange.get(coingecko, answer: .never), .get(coinpaprika, times: .any, answer: rows)]
        let run = try await withLoopbackServer(exchanges) { server in
            await runTool(
                "price BTC -p coingecko,coinpaprika --timeout 60s --deadline 4s --csv --no-header --fields price",
                server.variablesForDefaultChains)
        }
        #expect(run.status == .success && run.output == "60000\r\n", "\(run.errors)")
        let notice = try #require(run.errorLines.first)
        // What is left of the deadline less a second.
        #expect(notice.hasSuffix("in 3000 ms; trying coinpaprika"), "\(notice)")
        #expect(run.elapsed < .seconds(4))
    }
}
