import DecimalArithmetic
import Markets
import Platform

/// A quote with its age, as `list` and `price` print it.
///
/// It is small: it knows its quote by a place in an answer, and keeps beside itself what few rows have. The rows of a
/// long list are filtered, sorted and passed on many times.
@dynamicMemberLookup
struct QuoteRow: Sendable {
    /// The part of an answer that is its quote.
    private let part: ArraySlice<Quote>
    /// Whole seconds since the quote's time; negative if that is ahead of this machine's clock.
    private(set) var age: Int
    /// Whether the quote is stale or older than it should be.
    private(set) var stale: Bool
    /// One at most: what most rows of a long list do not have.
    private var storedExtras: [Extras] = []

    struct Extras {
        /// Whether it is the last line of a table for people.
        var isTotalLine = false
        /// What is held of the asset, with `--holdings`.
        var position: Position?
        fileprivate var group: String?
        /// What `--once` knows its asset by, if that is not the symbol of the quote: the symbol as it was asked for.
        var givenName: String?
        /// How providers agreed on the price, with `--consensus`.
        var agreement: Agreement?
        /// The distance of the price from the median of several providers in percent, with `--each`; the largest one of
        /// those that agree, with `--consensus`.
        var deviation: ExactDecimal?
        /// The volume as a part of the largest one of a list, from 0 to 1, where a terminal has room for its bar.
        var volumePart: ExactDecimal?
        /// How it came, if it is one of a stream.
        var mark: TickMark?
    }

    init(_ quote: Quote, now: Timestamp) {
        self.init([quote][...], now: now)
    }

    /// Creates the row of the one quote of a part of an answer.
    init(_ part: ArraySlice<Quote>, now: Timestamp) {
        self.init(part, age: Self.age(of: part[part.startIndex], now))
        if isOld { stale = true }
    }

    /// Creates a row of a known age.
    init(_ quote: Quote, age: Int) {
        self.init([quote][...], age: age)
    }

    private init(_ part: ArraySlice<Quote>, age: Int) {
        (self.part, self.age) = (part, age)
        stale = part[part.startIndex].stale
    }

    var quote: Quote {
        // Not a copy: most of those who ask for the quote want one of its values.
        _read { yield part.span[0] }
    }

    /// Updates the age to a later time.
    mutating func updateAge(to now: Timestamp) {
        age = Self.age(of: quote, now)
        if isOld { stale = true }
    }

    /// Whether the price is older than prices of its kind should be, or ahead of the clock.
    var isOld: Bool { quote.kind.isStale(age: Int64(age)) }

    private static func age(of quote: Quote, _ now: Timestamp) -> Int {
        Int(quote.kind.age(of: quote.time, at: now))
    }
}

extension QuoteRow {
    /// The file of `--favorites-file` that it is of; nil without one, and in the total of several.
    var group: String? {
        get { extras.group }
        set { extras.group = newValue }
    }

    subscript<Value>(dynamicMember extra: WritableKeyPath<Extras, Value>) -> Value {
        get { extras[keyPath: extra] }
        set { extras[keyPath: extra] = newValue }
    }

    private var extras: Extras {
        get { storedExtras.first ?? Extras() }
        _modify {
            if storedExtras.isEmpty { storedExtras = [Extras()] }
            yield &storedExtras[0]
        }
    }
}

extension QuoteRow: QuoteRepresentable {
    func number(_ part: Tick.Part) -> Number? {
        // Each of these loads one number. A function of the quote would be given a copy of it.
        switch part {
        case .price: quote.price
        case .open: quote.open
        case .high: quote.high
        case .low: quote.low
        case .change: quote.change
        case .changePercent: quote.changePercent
        case .volume: quote.volume
        case .marketCap: quote.marketCap
        case .bid: quote.bid
        case .ask: quote.ask
        }
    }

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
}
