public import DecimalArithmetic
public import Platform

/// A kind of asset.
public enum AssetKind: String, Sendable, Hashable, CaseIterable {
    /// A cryptocurrency.
    case coin
    /// A currency of ISO 4217.
    case fiat
    /// A stock, a fund or an index.
    case stock
    /// A perpetual or dated future.
    case future
}

/// The price of one asset at one provider, and related values. Unknown values are nil, never 0.
public struct Quote: Sendable, Hashable {
    /// The time of the price according to the provider; the time of the request if the provider sends none.
    public var time: Timestamp
    /// The ticker in capitals.
    public var symbol: String
    /// The provider's own identifier of the asset.
    public var id: String?
    /// The asset's full name.
    public var name: String?
    /// The kind of asset.
    public var kind = AssetKind.coin
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
    /// The place by market cap, 1 for the largest.
    public var rank: Int?
    /// The highest price somebody offers to buy at.
    public var bid: Number?
    /// The lowest price somebody offers to sell at.
    public var ask: Number?
    /// The name of the provider.
    public var provider: String
    /// True for a cached answer shown although it is old, and where the price came to `currency` by an old rate.
    public var stale = false
    /// The providers of the rates that it was converted by; not a field of the row.
    public var rateProviders: [String] = []
    /// The old rates that it was converted by; not a field of the row.
    public var staleLegs: [Conversion.Leg] = []
    /// The path by which the price came to `currency`, where the provider does not quote in it.
    public var via: String?
    /// Ids of other, smaller coins of the same ticker at this provider; not a field of the row.
    public var namesakes: [String] = []
    /// What the provider's stream calls the market of a row of its list, where that follows from nothing else in the
    /// row; not a field of the row.
    public var streamMarket: String?

    /// Creates a quote without values. Each parameter sets the property of the same name.
    public init(time: Timestamp, symbol: String, currency: Currency, provider: String) {
        self.time = time
        self.symbol = symbol
        self.currency = currency
        self.provider = provider
    }
}

extension Quote {
    /// Sets open and what follows from it: change = price − open, percent = 100 × change ÷ open.
    ///
    /// Without an open above 0 all three are unknown, never infinite or NaN.
    mutating func setChange(fromOpen sent: Number?) {
        guard let sent, let price, sent.value > ExactDecimal(0) else { return }
        open = sent
        guard let difference = try? price.value - sent.value else { return }
        change = Number(difference)
        changePercent = (try? difference.percentage(of: sent.value)).map(Number.init)
    }

    /// Takes the change as sent by a provider without an open; open = price − change when the amount is known.
    mutating func setChange(amount: Number?, percent: Number?) {
        change = amount
        changePercent = percent
        guard let price, let amount else { return }
        open = (try? price.value - amount.value).map(Number.init)
    }
}
