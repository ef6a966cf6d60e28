package import DecimalArithmetic
package import Platform

/// One tick of a stream, in place: its numbers are the text that the provider sent, not yet parsed.
///
/// Valid only during the call that passes it, so it cannot be copied. To keep it, hold it in a `TickBuffer`.
package struct Tick: ~Copyable {
    /// Its market, which the caller holds.
    private(set) var reference: UnretainedMarket
    /// The time of the price.
    package var time: TickTime
    /// The latest price in the market's currency.
    package var price = NumberText.unknown
    /// The price when the last 24 hours, or the UTC day, began.
    package var open = NumberText.unknown
    /// The highest price since `open`.
    package var high = NumberText.unknown
    /// The lowest price since `open`.
    package var low = NumberText.unknown
    /// The change as sent, by providers that send it instead of an open.
    package var change = NumberText.unknown
    /// The change in percent as sent, by providers that send it instead of an open.
    package var changePercent = NumberText.unknown
    /// Whether `open`, `high` and `low` are of the UTC day, for providers that send both these and those of 24 hours.
    package var isOfDay = false
    /// The turnover of the last 24 hours in the market's currency.
    package var volume = NumberText.unknown
    /// The value of all units in circulation.
    package var marketCap = NumberText.unknown
    /// The highest price of an offer to buy.
    package var bid = NumberText.unknown
    /// The lowest price of an offer to sell.
    package var ask = NumberText.unknown
    /// The number that the provider gives the message, for providers that number them.
    package var sequence = NumberText.unknown
    /// When its bytes were read, the same for all that arrived together; nil unless it is asked for.
    package var received: Timestamp?
    /// The number of its connection in a run, from 1; 0 unless it is asked for.
    package var connection: Int32 = 0
    /// How its price compares with the one in the row before of its market; nil if there is none, or it is not asked
    /// for.
    package var direction: Direction?

    /// Creates a tick without numbers. Its market must be held as long as the tick is used.
    package init(of market: UnretainedMarket, at time: consuming TickTime) {
        self.reference = market
        self.time = time
    }

    /// Its market.
    package var market: TickMarket {
        @inline(__always) get { reference.market }
    }

    /// Calls `body` with the tick as one of another market, which the caller holds.
    package mutating func asOne(of market: TickMarket, _ body: (inout Tick) -> Void) {
        let own = reference
        reference = UnretainedMarket(market)
        body(&self)
        reference = own
    }
}

/// The time of a tick: the text that the provider sent, or a moment. Valid as long as the tick.
@safe
package struct TickTime: ~Copyable {
    /// Canonical RFC 3339, valid as long as the tick; empty if there is only a moment.
    package let canonicalBytes: UnsafeBufferPointer<UInt8>
    private let moment: Timestamp
    /// Whether it is that of the arrival, because the provider sent none.
    package let isArrival: Bool

    /// A moment that is also written as text, valid as long as the tick.
    package init(canonicalBytes: UnsafeBufferPointer<UInt8>, moment: Timestamp, isArrival: Bool = false) {
        unsafe (self.canonicalBytes, self.moment, self.isArrival) = (canonicalBytes, moment, isArrival)
    }

    /// A moment.
    package static func at(_ moment: Timestamp, isArrival: Bool = false) -> TickTime {
        unsafe TickTime(
            canonicalBytes: UnsafeBufferPointer(start: nil, count: 0), moment: moment, isArrival: isArrival)
    }

    /// RFC 3339 as sent, or the time of `arrival` if it is missing. Throws `RowProblem` for an invalid time.
    @inline(__always)
    package static func sent(_ text: UnsafeBufferPointer<UInt8>, arrival: Timestamp) throws -> TickTime {
        if unsafe isCanonical(text) { return unsafe TickTime(canonicalBytes: text, moment: arrival) }
        if text.isEmpty { return .at(arrival, isArrival: true) }
        return unsafe try .at(read(text))
    }

    private static func read(_ text: UnsafeBufferPointer<UInt8>) throws -> Timestamp {
        guard let time = unsafe Timestamp(rfc3339: text) else { throw RowProblem(description: "an invalid time") }
        return time
    }

    /// The moment.
    package var timestamp: Timestamp {
        unsafe canonicalBytes.isEmpty ? moment : Timestamp(rfc3339: canonicalBytes) ?? moment
    }
}

/// The market of a tick: everything that does not change between ticks.
package final class TickMarket: Sendable {
    /// Its name in the stream: `BTC-USD`, `BTC/USD`, `5~CCCAGG~BTC~USD`.
    package let name: String
    /// A quote of the market without numbers, except the open of the provider's list, which is used until the stream
    /// sends one.
    package let quote: Quote
    /// The name that is shown: its name, and the currency that its prices are converted to.
    package let label: String
    /// The time in which ticks are missing, if its only tick stands for that.
    package let gap: StreamGap?
    /// Whether the candles that its provider has of the symbol are those of this market: false for one of many
    /// exchanges whose trades they are made of.
    package let hasCandles: Bool
    /// The group of its rows, for a program that shows one price in several.
    package let group: String?
    /// When its ticks came, if it is the market of a connection.
    package let hearing = Hearing()

    /// A market without a name, for a tick that is only a collection of numbers.
    package static let none = TickMarket(name: "", symbol: "", currency: .usd, provider: "")

    /// Creates the market of a quote, of which it keeps no numbers.
    package init(name: String, of quote: Quote, open: Number? = nil, hasCandles: Bool = true) {
        var fixed = Quote(
            time: Timestamp(seconds: 0), symbol: quote.symbol, currency: quote.currency, provider: quote.provider)
        (fixed.id, fixed.name, fixed.kind, fixed.market) = (quote.id, quote.name, quote.kind, quote.market)
        (fixed.via, fixed.stale, fixed.open) = (quote.via, quote.stale, open)
        (fixed.session, fixed.extended) = (quote.session, quote.extended)
        self.name = name
        self.quote = fixed
        self.hasCandles = hasCandles
        label = quote.via == nil ? name : Self.label(name, in: quote.currency)
        (gap, group) = (nil, nil)
    }

    /// Creates the market of the one tick without numbers that stands for missing ones.
    package init(standingFor gap: StreamGap) {
        self.gap = gap
        (name, label, hasCandles, group) = ("", gap.provider, false, nil)
        quote = Quote(time: gap.to, symbol: "", currency: .usd, provider: gap.provider)
    }

    /// Creates the same market for the rows of a group.
    package init(_ market: TickMarket, in group: String) {
        (name, quote, gap, hasCandles) = (market.name, market.quote, market.gap, market.hasCandles)
        label = "\(market.label) of \(group)"
        self.group = group
    }

    /// Creates a market. `market` is its name in the provider's list and quotes, if that differs.
    package convenience init(
        name: String, market: String? = nil, symbol: String, id: String? = nil, fullName: String? = nil,
        kind: AssetKind = .coin, currency: Currency, provider: String, via: String? = nil, stale: Bool = false,
        open: Number? = nil
    ) {
        var quote = Quote(time: Timestamp(seconds: 0), symbol: symbol, currency: currency, provider: provider)
        (quote.id, quote.name, quote.kind, quote.market) = (id, fullName, kind, market ?? name)
        (quote.via, quote.stale) = (via, stale)
        self.init(name: name, of: quote, open: open)
    }

    /// The ticker in capitals.
    package var symbol: String { quote.symbol }
    /// The currency of all amounts.
    package var currency: Currency { quote.currency }
    /// The name of the provider.
    package var provider: String { quote.provider }

    /// Whether it is a market of a provider, by its name, in one of these currencies; nil for any.
    package func isPart(of market: TickMarket, in currencies: Set<Currency>?) -> Bool {
        name == market.name && provider == market.provider && currencies?.contains(currency) != false
    }

    /// The name that is shown for its prices in a currency.
    package func label(in currency: Currency) -> String {
        currency == self.currency ? label : Self.label(name, in: currency)
    }

    private static func label(_ name: String, in currency: Currency) -> String { "\(name) in \(currency)" }

    /// The same market with the open of a quote of it.
    package func opened(by quote: Quote) -> TickMarket {
        guard let open = quote.open, open.value > 0, quote.currency == currency else { return self }
        return TickMarket(name: name, of: self.quote, open: open, hasCandles: hasCandles)
    }
}

extension Tick {
    /// How a price compares with an earlier one.
    package enum Direction: String, CaseIterable, Sendable {
        case up, down, flat
    }

    /// The numbers of a tick.
    package enum Part: Int, CaseIterable, Sendable {
        case price, open, high, low, change, changePercent, volume, marketCap, bid, ask

        /// How many there are. `allCases` is an array, which would be made anew for each row.
        package static var count: Int { Part.ask.rawValue + 1 }
    }

    /// A number by its name. Like the tick, it is valid only during the call.
    package subscript(part: Part) -> NumberText {
        @inline(__always) get {
            switch part {
            case .price: unsafe NumberText(price.bytes)
            case .open: unsafe NumberText(open.bytes)
            case .high: unsafe NumberText(high.bytes)
            case .low: unsafe NumberText(low.bytes)
            case .change: unsafe NumberText(change.bytes)
            case .changePercent: unsafe NumberText(changePercent.bytes)
            case .volume: unsafe NumberText(volume.bytes)
            case .marketCap: unsafe NumberText(marketCap.bytes)
            case .bid: unsafe NumberText(bid.bytes)
            case .ask: unsafe NumberText(ask.bytes)
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
