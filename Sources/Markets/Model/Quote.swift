public import DecimalArithmetic
public import Platform

/// The price of one asset at one provider, and related values. Unknown values are nil, never 0.
public struct Quote: Sendable, Hashable {
    /// The time of the price according to the provider; the time of the request if the provider sends none.
    public var time: Timestamp
    // Values of one byte stand where the one before them ends within a word: there they take no room.
    /// The kind of asset.
    public var kind = AssetKind.coin
    /// The part of its exchange's day, if the provider says it and it was requested.
    package var session: TradingSession?
    /// True for a price from an outdated response in the cache, or converted by an old rate. The age of the price
    /// counts too, where it is known: `isOld`.
    public var stale = false
    /// True if the price is in the provider's own currency because nothing leads from it to the requested one. Not a
    /// field of the row.
    package var isUnconverted = false
    /// The ticker in capitals.
    public var symbol: String
    /// The provider's own identifier of the asset.
    public var id: String?
    /// The asset's full name.
    public var name: String?
    /// The provider's own name of the market.
    public var market: String?
    /// The latest price in `currency`.
    public var price: Number?
    /// The currency of `price` and of all other amounts.
    public var currency: Currency
    /// The price at the beginning of the provider's last 24 hours, or of its UTC day.
    public var open: Number?
    /// The highest price since `open`.
    public var high: Number?
    /// The lowest price since `open`.
    public var low: Number?
    /// `price` − `open`, or as the provider sent it.
    public var change: Number?
    /// 100 × `change` ÷ `open`, or as the provider sent it.
    public var changePercent: Number?
    /// The turnover of the last 24 hours in `currency`.
    public var volume: Number?
    /// The value of all units in circulation, in `currency`.
    public var marketCap: Number?
    /// The rank by market cap, 1 for the largest.
    public var rank: Int?
    /// The chain of the token whose address is `id`, if it was asked for by its contract. Not a field of the row.
    package var tokenChain: Token.Chain?
    /// The highest price at which a buyer bids.
    public var bid: Number?
    /// The lowest price at which a seller offers.
    public var ask: Number?
    /// The change of the price in the last hour in percent, as the provider sent it.
    package var changePercentOfHour: Number?
    /// The change of the price in the last 7 days in percent, as the provider sent it.
    package var changePercentOfWeek: Number?
    /// Prices of the last 7 days in `currency`, oldest first; never empty.
    package var trend: [Number]?
    /// One at most. Few quotes have it, and in place it would make each quote of a long list much larger.
    private var extendedTrades: [ExtendedTrade] = []
    /// The name of the provider.
    public var provider: String
    /// The providers of the rates that converted it. Not a field of the row.
    public var rateProviders: [String] = []
    /// The old rates that converted it. Not a field of the row.
    package var staleLegs: [Conversion.Leg] = []
    /// The conversion path of the price, if the provider does not quote in `currency`.
    public var via: String?
    /// The IDs of other, smaller coins with the same ticker at this provider. Not a field of the row.
    package var namesakes: [String] = []
    /// The name of the market in the provider's stream, if it does not follow from the rest of the row. Not a field of
    /// the row.
    package var streamMarket: String?

    /// Creates a quote without values. Each parameter sets the property of the same name.
    public init(time: Timestamp, symbol: String, currency: Currency, provider: String) {
        self.time = time
        self.symbol = symbol
        self.currency = currency
        self.provider = provider
    }
}

extension Quote {
    /// The newest trade of the session before or after the regular one, while that lasts; `price` is then the last
    /// regular one.
    package var extended: ExtendedTrade? {
        get { extendedTrades.first }
        set { extendedTrades = newValue.map { [$0] } ?? [] }
    }

    /// The token, if it was asked for by its contract.
    package var token: Token? {
        guard let tokenChain, let id else { return nil }
        return Token(chain: tokenChain, address: id)
    }

    /// Returns whether the price is older than prices of its kind should be, or its time is more than two minutes ahead
    /// of the clock.
    ///
    /// - Parameter now: The current time by the provider's clock.
    /// - Returns: True if the time cannot be that of a current price.
    package func isOld(at now: Timestamp) -> Bool { kind.isStale(age: kind.age(of: time, at: now)) }
}

extension Quote {
    /// Returns the open, the change or its percentage: change = price − open, percent = 100 × change ÷ open. Nil if the
    /// price or the open is unknown, or the open is not above 0.
    static func number(_ part: Tick.Part, of price: Number?, since open: Number?) -> Number? {
        guard let open = open?.aboveZero, let price else { return nil }
        if part == .open { return open }
        guard let difference = try? price.value - open.value else { return nil }
        return part == .change ? Number(difference) : (try? difference.percentage(of: open.value)).map(Number.init)
    }

    /// Sets the open, and computes the change from it. If the open is unknown or not above 0, all three stay as they
    /// are.
    package mutating func setChange(fromOpen sent: Number?) {
        guard let open = Self.number(.open, of: price, since: sent) else { return }
        self.open = open
        change = Self.number(.change, of: price, since: open)
        changePercent = Self.number(.changePercent, of: price, since: open)
    }

    /// Sets the change that a provider without an open sends. The open is price − change if the amount is known.
    package mutating func setChange(amount: Number?, percent: Number?) {
        change = amount
        changePercent = percent
        guard let price, let amount else { return }
        open = (try? price.value - amount.value).map(Number.init)
    }
}
