import CryptoCLI
import TestSupport
import Testing

@Suite("Figures of the market as a whole", .quick, .endsHang)
struct MarketFigureTests {
    private static let global = Answer.json(
        #"{"data":{"markets":7,"total_market_cap":{"btc":36692025.18,"usd":3751351705612.96,"eur":3640971933027.01,"#
            + #""ars":3.90607995806268e+15},"total_volume":{"usd":192064640371.143},"#
            + #""market_cap_percentage":{"btc":53.9930159141062,"eth":10.9542610800551},"#
            + #""market_cap_change_percentage_24h_usd":2.33456898742883,"volume_change_percentage_24h_usd":-4.5,"#
            + #""updated_at":1709294100}}"#)
    private static let gecko = Exchange.get("/api/v3/global", answer: global)
    private static let paprika = Exchange.get(
        "/v1/global",
        answer: .json(
            #"{"market_cap_usd":2559344984924,"volume_24h_usd":217605673763,"bitcoin_dominance_percentage":44.68,"#
                + #""market_cap_change_24h":-1.86,"volume_24h_change_24h":-18.21,"last_updated":1709294280}"#))
    private static let feared = Answer.json(
        #"{"name":"Fear and Greed Index","data":[{"value":"25","value_classification":"Extreme Fear","#
            + #""timestamp":"1709251200","time_until_update":"43200"}],"metadata":{"error":null}}"#)
    private static let fear = Exchange.get("/fng/", query: "limit=1", answer: feared)
    private static let attribution =
        "crypto: alternative-me: Fear and Greed Index by alternative.me (https://alternative.me)"
    private static let fields =
        "--fields time,symbol,name,kind,price,currency,change_percent,provider --csv --no-header"

    private func run(_ line: String, _ exchanges: [Exchange], home: String? = nil) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            var variables = server.variables(
                for: "coingecko", "coinpaprika", "alternative-me", "frankfurter", "coinbase")
            variables["CRYPTO_RETRIES"] = "0"
            variables["XDG_CONFIG_HOME"] = home
            return await runTool(line, variables)
        }
    }

    @Test("One request at each provider; amounts are in dollars, shares and the index have no currency")
    func figures() async throws {
        let run = try await run(
            "price global:market_cap GLOBAL:BTC_dominance global:eth_dominance global:volume global:fear_greed "
                + Self.fields,
            [Self.gecko, Self.fear])
        #expect(run.status == .success, "\(run.errors)")
        let time = "2024-03-01T11:55:00Z"
        #expect(
            run.outputLines == [
                "\(time),global:market_cap,Total market cap,index,3751351705612.96,USD,2.33456898742883,coingecko",
                "\(time),global:btc_dominance,Bitcoin dominance,index,53.9930159141062,,,coingecko",
                "\(time),global:eth_dominance,Ether dominance,index,10.9542610800551,,,coingecko",
                "\(time),global:volume,Total volume of 24 hours,index,192064640371.143,USD,-4.5,coingecko",
                "2024-03-01T00:00:00Z,global:fear_greed,Fear and Greed Index: Extreme Fear,index,25,,,alternative-me",
            ])
        #expect(run.errorLines == [Self.attribution])
    }

    @Test("A share has no currency in JSON either, whatever --currency says")
    func noCurrency() async throws {
        let run = try await run(
            "price global:btc_dominance -c SEK -f jsonl --fields symbol,price,currency,via", [Self.gecko])
        #expect(
            run.output
                == #"{"symbol":"global:btc_dominance","price":53.9930159141062,"currency":null,"via":null}"# + "\n",
            "\(run.errors)")
    }

    @Test("Amounts come in the currency where the provider has it, and are converted elsewhere")
    func currency() async throws {
        let own = try await run(
            "price global:market_cap/EUR global:market_cap -c ARS --fields price,currency,via --csv --no-header",
            [Self.gecko])
        #expect(own.outputLines == ["3640971933027.01,EUR,", "3906079958062680,ARS,"], "\(own.errors)")
        let rates = Exchange.get(
            RatePath.frankfurter, answer: latestRates(#""USD":1.25,"SEK":12.5"#, date: "2024-03-01"))
        let converted = try await run(
            "price global:volume -c SEK --fields price,currency --csv --no-header", [Self.gecko, rates])
        #expect(converted.output == "1920646403711.43,SEK\r\n", "\(converted.errors)")
    }

    @Test("With the first provider dead the next one answers")
    func fallback() async throws {
        let dead = Exchange.get("/api/v3/global", answer: .status(503))
        let run = try await run(
            "price global:market_cap global:btc_dominance global:volume \(Self.fields)", [dead, Self.paprika])
        #expect(run.status == .success)
        let time = "2024-03-01T11:58:00Z"
        #expect(
            run.outputLines == [
                "\(time),global:market_cap,Total market cap,index,2559344984924,USD,-1.86,coinpaprika",
                "\(time),global:btc_dominance,Bitcoin dominance,index,44.68,,,coinpaprika",
                "\(time),global:volume,Total volume of 24 hours,index,217605673763,USD,-18.21,coinpaprika",
            ])
        #expect(run.errorLines == ["crypto: coingecko: refused with status 503; trying coinpaprika"])
        let alone = try await self.run(
            "price global:fear_greed -q", [.get("/fng/", query: "limit=1", answer: .status(503))])
        expectFailure(alone, .unavailable, says: "alternative-me: refused with status 503")
    }

    @Test("What a provider refuses or leaves out is a failure, in its own words")
    func refusal() async throws {
        let words = #"{"name":"Fear and Greed Index","data":[],"metadata":{"error":"out of order"}}"#
        let refused = try await run("price global:fear_greed -q", [.get("/fng/", answer: .json(words))])
        #expect(refused.status != .success && refused.errors.contains("out of order"), "\(refused.errors)")
        let empty = try await run(
            "price global:fear_greed -q", [.get("/fng/", answer: .json(#"{"data":[],"metadata":{"error":null}}"#))])
        expectFailure(empty, .invalidData, says: "value is missing")
        let gone = try await run(
            "price global:market_cap -p coingecko -q", [.get("/api/v3/global", answer: .json(#"{"data":{}}"#))])
        expectFailure(gone, .invalidData, says: "market_cap is missing")
    }

    @Test("The index is kept until its next value is published")
    func kept() async throws {
        try await withTemporaryDirectory { home in
            let clock = TestClock()
            try await withLoopbackServer([.get("/fng/", times: 2, answer: Self.feared)]) { server in
                let variables = ["CRYPTO_ALTERNATIVE_ME_URL": server.url, "XDG_CACHE_HOME": home.path]
                for (pause, requests) in [(0, 1), (43_000, 1), (400, 2)] {
                    if pause > 0 { clock.advance(by: .seconds(pause)) }
                    let run = await runTool(
                        "price global:fear_greed --fields price --csv --no-header", variables, time: clock.source)
                    #expect(run.output == "25\r\n", "\(run.errors)")
                    #expect(server.requests.count == requests)
                }
            }
        }
    }

    @Test("Conditions and prometheus have figures like other rows, and watch polls them")
    func uses() async throws {
        let condition = try await run(
            "price global:fear_greed --if price<30 --fields price --csv --no-header", [Self.fear])
        #expect(condition.output == "25\r\n", "\(condition.errors)")
        #expect(try await run("price global:fear_greed --if price>30 -q", [Self.fear]).status == .noMatch)
        let metrics = try await run("price global:fear_greed -f prometheus", [Self.fear])
        let line = #"crypto_price{symbol="global:fear_greed",kind="index",provider="alternative-me"} 25"#
        #expect(metrics.outputLines.contains(line), "\(metrics.output)")
    }

    @Test("watch polls figures, also beside coins, and ends with 66 for one that no named provider has")
    func watched() async throws {
        let fields = "--fields symbol,price,currency --csv --no-header"
        let rows = ["global:btc_dominance,53.9930159141062,", "global:market_cap,3751351705612.96,USD"]
        let both = try await withLiveWatch(
            "global:market_cap global:btc_dominance --poll 1m --count 4 \(fields)", [Self.gecko, Self.gecko]
        ) { watch, server in
            try await watch.clock.expectPause()
            #expect(server.requests.count == 1)
            try await watch.clock.pass()
        }
        #expect(both.status == .success, "\(both.errors)")
        #expect(both.outputLines.sorted() == rows.flatMap { [$0, $0] }, "\(both.output)")
        let mixed = try await withLiveWatch(
            "BTC global:fear_greed -p alternative-me --count 1 \(fields)", [Self.fear]
        ) { _, _ in }
        #expect(mixed.output == "global:fear_greed,25,\r\n" && mixed.status == .unknownName, "\(mixed.errors)")
        #expect(mixed.errors.contains("unknown symbol 'BTC' (asked: alternative-me)"))
    }

    @Test("Favorites may be figures, and --once knows them again")
    func favorites() async throws {
        try await withTemporaryDirectory { home in
            try home.write("global:fear_greed\n", to: "crypto/favorites")
            let run = try await run(
                "price --favorites --fields symbol,price --csv --no-header", [Self.fear], home: home.path)
            #expect(run.output == "global:fear_greed,25\r\n", "\(run.errors)")
        }
        try await withOnceHome { home in
            try await withLoopbackServer([.get("/fng/", times: 2, answer: Self.feared)]) { server in
                let variables = home.variables().merging(["CRYPTO_ALTERNATIVE_ME_URL": server.url]) { $1 }
                let line = "price global:fear_greed --if price<30 --once --fields price --csv --no-header"
                #expect(await runTool(line, variables).output == "25\r\n")
                #expect(await runTool(line, variables).status == .noMatch)
            }
        }
    }

    @Test(
        "What cannot be is refused, with what can",
        arguments: [
            ("price global:nope", "there are global:market_cap, global:volume, global:btc_dominance"),
            ("price global:fear_greed --history 3d", "has only a current value"),
            ("price global:fear_greed --chart", "has only a current value"),
            ("price global:market_cap --each", "--each needs coins or stocks; global:market_cap is a figure"),
            ("watch global:nope", "is not a figure of the market"),
            ("price BTC -p alternative-me", "alternative-me has no coins and no stocks, only global:fear_greed"),
            ("watch BTC -p alternative-me", "alternative-me has no coins and no stocks, only global:fear_greed"),
            ("price BTC --each -p alternative-me", "alternative-me has no coins and no stocks"),
            ("list --add global:volume --amount 2", "--amount: global:volume has no amount"),
        ])
    func usage(line: String, words: String) async throws {
        expectFailure(try await run(line, []), .usage, says: words)
    }

    @Test(
        "A provider that does not have it is 66, and who has it is said; made-up providers have none",
        arguments: [
            "price global:fear_greed -p coinbase", "price global:fear_greed -p sample",
            "price global:fear_greed -p mock", "watch global:fear_greed -p coinbase",
            "watch global:fear_greed -p sample",
        ])
    func unknown(line: String) async throws {
        let name = line.split(separator: " ").last ?? ""
        expectFailure(
            try await run(line, []), .unknownName,
            says: "unknown symbol 'global:fear_greed' (asked: \(name)); it is known to alternative-me")
    }

    @Test("--provider help has the job of alternative-me")
    func providerHelp() async {
        let help = await runTool("price --provider help")
        #expect(help.output.contains("alternative-me"), "\(help.output)")
    }
}
