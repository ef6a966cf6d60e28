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
    /// Nil where nobody gave one: as far down the list as one answer of the provider goes.
    var of: Int?
    var search: String?
    /// Nil where nobody gave one: spot for a list; symbols that were named are what they are.
    var market: MarketChoice?
    var favorites = false
    var available = false
    var add = false
    var remove = false
    var move: Int?

    /// How many rows a provider's list has where nobody says.
    static let defaultLimit = 50

    /// Whether the rows are those of a provider's list, and no symbols that were named.
    var isOfProvider: Bool { symbols.isEmpty && !favorites }

    /// The fields a list can be sorted by.
    enum SortKey: String, Sendable, CaseIterable {
        case rank, name, symbol, price
        case changePercent = "change_percent"
        case volume
        case marketCap = "market_cap"
        case favorite
    }

    static let command = Command<ListRequest>(
        "list", overview: "Print the top coins of a provider, its markets, or the symbols named.",
        discussion: """
            The provider's list in its own order, or sorted, and then cut to '--limit'. Providers are tried in turn until \
            one answers; the fields 'provider' and 'age' say who did and how old a row is.

            The own list is a file of one symbol a line; '--add', '--remove' and '--move' change it and print nothing.
            """,
        examples: [
            Example("crypto list --provider sample --limit 5", "five coins, no network"),
            Example("crypto list -c SEK --sort change_percent --reverse -n 10", "the day's ten winners, in kronor"),
            Example("crypto list --of 1000 --sort volume --reverse", "the most traded of the first thousand"),
            Example("crypto list --if 'change_percent < -5' --json", "what falls, for a program"),
            Example("crypto list --provider sample --market futures", "an exchange's futures"),
            Example("crypto list --provider sample --search apple", "what an asset's symbol is"),
            Example("crypto list --add BTC/EUR stock:AAPL", "keep them in the own list"),
            Example("crypto list --favorites", "what is in it"),
        ],
        synonyms: ["top", "ls", "coins", "markets"],
        operands: .operands(
            [
                OperandInfo(
                    "symbol",
                    help: "Only these: a ticker (btc), a pair (BTC/EUR), an id (id:bitcoin) or a stock (stock:AAPL).",
                    isOptional: true, repeats: true, completion: .symbol)
            ], \.symbols, .symbol),
        options: own + CommonOptions.options(in: \.common), make: { ListRequest() },
        validate: { request throws(OptionProblem) in try request.validate() })

    private static let own: [Option<ListRequest>] = [
        .value(
            "limit", short: "n", \.limit, .wholeNumber(from: 1), valueName: "n",
            help: "At most so many rows, of those sorted and found.", default: "50"
        ).known(as: "count", "top", "max"),
        .value(
            "sort", \.sort, .oneOf(SortKey.self), valueName: "field", help: "Upwards, missing values last."
        ).known(as: "order", "sort-by", "order-by"),
        .toggle("reverse", \.reverse, help: "The other way round; missing values stay last.").known(as: "desc"),
        .value(
            "of", \.of, .wholeNumber(from: 1), valueName: "n",
            help: "Sort, search and filter among the first n of the list.", default: "one answer of the provider"
        ).detailed(
            "One answer is 250 rows at coingecko, 100 at cryptocompare, and the whole list elsewhere; a search without "
                + "--of is the provider's own where it has one."
        ).known(as: "among", "depth"),
        .value(
            "search", \.search, .searchText, valueName: "text",
            help: "Only assets with it in symbol or name; two characters or more."
        ).known(as: "find", "query"),
        .value(
            "market", \.market, .oneOf(MarketChoice.self), valueName: "kind",
            help: "Which markets of an exchange.", default: "spot"
        ).known(as: "type", "kind"),
        .toggle("favorites", \.favorites, help: "Only your own list, in its order.").known(as: "favourites", "own"),
        .toggle("available", \.available, help: "What is not in your own list yet, by symbol."),
        .toggle("add", \.add, help: "Add the symbols to your own list.").commandLineOnly(),
        .toggle("remove", \.remove, help: "Remove the symbols from your own list.").commandLineOnly()
            .known(as: "delete", "rm"),
        .value(
            "move", \.move, .wholeNumber(from: 1), valueName: "n",
            help: "Put the one symbol at place n of your own list."
        ).commandLineOnly(),
    ]
}

extension ListRequest {
    /// The change of the favorites; nil if rows are printed.
    var edit: FavoritesEdit? { edits.first?.edit }

    private var edits: [(option: String, edit: FavoritesEdit)] {
        var edits: [(option: String, edit: FavoritesEdit)] = []
        if add { edits.append(("add", .add)) }
        if remove { edits.append(("remove", .remove)) }
        if let move { edits.append(("move", .move(to: move))) }
        return edits
    }

    private func validate() throws(OptionProblem) {
        try common.validate()
        guard !common.asksForHelp else { return }
        if of != nil, !isOfProvider {
            if favorites { throw "\(option: "of") and \(option: "favorites") do not go together" }
            throw OptionProblem("of", "does not go with symbols as arguments")
        }
        let views = (favorites ? ["favorites"] : []) + (available ? ["available"] : [])
        let options = edits.isEmpty ? views : edits.map(\.option)
        guard options.count < 2 else {
            throw "\(option: options[0]) and \(option: options[1]) do not go together"
        }
        guard let option = edits.first?.option else {
            guard symbols.isEmpty || views.isEmpty else { throw "\(option: views[0]) takes no symbols" }
            return
        }
        guard symbols.count == 1 || move == nil && !symbols.isEmpty else {
            throw "\(option: option) needs \(move == nil ? "symbols as arguments" : "one symbol as argument")"
        }
    }
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
    /// Behind the text that is no symbol.
    var words: String {
        switch self {
        case .empty: "is no symbol"
        case .tooLong: "is longer than 64 characters"
        case .character(","): "is no symbol; separate symbols with spaces"
        case .character: "holds a character that no symbol holds"
        case .pair: "is no pair; write BASE/QUOTE, as in BTC/EUR"
        }
    }
}
