import CryptoCLI
import TestSupport
import Testing

private let coingecko = CoinGeckoAnswers.path

/// Runs a command line against a server for all providers of prices. Requests for rates fail the test.
private func run(_ line: String, _ exchanges: [Exchange], text: String = "") async throws -> ToolRun {
    try await withLoopbackServer(exchanges) { server in
        await runTool(
            line.split(separator: " ").map(String.init),
            server.variablesForDefaultChains.merging(
                server.variables(for: "frankfurter", "ecb", "erapi", "currencyapi")
            ) { $1 },
            input: input(Array(text.utf8))
        )
    }
}

@Suite("convert: coins and the providers that price them", .quick)
struct ConvertCoinTests {
    private let bitcoin = CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", price: "64000"))
    private let second = Exchange.get(
        CoinMarketCapAnswers.path,
        answer: CoinMarketCapAnswers.rows(CoinMarketCapAnswers.row(1, "BTC", in: "EUR", price: "60000")))

    @Test("One request is made if the coin is quoted in the currency, in either direction, for any number of lines")
    func direct() async throws {
        let exchange = Exchange.get(coingecko, query: ["vs_currency": "sek", "symbols": "btc"], answer: bitcoin)
        let fromCoin = try await run("convert 0.25 BTC SEK --csv --no-header --fields result,provider", [exchange])
        #expect(fromCoin.output == "16000,coingecko\r\n", "\(fromCoin.errors)")
        let toCoin = try await run("convert 1000 SEK BTC --csv --no-header --fields result,rate", [exchange])
        #expect(toCoin.output == "0.015625,0.000015625\r\n")
        let lines = try await run(
            "convert - BTC SEK --csv --no-header --fields result", [exchange], text: "1\n2 btc SEK\n64000 SEK BTC\n")
        #expect(lines.output == "64000\r\n128000\r\n1\r\n")
    }

    @Test("Coin to coin uses the provider's own quote")
    func coinToCoin() async throws {
        let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.row("ethereum", "eth", price: "0.05"))
        let output = try await run(
            "convert 10 ETH BTC --csv --no-header --fields result,path",
            [.get(coingecko, query: ["vs_currency": "btc", "symbols": "eth"], answer: answer)])
        #expect(output.output == "0.5,ETH→BTC 0.05 coingecko\r\n")
    }

    @Test("A coin's price older than a day makes the row stale, as the quote is: a notice, and 75 under --strict")
    func oldPrice() async throws {
        let row = CoinGeckoAnswers.row("bitcoin", "btc", price: "64000", updated: "2024-02-29T11:59:59Z")
        let exchange = Exchange.get(coingecko, answer: CoinGeckoAnswers.rows(row))
        let line = "convert 2 BTC USD -p coingecko --csv --no-header --fields result,stale"
        let fact = "coingecko: the rate from BTC to USD dates from 2024-02-29T11:59:59Z, older than a day"
        let noticed = try await run(line, [exchange])
        #expect(noticed.output == "128000,true\r\n" && noticed.errors == "crypto: \(fact)\n")
        expectFailure(try await run(line + " --strict", [exchange]), .tryLater, says: fact)
    }

    @Test("A failed provider is followed by the next with one notice, and the row names it; --provider asks no other")
    func fallback() async throws {
        let exchanges: [Exchange] = [
            .get(coingecko, answer: .status(503)), second,
        ]
        let output = try await run("convert 0.1 BTC EUR --csv --no-header --fields result,provider", exchanges)
        #expect(output.output == "6000,coinmarketcap\r\n")
        #expect(output.errorLines.first == "crypto: coingecko: refused with status 503; trying coinmarketcap")
        let binance = Exchange.get(BinanceAnswers.path, answer: .json(BinanceAnswers.row("BTCEUR")))
        let named = try await run("convert 0.1 BTC EUR -p binance --csv --no-header --fields provider", [binance])
        #expect(named.output == "binance\r\n")
    }

    @Test(
        "A price that is 0, negative, missing or not a number is never a rate",
        arguments: ["0", "-1", "null", #""x""#, nil])
    func badPrice(_ price: String?) async throws {
        let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", price: price))
        let rates = Answer.json(#"{"base":"EUR","date":"2024-03-01","rates":{"USD":1.08}}"#)
        let output = try await run(
            "convert 1 BTC EUR -p coingecko",
            [
                .get(coingecko, times: .any, answer: answer), .get("/v1/latest", times: .any, answer: rates),
            ])
        expectFailure(output, .invalidData, says: "coingecko: invalid answer: ")
    }

    private static let rates = Exchange.get("/v1/latest", times: .any, answer: latestRates(#""USD":1.08"#))

    @Test("A coin without a price is not unknown: the next provider is asked, and the last failure is reported")
    func noPrice() async throws {
        let none = CoinGeckoAnswers.rows(CoinGeckoAnswers.row("bitcoin", "btc", price: "0"))
        let exchanges: [Exchange] = [
            .get(coingecko, answer: none), second,
        ]
        let next = try await run("convert 0.1 BTC EUR --csv --no-header --fields result,provider", exchanges)
        #expect(next.output == "6000,coinmarketcap\r\n")
        #expect(next.errorLines.count { !$0.contains("Data provided by") } == 1)
        #expect(next.errors.contains("BTC has no price above 0; trying coinmarketcap"))
        let unpriced = try await run("convert 1 USD BTC -p coingecko", [exchanges[0], Self.rates])
        expectFailure(unpriced, .invalidData, says: "BTC has no price above 0")
    }

    @Test(
        "All targets that are coins share one request, also those of a line; an unknown code costs no further request"
    )
    func batch() async throws {
        let answer = CoinGeckoAnswers.rows(CoinGeckoAnswers.bitcoin, CoinGeckoAnswers.ethereum)
        let exchange = Exchange.get(coingecko, query: ["vs_currency": "usd", "symbols": "btc,eth"], answer: answer)
        let operands = try await run(
            "convert 67024.5 USD BTC ETH -p coingecko --csv --no-header --fields to", [exchange])
        #expect(operands.outputLines == ["BTC", "ETH"], "\(operands.errors)")
        let line = try await run(
            "convert - -p coingecko --csv --no-header --fields to", [exchange], text: "1 USD BTC ETH\n1 USD ETH BTC\n")
        #expect(line.outputLines == ["BTC", "ETH", "ETH", "BTC"])
        let search = "; 'crypto list --search xyzq -p coingecko' searches by name\n"
        let some = try await run(
            "convert 1 USD BTC XYZQ -p coingecko --csv --no-header --fields to",
            [.get(coingecko, query: ["symbols": "btc,xyzq"], answer: answer), Self.rates])
        #expect(some.outputLines == ["BTC"])
        #expect(some.status == .unknownName)
        #expect(some.errors == "crypto: unknown currency 'XYZQ' (asked: coingecko)" + search)
    }

    @Test("A ticker of several coins is reported once with the other ids, and exits with 66 under --strict")
    func ambiguous() async throws {
        let answer = CoinGeckoAnswers.rows(
            CoinGeckoAnswers.row("bitcoin", "btc", price: "64000"),
            CoinGeckoAnswers.row("batcat", "btc", price: "0.0001", rank: 900))
        let exchange = Exchange.get(coingecko, times: 2, answer: answer)
        let noticed = try await run("convert 1 BTC SEK EUR -p coingecko --csv --no-header --fields result", [exchange])
        #expect(noticed.status == .success)
        #expect(noticed.output == "64000\r\n64000\r\n")
        #expect(noticed.errors == "crypto: BTC is bitcoin, the largest of several; the others are id:batcat\n")
        let strict = try await run("convert 1 BTC SEK EUR -p coingecko --strict", [exchange])
        expectFailure(strict, .unknownName, says: "ambiguous symbol: BTC is bitcoin")
    }
}

extension ConvertCoinTests {
    @Test("An exchange that quotes in a coin leads to fiat through its own pairs, as the path shows")
    func ownPairs() async throws {
        try await withLoopbackServer([
            .get(
                BinanceAnswers.path, query: "symbol=BTCUSDT",
                answer: .json(BinanceAnswers.row("BTCUSDT", last: "50000"))),
            .get(
                BinanceAnswers.path, query: "symbol=EURUSDT",
                answer: .json(BinanceAnswers.row("EURUSDT", last: "1.25"))),
            .get("/v1/latest", answer: .json(#"{"base":"EUR","date":"2024-03-01","rates":{"USD":1.2,"SEK":10}}"#)),
        ]) { server in
            let line = "convert 2 BTC SEK -p binance --csv --no-header --fields result,path"
            let run = await runTool(line, server.variables(for: "binance", "frankfurter"))
            let path = "BTC→USDT 50000 binance, USDT→EUR 0.8 binance, EUR→SEK 10 frankfurter"
            #expect(run.outputLines == ["800000,\"\(path)\""], "\(run.errors)")
        }
    }

    @Test("Dollars are reached through pairs of the exchange, and prices in dollars are requested once")
    func dollars() async throws {
        let exchanges: [Exchange] = [
            .get(
                BinanceAnswers.path, query: "symbol=BTCUSDT",
                answer: .json(BinanceAnswers.row("BTCUSDT", last: "50000"))),
            .get(
                BinanceAnswers.path, query: "symbol=EURUSDT",
                answer: .json(BinanceAnswers.row("EURUSDT", last: "1.25"))),
            .get("/v1/latest", answer: .json(#"{"base":"EUR","date":"2024-03-01","rates":{"USD":1.2}}"#)),
        ]
        let own = try await run("convert 1 BTC USD -p binance --csv --no-header --fields result", exchanges)
        #expect(own.output == "48000\r\n", "\(own.errors)")
        let unknown = try await run(
            "convert 1 XYZQ USD -p coingecko",
            [.get(coingecko, query: ["vs_currency": "usd"], answer: .json("[]")), Self.rates])
        expectFailure(unknown, .unknownName, says: "unknown currency 'XYZQ'")
    }
}
