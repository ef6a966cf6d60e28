package import Markets

/// What `ProviderCompatTest` must know of a provider to speak its protocol.
package struct ProviderFixture: Sendable, CustomStringConvertible {
    /// A row of an answer: an asset and its price as a JSON text.
    package typealias Row = (symbol: String, price: String)

    /// The wire's side of a provider; providers without network have none.
    package struct Wire: Sendable {
        /// The paths it is asked at.
        package var paths: [String]
        /// The key that a row's price stands under.
        package var priceKey: String
        /// A sound answer of these rows; `symbols` are the ones of a request for quotes.
        package var body: @Sendable (_ job: ProviderJob, _ rows: [Row]) -> String
        /// How it answers when it is asked for what it does not know.
        package var unknownSymbol: Answer
        /// How it answers when it is asked for a currency that it does not quote in.
        package var unknownCurrency: Answer
        /// Answers to a request for a list that lack what they must have.
        package var incomplete: [String]
        /// True where a price of 0 means that there is none.
        package var zeroIsNone: Bool
        /// False where a list names markets only, and prices come with quotes.
        package var listHasPrices: Bool
        /// How many requests a list takes at most: more than one where another path is tried after a 404.
        package var requestsAList: Int

        package init(
            paths: [String], priceKey: String, zeroIsNone: Bool = false, listHasPrices: Bool = true,
            requestsAList: Int = 1, incomplete: [String],
            unknownSymbol: Answer, unknownCurrency: Answer,
            body: @escaping @Sendable (_ job: ProviderJob, _ rows: [Row]) -> String
        ) {
            self.paths = paths
            self.priceKey = priceKey
            self.zeroIsNone = zeroIsNone
            self.listHasPrices = listHasPrices
            self.requestsAList = requestsAList
            self.incomplete = incomplete
            self.unknownSymbol = unknownSymbol
            self.unknownCurrency = unknownCurrency
            self.body = body
        }
    }

    /// The provider.
    package var provider: MarketProvider
    /// Its key, where it needs one.
    package var key: String?
    /// Three tickers that it knows, in the order of its list.
    package var symbols: [String]
    /// A currency that it quotes in.
    package var currency: Currency
    /// Nil for a provider without network.
    package var wire: Wire?

    package init(_ provider: MarketProvider, key: String? = nil, symbols: [String], currency: Currency, wire: Wire?) {
        self.provider = provider
        self.key = key
        self.symbols = symbols
        self.currency = currency
        self.wire = wire
    }

    package var description: String { provider.name }
}
