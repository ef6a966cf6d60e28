import Markets

/// The failures of a command in the order of what was asked, one line for all symbols that failed in the same way.
struct FailureList {
    private let providers: [String]
    private var failures: [Failure] = []
    private var unknown: [Symbol] = []
    private var unknownPlace: Int?

    /// A list about symbols that these providers were asked for.
    init(providers: [String]) {
        self.providers = providers
    }

    /// All failures; unknown symbols stand together in the place of the first.
    var all: [Failure] {
        var all = failures
        if let unknownPlace { all.insert(Failure(unknownSymbols: unknown, providers: providers), at: unknownPlace) }
        return all
    }

    /// Adds what a provider said of a symbol.
    mutating func add(_ failure: ProviderFailure, of symbol: Symbol) {
        guard case .unknownSymbol = failure.reason else { return add(Failure(failure)) }
        if unknown.isEmpty { unknownPlace = failures.count }
        unknown.append(symbol)
    }

    /// Adds a failure, once.
    mutating func add(_ failure: Failure) {
        if !failures.contains(failure) { failures.append(failure) }
    }
}
