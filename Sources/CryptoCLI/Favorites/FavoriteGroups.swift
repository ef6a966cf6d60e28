import CommandLineKit
import Markets

/// The favorites that rows are of: those of the user's own file, or of the files of `--favorites-file`, each of which
/// is a group of rows.
struct FavoriteGroups: Sendable {
    private let groups: [(name: String?, favorites: Favorites)]
    /// The files that are named; nil for the user's own one.
    private let paths: [String]?
    private let origins: ValueOrigins

    /// Reads the files that the options name.
    init(_ common: CommonOptions, _ environment: Environment) throws(Failure) {
        groups = try FavoritesFile.all(common, environment).map { (file) throws(Failure) in
            (file.group, try file.read())
        }
        (paths, origins) = (common.favoritesFiles, common.origins)
    }

    /// The favorites of each group, in the order of the files and of their lines.
    var members: [(group: String?, symbol: Symbol)] {
        groups.flatMap { group in group.favorites.symbols.map { (group.name, $0) } }
    }

    /// Returns the favorites, each once, in place of symbols as arguments. Throws if there are none.
    func operands() throws(Failure) -> [Symbol] {
        let symbols = members.map(\.symbol).withoutRepeats
        guard symbols.isEmpty else { return symbols }
        guard let paths else {
            throw .option("favorites", problem: "you have no favorites; 'crypto list --add BTC' adds one", origins)
        }
        throw .option("favorites-file", problem: "no symbol is in \(Self.words(paths))", origins)
    }

    /// Returns what the favorites of each group hold, for `--holdings`. Throws if they hold nothing.
    func holdings() throws(Failure) -> [Holding] {
        let holdings = try groups.map { (group) throws(Failure) in
            try group.favorites.holdings.map { (holding) throws(Failure) in
                try Holding(holding.symbol, holding.lots, in: group.name)
            }
        }.flatMap(\.self)
        guard holdings.isEmpty else { return holdings }
        guard let paths else {
            let problem = "you hold nothing; 'crypto list --add BTC --amount 0.5' adds a holding"
            throw .option("holdings", problem: problem, origins)
        }
        let problem = "no line of \(Self.words(paths)) has an amount, as 'BTC 0.5' has"
        throw .option("favorites-file", problem: problem, origins)
    }

    private static func words(_ paths: [String]) -> String { paths.map(\.inQuotes).joined(separator: ", ") }

    /// Returns the names of the groups that have one of these symbols.
    func names(of symbols: [Symbol]) -> [String] {
        groups.compactMap { group in
            symbols.contains { group.favorites.line(of: $0) != nil } ? group.name : nil
        }
    }

    /// Returns the rows of each group. Those of a symbol are in each group that has it.
    func rows(of found: [(symbol: Symbol, rows: [QuoteRow])]) -> [QuoteRow] {
        let rows = Dictionary(found.map { ($0.symbol, $0.rows) }) { first, _ in first }
        return members.flatMap { group, symbol in
            (rows[symbol] ?? []).map { row in
                var row = row
                row.group = group
                return row
            }
        }
    }

    /// Finds the favorites of all groups in a list of quotes.
    func indices(in quotes: [Quote]) -> Set<Int> {
        groups.reduce(into: []) { $0.formUnion($1.favorites.indices(in: quotes)) }
    }
}

extension Array where Element: Hashable {
    /// The elements without those that an earlier one is equal to.
    var withoutRepeats: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
