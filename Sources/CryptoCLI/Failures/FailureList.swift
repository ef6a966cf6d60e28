import Markets

/// The failures of a command, in the order of its operands. Unknown symbols share one line.
struct FailureList {
    /// A failure, or symbols that are unknown to the same providers.
    private struct Entry {
        var failure: Failure?
        var unknown: [Symbol] = []
        var asked: [String] = []
        /// The numbers of the lines of stdin that have it.
        var lines: [Int] = []
    }

    /// The most failures of lines that are reported.
    private static let mostOfLines = 20

    private let context: RunContext
    /// Whether the symbols are those of the favorites file.
    private let isOfFavorites: Bool
    /// The lines of stdin that the symbols are from, if they are.
    private let lines: PriceLines?
    /// All symbols that were asked for.
    private let symbols: [Symbol]
    private var entries: [Entry] = []
    /// The place of each entry: by its message, or by the providers that were asked.
    private var places: [String: Int] = [:]
    /// Those that are in an entry.
    private var unknown: Set<Symbol> = []

    /// Creates a list of the lines that are malformed. `symbols` are all that were asked for.
    init(
        _ context: RunContext, of symbols: [Symbol] = [], ofFavorites isOfFavorites: Bool = false,
        lines: PriceLines? = nil
    ) {
        (self.context, self.symbols, self.isOfFavorites, self.lines) = (context, symbols, isOfFavorites, lines)
        for (number, failure) in lines?.malformed ?? [] { add(failure, line: number) }
    }

    /// Returns all failures in their order, or in that of the lines. Unknown symbols are together in the place of the
    /// first one.
    func all() async -> [Failure] {
        var all: [Failure] = []
        let sorted = lines == nil ? entries : entries.sorted { ($0.lines.min() ?? 0) < ($1.lines.min() ?? 0) }
        for (index, entry) in sorted.enumerated() {
            if lines != nil, index == Self.mostOfLines {
                let rest = sorted[index...].reduce(0) { $0 + max($1.lines.count, 1) }
                return all + [Failure(all[0].status, "\(rest) more lines failed")]
            }
            guard var failure = entry.failure else {
                all.append(
                    await context.failure(
                        ofUnknown: entry.unknown, among: symbols, asked: entry.asked, ofFavorites: isOfFavorites,
                        lines: lines))
                continue
            }
            if let line = entry.lines.min() {
                let others = entry.lines.count - 1
                let more = others == 0 ? "" : " and \(others) more"
                failure.message = "line \(line)\(more): \(failure.message)"
            }
            all.append(failure)
        }
        return all
    }

    /// Adds the failure of a symbol that was asked of these providers. `line` is the number of its line of stdin, the
    /// first one of the symbol if it is not given.
    mutating func add(_ failure: ProviderFailure, of symbol: Symbol, asked: [String], line: Int? = nil) {
        let line = line ?? lines?.number(of: symbol)
        guard failure.isUnknownSymbol else {
            var shown = context.failure(failure)
            // Of many favorites it is not known which one has another currency.
            let refusesCurrency = failure.members.contains { if case .cannotQuote = $0.reason { true } else { false } }
            if isOfFavorites, refusesCurrency { shown.message = "\(symbol): \(shown.message)" }
            return add(shown, line: line)
        }
        let place = place(of: "asked: \(asked.joined(separator: " "))", Entry(asked: asked))
        line.map { entries[place].lines.append($0) }
        if unknown.insert(symbol).inserted { entries[place].unknown.append(symbol) }
    }

    /// Adds a failure that is not in the list yet, of a symbol if it is given.
    mutating func add(_ failure: Failure, of symbol: Symbol? = nil) {
        add(failure, line: symbol.flatMap { lines?.number(of: $0) })
    }

    /// Does the same for a line of stdin, by its number.
    mutating func add(_ failure: Failure, line: Int?) {
        let place = place(of: "\(failure.status) \(failure.message)", Entry(failure: failure))
        line.map { entries[place].lines.append($0) }
    }

    /// Returns the place of the entry with a name, which is added if there is none.
    private mutating func place(of name: String, _ entry: Entry) -> Int {
        if let place = places[name] { return place }
        entries.append(entry)
        places[name] = entries.count - 1
        return entries.count - 1
    }
}

extension ProviderFailure {
    /// Whether the city is unknown to all providers that were asked.
    var isUnknownCity: Bool {
        members.allSatisfy { if case .unknownCity = $0.reason { true } else { false } }
    }
}
