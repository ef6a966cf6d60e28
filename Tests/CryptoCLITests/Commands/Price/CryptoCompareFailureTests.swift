import CryptoCLI
import TestSupport
import Testing

@Suite("Errors of cryptocompare, which come with status 200", .quick)
struct CryptoCompareFailureTests {
    static let failures: [ServerFailure] = [
        ServerFailure("no data", .json(#"{"Message":"Success","Type":100}"#), .invalidData, " is missing"),
        ServerFailure("data of another type", .json(#"{"Data":7,"RAW":7}"#), .invalidData, ""),
        ServerFailure(
            "over the limit",
            .json(
                #"{"Response":"Error","Message":"You are over your rate limit please upgrade your account!","Type":99}"#
            ),
            .tryLater, "too many requests: You are over your rate limit"),
        ServerFailure(
            "no key", .json(#"{"Data":{},"Err":{"type":2,"message":"API key required"}}"#, status: 401), .noPermission,
            "the key is missing or wrong: API key required; set CRYPTO_CRYPTOCOMPARE_KEY"),
        ServerFailure(
            "something else", .json(#"{"Response":"Error","Message":"limit is larger than 100","Type":2}"#),
            .unavailable,
            "limit is larger than 100"),
    ]

    @Test("price and list", arguments: failures, ["price BTC", "list"])
    func failure(_ failure: ServerFailure, line: String) async throws {
        let path = line == "list" ? CryptoCompareAnswers.listPath : CryptoCompareAnswers.pricePath
        try await withLoopbackServer([.get(path, answer: failure.answer)]) { server in
            var variables = server.variables(for: "cryptocompare")
            variables["CRYPTO_CRYPTOCOMPARE_KEY"] = "a-test-key"
            let run = await runTool("\(line) -p cryptocompare --retries 0", variables)
            expectFailure(run, failure.status, says: failure.says)
        }
    }

    private static let ended =
        "set CRYPTO_CRYPTOCOMPARE_KEY; access without a subscription ended on 2026-05-21, also for old keys; coingecko, "
        + "coinmarketcap and coinpaprika need no key"

    @Test("Without a key, and with one of the former free plan, the message says that free access ended")
    func ended() async throws {
        expectFailure(
            await runTool("price BTC -p cryptocompare"), .noPermission,
            says: "cryptocompare: needs a key; \(Self.ended)")
    }

    @Test("The recorded refusal says so, too, and is not tried again", .needsRecordings)
    func recordedRefusal() async throws {
        let answer = try Answer.recording("cryptocompare/error-401-api-key-required-20260722.json", status: 401)
        let fact =
            "cryptocompare: the key is missing or wrong: API key required, please refer to the documentation at "
            + "https://developers.coindesk.com/; \(Self.ended)"
        for line in ["price BTC", "list", "price BTC --history 3d --candles 1d"] {
            try await withLoopbackServer([.everything(answer)]) { server in
                var variables = server.variables(for: "cryptocompare")
                variables["CRYPTO_CRYPTOCOMPARE_KEY"] = "a-test-key"
                let run = await runTool("\(line) -p cryptocompare", variables)
                expectFailure(run, .noPermission, says: fact)
                #expect(server.requests.count == 1)
            }
        }
    }

    @Test("A pair that does not exist is an unknown symbol")
    func unknownPair() async throws {
        let words = "cccagg_or_exchange market does not exist for this coin pair (NOPE-USD)"
        let answer = Answer.json(#"{"Response":"Error","Message":"\#(words)","HasWarning":false,"Type":1}"#)
        try await withLoopbackServer([.get(CryptoCompareAnswers.pricePath, answer: answer)]) { server in
            var variables = server.variables(for: "cryptocompare")
            variables["CRYPTO_CRYPTOCOMPARE_KEY"] = "a-test-key"
            let run = await runTool("price NOPE -p cryptocompare", variables)
            expectFailure(run, .unknownName, says: "unknown symbol 'NOPE' (asked: cryptocompare)")
        }
    }
}
