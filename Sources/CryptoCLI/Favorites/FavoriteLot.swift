package import DecimalArithmetic
package import Markets

/// An amount of a favorite that the user holds, and what a unit of it cost: `0.5 @ 30000 USD`.
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

    /// What is wrong with the words after a symbol.
    package enum SyntaxError: Error, Sendable, Equatable {
        /// The word is not an amount of 0 or more.
        case amount(String)
        /// The word in the place of `@` is another one.
        case separator(String)
        /// There is no word after `@`.
        case noCost
        /// The word is not a price of 0 or more.
        case cost(String)
        /// The word is not a currency code.
        case currency(String)
        /// The word follows the currency.
        case end(String)
    }

    /// The number of units, 0 or more.
    package let amount: ExactDecimal
    /// What a unit cost; nil if it is unknown.
    package let cost: UnitCost?

    /// Creates a lot. Each parameter sets the property of the same name.
    package init(_ amount: ExactDecimal, cost: UnitCost? = nil) {
        self.amount = amount
        self.cost = cost
    }

    /// The form in the file of favorites.
    package var description: String {
        cost.map { "\(amount) @ \($0.price) \($0.currency)" } ?? "\(amount)"
    }
}

extension FavoriteLot {
    /// Reads the words after a symbol; nil if there are none. A cost without a currency is in the quote currency of a
    /// pair, otherwise in dollars, whatever currency the prices are in.
    init?(_ words: some Sequence<Substring>, of symbol: Symbol) throws(SyntaxError) {
        // '@' needs no spaces around it.
        var words = words.flatMap(\.separatedAtSigns)[...]
        guard let first = words.popFirst() else { return nil }
        guard let amount = Self.number(first) else { throw .amount(String(first)) }
        guard let sign = words.popFirst() else {
            self.init(amount)
            return
        }
        guard sign == "@" else { throw .separator(String(sign)) }
        guard let second = words.popFirst() else { throw .noCost }
        guard let price = Self.number(second) else { throw .cost(String(second)) }
        var currency = symbol.quote ?? .usd
        if let code = words.popFirst() {
            guard let named = Currency(code) else { throw .currency(String(code)) }
            currency = named
        }
        if let more = words.first { throw .end(String(more)) }
        self.init(amount, cost: UnitCost(price, currency))
    }

    /// Returns a number without a sign and without an exponent; nil for any other word.
    private static func number(_ word: Substring) -> ExactDecimal? {
        let isPlain = word.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
        }
        return isPlain ? ExactDecimal(word) : nil
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
