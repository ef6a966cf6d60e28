import CryptoCLI
import TestSupport
import Testing

@Suite("Symbols: the asset that a name means, in lists and favorites", .quick)
struct SymbolTests {
    private static func coins(_ rows: String...) -> Exchange {
        .get(CoinGeckoAnswers.path, answer: .json("[" + rows.joined(separator: ",") + "]"))
    }

    private static func coin(_ id: String, _ symbol: String, _ name: String, cap: String) -> String {
        #"{"id":"\#(id)","symbol":"\#(symbol)","name":"\#(name)","current_price":1,"market_cap":\#(cap)}"#
    }

    private func run(_ line: String, _ exchange: Exchange) async throws -> ToolRun {
        try await withLoopbackServer([exchange]) { server in
            await runTool("\(line) -p coingecko", server.variables(for: "coingecko"))
        }
    }

    @Test(
        "A wrapped or bridged coin, or one of the same ticker, never replaces the largest; stderr names it, --strict exits with 66"
    )
    func namesakes() async throws {
        let ada = Self.coins(
            Self.coin("binance-peg-cardano", "ada", "Binance-Peg Cardano", cap: "99"),
            Self.coin("cardano", "ada", "Cardano", cap: "50"), Self.coin("fake", "ada", "Ada", cap: "null"))
        for command in ["list", "price"] {
            let run = try await run("\(command) ada --template {id}", ada)
            #expect(run.status == .success && run.output == "cardano")
            #expect(
                run.errorLines == [
                    "crypto: ADA is cardano, the largest of several; the others are id:binance-peg-cardano, id:fake"
                ])
            expectFailure(
                try await self.run("\(command) ada --strict", ada), .unknownName,
                says: "ambiguous symbol: ADA is cardano")
        }
    }

    @Test("A wrapped coin is found by its own ticker")
    func wrapped() async throws {
        let run = try await run(
            "list wbtc --template {id}",
            Self.coins(Self.coin("wrapped-bitcoin", "wbtc", "Wrapped Bitcoin", cap: "9")))
        #expect(run.output == "wrapped-bitcoin" && run.errors.isEmpty)
    }

    @Test("USDT, USDC and USD are distinct as symbols and as currencies")
    func dollars() async throws {
        let coins = await runTool("list USDT USDC -p sample --csv --no-header --fields symbol,id,price,currency")
        #expect(coins.outputLines == ["USDT,tether,1.0003,USD", "USDC,usd-coin,0.99995,USD"])
        expectFailure(await runTool("list USD -p sample"), .unknownName, says: "unknown symbol 'USD'")
        let pairs = Exchange.get(
            BinanceAnswers.path, query: .none,
            answer: BinanceAnswers.rows(
                BinanceAnswers.row("BTCUSDT", last: "62000"), BinanceAnswers.row("BTCUSDC", last: "61900"),
                BinanceAnswers.row("USDCUSDT", last: "0.99")))
        for (currency, rows) in [("USDT", ["BTC,62000", "USDC,0.99"]), ("USDC", ["BTC,61900"])] {
            try await withLoopbackServer([pairs]) { server in
                let run = await runTool(
                    "list -p binance -c \(currency) --csv --no-header --fields symbol,price",
                    server.variables(for: "binance"))
                #expect(run.outputLines == rows, "\(run.errors)")
            }
        }
    }

    @Test("Tickers, pairs, ids, stocks and futures in one list keep the order and their kinds")
    func kinds() async {
        let run = await runTool(
            "list stock:aapl eth/eur id:solana BTC-PERP btc -p sample --csv --no-header --fields symbol,kind,currency")
        #expect(
            run.outputLines == [
                "AAPL,stock,USD", "ETH,coin,EUR", "SOL,coin,USD", "BTC-PERP,future,USD", "BTC,coin,USD",
            ])
        for symbol in ["AAPL", "stock:BTC", "id:BTC", "stock:BTC-PERP"] {
            expectFailure(
                await runTool("list \(symbol) -p sample"), .unknownName, says: "unknown symbol '\(symbol)'")
        }
    }
}
