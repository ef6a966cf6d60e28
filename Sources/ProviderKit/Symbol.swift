/// What a user asks a price of, as typed: `btc`, `BTC/EUR`, `id:bitcoin`, `stock:AAPL`.
///
/// Two are equal when they mean the same, however they were typed.
public struct Symbol: Sendable, Hashable, CustomStringConvertible {
    /// How the asset is named.
    public enum Name: Sendable, Hashable {
        /// A coin by its ticker, in capitals.
        case ticker(String)
        /// A coin by the id its provider gives it, letter case kept.
        case id(String)
        /// A stock by its ticker, in capitals.
        case stock(String)
    }

    /// Why a text is no symbol.
    public enum SyntaxError: Error, Sendable, Equatable {
        /// Nothing, or nothing behind a prefix or beside the slash.
        case empty
        /// Over 64 characters.
        case tooLong
        /// A character that no symbol holds, such as a space, a comma or a control character.
        case character(Character)
        /// The part behind the slash is no currency code, or there are two slashes.
        case pair
    }

    /// The asset.
    public let name: Name
    /// The quote currency where the symbol is a pair: it wins over any other choice.
    public let quote: Currency?
    /// The text as it was typed.
    public let description: String

    private init(name: Name, quote: Currency?, description: String) {
        self.name = name
        self.quote = quote
        self.description = description
    }

    /// Reads a symbol.
    public init(_ text: String) throws(SyntaxError) {
        guard text.count <= 64 else { throw .tooLong }
        if let bad = text.first(where: { !Self.mayHold($0) }) { throw .character(bad) }
        description = text
        if text.lowercased().hasPrefix("id:") {
            name = .id(String(text.dropFirst(3)))
            quote = nil
        } else {
            let isStock = text.lowercased().hasPrefix("stock:")
            let parts = text.dropFirst(isStock ? 6 : 0).split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count <= 2 else { throw .pair }
            name = isStock ? .stock(parts[0].uppercased()) : .ticker(parts[0].uppercased())
            quote = parts.count == 2 ? Currency(parts[1]) : nil
            guard parts.count == 1 || quote != nil else { throw .pair }
        }
        guard !bare.isEmpty else { throw .empty }
    }

    /// The name without prefix and quote currency.
    public var bare: String {
        switch name {
        case .ticker(let text), .id(let text), .stock(let text): text
        }
    }

    /// The ticker of a coin, nil for an id or a stock.
    public var ticker: String? {
        if case .ticker(let text) = name { text } else { nil }
    }

    /// The same asset without the pair's quote currency.
    package var withoutQuote: Symbol {
        Symbol(name: name, quote: nil, description: description)
    }

    /// True for `id:…`, which only the first provider of a chain can answer.
    public var isID: Bool {
        if case .id = name { true } else { false }
    }

    /// Equal where they mean the same, however they were typed.
    public static func == (left: Symbol, right: Symbol) -> Bool {
        left.name == right.name && left.quote == right.quote
    }

    /// Hashes what is meant.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(quote)
    }

    private static func mayHold(_ character: Character) -> Bool {
        if character == "," || character.isWhitespace { return false }
        return character.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }
}
