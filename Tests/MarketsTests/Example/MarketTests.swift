import MarketProviders
import Markets
import Synchronization
import TestSupport
import Testing

/// What a package outside of this one uses.
@Suite("Markets of providers by their names", .quick, .endsHang)
struct MarketTests {
    private static let stats = Exchange.get(
        "/products/BTC-USD/stats", times: .any, answer: .json(#"{"open":"66000","high":"67500","low":"65900"}"#))

    private static func ticker(_ answer: Answer) -> Exchange {
        .get("/products/BTC-USD/ticker", times: .any, answer: answer)
    }

    private static let sound = Answer.json(#"{"price":"67024.5","time":"2024-03-01T11:58:00.5Z"}"#)

    /// A market that asks a loopback server in place of Coinbase.
    private static func market(
        _ server: LoopbackServer, _ providers: [Provider] = [.coinbase]
    ) throws -> Market {
        var options = ProviderOptions()
        (options.hosts["coinbase"], options.streamHosts["coinbase"]) = (server.url, server.webSocketURL)
        options.retries = 0
        return try Market(providers, options: options)
    }

    @Test("A price comes from the provider's host, or from the next provider where that fails")
    func price() async throws {
        try await withLoopbackServer([Self.ticker(Self.sound), Self.stats]) { server in
            let price = try await Self.market(server).price(of: "BTC")
            #expect(price.description == "67024.5")
        }
        try await withLoopbackServer([Self.ticker(.status(503)), Self.stats]) { server in
            let quote = try await Self.market(server, [.coinbase, .sample]).quote(of: "BTC", in: "USD")
            #expect(quote.provider == "sample" && quote.price?.description == "62440.63")
        }
    }

    @Test("A failure has a stable code and says what happened, of each provider")
    func failures() async throws {
        try await withLoopbackServer([Self.ticker(.status(503)), Self.stats]) { server in
            let market = try Self.market(server)
            let failure = await #expect(throws: ProviderFailure.self) { try await market.price(of: "BTC") }
            #expect(failure?.code == .refused && failure?.code.rawValue == "refused")
            #expect(failure.map(String.init(describing:)) == "coinbase: refused (status 503)")
        }
        let sample = try Market("sample")
        var codes: [ProviderFailure.Code] = []
        for result in await sample.quotes(of: ["NOPE", "not a symbol", "BTC"]) {
            if case .failure(let failure) = result { codes.append(failure.code) }
        }
        #expect(codes == [.unknownSymbol, .unknownSymbol])
        let missing = #expect(throws: ProviderFailure.self) { try Market("cryptocompare") }
        #expect(missing?.code == .missingKey)
    }

    @Test("A list and candles are those of the provider")
    func listAndCandles() async throws {
        let sample = try Market("sample")
        let top = try await sample.top(2)
        #expect(top.map(\.symbol) == ["BTC", "ETH"])
        let day = Timestamp(seconds: 1_709_164_800)
        let candles = try await sample.candles(of: "BTC", in: day...day)
        #expect(candles.map(\.close.description) == ["62440.63"])
    }

    @Test("A price is converted by the provider's pairs and rates, as the program does")
    func conversion() async throws {
        let day = Timestamp(seconds: 1_709_164_800)
        let sample = try Market("sample")
        #expect(try await sample.quote(of: "USD/SEK").price?.description == "10.348007028576713216")
        let own = Provider(name: "own", jobs: [.price]) { _ in
            MarketClient(
                list: { _ throws(ProviderFailure) in throw ProviderFailure("own", .cannot(.list)) },
                quotes: { symbols, _ in
                    symbols.map { symbol in
                        var quote = Quote(time: day, symbol: symbol.bare, currency: .usd, provider: "own")
                        quote.price = 7
                        return .success(quote)
                    }
                }, now: { day })
        }
        let mine = try await Market([own, .sample]).quote(of: "MINE", in: "SEK")
        #expect(mine.price?.description == "72.436049200036992509" && mine.rateProviders == ["sample"])
        let candles = try await sample.candles(of: "BTC", in: day...day, currency: "SEK")
        #expect(candles.map(\.currency.code) == ["SEK"])
    }

    @Test("A provider's own sequence gives each symbol the quotes in its currency; others are reported")
    func ownStream() async throws {
        let day = Timestamp(seconds: 1_709_164_800)
        let opened = Mutex<[[String]]>([])
        let own = Provider(
            name: "own", jobs: [.price, .watch],
            client: { _ in
                MarketClient(
                    list: { _ throws(ProviderFailure) in throw .unsupported("list", at: "own") },
                    quotes: { symbols, _ in symbols.map { .failure(.unknownSymbol($0, at: "own")) } }, now: { day })
            },
            ticks: { _ in
                { symbols, _ in
                    opened.withLock { $0.append(symbols.map(\.description)) }
                    return AsyncThrowingStream { quotes in
                        for (price, currency) in zip(
                            [1, 2, 3] as [Number], ["EUR", "USD", "SEK"].map { Currency($0) })
                        {
                            var quote = Quote(time: day, symbol: "BTC", currency: currency ?? .usd, provider: "own")
                            quote.price = price
                            quotes.yield(quote)
                        }
                        quotes.finish()
                    }
                }
            })
        let notices = Mutex<[StreamNotice.Kind]>([])
        var ticks: [String] = []
        let stream = try Market([own]).ticks(["BTC", "BTC/EUR"]) { notice in notices.withLock { $0.append(notice.kind) }
        }
        for try await quote in stream { ticks.append("\(quote.price ?? 0) \(quote.currency)") }
        #expect(ticks == ["1 EUR", "2 USD"])
        #expect(notices.withLock(\.self) == [.missed])
        #expect(opened.withLock { $0.map { $0.sorted() } } == [["BTC", "BTC/EUR"]])
    }

    @Test("A name that no provider has, or no currency, is a failure that names it")
    func unknownNames() async throws {
        let provider = #expect(throws: ProviderFailure.self) { try Market("sample", "krakn") }
        #expect(provider?.code == .unsupported && provider?.provider == "krakn")
        let currency = await #expect(throws: ProviderFailure.self) {
            try await Market("sample").price(of: "BTC", in: "no currency")
        }
        #expect(currency?.code == .unsupported && currency?.provider == "no currency")
    }

    private static func tick(_ price: String) -> String {
        #"{"type":"ticker","product_id":"BTC-USD","price":"\#(price)","open_24h":"4","time":"2024-03-01T12:00:00.5Z"}"#
    }

    @Test("A stream that breaks is opened again, and the gap is a notice")
    func gap() async throws {
        let notices = Mutex<[StreamNotice]>([])
        let scripts: [WebSocketScript] = [
            { peer in
                try peer.expectText("a subscription") { $0.contains("BTC-USD") }
                try peer.send(text: Self.tick("5"))
                try peer.drop()
            },
            { peer in
                try peer.expectText("a subscription") { $0.contains("BTC-USD") }
                try peer.send(text: Self.tick("6"))
                try peer.waitUntilClientLeaves()
            },
        ]
        let prices = try await withLoopbackServer(scripts.map { .webSocket(script: $0) }) { server in
            var prices: [String] = []
            let ticks = try Self.market(server).ticks(["BTC"]) { notice in notices.withLock { $0.append(notice) } }
            for try await quote in ticks {
                prices.append("\(quote.symbol) \(quote.price ?? 0) \(quote.changePercent ?? 0)")
                if prices.count == 2 { break }
            }
            return prices
        }
        #expect(prices == ["BTC 5 25", "BTC 6 50"])
        let told = notices.withLock(\.self)
        #expect(told.map(\.kind) == [.failed, .gap])
        #expect(told.last?.gap != nil && told.last?.provider == "coinbase")
    }

    @Test("A stream ends with the sample, and with a failure where no symbol has ticks")
    func ends() async throws {
        var symbols: [String: Int] = [:]
        for try await quote in try Market("sample").ticks(["BTC", "ETH"]) {
            symbols[quote.symbol, default: 0] += 1
        }
        #expect(symbols == ["BTC": 10, "ETH": 10])
        let failure = await #expect(throws: ProviderFailure.self) {
            for try await _ in try Market("sample").ticks(["NOPE", "not a symbol"]) {}
        }
        #expect(failure?.code == .unknownSymbol)
        let none = await #expect(throws: ProviderFailure.self) {
            for try await _ in try Market("ecb").ticks(["BTC"]) {}
        }
        #expect(none?.code == .unsupported)
    }

    @Test("A slow reader gets the newest ticks and the number of dropped ticks")
    func slow() async throws {
        let notices = Mutex<[StreamNotice]>([])
        let sent = Ticks.capacity + 500
        let isSent = Mutex(false)
        let script: WebSocketScript = { peer in
            try peer.expectText("a subscription") { $0.contains("BTC-USD") }
            for number in 1...sent { try peer.send(text: Self.tick("\(number)")) }
            try peer.send([.ping()])
            try peer.expectPong()
            isSent.withLock { $0 = true }
            try peer.send(text: Self.tick("7"))
            try peer.waitUntilClientLeaves()
        }
        try await withLoopbackServer([.webSocket(script: script)]) { server in
            var iterator = try Self.market(server).ticks(["BTC"]) { notice in notices.withLock { $0.append(notice) } }
                .makeAsyncIterator()
            try await expectEventually("all are sent") { isSent.withLock(\.self) }
            var count = 0
            while let quote = try await iterator.next() {
                count += 1
                if quote.price?.description == "7", count > 1000 { break }
            }
            let dropped = notices.withLock { $0.compactMap(\.count).reduce(0, +) }
            #expect(count + dropped >= sent)
            #expect(count <= Ticks.capacity + 1)
        }
    }
}
