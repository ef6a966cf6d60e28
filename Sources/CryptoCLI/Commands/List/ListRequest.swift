import CommandLineKit
import DecimalArithmetic
import Markets
import Platform
import Rendering

/// The arguments of `crypto list`.
struct ListRequest: CommandRequest {
    var common = CommonOptions()
    var symbols: [Symbol] = []
    /// Nil if not given: then a list has 50 rows, and all given symbols are printed.
    var limit: Int?
    var sort: SortKey?
    var reverse = false
    /// Nil if not given: then as much of the list as one answer of the provider holds.
    var of: Int?
    var search: String?
    /// Nil if not given: then spot for a list, and any kind for given symbols.
    var market: MarketChoice?
    var favorites = false
    var available = false
    var holdings = false
    /// With `holdings`: only their sum.
    var total = false
    var add = false
    var remove = false
    var move: Int?
    /// With `add`: how much of the symbol is held, and what a unit cost.
    var amount: ExactDecimal?
    var cost: ExactDecimal?

    /// The default of `--limit` for a provider's list.
    static let defaultLimit = 50

    /// Whether the rows are those of the favorites. A file that is typed says so, too; one of a variable or the config
    /// file only takes the place of the user's own.
    var showsFavorites: Bool {
        let isOther = holdings || available || sort == .favorite || edit != nil
        return favorites || common.favoritesFiles != nil && !isOther && common.isTyped("favorites-file")
    }

    /// Whether the rows are those of a provider's list, not given symbols or favorites.
    var isOfProvider: Bool { symbols.isEmpty && !favorites && !holdings }

    /// The fields a list can be sorted by.
    enum SortKey: String, Sendable, CaseIterable {
        case rank, name, symbol, price
        case changePercent = "change_percent"
        case volume
        case marketCap = "market_cap"
        case favorite

        /// Returns the field that a text is most like, or the options for `-price` and `price:desc` of other programs.
        /// Nil for a field that rows cannot be sorted by.
        fileprivate static let meant: @Sendable (String) -> String? = { text in
            guard !views.fields.contains(where: { $0.name == text }) else { return nil }
            let name = text.drop { $0 == "-" || $0 == "+" }.prefix { $0 != ":" }
            if name.count < text.count, let key = SortKey(rawValue: String(name)) {
                let isDescending = text.hasPrefix("-") || text.lowercased().contains(bytes: ":desc")
                return "--sort \(key.rawValue)" + (isDescending ? " --reverse" : "")
            }
            return Suggestion.nearest(to: text, in: allCases.map(\.rawValue))
        }
    }

    static let views: [View] = [
        View(
            shows: ["rank", "symbol", "name", "price", "change_percent", "volume", "market_cap", "currency"],
            rows: { FieldTable<QuoteRow>.quotes($0).described }),
        // What the provider does not send with its list is empty, and left out.
        View(
            when: ["wide"], isListed: false,
            shows: [
                "rank", "symbol", "name", "price", "change_percent_1h", "change_percent", "change_percent_7d", "trend",
                "volume", "volume_bar", "market_cap", "currency",
            ], titles: ["change_percent": "24H %", "trend": "7 DAYS"]),
        .holdings,
        View(when: ["total"], isListed: false, shows: View.holdings.names.filter { $0 != "share_percent" }),
        .groups,
    ]

    var conditions: [String: Bool] {
        [
            "holdings": holdings,
            "favorites-file": common.favoritesFiles != nil && (holdings || showsFavorites),
        ]
    }

    static let name = "list"
    static let overview = "Print the top coins of a provider, its markets, or the given symbols."
    var job: ProviderJob { .list }

    static let command = Command<ListRequest>(
        name, overview: overview,
        discussion: CryptoTool.discussion(of: name),
        examples: CryptoTool.examples(of: name),
        synonyms: ["top", "ls", "coins", "markets"],
        operands: .operands(
            [
                OperandInfo(
                    "symbol",
                    help:
                        "Print only these: a ticker (btc), a pair (BTC/EUR, USD/SEK), an id (id:bitcoin) or a stock (stock:AAPL).",
                    isOptional: true, repeats: true, completion: .symbol)
            ], \.symbols, as: .symbol),
        options: own + CommonOptions.options(in: \.common, examples: .lists),
        essentials: ["limit", "sort", "reverse", "search", "favorites", "add", "remove"] + CommonOptions.essentials,
        substitutes: CommonOptions.substitutesWithoutStream([
            "top": "'--limit' sets the number of rows", "days": "'crypto price BTC --history 7d' prints past prices",
        ]),
        make: { ListRequest() },
        validate: { request throws(OptionProblem) in try request.validate() })

    /// The options of an answer, for a change of the favorites, which prints none.
    private static let unused =
        ["limit", "sort", "reverse", "of", "search", "market", "favorites", "available"] + CommonOptions.ofRows

    private static let own: [Option<ListRequest>] = [
        .value(
            "limit", short: "n", \.limit, as: .wholeNumber(from: 1), valueName: "n",
            help: "Print at most n rows, after sorting and filtering.", default: "50"
        ).detailed(CryptoTool.details("--limit", of: "list")).known(as: "count", "top", "max"),
        .value(
            "sort", \.sort, as: .oneOf(SortKey.self, meant: SortKey.meant), valueName: "field",
            help: "Sort by this field, ascending; missing values last."
        ).detailed(CryptoTool.details("--sort", of: "list")).known(
            as: "order", "sort-by", "order-by"),
        .toggle("reverse", \.reverse, help: "Reverse the order; missing values stay last.").known(as: "desc"),
        .value(
            "of", \.of, as: .wholeNumber(from: 1), valueName: "n",
            help: "Sort, search and filter the first n assets of the list.", default: "one response of the provider"
        ).detailed(CryptoTool.details("--of", of: "list")).known(as: "among", "depth").excluding(
            "favorites", "holdings"),
        .value(
            "search", \.search, as: .searchText, valueName: "text",
            help: "Print only assets with this text in symbol or name."
        ).detailed("The text has two or more characters; letter case is ignored.").known(as: "find", "query")
            .spelled { $0.lowercased() },
        .value(
            "market", \.market, as: .oneOf(MarketChoice.self), valueName: "kind",
            help: "Kind of markets to list at an exchange.", default: "spot"
        ).known(as: "type", "kind"),
        .toggle("favorites", \.favorites, help: "Print only your favorites, in their order.").known(
            as: "favourites", "own"
        ).excluding("available", "holdings"),
        .favoritesFile(
            \.common.favoritesFiles,
            details: CryptoTool.details("--favorites-file", of: "list")),
        .toggle("available", \.available, help: "Print assets that are not among your favorites, by symbol.")
            .excluding("holdings"),
        .toggle("holdings", \.holdings, help: "Print your favorites that have an amount, with value and gain.")
            .detailed(CryptoTool.details("--holdings", of: "list")).known(as: "portfolio"),
        .toggle("total", \.total, help: "With --holdings: print one row, the total.").known(as: "sum")
            .needing("holdings").excluding("search", "market"),
        .toggle("add", \.add, help: "Add the symbols to your favorites.").commandLineOnly()
            .excluding("remove", "move", "output", "append").silencing(unused),
        .toggle("remove", \.remove, help: "Remove the symbols from your favorites.").commandLineOnly().takingFavorites()
            .known(as: "delete", "rm").excluding("move", "output", "append").silencing(
                unused + CommonOptions.ofRequests),
        .value(
            "move", \.move, as: .wholeNumber(from: 1), valueName: "n",
            help: "Move the symbol to position n of your favorites."
        ).commandLineOnly().takingFavorites()
            .excluding("output", "append").silencing(unused + CommonOptions.ofRequests),
        .value(
            "amount", \.amount, as: .owned, valueName: "n", help: "With --add: how much of the one symbol you hold."
        ).detailed(CryptoTool.details("--amount", of: "list")).commandLineOnly().known(as: "quantity"),
        .value(
            "cost", \.cost, as: .owned, valueName: "price", help: "With --amount: what one unit cost, in --currency."
        ).detailed("In the quote currency of a pair, if --currency is not given.").commandLineOnly().known(
            as: "buy-price", "paid"),
    ]
}

extension ListRequest {
    /// The change of the favorites; nil if rows are printed.
    var edit: FavoritesEdit? {
        if add { return .add(amount: amount, cost: cost) }
        return remove ? .remove : move.map { .move(to: $0) }
    }

    /// Checks that an amount is of one symbol, and a cost of an amount.
    private func validateHolding() throws(OptionProblem) {
        if add, amount == nil, let place = symbols.indices.dropFirst().first(where: { symbols[$0].isAmount }) {
            let (symbol, number) = (symbols[place - 1].description, symbols[place].description)
            let line = "crypto list --add \(symbol) --amount \(number)"
            throw "\(number.inQuotes) is not a symbol; an amount is written as in \(line.inQuotes)"
        }
        guard let option = amount != nil ? "amount" : cost != nil ? "cost" : nil else { return }
        guard add, symbols.count == 1, amount != nil else {
            let need = amount == nil ? "--amount <n>" : "--add and one symbol"
            throw "\(option: option) needs \(need), as in 'crypto list --add BTC --amount 0.5 --cost 30000'"
        }
        if let figure = symbols.first?.figure { throw "\(option: option): \(figure.symbol) has no amount" }
    }

    private func validate() throws(OptionProblem) {
        try common.validate()
        guard !common.asksForHelp else { return }
        if symbols.count == 2, symbols[0].ticker == "TOP", let number = symbols.last, number.isAmount {
            throw "'\(symbols[0]) \(number)' is not a list of symbols; write 'crypto list --limit \(number)'"
        }
        try validateHolding()
        if of != nil, !symbols.isEmpty {
            throw .exclusion(OptionProblem("of", "cannot be used with symbols as arguments"), withOperands: true)
        }
        let views = [
            (favorites, "favorites"), (available, "available"), (holdings, "holdings"),
            (showsFavorites, "favorites-file"),
        ]
        if let (_, view) = views.first(where: \.0), edit == nil, !symbols.isEmpty {
            throw .exclusion("\(option: view) takes no symbols", withOperands: true)
        }
        try validateEdit()
    }

    /// Checks that a change of the favorites has the symbols that it is about, and is of one file.
    private func validateEdit() throws(OptionProblem) {
        guard let given = add ? "add" : remove ? "remove" : move.map({ _ in "move" }) else { return }
        guard move == nil ? !symbols.isEmpty : symbols.count == 1 else {
            let (need, value) = move.map { ("one symbol as argument", " \($0)") } ?? ("symbols as arguments", "")
            throw "\(option: given) needs \(need), as in 'crypto list --\(given)\(value) BTC'"
        }
        if let files = common.favoritesFiles, files.count > 1 {
            throw "\(option: given) changes one file, but \(option: "favorites-file") names \(files.count)"
        }
    }

    /// What the command line asks for.
    var onceQuestion: String { common.onceQuestion(symbols.map(\.canonical)) }
}

extension ValueParser<String> {
    /// A text of two or more characters; a shorter one would match almost everything.
    static var searchText: ValueParser {
        ValueParser { (text) throws(ValueError) in
            guard text.count >= 2 else { throw ValueError("\(text.inQuotes) is shorter than two characters") }
            return text
        }
    }
}

extension ValueParser<ExactDecimal> {
    /// An amount that someone holds, or what it cost: 0 or more.
    fileprivate static var owned: ValueParser {
        ValueParser { (text) throws(ValueError) in try ExactDecimal(owned: text) }
    }
}

extension ValueParser<Symbol> {
    /// A symbol as typed.
    static var symbol: ValueParser {
        ValueParser { (text) throws(ValueError) in
            do throws(Symbol.SyntaxError) {
                return try Symbol(text)
            } catch {
                let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
                // As a shell makes of a variable that it does not split.
                if words.count > 1, words.allSatisfy({ (try? Symbol($0)) != nil }) {
                    let number = words.count == 2 ? "two" : "\(words.count)"
                    let line = words.joined(separator: " ").harmless
                    throw ValueError("\(text.inQuotes) is not a symbol; write \(number) arguments: \(line)")
                }
                throw ValueError("\(text.inQuotes) \(error.words)")
            }
        }
    }
}

extension Symbol {
    /// Whether it is typed as a number.
    fileprivate var isAmount: Bool { ExactDecimal(description) != nil }

    /// Whether it is `-`, by which `price` and `watch` read lines from stdin.
    var isInput: Bool { description == "-" }
}

extension Symbol.SyntaxError {
    /// The message, to follow the text that is not a symbol.
    var words: String {
        switch self {
        case .empty: "is not a symbol"
        case .tooLong: "is longer than 64 characters"
        case .character(","): "is not a symbol; separate symbols with spaces"
        case .character: "holds a character that is not allowed in a symbol"
        case .pair: "is not a pair; write BASE/QUOTE, as in BTC/EUR"
        case .address(.solana): "is not the address of a token; one of sol has 32 to 44 letters and digits"
        case .address(let chain): "is not the address of a token; one of \(chain.rawValue) is 0x and 40 hex digits"
        case .chain(let name):
            "is on an unknown chain, \(name.inQuotes); there are \(Token.Chain.allCases.map(\.rawValue).joined(separator: ", "))"
        case .figure:
            "is not a figure of the market; there are \(MarketFigure.allCases.map(\.symbol).joined(separator: ", "))"
        }
    }
}
