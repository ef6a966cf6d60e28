import DecimalArithmetic
import Markets
import Platform

/// A quote with its age, as `list` and `price` print it.
struct QuoteRow: Sendable {
    private(set) var quote: Quote
    /// Whole seconds since the quote's time; at least 0, since clocks differ.
    private(set) var age: Int
    /// How providers agreed on the price, with `--consensus`.
    var agreement: Agreement?
    /// The distance of the price from the median of several providers in percent, with `--each`; the largest one of
    /// those that agree, with `--consensus`.
    var deviation: ExactDecimal?
    /// The volume as a part of the largest one of a list, from 0 to 1, where a terminal has room for its bar.
    var volumePart: ExactDecimal?
    /// What is held of the asset, with `--holdings`.
    var position: Position?
    /// The file of `--favorites-file` that it is of; nil without one, and in the total of several.
    var group: String?
    /// How it came, if it is one of a stream.
    var mark: TickMark?
    /// Whether it is the last line of a table for people.
    var isTotalLine = false
    /// What `--once` knows its asset by, if that is not the symbol of the quote: the symbol as it was asked for.
    var givenName: String?

    init(_ quote: Quote, now: Timestamp) {
        self.quote = quote
        age = Self.age(of: quote.time, now)
        if isOld { self.quote.stale = true }
    }

    /// Creates a row of a known age.
    init(_ quote: Quote, age: Int) {
        (self.quote, self.age) = (quote, age)
    }

    /// Updates the age to a later time.
    mutating func updateAge(to now: Timestamp) {
        age = Self.age(of: quote.time, now)
        if isOld { quote.stale = true }
    }

    /// Whether the price is older than prices of its kind should be.
    var isOld: Bool { kind.isStale(age: Int64(age)) }

    static func age(of time: Timestamp, _ now: Timestamp) -> Int {
        Int(max(0, now.wholeSeconds(since: time)))
    }
}

extension QuoteRow: QuoteRepresentable {
    func number(_ part: Tick.Part) -> Number? { quote.number(part) }

    func order(of part: Tick.Part, to bound: NumberBound) -> Int? { nil }

    func write(_ part: Tick.Part, to bytes: inout [UInt8]) -> Bool {
        guard let number = number(part) else { return false }
        number.write(to: &bytes)
        return true
    }

    func writeTime(to bytes: inout [UInt8]) {
        quote.time.write(to: &bytes)
    }

    var time: Timestamp { quote.time }
    var symbol: String { quote.symbol }
    var id: String? { quote.id }
    var name: String? { quote.name }
    var kind: AssetKind { quote.kind }
    var market: String? { quote.market }
    var currency: Currency { quote.currency }
    var rank: Int? { quote.rank }
    var provider: String { quote.provider }
    var stale: Bool { quote.stale }
    var via: String? { quote.via }
    var changePercentOfHour: Number? { quote.changePercentOfHour }
    var changePercentOfWeek: Number? { quote.changePercentOfWeek }
    var trend: [Number]? { quote.trend }
    var session: TradingSession? { quote.session }
    var extended: ExtendedTrade? { quote.extended }
}
