/// A symbol as typed by the user: `btc`, `BTC/EUR`, `BTC-EUR`, `id:bitcoin`, `stock:AAPL`, `eth:0x…`,
/// `global:market_cap`.
///
/// Two symbols are equal if they have the same meaning, however they were typed.
public struct Symbol: Sendable, Hashable, CustomStringConvertible {
    /// The form in which the asset is named.
    package enum Name: Sendable, Hashable {
        /// A coin by its ticker, in capitals.
        case ticker(String)
        /// A coin by its ID at the provider, with its letter case kept.
        case id(String)
        /// A stock by its ticker, in capitals.
        case stock(String)
        /// A token by its contract.
        case token(Token)
        /// A figure of the market of all coins.
        case figure(MarketFigure)
    }

    /// The reason why a text is not a symbol.
    public enum SyntaxError: Error, Sendable, Equatable {
        /// The name is empty, with or without a prefix or a quote currency.
        case empty
        /// The text is longer than 64 characters.
        case tooLong
        /// A character that is not allowed in a symbol, such as a space, a comma or a control character.
        case character(Character)
        /// The part after the slash is not a currency code, or there are two slashes.
        case pair
        /// The part after the colon is not an address of the chain.
        case address(Token.Chain)
        /// An address of a chain that is not known.
        case chain(String)
        /// There is no such figure of the market.
        case figure
    }

    /// The asset.
    package let name: Name
    /// The quote currency of a pair, which has priority over any other choice; nil if the symbol is not a pair.
    public let quote: Currency?
    /// The text as typed.
    public let description: String
}

extension Symbol {

    /// Parses a symbol.
    ///
    /// A dash separates a pair only before the code of a fiat currency or of a coin that markets are quoted in, so that
    /// `BTC-PERP` is a ticker.
    ///
    /// - Parameter text: A ticker, a pair such as `BTC/EUR` or `BTC-EUR`, `id:` and an ID, `stock:` and a ticker, the
    ///   name of a chain, a colon and the address of a token, or `global:` and a figure of the market; at most 64
    ///   characters.
    /// - Throws: `SyntaxError` if the text is not valid.
    public init(_ text: String) throws(SyntaxError) {
        guard text.count <= 64 else { throw .tooLong }
        if let bad = text.first(where: { !Self.mayHold($0) }) { throw .character(bad) }
        description = text
        if text.lowercased().hasPrefix("id:") {
            name = .id(String(text.dropFirst(3)))
            quote = nil
        } else if let (token, quote) = try Self.token(text) {
            (name, self.quote) = (.token(token), quote)
        } else if text.lowercased().hasPrefix(MarketFigure.prefix) {
            let parts = text.lowercased().dropFirst(MarketFigure.prefix.count)
                .split(separator: "/", omittingEmptySubsequences: false)
            guard let figure = parts.first.flatMap({ MarketFigure(rawValue: String($0)) }) else { throw .figure }
            name = .figure(figure)
            quote = parts.count == 2 && figure.isAmount ? Currency(parts[1]) : nil
            guard parts.count == 1 || quote != nil else { throw .pair }
        } else {
            let isStock = text.lowercased().hasPrefix("stock:")
            if !isStock, let (base, quote) = Self.dashedPair(text) {
                (name, self.quote) = (.ticker(base), quote)
                return
            }
            var parts = text.dropFirst(isStock ? 6 : 0).split(separator: "/", omittingEmptySubsequences: false)
                .map(String.init)
            // No currency has a code of one letter: `BRK/B` is a class of shares.
            if isStock, parts.count > 1, Self.isShareClass(parts[1].prefix { $0 != "." }) {
                parts[0..<2] = [parts[0] + "-" + parts[1]]
            }
            guard parts.count <= 2 else { throw .pair }
            quote = parts.count == 2 ? Currency(parts[1]) : nil
            guard parts.count == 1 || quote != nil else { throw .pair }
            name = isStock ? .stock(Self.stockTicker(parts[0])) : .ticker(Self.ticker(parts[0][...], quote))
        }
        guard !bare.isEmpty else { throw .empty }
    }

    /// The name without the prefix and the quote currency. That of a token has its chain, that of a figure its prefix.
    package var bare: String {
        switch name {
        case .ticker(let text), .id(let text), .stock(let text): text
        case .token(let token): token.description
        case .figure(let figure): figure.symbol
        }
    }

    /// The token; nil for any other asset.
    package var token: Token? {
        if case .token(let token) = name { token } else { nil }
    }

    /// The token and the quote currency of `eth:0x…/EUR`; nil for a text without the name of a chain. Throws
    /// `SyntaxError` for a chain with what is not an address, and for an address with what is not a chain.
    private static func token(_ text: String) throws(SyntaxError) -> (Token, Currency?)? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let (name, rest) = (text[..<colon], text[text.index(after: colon)...])
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        guard let chain = Token.Chain(named: name) else {
            if !name.isEmpty, Token(.ethereum, parts[0]) != nil { throw .chain(String(name)) }
            return nil
        }
        guard let token = Token(chain, parts[0]) else { throw .address(chain) }
        let quote = parts.count == 2 ? Currency(parts[1]) : nil
        guard parts.count == 1 || quote != nil else { throw .pair }
        return (token, quote)
    }

    /// The ticker at a provider that has only stocks, where `BTC-USD` is a ticker and not a pair.
    package var stockTicker: String {
        switch name {
        case .ticker where Self.dashedPair(description) != nil: description.uppercased()
        case .ticker(let ticker): Self.stockTicker(ticker)
        default: bare
        }
    }

    /// Endings of exchanges that are one letter: Frankfurt, London, Tokyo and Toronto's TSX Venture.
    private static let exchangesOfOneLetter = ["F", "L", "T", "V"]

    /// Returns a ticker of a stock in capitals with a hyphen before the class of its shares: `BRK-B` of `brk.b`,
    /// `VOLV-B.ST` of `volv.b.st`.
    ///
    /// A class is one letter. It comes after the first point, unless that point is the only one and the letter is an
    /// exchange, as in `HSBA.L`.
    private static func stockTicker(_ text: String) -> String {
        let ticker = text.uppercased()
        var parts = ticker.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count), !parts[0].isEmpty, isShareClass(parts[1]),
            parts.count == 3 ? !parts[2].isEmpty : !exchangesOfOneLetter.contains(parts[1])
        else { return ticker }
        parts[0..<2] = [parts[0] + "-" + parts[1]]
        return parts.joined(separator: ".")
    }

    private static func isShareClass(_ text: some StringProtocol) -> Bool {
        text.utf8.count == 1 && text.utf8.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 & 0xDF }
    }

    /// The base and the quote currency of `BTC-EUR`; nil for any other text.
    private static func dashedPair(_ text: String) -> (base: String, quote: Currency)? {
        guard let dash = text.lastIndex(of: "-"), dash != text.startIndex, !text.contains("/"),
            let quote = Currency(text[text.index(after: dash)...]), quote.isQuoteOfMarkets
        else { return nil }
        return (ticker(text[..<dash], quote), quote)
    }

    /// The ticker of a text: in capitals, but for a minor unit such as `GBp`. In another letter case, and without a
    /// currency as its quote, the text is the ticker of a coin.
    private static func ticker(_ text: Substring, _ quote: Currency?) -> String {
        let capitals = text.uppercased()
        let isMixed = text != capitals && text != text.lowercased()
        guard 3...4 ~= text.utf8.count, isMixed || quote?.isFiat == true, let unit = Currency(text),
            unit.fixedRate(at: nil) != nil
        else { return capitals }
        return unit.code
    }

    /// The figure of the market; nil for an asset.
    package var figure: MarketFigure? {
        if case .figure(let figure) = name { figure } else { nil }
    }

    /// The ticker of a coin; nil for an ID or a stock.
    public var ticker: String? {
        if case .ticker(let text) = name { text } else { nil }
    }

    /// The same asset without the pair's quote currency.
    package var withoutQuote: Symbol {
        Symbol(name: name, quote: nil, description: description)
    }

    /// The same asset in another quote currency, if it is a pair.
    package func requoted(in currency: (Currency) -> Currency) -> Symbol {
        guard let quote, currency(quote) != quote else { return self }
        return Symbol(name: name, quote: currency(quote), description: description)
    }

    /// True for `id:…`, which only the first provider of a chain can resolve.
    public var isID: Bool {
        if case .id = name { true } else { false }
    }

    /// Compares the meanings, not the texts.
    public static func == (left: Symbol, right: Symbol) -> Bool {
        left.name == right.name && left.quote == right.quote
    }

    /// Hashes the meaning.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(quote)
    }

    private static func mayHold(_ character: Character) -> Bool {
        if character == "," || character.isWhitespace { return false }
        return character.unicodeScalars.allSatisfy { !$0.isInvisible }
    }
}

extension Unicode.Scalar {
    /// Whether it has no shape of its own: a control or format character, a line separator, or an unassigned code.
    package var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
