import CryptoCLI
import Platform
import TestSupport
import Testing

/// A command whose whole chain fails, and the last line of its output.
struct FailedChain: Sendable, CustomTestStringConvertible {
    let line: String
    let says: String

    init(_ line: String, _ says: String) { (self.line, self.says) = (line, says) }

    var testDescription: String { line }
}

@Suite("If a whole chain fails, the last line names each provider once with its reason", .quick)
struct ChainFailureTests {
    private static let busy = "refused with status 503"
    private static let prices = "coingecko, coinmarketcap, coinpaprika, coinbase, kraken, okx, binance"

    static let failed: [FailedChain] = [
        FailedChain("list", "coingecko, coinmarketcap, coinpaprika, binance: \(busy)"),
        FailedChain("list --search bit", "coingecko, coinmarketcap, coinpaprika, binance: \(busy)"),
        FailedChain("price BTC ETH -c EUR", "\(prices): \(busy)"),
        FailedChain(
            "price BTC -c EUR --history 3d",
            "coinbase, kraken, okx, binance, coingecko: \(busy); defillama: has no candles, only the price nearest to a "
                + "moment"),
        FailedChain("price BTC -c EUR --consensus", "\(prices): \(busy)"),
        FailedChain("convert 1 BTC ETH", "\(prices): \(busy)"),
        FailedChain("convert 1 BTC EUR", "\(prices), frankfurter, ecb, erapi, currencyapi: \(busy)"),
        FailedChain("convert 1 SEK EUR", "frankfurter, ecb, erapi, currencyapi: \(busy)"),
        FailedChain(
            "convert 1 SEK EUR --at 2024-02-01",
            "frankfurter, ecb: \(busy); erapi: has no history; currencyapi: has no rates of 2024-02-01"),
        FailedChain("watch BTC", "coinbase, kraken, okx, binance: \(busy)"),
        FailedChain("watch BTC -c EUR --poll 1s", "coinbase, kraken, okx, binance: \(busy)"),
        FailedChain("aqi @1 2,3 -p waqi", "waqi: \(busy)"),
        FailedChain("aqi 2,3 -p waqi,open-meteo", "waqi, open-meteo: \(busy)"),
        FailedChain("aqi 2,3 -p airnow,eea", "airnow, eea: \(busy)"),
        FailedChain("aqi 2,3 -p eea --history 3h", "eea: \(busy)"),
        FailedChain("aqi Delhi -p airnow,eea --watch", "open-meteo: \(busy)"),
        FailedChain("aqi 2,3 -p open-meteo --history 3h", "open-meteo: \(busy)"),
        FailedChain("aqi 2,3 --forecast 3h", "open-meteo: \(busy)"),
        FailedChain("aqi 2,3 -p waqi,open-meteo --watch", "waqi, open-meteo: \(busy)"),
        FailedChain("aqi Delhi -p city-ws,open-meteo --watch", "city-ws, open-meteo: \(busy)"),
    ]

    @Test(arguments: failed)
    func refused(chain: FailedChain) async throws {
        let run = try await Self.run(chain.line, .status(503))
        #expect(run.status == .unavailable, "\(run.errors)")
        #expect(run.output.isEmpty)
        let last = try #require(run.errorLines.last)
        #expect(last.hasSuffix("\(chain.says); try another --provider"), "\(run.errors)")
        #expect(run.errorLines.count == 1, "\(run.errors)")
    }

    @Test(
        "Offline, one fact is said in place of each host",
        arguments: ["watch BTC", "price BTC", "price BTC -c SEK", "price BTC --consensus", "convert 1 BTC SEK"])
    func offline(line: String) async throws {
        // A name with an empty part has no address, and no name server is asked for it.
        let names = ["coinbase", "kraken", "binance"]
        let rates = ["FRANKFURTER", "ECB", "ERAPI", "CURRENCYAPI"].map { ("CRYPTO_\($0)_URL", "http://rates..invalid") }
        var variables = Dictionary(uniqueKeysWithValues: rates)
        for name in names {
            variables["CRYPTO_\(name.uppercased())_URL"] = "http://\(name)..invalid"
            variables["CRYPTO_\(name.uppercased())_WS_URL"] = "ws://\(name)..invalid"
        }
        let run = await runTool("\(line) -p \(names.joined(separator: ",")) --retries 0 -q", variables, time: .live)
        #expect(run.status == .unavailable && run.output.isEmpty)
        #expect(
            run.errors == "crypto: no network: no host name can be resolved; --provider sample needs none\n")
        let verbose = await runTool(
            "\(line) -p \(names.joined(separator: ",")) --retries 0 -v", variables, time: .live)
        #expect(verbose.errors.contains("no address for coinbase..invalid"), "\(verbose.errors)")
    }

    @Test("One host without an address is named, beside one that answers too")
    func unresolvedHost() async throws {
        try await withLoopbackServer([.everything(.status(503))]) { server in
            var variables = server.variables(for: "kraken")
            variables["CRYPTO_COINBASE_URL"] = "http://coinbase..invalid"
            let run = await runTool("price BTC -p coinbase,kraken --retries 0 -q", variables, time: .live)
            expectFailure(
                run, .unavailable,
                says: "no provider could answer: coinbase: no address for coinbase..invalid; kraken: \(Self.busy)")
        }
    }

    @Test("Different reasons are separate, and the last one other than an unknown name decides")
    func mixed() async throws {
        let exchanges: [Exchange] =
            [
                .get(CoinGeckoAnswers.path, answer: .json("[]")), .get(CoinPaprikaAnswers.path, answer: .json("<p>")),
                .get(CoinMarketCapAnswers.path, answer: .status(500)),
                .get(KrakenAnswers.path, answer: KrakenAnswers.unknownPair), KrakenAnswers.pairs,
                .get(OKXAnswers.path, answer: .status(502)), .get(BinanceAnswers.path, answer: .status(451)),
            ] + CoinbaseAnswers.quote(of: "XYZ-EUR", ticker: .status(429))
        try await withLoopbackServer(exchanges) { server in
            let run = await runTool("price XYZ -c EUR --retries 0 -q", server.variablesForDefaultChains)
            #expect(run.status == .unavailable, "\(run.errors)")
            let parts = run.errors.split(separator: "; ").map { $0.prefix { $0 != ":" } }
            #expect(run.errors.hasPrefix("crypto: no provider could answer: coingecko: unknown symbol 'XYZ'; "))
            let others: [Substring] = ["coinmarketcap", "coinpaprika", "coinbase", "kraken", "okx", "binance"]
            #expect(Array(parts.dropFirst().prefix(6)) == others, "\(run.errors)")
            #expect(run.errors.hasSuffix("; binance: refused with status 451; try another --provider\n"))
        }
    }

    @Test(
        "Failed rates are reported with the providers that were asked for them",
        arguments: ["price BTC -p binance -c SEK", "price BTC -p binance -c SEK --consensus --min-sources 1"])
    func rates(line: String) async throws {
        let exchanges: [Exchange] = [
            .get(
                BinanceAnswers.path, times: .any,
                answer: .making { request in
                    let symbols = request.query.first { $0.name.hasPrefix("symbol") }?.value ?? ""
                    let rows = ["BTCUSDT", "EURUSDT"].filter(symbols.contains).map { BinanceAnswers.row($0) }
                    if symbols.hasPrefix("[") { return .json("[" + rows.joined(separator: ",") + "]") }
                    return rows.first.map { .json($0) } ?? BinanceAnswers.unknownSymbol
                }),
            .everything(.status(503)),
        ]
        try await withLoopbackServer(exchanges) { server in
            let variables = server.variables(for: "binance", "frankfurter", "ecb", "erapi", "currencyapi")
            let run = await runTool(line + " --retries 0 -q", variables)
            #expect(run.status == .unavailable, "\(run.errors)")
            let rates = "frankfurter, ecb, erapi, currencyapi: refused with status 503"
            #expect(run.errors.contains("binance: no conversion to SEK (\(rates))"), "\(run.errors)")
        }
    }

    private static let ecb =
        "<gesmes:Envelope><Cube><Cube time='2024-03-01'><Cube currency='SEK' rate='11.5'/></Cube></Cube></gesmes:Envelope>"

    @Test(
        "A known code without a rate at the provider names the provider",
        arguments: [
            ("1 EUR USD -p frankfurter", "frankfurter has no rate for USD"),
            ("1 USD EUR -p frankfurter", "frankfurter has no rate for USD"),
            ("1 EUR USD -p ecb", "ecb has no rate for USD"),
            ("1 EUR USD -p frankfurter,ecb", "frankfurter, ecb have no rate for USD"),
        ])
    func lackingRate(line: String, says: String) async throws {
        let exchanges: [Exchange] = [
            .get(RatePath.ecb, times: .any, answer: .response(body: Array(Self.ecb.utf8))),
            .everything(.json(#"{"amount":1,"base":"EUR","date":"2024-03-01","rates":{"SEK":11.5}}"#)),
        ]
        try await withLoopbackServer(exchanges) { server in
            let variables = server.variables(for: "frankfurter", "ecb")
            let run = await runTool("convert \(line) -q", variables)
            expectFailure(run, .unknownName, says: "crypto: \(says)")
        }
    }

    @Test(
        "Status 77 names a variable only if the provider takes a key",
        arguments: [
            ("price BTC -p binance -c USDT", "binance: refused, though it takes no key; try another --provider"),
            ("list -p yahoo --search app", "yahoo: refused, though it takes no key; try another --provider"),
            ("price BTC -p coingecko", "coingecko: the key is missing or wrong; set CRYPTO_COINGECKO_KEY"),
            ("aqi 1,2 -p waqi", "waqi: the key is missing or wrong; set CRYPTO_WAQI_KEY"),
            ("aqi 1,2 -p open-meteo", "open-meteo: refused, though it takes no key; try another --provider"),
        ])
    func unauthorized(line: String, says: String) async throws {
        let run = try await Self.run(line + " -q", .status(401))
        expectFailure(run, .noPermission, says: says)
    }

    private static func run(_ line: String, _ answer: Answer) async throws -> ToolRun {
        try await withLoopbackServer([.everything(answer)]) { server in
            var variables = server.variablesForDefaultChains.merging(server.airVariables) { $1 }
            variables.merge(server.variables(for: "frankfurter", "ecb", "erapi", "currencyapi")) { $1 }
            variables.merge(server.streamsOfDefaultChain) { $1 }
            variables["CRYPTO_WAQI_KEY"] = "a-test-key"
            return await runTool(line + " --retries 0", variables, time: .live)
        }
    }
}
