import CommandLineKit
package import DecimalArithmetic
package import Markets
package import Platform

/// An amount of a favorite that the user holds, and what a unit of it cost and when it was bought:
/// `0.5 @ 30000 USD 2021-01-02`.
package struct FavoriteLot: Sendable, Hashable, CustomStringConvertible {
    /// The price of a unit when it was bought.
    package struct UnitCost: Sendable, Hashable {
        /// The price, 0 or more.
        package let price: ExactDecimal
        /// The currency of the price.
        package let currency: Currency

        /// Creates a unit cost. Each parameter sets the property of the same name.
        package init(_ price: ExactDecimal, _ currency: Currency) {
            self.price = price
            self.currency = currency
        }
    }

    /// The number of units, 0 or more.
    package let amount: ExactDecimal
    /// What a unit cost; nil if it is unknown.
    package let cost: UnitCost?
    /// When the units were bought, the first moment of a day; nil if it is unknown. Amount and cost of a share are
    /// those before all later splits.
    package let date: Timestamp?

    /// Creates a lot. Each parameter sets the property of the same name.
    package init(_ amount: ExactDecimal, cost: UnitCost? = nil, date: Timestamp? = nil) {
        self.amount = amount
        self.cost = cost
        self.date = date
    }

    /// The form in the file of favorites.
    package var description: String {
        let day = date.map { Timestamp(day: $0.day) == $0 ? $0.day : "\($0)" }
        return ["\(amount)", cost.map { "@ \($0.price) \($0.currency)" }, day].compactMap(\.self).joined(separator: " ")
    }
}

extension FavoriteLot {
    /// Reads the words after a symbol; nil if there are none. A cost without a currency is in the quote currency of a
    /// pair, otherwise in dollars, whatever currency the prices are in.
    init?(_ words: some Sequence<Substring>, of symbol: Symbol) throws(ValueError) {
        // '@' needs no spaces around it.
        var words = words.flatMap(\.separatedAtSigns)[...]
        guard let first = words.popFirst() else { return nil }
        guard symbol.figure == nil else { throw ValueError("a figure of the market has no amount") }
        let amount = try translating(Self.number(first)) { (error: ValueError) in
            ValueError(error.problem + Self.orderHint(first, symbol))
        }
        if words.count == 1, let date = Self.date(words.first) {
            self.init(amount, date: date)
            return
        }
        guard let sign = words.popFirst() else {
            self.init(amount)
            return
        }
        guard sign == "@" else {
            throw ValueError("'@' goes before the cost, not \(String(sign).inQuotes), as in 'BTC 0.5 @ 30000 USD'")
        }
        guard let second = words.popFirst() else {
            throw ValueError("the cost after '@' is missing, as in 'BTC 0.5 @ 30000 USD'")
        }
        let price = try Self.number(second)
        var currency = symbol.quote ?? .usd
        if Self.date(words.first) == nil, let code = words.popFirst() {
            guard let named = Currency(code) else {
                throw ValueError("\(String(code).inQuotes) is not a currency code")
            }
            currency = named
        }
        let date = Self.date(words.first)
        if let more = words.dropFirst(date == nil ? 0 : 1).first {
            let last = date == nil ? "currency" : "date"
            throw ValueError("nothing goes after the \(last), not \(String(more).inQuotes)")
        }
        self.init(amount, cost: UnitCost(price, currency), date: date)
    }

    /// Returns the time of a day such as `2024-05-01`, or of an RFC 3339 time; nil for any other word.
    private static func date(_ word: Substring?) -> Timestamp? {
        word.flatMap { try? ValueParser<GivenDate>.date.parse(String($0)).first }
    }

    /// Returns a number without a sign and without an exponent. Throws for any other word.
    private static func number(_ word: Substring) throws(ValueError) -> ExactDecimal {
        let isPlain = word.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
        }
        if isPlain, let number = ExactDecimal(word) { return number }
        _ = try ExactDecimal(owned: String(word))
        throw ValueError("\(String(word).inQuotes) is not an amount")
    }

    /// Returns the line to write in place of one with the amount before the symbol, after a semicolon; else nothing.
    private static func orderHint(_ word: Substring, _ first: Symbol) -> String {
        guard (try? Symbol(String(word))) != nil, (try? ExactDecimal(owned: first.description)) != nil else {
            return ""
        }
        return "; the symbol comes first, as in '\(word) \(first)'"
    }
}

extension Substring {
    /// The parts before, at and after each `@`.
    fileprivate var separatedAtSigns: [Substring] {
        var (parts, rest) = ([Substring](), self)
        while let sign = rest.firstIndex(of: "@") {
            if sign > rest.startIndex { parts.append(rest[..<sign]) }
            parts.append(rest[sign...sign])
            rest = rest[rest.index(after: sign)...]
        }
        return rest.isEmpty ? parts : parts + [rest]
    }
}
