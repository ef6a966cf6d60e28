import DecimalArithmetic
import JSONReader
import Platform

/// DefiLlama's prices in dollars, of now and of any moment, without a key.
///
/// Protocol: github.com/DefiLlama/api-docs, "coins": `GET /prices/current/{names}` and
/// `/prices/historical/{seconds}/{names}`. A coin's name is `coingecko:` and its id at CoinGecko, a token's its chain
/// and address. A name that is unknown or has no price within `searchWidth` is left out of the answer. The server reads
/// `searchWidth`, in seconds, though the description of 2026 does not have it (github.com/DefiLlama/defillama-server).
///
/// Terms: defillama.com/terms says nothing about attribution, as quoted by readers, and allows personal use.
extension Provider {
    /// The provider `defillama`: see its `summary`.
    package static let defillama = Provider(
        name: DefiLlama.name, jobs: [.price, .history], kinds: [.coin, .token], tokenJobs: [.price, .history],
        host: "https://coins.llama.fi",
        sharedHosts: ["": CoinGecko.name], limits: "not published",
        summary: "tokens by their contracts and coins by their ids at coingecko, now and at any past moment",
        isOnlyNamed: false, currencies: ["USD"], makers: [.market { DefiLlama(settings: $0).client }])
}

struct DefiLlama: Sendable {
    static let name = "defillama"
    /// The service sets no limit, but some proxies cut addresses of over 2,048 characters.
    private static let namesARequest = 25
    /// How far from a moment a price may be, in seconds.
    private static let mostSecondsAway: Int64 = 4 * 3600

    let endpoint: Endpoint
    /// Knows the ids of the tickers.
    private let coingecko: CoinGecko

    init(settings: ProviderSettings) {
        endpoint = Endpoint(.defillama, settings, errors: Self.errors)
        var others = settings
        (others.base, others.key, others.pace) = (settings.otherBases[""], ProviderKey(nil), nil)
        coingecko = CoinGecko(settings: others)
    }

    var client: MarketClient {
        MarketClient(
            list: { _ throws(ProviderFailure) in throw ProviderFailure(DefiLlama.name, .cannot(.list)) },
            quotes: quotes, now: endpoint.now, history: history)
    }

    /// `{"message":"…"}` with a status of 400 or more.
    static let errors = ErrorShape(["message": .failure])
}

// MARK: - Coins

extension DefiLlama {
    /// A coin: its name at the service, and what is known of it beside its price.
    private struct Coin: Sendable {
        let name: String
        private let quote: Quote
        private let token: Token?

        /// A coin by its id at CoinGecko. Without a ticker it has the one that the service sends with the price.
        init?(id: String, symbol: String = "", name title: String? = nil, namesakes: [String] = []) {
            guard id.isPathSegment else { return nil }
            var quote = Quote(time: Timestamp(seconds: 0), symbol: symbol, currency: .usd, provider: DefiLlama.name)
            (quote.id, quote.name, quote.namesakes) = (id, title, namesakes)
            (name, self.quote, token) = ("coingecko:\(id)", quote, nil)
        }

        init(_ token: Token) {
            quote = Quote(time: Timestamp(seconds: 0), symbol: "", currency: .usd, provider: DefiLlama.name)
            (name, self.token) = ("\(token.chain.serviceNames.defillama):\(token.address)", token)
        }

        /// Returns the quote of a row.
        func quote(_ row: Quote) -> Quote {
            var quote = quote
            (quote.price, quote.time, quote.stale) = (row.price, row.time, row.stale)
            if quote.symbol.isEmpty { quote.symbol = row.symbol }
            if let token { return quote.naming(token, in: .usd) }
            if quote.symbol.isEmpty { quote.symbol = quote.id ?? "" }
            return quote
        }
    }

    /// Returns the coin of each symbol. The ids of large coins are known; those of other tickers are asked for.
    private func coins(_ symbols: [Symbol]) async -> [Symbol: Result<Coin, ProviderFailure>] {
        var coins: [Symbol: Result<Coin, ProviderFailure>] = [:]
        for symbol in symbols { coins[symbol] = Self.coin(symbol).map { .success($0) } }
        let others = symbols.filter { $0.ticker != nil && coins[$0] == nil }
        guard !others.isEmpty else { return coins }
        let found = await coingecko.quotes(
            others.map(\.withoutQuote), CurrencyChoice(.usd, allowsOtherCurrency: true))
        for (symbol, answer) in zip(others, found) {
            switch answer {
            case .success(let quote):
                let coin = Coin(
                    id: quote.id ?? "", symbol: quote.symbol, name: quote.name, namesakes: quote.namesakes)
                coins[symbol] = coin.map { .success($0) }
            case .failure(let failure): coins[symbol] = failure.isSkippable ? nil : .failure(failure)
            }
        }
        return coins
    }

    /// Returns the coin of an id, a token or the ticker of a large coin; nil for other symbols.
    private static func coin(_ symbol: Symbol) -> Coin? {
        switch symbol.name {
        case .id(let id): Coin(id: id)
        case .ticker(let ticker):
            SampleMarket.coins.first { $0.symbol == ticker }.flatMap { Coin(id: $0.id, symbol: ticker, name: $0.name) }
        case .token(let token): Coin(token)
        case .stock, .figure: nil
        }
    }

    private func coin(of symbol: Symbol) async throws(ProviderFailure) -> Coin {
        guard let coin = await coins([symbol])[symbol] else { throw ProviderFailure(Self.name, .unknownSymbol(symbol)) }
        return try coin.get()
    }
}

// MARK: - Prices

extension DefiLlama {
    private func quotes(_ symbols: [Symbol], _ choice: CurrencyChoice) async -> [Result<Quote, ProviderFailure>] {
        let coins = await coins(
            symbols.filter { choice.allowsOtherCurrency || ($0.quote ?? choice.currency) == .usd })
        let names = Set(coins.values.compactMap { try? $0.get().name }).sorted()
        let answers = await names.groups(of: Self.namesARequest).requestInSequence { names in
            await Result(asking: { () throws(ProviderFailure) in
                try await prices(of: names, .quotes, at: "current")
            })
        }
        var rows: [String: Result<Quote, ProviderFailure>] = [:]
        for (names, answer) in answers {
            for name in names {
                rows[name] = answer.flatMap { found in
                    (found[name] ?? .failure(.unknownSymbol(nil))).mapError { ProviderFailure(Self.name, $0) }
                }
            }
        }
        return symbols.map { symbol in
            Result { () throws(ProviderFailure) in
                try choice.check(.usd, of: symbol, by: Self.name)
                guard let coin = try coins[symbol]?.get(), let row = rows[coin.name] else {
                    throw ProviderFailure(Self.name, .unknownSymbol(symbol))
                }
                return coin.quote(try row.get())
            }.mapError { $0.about(symbol) }
        }
    }

    /// The price nearest to the moment of a query, or to the end of its only candle: other candles would have to be
    /// made of one request each. It may be minutes away, so it does not take the place of a candle of a minute.
    private func history(_ query: HistoryQuery) async throws(ProviderFailure) -> [Candle] {
        try query.check(.usd, of: Self.name)
        let start = query.width.start(of: query.from)
        guard start == query.width.start(of: query.to), query.width != .minute else {
            throw ProviderFailure(Self.name, .notKept("candles, only the price nearest to a moment"))
        }
        let end = Timestamp(seconds: start + query.width.seconds - 1)
        let moment = min(query.moments.first ?? end, endpoint.now())
        let coin = try await coin(of: query.symbol)
        let width = min(query.width.seconds, Self.mostSecondsAway)
        let found = try await prices(
            of: [coin.name], .history(to: moment), at: "historical/\(moment.seconds)",
            [("searchWidth", "\(width)")])
        guard let row = found[coin.name] else { return [] }
        let quote = coin.quote(try row.mapError { ProviderFailure(Self.name, $0) }.get())
        guard let price = quote.price else { throw ProviderFailure(Self.name, .noPrice(query.symbol)) }
        guard abs(quote.time.wholeSeconds(since: moment)) <= width else { return [] }
        return [
            Candle(
                time: quote.time, symbol: quote.symbol, open: nil, high: nil, low: nil, close: price,
                currency: quote.currency, provider: quote.provider, stale: quote.stale, name: quote.name)
        ]
    }

    private func prices(
        of names: [String], _ kind: Freshness, at time: String, _ query: [(name: String, value: String)] = []
    ) async throws(ProviderFailure) -> QuotesByName {
        try await endpoint.get(kind, "/prices/\(time)/\(names.joined(separator: ","))", query) { reader, fetched in
            var quotes = QuotesByName(of: names, by: Self.name)
            try reader.readMember("coins") { reader in
                try reader.readMap(upTo: AnswerLimit.rates) { name, reader in
                    try quotes.read(try name.text("a name"), &reader) { try Self.row(&$0, fetched: fetched) }
                }
            }
            return quotes
        }
    }

    private static let columns: QuoteColumns = [
        "symbol": .symbol, "price": .last, "timestamp": .time(.seconds), "confidence": .other,
    ]

    /// `{"symbol":"BTC","price":60580.28121336298,"timestamp":1782315604,"confidence":0.99}`. A price that the service
    /// itself does not trust is none: clients of it take 0.8 as the limit. Old records have no confidence.
    private static func row(
        _ reader: inout JSONReader, fetched: Timestamp
    ) throws -> Result<Quote, ProviderFailure.Reason> {
        var confidence: Number?
        var row = try QuoteBuilder(&reader, columns, provider: name, fetched: fetched) { _, _, reader in
            confidence = try reader.numberIfSound()
        }
        _ = try row.time.required("timestamp")
        if let confidence, confidence.value < leastConfidence {
            return .failure(.invalidData("its own confidence in the price is \(confidence), not 0.8 or more"))
        }
        return .success(row.quote(of: row.symbol?.inCapitals ?? "", in: .usd))
    }

    private static let leastConfidence = ExactDecimal("0.8")!
}
