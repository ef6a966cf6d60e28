import MarketProviders
import CryptoCLI
import Markets
import Platform
import TestSupport
import Testing

/// A market in the list, the quotes and the stream of a provider.
private struct NamedMarket: Sendable, CustomTestStringConvertible {
    let provider: String
    let symbol: String
    /// The market and kind in every row.
    let row: String
    var currency = "USD"
    var list: [Exchange] = []
    var price: [Exchange] = []
    /// The requests before the socket is opened.
    var before: [Exchange] = []
    /// The path of the socket, and the message with the tick.
    var socket: (path: String, tick: String)?

    var testDescription: String { "\(provider) \(symbol)" }

    /// Returns the row of the market that a command prints.
    func row(of command: String, _ exchanges: [Exchange]) async throws -> String? {
        let fields = "--fields symbol,market,kind --csv --no-header -c \(currency) -p \(provider) --retries 0"
        return try await withLoopbackServer(exchanges) { server in
            let variables = server.variables(for: provider, "frankfurter", "ecb", "erapi", "currencyapi")
                .merging(server.streams(of: provider)) { $1 }
                .merging(["CRYPTO_CRYPTOCOMPARE_KEY": "a-test-key"]) { $1 }
            let run = await runTool("\(command) \(fields)", variables)
            #expect(run.status == .success, "\(run.errors)")
            return run.outputLines.first { $0.hasPrefix(symbol.prefix { $0 != "/" } + ",") }
        }
    }

    /// A connection that answers any subscription with the tick.
    var stream: [Exchange] {
        guard let socket else { return [] }
        return [
            .webSocket(socket.path) { peer in
                try peer.expectText("a subscription") { $0.lowercased().contains("sub") }
                try peer.send(text: socket.tick)
                try peer.expectLeave()
            }
        ]
    }
}

extension NamedMarket {
    static let all = [
        coinbase("BTC"), coinbase("ERN"), coinbase("EUR"), kraken("BTC", "XBT", "XXBT"), kraken("EUR", "EUR", "ZEUR"),
        okx, bitstamp, gate, binance("BTC"), binance("EUR"), cryptoCompare("BTC"), cryptoCompare("EUR"), btse, wazirX,
        NamedMarket(provider: "sample", symbol: "BTC", row: ",coin"),
        NamedMarket(provider: "mock", symbol: "BTC", row: ",coin"),
    ]

    private static func kind(_ base: String) -> String { base == "EUR" ? "fiat" : "coin" }

    private static func coinbase(_ base: String) -> NamedMarket {
        let market = "\(base)-USD"
        return NamedMarket(
            provider: "coinbase", symbol: base, row: "\(market),\(kind(base))",
            list: [
                .get(
                    "/products",
                    answer: .json(#"[{"id":"\#(market)","base_currency":"\#(base)","quote_currency":"USD"}]"#))
            ],
            price: [
                .get("/products/\(market)/ticker", answer: .json(#"{"price":"1.1","time":"2024-03-01T12:00:00Z"}"#)),
                .get("/products/\(market)/stats", answer: .json(#"{"open":"1"}"#)),
            ], socket: ("/", StreamFrames.coinbase(market, "\"1.1\"")))
    }

    private static func kraken(_ base: String, _ name: String, _ asset: String) -> NamedMarket {
        let ticker = Exchange.get(
            KrakenAnswers.path,
            answer: .json(#"{"error":[],"result":{"\#(asset)ZUSD":{"c":["1.1","1"],"o":"1"}}}"#))
        let pairs = Exchange.get(
            "/0/public/AssetPairs",
            answer: .json(
                #"{"error":[],"result":{"\#(asset)ZUSD":{"altname":"\#(name)USD","base":"\#(asset)","quote":"ZUSD"}}}"#
            ))
        // A pair of two currencies would be quoted from rates.
        return NamedMarket(
            provider: "kraken", symbol: base == "EUR" ? base : "\(base)/USD", row: "\(name)USD,\(kind(base))",
            list: [pairs, ticker],
            price: [ticker],
            socket: (
                "/v2", #"{"channel":"ticker","type":"update","data":[{"symbol":"\#(base)/USD","last":1.1}]}"#
            ))
    }

    private static let okx = NamedMarket(
        provider: "okx", symbol: "BTC", row: "BTC-USD,coin",
        list: [.get("/api/v5/market/tickers", answer: OKXAnswers.market("BTC-USD", last: "1.1"))],
        price: [.get(OKXAnswers.path, answer: OKXAnswers.market("BTC-USD", last: "1.1"))],
        socket: ("/ws/v5/public", #"{"data":[{"instId":"BTC-USD","last":"1.1"}]}"#))

    private static let bitstamp: NamedMarket = {
        let markets = Exchange.get("/api/v2/ticker/", answer: .json(#"[{"last":"1.1","pair":"BTC/USD"}]"#))
        return NamedMarket(
            provider: "bitstamp", symbol: "BTC", row: "BTC/USD,coin", list: [markets], price: [markets],
            socket: ("/", #"{"data":{"price_str":"1.1"},"channel":"live_trades_btcusd","event":"trade"}"#))
    }()

    private static let gate: NamedMarket = {
        let row = #"{"currency_pair":"BTC_USDT","last":"1.1"}"#
        let markets = Exchange.get("/api/v4/spot/tickers", answer: .json("[\(row)]"))
        return NamedMarket(
            provider: "gate", symbol: "BTC", row: "BTC_USDT,coin", currency: "USDT", list: [markets], price: [markets],
            socket: ("/ws/v4/", #"{"channel":"spot.tickers","event":"update","result":\#(row)}"#))
    }()

    private static func binance(_ base: String) -> NamedMarket {
        let market = "\(base)USDT"
        let event = #"{"e":"24hrTicker","s":"\#(market)","c":"1.1","o":"1"}"#
        return NamedMarket(
            provider: "binance", symbol: base, row: "\(market),\(kind(base))", currency: "USDT",
            list: [.get(BinanceAnswers.path, answer: BinanceAnswers.rows(BinanceAnswers.row(market)))],
            price: [.get(BinanceAnswers.path, answer: .json(BinanceAnswers.row(market)))],
            socket: ("/stream", #"{"stream":"\#(market.lowercased())@ticker","data":\#(event)}"#))
    }

    private static func cryptoCompare(_ base: String) -> NamedMarket {
        let raw = CryptoCompareAnswers.raw("USD")
        let tick = #"{"TYPE":"5","MARKET":"CCCAGG","FROMSYMBOL":"\#(base)","TOSYMBOL":"USD","PRICE":1.1}"#
        return NamedMarket(
            provider: "cryptocompare", symbol: base, row: "CCCAGG,\(kind(base))",
            list: [.get(CryptoCompareAnswers.listPath, answer: CryptoCompareAnswers.list(base, base, raw: raw))],
            price: [.get(CryptoCompareAnswers.pricePath, answer: CryptoCompareAnswers.price(base, raw: raw))],
            socket: ("/v2", tick))
    }

    private static let btse: NamedMarket = {
        let tick = ListedStream.btse.frame(["BTC"], "1.1")
        let ticker = #"{"symbol":"BTC-USD","lastPrice":"1.1","openPrice":"1"}"#
        let markets = Exchange.get(ListedStream.btse.listPath, answer: ListedStream.btse.list(["BTC"]))
        return NamedMarket(
            provider: "btse", symbol: "BTC", row: "BTC-USD,coin",
            list: [
                markets,
                .webSocket("/ws/futures") { peer in
                    try peer.expectText(ListedStream.btse.subscription)
                    try peer.send(text: tick)
                    try peer.expectLeave()
                },
            ],
            price: [
                .get(
                    "/public-api/market/v1/ticker/24hr", answer: .json(#"{"success":true,"code":1,"data":\#(ticker)}"#))
            ], before: [markets], socket: ("/ws/futures", tick))
    }()

    private static let wazirX: NamedMarket = {
        let markets = Exchange.get(WazirXAnswers.path, answer: ListedStream.wazirX.list(["BTC"]))
        return NamedMarket(
            provider: "wazirx", symbol: "BTC", row: "btcinr,coin", currency: "INR", list: [markets], price: [markets],
            before: [markets], socket: ("/stream", ListedStream.wazirX.frame(["BTC"], "1.1")))
    }()
}

@Suite("market and kind are the same in list, price and watch", .quick, .endsHang, .virtualTime)
struct MarketNameTests {
    @Test("A market has one name and one kind, and a fiat base currency is fiat", arguments: NamedMarket.all)
    fileprivate func same(market: NamedMarket) async throws {
        let row = "\(market.symbol.prefix { $0 != "/" }),\(market.row)"
        #expect(try await market.row(of: "list -n 1000", market.list) == row)
        #expect(try await market.row(of: "price \(market.symbol)", market.price) == row)
        #expect(try await market.row(of: "watch \(market.symbol) --count 1", market.before + market.stream) == row)
    }

    @Test("Every provider with a stream is among them")
    func all() {
        let streaming = ProviderTable.markets.prices.filter { $0.jobs.contains(.watch) }.map(\.name)
        #expect(Set(NamedMarket.all.map(\.provider)) == Set(streaming))
    }

    @Test("A row of the list that is streamed by the exchange's own ticker keeps its name")
    func listed() async throws {
        let raw = #"{"USD":{"MARKET":"CCCAGG","PRICE":1,"LASTMARKET":"Coinbase"}}"#
        let market = NamedMarket(
            provider: "cryptocompare", symbol: "ETH", row: "CCCAGG,coin",
            before: [.get(CryptoCompareAnswers.listPath, answer: CryptoCompareAnswers.list("ETH", "E", raw: raw))],
            socket: ("/v2", #"{"TYPE":"2","MARKET":"Coinbase","FROMSYMBOL":"ETH","TOSYMBOL":"USD","PRICE":1.1}"#))
        let row = try await market.row(of: "watch --top 1 --count 1", market.before + market.stream)
        #expect(row == "ETH,CCCAGG,coin")
    }
}
