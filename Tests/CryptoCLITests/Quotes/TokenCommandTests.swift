import CryptoCLI
import Platform
import TestSupport
import Testing

@Suite("Tokens in commands", .quick)
struct TokenCommandTests {
    private static let address = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
    private static let token = "eth:0xA0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"

    private static let coingecko = "/api/v3/simple/token_price/ethereum"
    private static let llama = "/prices/current/ethereum:\(address)"
    private static let pools = "/api/v2/simple/networks/eth/token_price/\(address)"
    private static let paprika = "/networks/ethereum/multi/prices"

    private static func coingecko(_ price: String, times: Int = 1) -> Exchange {
        .get(
            coingecko, query: ["contract_addresses": address, "vs_currencies": "usd"], times: .exactly(times),
            answer: .json(#"{"\#(address)":{"usd":\#(price),"last_updated_at":1709294300}}"#))
    }

    private static func llama(_ price: String) -> Exchange {
        .get(
            llama,
            answer: .json(
                #"{"coins":{"ethereum:\#(address)":{"symbol":"USDC","price":\#(price),"timestamp":1709294300}}}"#))
    }

    private static func pools(_ price: String) -> Exchange {
        .get(pools, answer: .json(#"{"data":{"attributes":{"token_prices":{"\#(address)":"\#(price)"}}}}"#))
    }

    private static func paprika(_ price: String) -> Exchange {
        .get(
            paprika,
            answer: .json(#"[{"id":"\#(address)","price_usd":\#(price),"last_updated":"2024-03-01T11:59:00Z"}]"#))
    }

    private func run(
        _ line: String, _ exchanges: [Exchange], input text: String = "", time: TimeSource = TestClock().source
    ) async throws -> ToolRun {
        try await withLoopbackServer(exchanges) { server in
            let names = ["coingecko", "defillama", "geckoterminal", "dexpaprika", "frankfurter", "ecb"]
            let variables = names.reduce(into: server.variablesForDefaultChains) { all, name in
                all["CRYPTO_\(name.uppercased())_URL"] = server.url
            }
            return await runTool(
                line.split(separator: " ").map(String.init), variables, time: time,
                input: input(Array(text.utf8)))
        }
    }

    @Test("price asks the first provider of tokens, and the next one when it is dead")
    func chain() async throws {
        let fields = "--fields symbol,id,price,provider --csv --no-header"
        let first = try await run("price \(Self.token) \(fields)", [Self.coingecko("0.9998")])
        #expect(first.outputLines == ["eth:\(Self.address),\(Self.address),0.9998,coingecko"], "\(first.errors)")
        let dead = Exchange.get(Self.coingecko, answer: .status(500))
        let second = try await run("price \(Self.token) \(fields)", [dead, Self.llama("1.5")])
        #expect(second.outputLines == ["eth:\(Self.address),\(Self.address),1.5,defillama"], "\(second.errors)")
        let unknown = Exchange.get(Self.llama, answer: .json(#"{"coins":{}}"#))
        let last = try await run(
            "price \(Self.token) \(fields)",
            [
                .get(Self.coingecko, answer: .status(429)), unknown, .get(Self.pools, answer: .status(503)),
                Self.paprika("2.5"),
            ])
        #expect(last.outputLines == ["eth:\(Self.address),\(Self.address),2.5,dexpaprika"], "\(last.errors)")
    }

    @Test("More than five tokens are asked first of who takes them in one request; with a key, or named, as ever")
    func many() async throws {
        let addresses = (1...6).map { "0x000000000000000000000000000000000000000\($0)" }
        let coins = addresses.map { #""ethereum:\#($0)":{"symbol":"A","price":2,"timestamp":1709294300}"# }
        let all = Exchange.get(
            "/prices/current/" + addresses.map { "ethereum:\($0)" }.joined(separator: ","),
            answer: .json(#"{"coins":{\#(coins.joined(separator: ","))}}"#))
        let single = addresses.map { address in
            Exchange.get(
                Self.coingecko, query: ["contract_addresses": address],
                answer: .json(#"{"\#(address)":{"usd":1,"last_updated_at":1709294300}}"#))
        }
        let line =
            "price \(addresses.map { "eth:" + $0 }.joined(separator: " ")) --fields price,provider --csv --no-header"
        let batch = try await run(line, [all])
        #expect(batch.outputLines == Array(repeating: "2,defillama", count: 6), "\(batch.errors)")
        let named = try await run(line + " -p coingecko,defillama", single)
        #expect(named.outputLines == Array(repeating: "1,coingecko", count: 6), "\(named.errors)")
    }

    @Test("an address that no one knows is 66, and names who was asked; nothing is searched for")
    func unknown() async throws {
        let none: [Exchange] = [
            .get(Self.coingecko, answer: .json("{}")), .get(Self.llama, answer: .json(#"{"coins":{}}"#)),
            .get(Self.pools, answer: .json(#"{"data":{"attributes":{"token_prices":{}}}}"#)),
            .get(Self.paprika, answer: .json("[]")),
        ]
        let run = try await run("price \(Self.token)", none)
        expectFailure(
            run, .unknownName,
            says: "unknown symbol '\(Self.token)' (asked: coingecko, defillama, geckoterminal, dexpaprika)")
        for provider in ["kraken", "yahoo", "sample"] {
            let other = try await self.run("price \(Self.token) -p \(provider)", [])
            expectFailure(
                other, .unknownName,
                says: "(asked: \(provider)); tokens are known to coingecko, defillama, geckoterminal, dexpaprika")
        }
        expectFailure(
            try await self.run("price BTC -p geckoterminal", []), .unknownName, says: "'BTC' (asked: geckoterminal)")
    }

    @Test("what is not an address, or of no known chain, is 64")
    func syntax() async throws {
        for (text, words) in [
            ("eth:0x12", "'eth:0x12' is not the address of a token; one of eth is 0x and 40 hex digits"),
            ("sol:0x12", "one of sol has 32 to 44 letters and digits"),
            ("tron:\(Self.address)", "is on an unknown chain, 'tron'; there are eth, bsc, polygon, base, arb"),
        ] {
            for command in ["price \(text)", "watch \(text)", "convert 1 \(text) USD"] {
                expectFailure(try await run(command, []), .usage, says: words)
            }
        }
    }

    @Test("--consensus and --each ask the four providers of tokens")
    func consensus() async throws {
        let all = [Self.coingecko("1"), Self.llama("1.5"), Self.pools("2"), Self.paprika("1.5")]
        let consensus = try await run("price \(Self.token) --consensus --fields price,sources -f jsonl", all)
        #expect(consensus.output.hasPrefix(#"{"price":1.5,"#), "\(consensus.output)\(consensus.errors)")
        let each = try await run("price \(Self.token) --each --fields provider,price --csv --no-header", all)
        #expect(each.outputLines == ["coingecko,1", "defillama,1.5", "geckoterminal,2", "dexpaprika,1.5"])
    }

    @Test("convert takes it for an amount and for a result; its ticker is no other coin's")
    func convert() async throws {
        let from = try await run("convert 5 \(Self.token) USD --template {result}", [Self.coingecko("0.5")])
        #expect(from.output == "2.5", "\(from.errors)")
        let to = try await run("convert 5 USD \(Self.token) --template {result}|{to}", [Self.coingecko("0.5")])
        #expect(to.output == "10|eth:\(Self.address)", "\(to.errors)")
        // A token that calls itself BTC does not make the price of bitcoin.
        let impostor = #""ethereum:\#(Self.address)":{"symbol":"BTC","price":2,"timestamp":1709294300}"#
        let bitcoin = #""coingecko:bitcoin":{"symbol":"BTC","price":50,"timestamp":1709294300}"#
        let line = "convert 100 \(Self.token) BTC -p defillama --template {result}"
        let both = try await run(
            line,
            [
                .get("/prices/current/coingecko:bitcoin", answer: .json(#"{"coins":{\#(bitcoin)}}"#)),
                .get(Self.llama, answer: .json(#"{"coins":{\#(impostor)}}"#)),
            ])
        #expect(both.output == "4", "\(both.errors)")
        let named = try await run(
            "convert 4 \(Self.token) USD -p geckoterminal --template {result}", [Self.pools("0.5")])
        #expect(named.output == "2", "\(named.errors)")
        let lines = try await run(
            "convert - --template {result}\\n", [Self.coingecko("0.5")], input: "4 \(Self.token) USD\n")
        #expect(lines.output == "2\n", "\(lines.errors)")
    }

    @Test("--at gives the nearest price of the only provider that has any, with its own time")
    func past() async throws {
        let exchange = Exchange.get(
            "/prices/historical/1708957940/ethereum:\(Self.address)", query: ["searchWidth": "300"],
            answer: .json(
                #"{"coins":{"ethereum:\#(Self.address)":{"symbol":"USDC","price":3,"timestamp":1708957900}}}"#))
        let price = try await run(
            "price \(Self.token) --at 2024-02-26T14:32:20Z --fields time,close,width,provider --csv --no-header",
            [exchange])
        #expect(price.outputLines == ["2024-02-26T14:31:40Z,3,,defillama"] && price.errors.isEmpty, "\(price.errors)")
        let rates = ["/v2/rates", "/stats/eurofxref/eurofxref-hist-90d.xml"].map {
            Exchange.get($0, times: .any, answer: .status(404))
        }
        let convert = try await run(
            "convert 2 \(Self.token) USD --at 2024-02-26T14:32:20Z --template {result}|{time}",
            [exchange] + rates)
        #expect(convert.output == "6|2024-02-26T14:31:40Z" && convert.errors.isEmpty, "\(convert.errors)")
    }

    @Test("a favorite keeps the chain and the address, and its holding has a value")
    func favorite() async throws {
        try await withTemporaryDirectory { directory in
            try await withLoopbackServer([Self.coingecko("0.5", times: 2)]) { server in
                var variables = server.variables(for: "coingecko")
                variables["XDG_CONFIG_HOME"] = directory.path(".")
                let added = await runTool("list --add \(Self.token) --amount 4", variables)
                #expect(added.status == .success && added.errors.isEmpty, "\(added.errors)")
                let line = "list --holdings -p coingecko --fields symbol,id,value --csv --no-header"
                let run = await runTool(line, variables)
                #expect(
                    run.outputLines.first == "eth:\(Self.address),\(Self.address),2", "\(run.output)\(run.errors)")
            }
        }
    }

    @Test("watch asks again, every so often")
    func watch() async throws {
        let watched = try await run(
            "watch \(Self.token) --poll 1s --count 2 --fields id,price,provider --csv --no-header",
            [Self.coingecko("0.5", times: 2)], time: .live)
        let row = "\(Self.address),0.5,coingecko"
        #expect(watched.outputLines == [row, row], "\(watched.errors)")
    }
}
