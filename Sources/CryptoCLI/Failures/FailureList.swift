import Markets

/// The failures of a command in the order of what was asked, one line for all symbols that failed in the same way.
struct FailureList {
    /// Symbols that the same providers do not know.
    private struct Unknown {
        let asked: [String]
        /// How many failures stand before it.
        let place: Int
        var symbols: [Symbol]
    }

    private let session: Session
    private var failures: [Failure] = []
    private var unknown: [Unknown] = []

    /// Of one run; nothing has failed yet.
    init(_ session: Session) { self.session = session }

    /// All failures; unknown symbols stand together in the place of the first.
    var all: [Failure] {
        var all = failures
        for unknown in unknown.reversed() {
            all.insert(Failure(unknownSymbols: unknown.symbols, providers: unknown.asked), at: unknown.place)
        }
        return all
    }

    /// Adds what a provider said of a symbol, for which these were asked.
    mutating func add(_ failure: ProviderFailure, of symbol: Symbol, asked: [String]) {
        guard failure.isUnknownSymbol else { return add(session.failure(failure)) }
        if let index = unknown.firstIndex(where: { $0.asked == asked }) {
            unknown[index].symbols.append(symbol)
        } else {
            unknown.append(Unknown(asked: asked, place: failures.count, symbols: [symbol]))
        }
    }

    /// Adds a failure, once.
    mutating func add(_ failure: Failure) {
        if !failures.contains(failure) { failures.append(failure) }
    }
}

extension ProviderFailure {
    /// Whether all who were asked do not know the symbol.
    var isUnknownSymbol: Bool {
        members.allSatisfy { if case .unknownSymbol = $0.reason { true } else { false } }
    }
}
