package import Markets

/// The properties of a provider that `ProviderCompatTest` needs to serve its protocol.
package struct ProviderFixture: Sendable, CustomStringConvertible {
    /// A row of an answer: an asset and its price as a JSON text.
    package typealias Row = (symbol: String, price: String)

    /// The protocol of a provider; providers without network have none.
    package struct Wire: Sendable {
        /// The paths of its requests.
        package var paths: [String]
        /// The key of a row's price; nil where a duplicate cannot be written after the price.
        package var priceKey: String?
        /// A valid answer with these rows as text. The `symbols` are those of a request for quotes.
        package var body: @Sendable (_ job: ProviderJob, _ rows: [Row]) -> String
        /// The valid answer with these rows, at all paths: the body unless given.
        package var answer: @Sendable (_ job: ProviderJob, _ rows: [Row]) -> Answer
        /// The answer to a request for an unknown symbol.
        package var unknownSymbol: Answer
        /// The answer to a request for a currency that it does not quote in.
        package var unknownCurrency: Answer
        /// Incomplete answers to a request for a list, or for quotes from a provider without lists.
        package var incomplete: [String]
        /// The text of a missing price.
        package var noPrice: String
        /// Whether a price of 0 is a missing price.
        package var zeroIsNone: Bool
        /// The number of requests for a list.
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
    /// The job that reads prices in most checks: the list, where it has prices.
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
