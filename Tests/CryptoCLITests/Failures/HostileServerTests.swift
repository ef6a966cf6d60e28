import CryptoCLI
import TestSupport
import Testing

@Suite("X7 servers that answer by the protocol, and lie")
struct HostileServerTests {
    private func run(_ line: String, _ exchange: Exchange) async throws -> ToolRun {
        try await withLoopbackServer([exchange]) { server in
            var variables = server.variables(for: "coingecko", "cryptocompare", "wazirx", "binance")
            variables["CRYPTO_CRYPTOCOMPARE_KEY"] = "none"
            return await runTool(line + " --retries 0", variables)
        }
    }

    @Test("the host of a redirect does not reach the terminal as it is, and is the server's fault, not the user's")
    func redirect() async throws {
        let head = "HTTP/1.1 302 Found\r\nLocation: http://\u{202E}evil\u{9B}31m.invalid/\r\nContent-Length: 0\r\n\r\n"
        let run = try await run("list -v -p coingecko", .get(CoinGeckoAnswers.path, answer: .raw(head)))
        #expect(run.status == .unavailable, "\(run.errors)")
        #expect(run.errors.contains("redirected to http://"))
        #expect(run.errorLines.last?.hasPrefix("crypto: coingecko: 127.0.0.1:") == true, "\(run.errors)")
        #expect(!run.errors.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{9B}" })
    }

    @Test("a header of 1 MB is said of the provider and its host")
    func largeHeader() async throws {
        let answer = Answer.json("[]", headers: [("X", String(repeating: "x", count: 1_000_000))])
        let run = try await run("list -p coingecko", .get(CoinGeckoAnswers.path, answer: answer))
        expectFailure(run, .invalidData, says: "crypto: coingecko: 127.0.0.1:")
        #expect(run.errors.hasSuffix(" sent a header over 102400 bytes; try another --provider\n"), "\(run.errors)")
    }

    @Test("a market without a base currency is a bad row")
    func namelessMarket() async throws {
        let answer = WazirXAnswers.rows(WazirXAnswers.row("", "inr"), WazirXAnswers.row("btc", "inr"))
        let run = try await run("list -p wazirx -c INR --csv --fields symbol", .get(WazirXAnswers.path, answer: answer))
        #expect(run.outputLines == ["symbol", "BTC"])
        #expect(run.errors == "crypto: wazirx: row 1 is left out: base currency is missing\n")
    }

    @Test("a price that says it is in another currency is not printed as one in this")
    func otherCurrency() async throws {
        let raw = CryptoCompareAnswers.raw("USD").replacing(#""TYPE""#, with: #""TOSYMBOL":"EUR","TYPE""#)
        let answer = CryptoCompareAnswers.price("BTC", raw: raw)
        let run = try await run("price BTC -p cryptocompare", .get(CryptoCompareAnswers.pricePath, answer: answer))
        expectFailure(run, .invalidData, says: "TOSYMBOL is EUR, not USD")
    }

    @Test("an error that comes with status 200 is not called a refusal with status 200")
    func status() async throws {
        let answer = Answer.json(#"{"Response":"Error","Message":"closed for today"}"#)
        let run = try await run("price BTC -p cryptocompare", .get(CryptoCompareAnswers.pricePath, answer: answer))
        expectFailure(run, .unavailable, says: "cryptocompare: refused: closed for today")
    }
}

extension HostileServerTests {
    @Test(
        "X7 P5 a price of 0 is none, one below 0 is a row that makes no sense; neither is printed",
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
