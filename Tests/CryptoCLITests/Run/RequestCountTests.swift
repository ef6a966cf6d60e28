import CryptoCLI
import TestSupport
import Testing

private let path = CoinGeckoAnswers.path

@Suite("The number of requests of a command", .quick)
struct RequestCountTests {
    /// A coin for each requested symbol or id.
    private static let echo = Answer.making { request in
        let (symbols, ids) = (request.parameter("symbols"), request.parameter("ids"))
        let names = (symbols ?? ids ?? "").split(separator: ",")
        let rows = names.map { CoinGeckoAnswers.row(symbols == nil ? "\($0)" : "id-\($0)", "\($0)") }
        return .json("[" + rows.joined(separator: ",") + "]")
    }

    /// As many coins as a page holds, `total` in all.
    private static func pages(of total: Int) -> Answer {
        .making { request in
            let size = request.parameter("per_page").flatMap { Int($0) } ?? 0
            let page = request.parameter("page").flatMap { Int($0) } ?? 0
            let places = ((page - 1) * size..<page * size).prefix { $0 < total }
            let rows = places.map { CoinGeckoAnswers.row("coin-\($0)", "c\($0)", rank: $0 + 1) }
            return .json("[" + rows.joined(separator: ",") + "]")
        }
    }

    struct Count: Sendable, CustomTestStringConvertible {
        let line: String
        let requests: Int
        let rows: Int

        var testDescription: String { line }
    }

    static let lists: [Count] = [
        Count(line: "list", requests: 1, rows: 50), Count(line: "list --limit 1", requests: 1, rows: 1),
        Count(line: "list --limit 250", requests: 1, rows: 250),
        Count(line: "list --limit 251", requests: 2, rows: 251),
        Count(line: "list --limit 9999", requests: 3, rows: 600),
        Count(line: "list --limit 20 -c SEK", requests: 1, rows: 20),
    ]

    @Test("A list requests as many pages as it needs", arguments: lists)
    func list(_ count: Count) async throws {
        let exchange = Exchange.get(path, times: .exactly(count.requests), answer: Self.pages(of: 600))
        try await withLoopbackServer([exchange]) { server in
            let run = await runTool(count.line + " -p coingecko --csv --no-header", server.variables(for: "coingecko"))
            #expect(run.status == .success)
            #expect(run.outputLines.count == count.rows)
            let currency = count.line.contains("SEK") ? "sek" : "usd"
            #expect(server.requests.allSatisfy { $0.parameter("vs_currency") == currency })
        }
    }

    static let depths: [(options: String, size: String, requests: Int, rows: Int)] = [
        ("", "50", 1, 50), ("-n 7", "7", 1, 7), ("-n 7 --of 5", "5", 1, 5), ("-n 7 --of 600", "7", 1, 7),
        ("-n 7 --sort price", "250", 1, 7), ("-n 7 --reverse", "250", 1, 7), ("--available", "250", 1, 50),
        ("-n 5 --if rank>100", "250", 1, 5), ("-n 5 --if rank>300", "250", 1, 0), ("-n 300 --sort name", "250", 2, 300),
        ("-n 5 --if rank>300 --of 500", "250", 2, 5), ("-n 5 --if rank>300 --of 302", "250", 2, 2),
        ("-n 5 --sort rank --of 251", "250", 2, 5), ("-n 5 --sort rank --of 30", "30", 1, 5),
        ("--search c7 --of 100", "100", 1, 11), ("--available --of 60", "60", 1, 50),
    ]

    @Test(
        "A plain list requests what it prints, any other one page, or as far as --of",
        arguments: depths)
    func depth(options: String, size: String, requests: Int, rows: Int) async throws {
        let exchange = Exchange.get(
            path, query: ["per_page": size], times: .exactly(requests), answer: Self.pages(of: 600))
        try await withLoopbackServer([exchange]) { server in
            let run = await runTool(
                "list -p coingecko --csv --no-header \(options)",
                server.variables(for: "coingecko").merging(["XDG_CONFIG_HOME": "/nonexistent"]) { $1 })
            #expect(run.outputLines.count == rows, "\(run.errors)")
        }
    }

    static let quotes: [Count] = [
        Count(line: "price BTC", requests: 1, rows: 1), Count(line: "price BTC ETH XRP", requests: 1, rows: 3),
        Count(line: "price BTC btc BTC", requests: 1, rows: 3), Count(line: "price id:a id:b", requests: 1, rows: 2),
        Count(line: "price BTC id:a", requests: 2, rows: 2),
        Count(line: "price BTC ETH/EUR XRP/eur", requests: 2, rows: 3),
        Count(line: "list BTC ETH", requests: 1, rows: 2),
    ]

    @Test("Quotes make one request for each currency and form of name", arguments: quotes)
    func price(_ count: Count) async throws {
        let exchange = Exchange.get(path, times: .exactly(count.requests), answer: Self.echo)
        try await withLoopbackServer([exchange]) { server in
            let run = await runTool(count.line + " -p coingecko --csv --no-header", server.variables(for: "coingecko"))
            #expect(run.status == .success, "\(run.errors)")
            #expect(run.outputLines.count == count.rows)
        }
    }

    @Test(
        "10,000 symbols are sent in the largest requests of the provider and returned in order", .quick, .endsHang
    )
    func manySymbols() async throws {
        let symbols = (0..<10_000).map { "S\($0)" }
        let exchange = Exchange.get(path, times: 200, answer: Self.echo)
        try await withLoopbackServer([exchange]) { server in
            let run = await runTool(
                ["price"] + symbols + ["-p", "coingecko", "--template", #"{symbol}\n"#],
                server.variables(for: "coingecko"))
            #expect(run.status == .success)
            #expect(run.outputLines == symbols)
            #expect(server.connectionCount < 200)
        }
    }

    @Test("More symbols than fit a request: all markets of an exchange, or the fewest requests by length")
    func manySymbolsElsewhere() async throws {
        let symbols = (0..<1000).map { "S\($0)" }
        let markets = "[" + symbols.map { BinanceAnswers.row($0 + "EUR") }.joined(separator: ",") + "]"
        let quotes = Answer.making { request in
            let names = (request.parameter("fsyms") ?? "").split(separator: ",")
            let rows = names.map { "\"\($0)\":" + CryptoCompareAnswers.raw("EUR") }
            return .json(#"{"RAW":{"# + rows.joined(separator: ",") + "}}")
        }
        let exchanges: [Exchange] = [
            .get(BinanceAnswers.path, query: .none, answer: .json(markets)),
            .get(CryptoCompareAnswers.pricePath, times: 5, answer: quotes),
        ]
        try await withLoopbackServer(exchanges) { server in
            var variables = server.variables(for: "binance", "cryptocompare")
            variables["CRYPTO_CRYPTOCOMPARE_KEY"] = "a-test-key"
            for provider in ["binance", "cryptocompare"] {
                let run = await runTool(
                    ["price"] + symbols + ["-p", provider, "-c", "EUR", "--template", #"{symbol}\n"#], variables)
                #expect(run.status == .success, "\(run.errors.prefix(300))")
                #expect(run.outputLines == symbols)
            }
            #expect(server.requests.allSatisfy { ($0.parameter("fsyms") ?? "").utf8.count <= 1000 })
        }
    }

    @Test("10,000 unknown symbols are reported in one line")
    func manyUnknown() async throws {
        let exchange = Exchange.get(path, times: 200, answer: .json("[]"))
        try await withLoopbackServer([exchange, CoinGeckoAnswers.nothingFound]) { server in
            let run = await runTool(
                ["price"] + (0..<10_000).map { "S\($0)" } + ["-p", "coingecko"], server.variables(for: "coingecko"))
            expectFailure(run, .unknownName, says: "unknown symbols 'S0', 'S1'")
            #expect(run.errors.contains("'S9' and 9990 more (asked: coingecko)"))
        }
    }

    @Test("An exchange gets one request, for a market by its name or for all")
    func exchanges() async throws {
        let one = Exchange.get(
            BinanceAnswers.path, query: .exactly([.init("symbol", "BTCEUR")]),
            answer: .json(BinanceAnswers.row("BTCEUR")))
        let several = Exchange.get(
            BinanceAnswers.path, query: .exactly([.init("symbols", #"["BTCEUR","ETHEUR"]"#)]),
            answer: BinanceAnswers.rows(BinanceAnswers.row("BTCEUR"), BinanceAnswers.row("ETHEUR")))
        let all = Exchange.get(
            BinanceAnswers.path, query: .none,
            answer: BinanceAnswers.rows(BinanceAnswers.row("BTCEUR"), BinanceAnswers.row("ETHBTC")))
        let wazirx = Exchange.get(
            WazirXAnswers.path, times: 2, answer: WazirXAnswers.rows(WazirXAnswers.row("btc", "inr")))
        try await withLoopbackServer([one, several, all, wazirx]) { server in
            let variables = server.variables(for: "binance", "wazirx")
            for line in [
                "price BTC -p binance -c EUR", "price BTC ETH -p binance -c EUR", "list -p binance -c EUR",
                "price BTC -p wazirx -c INR", "list -p wazirx -c INR",
            ] {
                let run = await runTool(line, variables)
                #expect(run.status == .success, "\(line): \(run.errors)")
            }
            #expect(server.requests.count == 5)
        }
    }

    @Test("Help, lists of fields, sample and mock make no request")
    func noRequests() async {
        for line in ["help", "list --fields help", "price -p help", "list -p sample", "price BTC -p mock"] {
            let run = await runTool(line)
            #expect(run.status == .success)
        }
    }
}
