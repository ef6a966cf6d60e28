package import Markets

/// What `ProviderCompatTest` must know of a provider to speak its protocol.
package struct ProviderFixture: Sendable, CustomStringConvertible {
    /// A row of an answer: an asset and its price as a JSON text.
    package typealias Row = (symbol: String, price: String)

    /// The wire's side of a provider; providers without network have none.
    package struct Wire: Sendable {
        /// The paths it is asked at.
        package var paths: [String]
        /// The key that a row's price stands under; nil where a second one cannot be written behind the price.
        package var priceKey: String?
        /// A sound answer of these rows as text; `symbols` are the ones of a request for quotes.
        package var body: @Sendable (_ job: ProviderJob, _ rows: [Row]) -> String
        /// The sound answer of these rows, at all paths: the body unless given.
        package var answer: @Sendable (_ job: ProviderJob, _ rows: [Row]) -> Answer
        /// How it answers when it is asked for what it does not know.
        package var unknownSymbol: Answer
        /// How it answers when it is asked for a currency that it does not quote in.
        package var unknownCurrency: Answer
        /// Answers to a request for a list, or for quotes of who has none, that lack what they must have.
        package var incomplete: [String]
        /// What stands for a price that there is none.
        package var noPrice: String
        /// True where a price of 0 means that there is none.
        package var zeroIsNone: Bool
        /// How many requests a list takes.
        package var requestsAList: Int
        /// Whether the rows of its list have prices.
        package var listHasPrices: Bool

        package init(
            paths: [String], priceKey: String?, noPrice: String = "null", zeroIsNone: Bool = false,
            requestsAList: Int = 1,
            listHasPrices: Bool = true, incomplete: [String], unknownSymbol: Answer, unknownCurrency: Answer,
            answer: (@Sendable (_ job: ProviderJob, _ rows: [Row]) -> Answer)? = nil,
            body: @escaping @Sendable (_ job: ProviderJob, _ rows: [Row]) -> String
        ) {
            self.paths = paths
            self.priceKey = priceKey
            self.noPrice = noPrice
            self.zeroIsNone = zeroIsNone
            self.requestsAList = requestsAList
            self.listHasPrices = listHasPrices
            self.incomplete = incomplete
            self.unknownSymbol = unknownSymbol
            self.unknownCurrency = unknownCurrency
            self.answer = answer ?? { .json(body($0, $1)) }
            self.body = body
        }
    }

    /// The provider.
    package var provider: MarketProvider
    /// Its key, where it needs one.
    package var key: String?
    /// Three tickers that it knows, in the order of its list.
    package var symbols: [String]
    /// Whether it has lists that need no search.
    package var lists: Bool { provider.jobs.contains(.list) && !provider.listsBySearch }
    /// The job by which prices are read in most checks: a list's, where it has prices.
    package var pricingJob: ProviderJob { lists && wire?.listHasPrices != false ? .list : .price }
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
