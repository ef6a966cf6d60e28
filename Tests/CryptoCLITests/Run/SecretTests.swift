import CryptoCLI
import TestSupport
import Testing

@Suite("Keys are never shown", .quick, .virtualTime)
struct SecretTests {
    @Test("A key that is repeated in a malformed header is not shown")
    func malformedHeader() async throws {
        let key = "CG-sEcrEt+1/="
        let answer = Answer.raw("HTTP/1.1 200 OK\r\nbad header: \(key)\r\nContent-Length: 2\r\n\r\n[]")
        let sent = ["coingecko": ("x-cg-demo-api-key", key), "cryptocompare": ("Authorization", "Apikey \(key)")]
        let paths = ["coingecko": CoinGeckoAnswers.path, "cryptocompare": CryptoCompareAnswers.pricePath]
        for (name, header) in sent {
            let exchange = Exchange.get(
                try #require(paths[name]), headers: [header.0: .value(header.1)], answer: answer)
            try await withLoopbackServer([exchange]) { server in
                var variables = server.variables(for: name)
                variables["CRYPTO_\(name.uppercased())_KEY"] = key
                let run = await runTool("price BTC -v -p \(name) --retries 0 --json", variables)
                #expect(run.status == .invalidData, "\(run.errors)")
                #expect(!(run.output + run.errors).contains("sEcrEt"))
            }
        }
    }
}
