import CryptoCLI
import TestSupport
import Testing

@Suite("Servers that follow the protocol and send false data", .quick)
struct HostileServerTests {
    private func run(_ line: String, _ exchange: Exchange) async throws -> ToolRun {
        try await withLoopbackServer([exchange]) { server in
            var variables = server.variables(for: "coingecko", "cryptocompare", "wazirx", "binance")
            variables["CRYPTO_CRYPTOCOMPARE_KEY"] = "none"
            return await runTool(line + " --retries 0", variables)
        }
    }

    @Test("The host of a redirect is printed without control characters and is not a usage error")
    func redirect() async throws {
        let head = "HTTP/1.1 302 Found\r\nLocation: http://\u{202E}evil\u{9B}31m.invalid/\r\nContent-Length: 0\r\n\r\n"
        let run = try await run("list -v -p coingecko", .get(CoinGeckoAnswers.path, answer: .raw(head)))
        #expect(run.status == .unavailable, "\(run.errors)")
        #expect(run.errors.contains("redirected to http://"))
        #expect(run.errorLines.last?.hasPrefix("crypto: coingecko: 127.0.0.1:") == true, "\(run.errors)")
        #expect(!run.errors.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{9B}" })
    }

    @Test("A header of 1 MB is reported with provider and host")
    func largeHeader() async throws {
        let answer = Answer.json("[]", headers: [("X", String(repeating: "x", count: 1_000_000))])
        let run = try await run("list -p coingecko", .get(CoinGeckoAnswers.path, answer: answer))
        expectFailure(run, .invalidData, says: "crypto: coingecko: 127.0.0.1:")
        #expect(run.errors.hasSuffix(" sent a header over 102400 bytes; try another --provider\n"), "\(run.errors)")
    }

    @Test("A market without a base currency is a malformed row")
    func namelessMarket() async throws {
        let answer = WazirXAnswers.rows(WazirXAnswers.row("", "inr"), WazirXAnswers.row("btc", "inr"))
        let run = try await run("list -p wazirx -c INR --csv --fields symbol", .get(WazirXAnswers.path, answer: answer))
        #expect(run.outputLines == ["symbol", "BTC"])
        #expect(run.errors == "crypto: wazirx: skipped row 1: base currency is missing\n")
    }

    @Test("A price marked with another currency is not printed in the requested one")
    func otherCurrency() async throws {
        let raw = CryptoCompareAnswers.raw("USD").replacing(#""TYPE""#, with: #""TOSYMBOL":"EUR","TYPE""#)
        let answer = CryptoCompareAnswers.price("BTC", raw: raw)
        let run = try await run("price BTC -p cryptocompare", .get(CryptoCompareAnswers.pricePath, answer: answer))
        expectFailure(run, .invalidData, says: "TOSYMBOL is EUR, not USD")
    }

    @Test("An error with status 200 is not called a refusal with status 200")
    func status() async throws {
        let answer = Answer.json(#"{"Response":"Error","Message":"closed for today"}"#)
        let run = try await run("price BTC -p cryptocompare", .get(CryptoCompareAnswers.pricePath, answer: answer))
        expectFailure(run, .unavailable, says: "cryptocompare: refused: closed for today")
    }
}

extension HostileServerTests {
    @Test(
        "A price of 0 is unknown, a negative one makes the row invalid; neither is printed",
        arguments: [("0", "BTC has no price above 0"), ("0.000", "BTC has no price above 0"), ("-1", "is below 0")])
    func noPrice(price: String, problem: String) async throws {
        let coin = #"[{"id":"bitcoin","symbol":"btc","name":"Bitcoin","current_price":\#(price)}]"#
        try await withLoopbackServer([.get("/api/v3/coins/markets", answer: .json(coin))]) { server in
            let line = "price BTC -p coingecko --retries 0 --fields price --json"
            let run = await runTool(line, server.variables(for: "coingecko"))
            expectFailure(run, .invalidData, says: problem)
        }
    }
}
