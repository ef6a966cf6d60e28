import DecimalArithmetic
import Markets
import Synchronization
import TestSupport
import Testing

extension CoinGeckoTests {
    private static let tail = "include_tokens=all&order=market_cap_desc&per_page=250&page="

    @Test("Namesakes: the first coin of a ticker is meant, the others' ids are kept")
    func namesakes() async throws {
        let rows = [("btc", "bitcoin"), ("eth", "ethereum"), ("btc", "fake"), ("BTC", "faker")]
        let body = "[" + rows.map { Self.row($0.0, id: $0.1) }.joined(separator: ",") + "]"
        try await withClient([Self.markets("symbols=btc&\(Self.tail)1", answer: .json(body))]) { client in
            let quote = try await client.quotes(["btc"])[0].get()
            #expect(quote.id == "bitcoin" && quote.namesakes == ["fake", "faker"])
        }
    }

    @Test(
        "The largest coin of a ticker is meant wherever it is; of equals the first",
        arguments: [
            (["1", "30", "2"], "i1"), (["null", "2", "30"], "i2"), (["null", "null"], "i0"), (["5", "5.0"], "i0"),
            (["9", "10"], "i1"), (["9", "null"], "i0"),
        ])
    func largestBearer(caps: [String], id: String) async throws {
        let rows = caps.enumerated().map { #"{"id":"i\#($0)","symbol":"btc","current_price":1,"market_cap":\#($1)}"# }
        let answer = Answer.json("[" + rows.joined(separator: ",") + "]")
        try await withClient([Self.markets("symbols=btc&\(Self.tail)1", answer: answer)]) { client in
            let quote = try await client.quotes(["btc"])[0].get()
            #expect(quote.id == id && !quote.namesakes.contains(id) && quote.namesakes.count == caps.count - 1)
        }
    }

    @Test(
        "A coin that wraps or bridges another coin of the ticker is never picked over it, whatever its market cap",
        arguments: [
            ("ada", [("binance-peg-cardano", "Binance-Peg Cardano", "90"), ("cardano", "Cardano", "5")], "cardano"),
            ("usdc", [("usd-coin", "USDC", "null"), ("p", "Bridged USDC (Polygon PoS Bridge)", "7")], "usd-coin"),
            ("usdt", [("w", "Tether (Wormhole)", "8"), ("tether", "Tether", "7")], "tether"),
            ("eth", [("weth", "Wrapped Ethereum", "9"), ("ethereum", "Ethereum", "2"), ("f", "Fake", "8")], "f"),
            ("wbtc", [("wrapped-bitcoin", "Wrapped Bitcoin", "9"), ("fake", "WBTC", "1")], "wrapped-bitcoin"),
            ("luna", [("luna-wormhole", "LUNA (Wormhole)", "9"), ("terra-luna-2", "Terra", "1")], "luna-wormhole"),
            ("btc", [("a", "Wrapped X", "1"), ("b", "X (Bridge)", "3")], "b"),
        ] as [(String, [(String, String, String)], String)])
    func wrapped(ticker: String, coins: [(id: String, name: String, cap: String)], id: String) async throws {
        let rows = coins.map {
            #"{"id":"\#($0.id)","symbol":"\#(ticker)","name":"\#($0.name)","current_price":1,"market_cap":\#($0.cap)}"#
        }
        let answer = Answer.json("[" + rows.joined(separator: ",") + "]")
        try await withClient([Self.markets("symbols=\(ticker)&\(Self.tail)1", answer: answer)]) { client in
            let quote = try await client.quotes([ticker])[0].get()
            #expect(quote.id == id)
            #expect(quote.namesakes == coins.map(\.id).filter { $0 != id })
        }
    }

    @Test("Nor does it take the place of a coin whose row is invalid, wherever that row is")
    func wrappedBeforeBroken() async throws {
        let body =
            #"[{"id":"w","symbol":"ada","name":"Wrapped Cardano"},"# + Self.row("ada", id: "cardano", price: #""""#)
        try await withClient([Self.markets("symbols=ada&\(Self.tail)1", answer: .json(body + "]"))]) { client in
            let results = try await client.quotes(["ada"])
            #expect(results[0].failure?.isInvalidData == true)
        }
    }

    @Test("USD, USDT and USDC are kept apart: each ticker means its own coins only")
    func dollars() async throws {
        let rows = [("usdt", "tether"), ("usdc", "usd-coin"), ("usd", "usd-coin-2"), ("usdt0", "zero")]
        let body = "[" + rows.map { Self.row($0.0, id: $0.1) }.joined(separator: ",") + "]"
        try await withClient([Self.markets("symbols=usdt,usdc,usd,dusd&\(Self.tail)1", answer: .json(body))]) {
            client in
            let results = try await client.quotes(["USDT", "usdc", "USD", "DUSD"])
            #expect(results.map { $0.success?.id } == ["tether", "usd-coin", "usd-coin-2", nil])
            #expect(results.allSatisfy { $0.success?.namesakes.isEmpty ?? true })
        }
    }

    @Test(
        "A namesake never takes the place of a coin whose row is invalid",
        arguments: [
            (["!btc", "btc"], nil), (["btc", "!btc"], "1"), (["!eth", "btc"], "1"), (["!?", "btc"], nil),
            (["!btc"], nil),
        ] as [([String], String?)])
    func brokenBearer(rows: [String], price: String?) async throws {
        let body = rows.enumerated().map { index, row in
            if row == "!?" { return #"{"id":5,"symbol":"btc"}"# }
            return row.hasPrefix("!")
                ? Self.row(String(row.dropFirst()), id: "i\(index)", price: #""""#) : Self.row(row, id: "i\(index)")
        }
        let answer = Answer.json("[" + body.joined(separator: ",") + "]")
        try await withClient([Self.markets("symbols=btc&\(Self.tail)1", answer: answer)]) { client in
            let result = try await client.quotes(["btc"])[0]
            #expect(result.success?.price?.description == price)
            #expect((result.failure?.isInvalidData ?? false) == (price == nil))
        }
    }

    @Test("A full page of coins is followed by the next")
    func manyBearers() async throws {
        let full = "[" + (1...250).map { Self.row("btc", id: "b\($0)") }.joined(separator: ",") + "]"
        let exchanges = [
            Self.markets("symbols=btc,zz&\(Self.tail)1", answer: .json(full)),
            Self.markets("symbols=btc,zz&\(Self.tail)2", answer: .json("[\(Self.row("zz", id: "z"))]")),
            Self.markets("symbols=btc,zz&\(Self.tail)3", answer: .json("[]")),
        ]
        try await withClient(exchanges) { client in
            let results = try await client.quotes(["btc", "ZZ"])
            #expect(try results[0].get().namesakes.count == 249)
            #expect(try results[1].get().id == "z")
        }
    }

    @Test("One request for each currency and way of naming; a symbol twice is asked once")
    func mixed() async throws {
        let exchanges = [
            Self.markets("symbols=btc,eth&\(Self.tail)1", answer: .json("[\(Self.row("btc", id: "bitcoin"))]")),
            Self.markets(
                "ids=Bitcoin,x/y&order=market_cap_desc&per_page=250&page=1",
                answer: .json("[\(Self.row("btc", id: "Bitcoin", price: "2"))]")),
            .get(
                "/api/v3/coins/markets", query: ["vs_currency": "eur", "symbols": "btc"],
                answer: .json("[\(Self.row("btc", id: "bitcoin", price: "3"))]")),
        ]
        try await withClient(exchanges) { client in
            let asked = ["btc", "BTC/EUR", "id:Bitcoin", "Btc/USD", "eth", "id:x/y", "stock:BTC"]
            let results = try await client.quotes(asked)
            #expect(results.map { $0.success?.price?.description } == ["1", "3", "2", "1", nil, nil, nil])
            #expect(results[1].success?.currency == .eur)
            for index in 4...6 {
                #expect(results[index].failure?.reason == unknown(asked[index]))
            }
        }
    }

    @Test("10,000 symbols are 200 requests of 50; 1,000 ids are 4 of 250, a full page of them the last")
    func thousands() async throws {
        let sizes = Mutex<[Int]>([])
        let answer = Answer.making { request in
            let names = request.parameter("symbols") ?? request.parameter("ids") ?? ""
            let parts = names.split(separator: ",").map(String.init)
            sizes.withLock { $0.append(parts.count) }
            return .json("[" + parts.map { Self.row($0, id: $0, price: "1") }.joined(separator: ",") + "]")
        }
        try await withClient([.get("/api/v3/coins/markets", times: 204, answer: answer)]) { client in
            let symbols = (1...10_000).map { "c\($0)" } + (1...1000).map { "id:i\($0)" }
            let results = try await client.quotes(symbols)
            #expect(results.count == 11_000)
            #expect(results.prefix(10_000).map { $0.success?.symbol } == (1...10_000).map { "C\($0)" })
            #expect(results.suffix(1000).map { $0.success?.id } == (1...1000).map { "i\($0)" })
            #expect(sizes.withLock { $0 } == Array(repeating: 50, count: 200) + Array(repeating: 250, count: 4))
        }
    }

    @Test("An invalid row among 250 ids asks for no second page")
    func invalidAmongIDs() async throws {
        let answer = Answer.making { request in
            let ids = (request.parameter("ids") ?? "").split(separator: ",").map(String.init)
            return .json(
                "[" + ids.map { Self.row($0, id: $0, price: $0 == "i7" ? "{}" : "1") }.joined(separator: ",") + "]")
        }
        try await withClient([.get("/api/v3/coins/markets", times: 2, answer: answer)]) { client in
            let results = try await client.quotes((1...300).map { "id:i\($0)" })
            #expect(results.map { $0.success == nil } == (1...300).map { $0 == 7 })
        }
    }

    @Test(
        "After a rate limit no request follows, and answers are kept",
        arguments: [429, 401])
    func leftAlone(status: Int) async throws {
        let names = (1...50).map { "c\($0)" }
        let rows = names.map { Self.row($0, id: $0) }.joined(separator: ",")
        let exchanges = [
            Self.markets("symbols=\(names.joined(separator: ","))&\(Self.tail)1", answer: .json("[\(rows)]")),
            Self.markets("symbols=x&\(Self.tail)1", answer: .status(status)),
        ]
        let reason: ProviderFailure.Reason = status == 429 ? .rateLimited(words: nil) : .unauthorized(words: nil)
        try await withClient(exchanges) { client in
            let results = try await client.quotes(names + ["x", "y/eur", "z/sek"])
            #expect(results.prefix(50).allSatisfy { $0.success != nil })
            #expect(results.suffix(3).map { $0.failure?.reason } == [reason, reason, reason])
        }
    }

    @Test("A failed batch fails its own symbols only")
    func failedBatch() async throws {
        let exchanges = [
            Self.markets("symbols=btc&\(Self.tail)1", answer: .status(503)),
            .get(
                "/api/v3/coins/markets", query: ["vs_currency": "eur"],
                answer: .json("[\(Self.row("eth", id: "ethereum"))]")),
        ]
        try await withClient(exchanges) { client in
            let results = try await client.quotes(["btc", "eth/eur"])
            #expect(results[0].failure == ProviderFailure("coingecko", .status(503, words: nil)))
            #expect(results[1].success?.id == "ethereum")
        }
    }

    @Test(
        "Nulls and exponents",
        arguments: [("1.2e-07", "0.00000012"), ("null", nil), ("6.7E4", "67000")] as [(String, String?)])
    func numbers(sent: String, expected: String?) async throws {
        let keys = ["current_price", "market_cap", "total_volume", "high_24h", "low_24h", "price_change_24h"]
        let fields = keys.map { #""\#($0)":\#(sent)"# }.joined(separator: ",")
        let body = #"[{"id":"a","symbol":"a","name":null,"market_cap_rank":null,\#(fields),"last_updated":null}]"#
        try await withClient([Self.top(1, page: 1, answer: .json(body))]) { client in
            let quote = try await client.top(limit: 1).quotes[0]
            for number in [quote.price, quote.marketCap, quote.volume, quote.high, quote.low, quote.change] {
                #expect(number?.description == expected)
            }
            #expect(quote.open?.description == expected.map { _ in "0" })
            #expect(quote.changePercent == nil && quote.rank == nil && quote.name == nil)
            #expect(quote.time == TestClock().now)
        }
    }

    @Test(
        "A wrapped error's words are found",
        arguments: [
            #"{"error":{"status":{"error_code":10010,"error_message":"wrong key"}}}"#,
            #"{"status":{"error_code":10002,"error_message":"wrong key"}}"#, #"{"error":"wrong key"}"#,
        ])
    func words(body: String) async throws {
        try await withClient([Self.top(1, page: 1, answer: .json(body, status: 401))]) { client in
            await #expect(throws: ProviderFailure("coingecko", .unauthorized(words: "wrong key"))) {
                try await client.top(limit: 1)
            }
        }
    }

    @Test("A currency it does not quote in, reported with 400 or 422", arguments: [400, 422])
    func currency(status: Int) async throws {
        let answer = Answer.json(#"{"error":"invalid vs_currency"}"#, status: status)
        try await withClient([.get("/api/v3/coins/markets", answer: answer)]) { client in
            await #expect(throws: ProviderFailure("coingecko", .cannotQuote(.usdt))) {
                try await client.top(limit: 1, in: .usdt)
            }
        }
    }
}
