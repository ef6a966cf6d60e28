import Markets

/// The failures of a command, in the order of its operands. Unknown symbols share one line.
struct FailureList {
    /// A failure, or symbols that are unknown to the same providers.
    private enum Entry {
        case failure(Failure)
        case unknown(symbols: [Symbol], asked: [String])
    }

    /// The most failures of lines that are reported.
    private static let mostOfLines = 20

    private let session: Session
    /// Whether the symbols are those of the favorites file.
    private let isOfFavorites: Bool
    /// The lines of stdin that the symbols are from, if they are.
    private let lines: PriceLines?
    /// All symbols that were asked for.
    private let symbols: [Symbol]
    /// With the number of the line of stdin; nil for what is of no line.
    private var entries: [(entry: Entry, line: Int?)] = []

    /// Creates a list of the lines that are malformed. `symbols` are all that were asked for.
    init(
        _ session: Session, of symbols: [Symbol] = [], ofFavorites isOfFavorites: Bool = false,
        lines: PriceLines? = nil
    ) {
        (self.session, self.symbols, self.isOfFavorites, self.lines) = (session, symbols, isOfFavorites, lines)
        for (number, failure) in lines?.malformed ?? [] { add(failure, line: number) }
    }

    /// Returns all failures in their order, or in that of the lines. Unknown symbols are together in the place of the
    /// first one.
    func all() async -> [Failure] {
        var all: [Failure] = []
        let sorted = lines == nil ? entries : entries.sorted { $0.line ?? 0 < $1.line ?? 0 }
        for (entry, line) in sorted {
            switch entry {
            case .failure(var failure):
                if let line { failure.message = "line \(line): \(failure.message)" }
                all.append(failure)
            case .unknown(let unknown, let asked):
                all.append(
                    await session.failure(
                        ofUnknown: unknown, among: symbols, asked: asked, ofFavorites: isOfFavorites, lines: lines))
            }
            if lines != nil, all.count == Self.mostOfLines, sorted.count > all.count {
                return all + [Failure(all[0].status, "\(sorted.count - all.count) more failures of lines")]
            }
        }
        return all
    }

    /// Adds the failure of a symbol that was asked of these providers. `line` is the number of its line of stdin, the
    /// first one of the symbol if it is not given.
    mutating func add(_ failure: ProviderFailure, of symbol: Symbol, asked: [String], line: Int? = nil) {
        let line = line ?? lines?.number(of: symbol)
        guard failure.isUnknownSymbol else { return add(session.failure(failure), line: line) }
        for index in entries.indices {
            guard case .unknown(let symbols, asked) = entries[index].entry else { continue }
            if !symbols.contains(symbol) {
                entries[index].entry = .unknown(symbols: symbols + [symbol], asked: asked)
            }
            return
        }
        entries.append((.unknown(symbols: [symbol], asked: asked), line))
    }

    /// Adds a failure that is not in the list yet, of a symbol if it is given.
    mutating func add(_ failure: Failure, of symbol: Symbol? = nil) {
        add(failure, line: symbol.flatMap { lines?.number(of: $0) })
    }

    /// Does the same for a line of stdin, by its number.
    mutating func add(_ failure: Failure, line: Int?) {
        let isKnown = entries.contains { known in
            if case .failure(failure) = known.entry { true } else { false }
        }
        if !isKnown { entries.append((.failure(failure), line)) }
    }
}

extension ProviderFailure {
    /// Whether the city is unknown to all providers that were asked.
    var isUnknownCity: Bool {
        members.allSatisfy { if case .unknownCity = $0.reason { true } else { false } }
    }

    /// Whether the symbol is unknown to all providers that were asked.
    var isUnknownSymbol: Bool {
        members.allSatisfy { if case .unknownSymbol = $0.reason { true } else { false } }
    }
}
