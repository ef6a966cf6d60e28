public import DecimalArithmetic
public import Platform

/// One tick of a stream, in place: its numbers are the provider's own text, not yet read.
///
/// Valid only during the call that hands it over; who wants to keep one copies it into a `TickBuffer`.
public struct Tick {
    /// What it is a tick of.
    public var market: TickMarket
    /// When the price was made.
    public var time: TickTime
    /// The latest price in the market's currency.
    public var price = NumberText.unknown
    /// The price when the last 24 hours, or the UTC day, began.
    public var open = NumberText.unknown
    /// The highest price since `open`.
    public var high = NumberText.unknown
    /// The lowest price since `open`.
    public var low = NumberText.unknown
    /// The change as sent, by providers that send it instead of an open.
    public var change = NumberText.unknown
    /// The change in percent as sent, by providers that send it instead of an open.
    public var changePercent = NumberText.unknown
    /// Whether `open`, `high` and `low` are of the UTC day, at providers that tell both this and the last 24 hours.
    public var isOfDay = false
    /// The turnover of the last 24 hours in the market's currency.
    public var volume = NumberText.unknown
    /// The value of all units in circulation.
    public var marketCap = NumberText.unknown
    /// The highest price somebody offers to buy at.
    public var bid = NumberText.unknown
    /// The lowest price somebody offers to sell at.
    public var ask = NumberText.unknown

    /// A tick of which nothing is known yet but its market and time.
    public init(of market: TickMarket, at time: TickTime) {
        self.market = market
        self.time = time
    }
}

/// When a tick was made: as the provider wrote it, or a moment.
public struct TickTime {
    /// RFC 3339 as it was sent, where that is canonical; valid as long as the tick, and empty where `moment` counts.
    public let canonicalBytes: UnsafeBufferPointer<UInt8>
    private let moment: Timestamp

    /// A moment.
    public static func at(_ moment: Timestamp) -> TickTime {
        TickTime(canonicalBytes: UnsafeBufferPointer(start: nil, count: 0), moment: moment)
    }

    /// RFC 3339 as sent, the time of `arrival` where nothing was. Throws for what is no time, which is invalid data.
    @inline(__always)
    public static func sent(_ text: UnsafeBufferPointer<UInt8>, arrival: Timestamp) throws -> TickTime {
        if isCanonical(text) { return TickTime(canonicalBytes: text, moment: arrival) }
        return try .at(read(text, arrival))
    }

    private static func read(_ text: UnsafeBufferPointer<UInt8>, _ arrival: Timestamp) throws -> Timestamp {
        if text.isEmpty { return arrival }
        guard let time = Timestamp(rfc3339: text) else { throw RowProblem(description: "a time that is none") }
        return time
    }

    /// The moment.
    public var timestamp: Timestamp {
        canonicalBytes.isEmpty ? moment : Timestamp(rfc3339: canonicalBytes) ?? moment
    }
}

/// The market that ticks are of: all that does not change from one tick to the next.
public final class TickMarket: Sendable {
    /// What its stream calls it: `BTC-USD`, `BTC/USD`, `5~CCCAGG~BTC~USD`.
    public let name: String
    /// The provider's own name of it, the same as in its list and its quotes; nil where it has none there.
    public let market: String?
    /// The ticker in capitals.
    public let symbol: String
    /// The provider's own identifier of what is quoted.
    public let id: String?
    /// The asset's full name.
    public let fullName: String?
    /// What kind of asset it is.
    public let kind: AssetKind
    /// What all amounts are in.
    public let currency: Currency
    /// Who says so.
    public let provider: String
    /// The path by which prices come to `currency`, where the provider does not quote in it.
    public let via: String?
    /// True where prices come by a rate that is too old.
    public let stale: Bool
    /// The open of the provider's own list, which counts until the stream tells one.
    public let open: Number?

    /// Stands for the market of a tick that is still being read.
    static let none = TickMarket(name: "", symbol: "", currency: .usd, provider: "")

    /// What tells it from others in what a person reads: its name, and the currency that its prices are converted to.
    public let label: String

    /// A market that the provider's list and quotes call `market`.
    public init(
        name: String, market: String?, symbol: String, id: String? = nil, fullName: String? = nil,
        kind: AssetKind = .coin, currency: Currency, provider: String, via: String? = nil, stale: Bool = false,
        open: Number? = nil
    ) {
        self.name = name
        self.market = market
        self.symbol = symbol
        self.id = id
        self.fullName = fullName
        self.kind = kind
        self.currency = currency
        self.provider = provider
        self.via = via
        self.stale = stale
        self.open = open
        label = via == nil ? name : "\(name) in \(currency)"
    }

    /// A market that has the same name everywhere.
    public convenience init(
        name: String, symbol: String, id: String? = nil, fullName: String? = nil, kind: AssetKind = .coin,
        currency: Currency, provider: String, via: String? = nil, stale: Bool = false, open: Number? = nil
    ) {
        self.init(
            name: name, market: name, symbol: symbol, id: id, fullName: fullName, kind: kind, currency: currency,
            provider: provider, via: via, stale: stale, open: open)
    }
}

extension TickMarket {
    /// The same market with the open of a quote of it.
    func opened(by quote: Quote) -> TickMarket {
        guard let open = quote.open, open.value > 0, quote.currency == currency else { return self }
        return TickMarket(
            name: name, market: market, symbol: symbol, id: id, fullName: fullName, kind: kind, currency: currency,
            provider: provider, via: via, stale: stale, open: open)
    }
}

extension Tick {
    /// The numbers of a tick.
    public enum Part: Int, CaseIterable, Sendable {
        case price, open, high, low, change, changePercent, volume, marketCap, bid, ask
    }

    /// A number by its name.
    public subscript(part: Part) -> NumberText {
        get {
            switch part {
            case .price: price
            case .open: open
            case .high: high
            case .low: low
            case .change: change
            case .changePercent: changePercent
            case .volume: volume
            case .marketCap: marketCap
            case .bid: bid
            case .ask: ask
            }
        }
        set {
            switch part {
            case .price: price = newValue
            case .open: open = newValue
            case .high: high = newValue
            case .low: low = newValue
            case .change: change = newValue
            case .changePercent: changePercent = newValue
            case .volume: volume = newValue
            case .marketCap: marketCap = newValue
            case .bid: bid = newValue
            case .ask: ask = newValue
            }
        }
    }
}
