import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("price --each", .quick, .endsHang)
struct EachCommandTests {
    @Test("All are asked at once: no provider answers before all were asked")
    func together() async throws {
        let asked = Counter()
        let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", name: "Bitcoin", price: "60000"))
        let kraken = Answer.json(#"{"error":[],"result":{"XXBTZEUR":{"c":["60030","1"]}}}"#)
        let binance = Answer.json(BinanceAnswers.row("BTCEUR", last: "60040"))
        func held(_ answer: Answer) -> Answer {
            .making { _ in
                asked.add(1)
                for _ in 0..<10_000 where asked.value < 3 { _ = usleep(1000) }
                return answer
            }
        }
        let exchanges: [Exchange] = [
            .get(CoinGeckoAnswers.path, answer: held(answer)), .get(KrakenAnswers.path, answer: held(kraken)),
            .get(BinanceAnswers.path, answer: held(binance)),
        ]
        let run = try await withLoopbackServer(exchanges) { server in
            await runTool(
                "price --each BTC -c EUR -p coingecko,kraken,binance --fields provider --csv --no-header",
                server.variablesForDefaultChains)
        }
        #expect(run.outputLines == ["coingecko", "kraken", "binance"], "\(run.errors)")
        #expect(asked.value == 3)
    }
}
