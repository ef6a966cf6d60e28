import CommandLineKit
import Markets

/// What `crypto list` was asked for.
struct ListRequest: Sendable {
    var common = CommonOptions()
    var symbols: [Symbol] = []
    /// Nil where nobody gave one: a list then has 50 rows, and symbols that were named all have theirs.
    var limit: Int?
    var sort: SortKey?
    var reverse = false
    var search: String?

    /// The fields a list can be sorted by.
    enum SortKey: String, Sendable, CaseIterable {
        case rank, name, symbol, price
        case changePercent = "change_percent"
        case volume
        case marketCap = "market_cap"
    }

    static let command = Command<ListRequest>(
        "list", overview: "Print the top coins of a provider, or the symbols named.",
        discussion: """
            The first coins in the provider's own order, then sorted. Providers are tried in turn until one answers; \
            the fields 'provider' and 'age' say who did and how old a row is.
            """,
        examples: [
            Example("crypto list --provider sample --limit 5", "five coins, no network"),
            Example("crypto list --currency SEK --sort change_percent --reverse", "the day's winners, in kronor"),
            Example("crypto list --if 'change_percent < -5' --json", "what falls, for a program"),
        ],
        synonyms: ["top", "ls", "coins", "markets"],
        operands: .operands(
            [
                OperandInfo(
                    "symbol",
                    help: "Only these: a ticker (btc), a pair (BTC/EUR), an id (id:bitcoin) or a stock (stock:AAPL).",
                    isOptional: true, repeats: true, completion: .symbol)
            ], \.symbols, .symbol),
        options: own + CommonOptions.options(in: \.common), make: { ListRequest() })

    private static let own: [Option<ListRequest>] = [
        .value(
            "limit", short: "n", \.limit, .wholeNumber(from: 1), valueName: "n",
            help: "At most so many rows; with --search or --if, of those found.", default: "50"
        ).known(as: "count", "top", "max"),
        .value(
            "sort", \.sort, .oneOf(SortKey.self), valueName: "field", help: "Upwards, missing values last."
        ).known(as: "order", "sort-by", "order-by"),
        .toggle("reverse", \.reverse, help: "The other way round; missing values stay last.").known(as: "desc"),
        .value(
            "search", \.search, .searchText, valueName: "text",
            help: "Only coins with it in symbol or name; two characters or more."
        ).known(as: "find", "query"),
    ]
}

extension ValueParser<String> {
    /// Two characters or more; fewer would find everything.
    static var searchText: ValueParser {
        ValueParser { (text) throws(ValueError) in
            guard text.count >= 2 else { throw ValueError("\(text.inQuotes) is shorter than two characters") }
            return text
        }
    }
}

extension ValueParser<Symbol> {
    /// A symbol, as typed.
    static var symbol: ValueParser {
        ValueParser { (text) throws(ValueError) in
            do throws(Symbol.SyntaxError) {
                return try Symbol(text)
            } catch {
                throw ValueError("\(text.inQuotes) \(error.words)")
            }
        }
    }
}

extension Symbol.SyntaxError {
    fileprivate var words: String {
        switch self {
        case .empty: "is no symbol"
        case .tooLong: "is longer than 64 characters"
        case .character(","): "is no symbol; separate symbols with spaces"
        case .character: "holds a character that no symbol holds"
        case .pair: "is no pair; write BASE/QUOTE, as in BTC/EUR"
        }
    }
}
