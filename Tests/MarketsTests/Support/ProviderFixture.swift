import Markets
import TestSupport

/// The properties of a provider that `ProviderCompatTest` needs to serve its protocol.
struct ProviderFixture: Sendable, CustomStringConvertible {
    /// A row of an answer: an asset and its price as a JSON text.
    typealias Row = (symbol: String, price: String)

    /// The protocol of a provider; providers without network have none.
    struct Wire: Sendable {
        /// The paths of its requests.
        var paths: [String]
        /// The key of a row's price; nil where a duplicate cannot be written after the price.
        var priceKey: String?
        /// A valid answer with these rows as text. The `symbols` are those of a request for quotes.
        var body: @Sendable (_ job: ProviderJob, _ rows: [Row]) -> String
        /// The valid answer with these rows, at all paths: the body unless given.
        var answer: @Sendable (_ job: ProviderJob, _ rows: [Row]) -> Answer
        /// The answer to a request for an unknown symbol.
        var unknownSymbol: Answer
        /// The answer to a request for a currency that it does not quote in.
        var unknownCurrency: Answer
        /// Incomplete answers to a request for a list, or for quotes from a provider without lists.
        var incomplete: [String]
        /// The text of a missing price.
        var noPrice: String
        /// Whether a price of 0 is a missing price.
        var zeroIsNone: Bool
        /// The number of requests for a list.
        var requestsAList: Int
        /// Whether the rows of its list have prices.
        var listHasPrices: Bool

        init(
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
    var provider: MarketProvider
    /// Its key, where it needs one.
    var key: String?
    /// Three tickers that it knows, in the order of its list.
    var symbols: [String]
    /// Whether it has lists that need no search.
    var lists: Bool { provider.jobs.contains(.list) && !provider.listsBySearch }
    /// The job that reads prices in most checks: the list, where it has prices.
    var pricingJob: ProviderJob { lists && wire?.listHasPrices != false ? .list : .price }
    /// A currency that it quotes in.
    var currency: Currency
    /// Nil for a provider without network.
    var wire: Wire?

    init(_ provider: MarketProvider, key: String? = nil, symbols: [String], currency: Currency, wire: Wire?) {
        self.provider = provider
        self.key = key
        self.symbols = symbols
        self.currency = currency
        self.wire = wire
    }

    var description: String { provider.name }
}
