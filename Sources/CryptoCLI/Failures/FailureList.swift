import Markets

/// The failures of a command, in the order of its operands. Unknown symbols share one line.
struct FailureList {
    /// Symbols that are unknown to the same providers.
    private struct Unknown {
        let asked: [String]
        /// The number of failures before it.
        let place: Int
        var symbols: [Symbol]
    }

    private let session: Session
    /// Whether the symbols are those of the favorites file.
    private let isOfFavorites: Bool
    /// All symbols that were asked for.
    private let symbols: [Symbol]
    private var failures: [Failure] = []
    private var unknown: [Unknown] = []

    /// Creates an empty list. `symbols` are all that were asked for.
    init(_ session: Session, of symbols: [Symbol] = [], ofFavorites isOfFavorites: Bool = false) {
        (self.session, self.symbols, self.isOfFavorites) = (session, symbols, isOfFavorites)
    }

    /// Returns all failures; unknown symbols are together in the place of the first one.
    func all() async -> [Failure] {
        var all = failures
        for (before, unknown) in unknown.enumerated() {
            let failure = await session.failure(
                ofUnknown: unknown.symbols, among: symbols, asked: unknown.asked, ofFavorites: isOfFavorites)
            all.insert(failure, at: unknown.place + before)
        }
        return all
    }

    /// Adds the failure of a symbol that was asked of these providers.
    mutating func add(_ failure: ProviderFailure, of symbol: Symbol, asked: [String]) {
        guard failure.isUnknownSymbol else { return add(session.failure(failure)) }
        if let index = unknown.firstIndex(where: { $0.asked == asked }) {
            unknown[index].symbols.append(symbol)
        } else {
            unknown.append(Unknown(asked: asked, place: failures.count, symbols: [symbol]))
        }
    }

    /// Adds a failure that is not in the list yet.
    mutating func add(_ failure: Failure) {
        if !failures.contains(failure) { failures.append(failure) }
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
