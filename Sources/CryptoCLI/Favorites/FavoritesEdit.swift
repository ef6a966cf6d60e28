import CommandLineKit
import DecimalArithmetic
import Markets

/// `--add`, `--remove` and `--move`: changes the favorites and reports what is refused; prints nothing on stdout.
enum FavoritesEdit {
    /// With an amount, what the one symbol holds, and what a unit cost.
    case add(amount: ExactDecimal?, cost: ExactDecimal?)
    case remove
    case move(to: Int)

    /// Whether it adds favorites.
    var adds: Bool { if case .add = self { true } else { false } }

    /// Applies the change to the operands. Returns the status of the first that is refused; the others are applied.
    func run(_ symbols: [Symbol], _ context: RunContext) async throws(Failure) -> ExitStatus {
        let file = try FavoritesFile.changed(by: self, context)
        let failures: [Failure]
        switch self {
        case .add(let amount, let cost):
            let lot = try Self.lot(amount, cost, of: symbols, context)
            failures = try await Self.add(symbols, lot, to: file, context)
        case .remove:
            let removals = try await file.edit(context) { favorites in
                symbols.map { Self.remove($0, from: &favorites) }
            }
            for notice in removals.compactMap(\.notice) { context.notices.say(notice) }
            failures = removals.compactMap(\.failure)
        case .move(let place):
            failures = try await file.edit(context) { favorites in
                symbols.compactMap { Self.move($0, to: place, in: &favorites, context.common.origins) }
            }
        }
        return context.notices.status(after: failures)
    }

    /// Returns what the one symbol holds; nil without an amount.
    private static func lot(
        _ amount: ExactDecimal?, _ cost: ExactDecimal?, of symbols: [Symbol], _ context: RunContext
    ) throws(Failure) -> FavoriteLot? {
        guard let amount else { return nil }
        guard let cost else { return FavoriteLot(amount) }
        return FavoriteLot(amount, cost: FavoriteLot.UnitCost(cost, try context.costCurrency(of: symbols[0])))
    }

    private static func move(
        _ symbol: Symbol, to place: Int, in favorites: inout Favorites, _ origins: ValueOrigins
    ) -> Failure? {
        if favorites.move(symbol, to: place) { return nil }
        guard favorites.symbols.contains(symbol) else { return Failure(absent: symbol, in: favorites) }
        return .option(
            "move", problem: "there is no position \(place) among \(favorites.symbols.count) favorites", origins)
    }

    /// Adds the symbols that a provider knows. Providers are asked as for `list SYMBOL`.
    private static func add(
        _ symbols: [Symbol], _ lot: FavoriteLot?, to file: FavoritesFile, _ context: RunContext
    ) async throws(Failure) -> [Failure] {
        // A malformed file fails before the first request.
        _ = try file.read()
        var failures = FailureList(context)
        for symbol in symbols where !Favorites.canHold(symbol) {
            failures.add(
                Failure(
                    .unknownName,
                    "\(symbol.description.inQuotes) cannot be a line of the favorites file; use id:<id> instead"
                ))
        }
        let (found, refused) = try await context.known(
            symbols.filter(Favorites.canHold), needsPrice: false, ofFavorites: true)
        for failure in refused { failures.add(failure) }
        guard !found.isEmpty else { return await failures.all() }
        let origins = context.common.origins
        let additions = try await file.edit(context) { favorites in
            found.map { add(withKind($0.symbol, $0.quote), lot, to: &favorites, origins) }
        }
        for addition in additions {
            if let notice = addition.notice { context.notices.say(notice) }
            if let failure = addition.failure { failures.add(failure) }
        }
        return await failures.all()
    }

    /// Returns the symbol as the file holds it: with `stock:` if a provider of stocks answered for a bare ticker.
    private static func withKind(_ symbol: Symbol, _ quote: Quote) -> Symbol {
        guard symbol.ticker != nil, quote.kind == .stock else { return symbol }
        return (try? Symbol("stock:" + symbol.description)) ?? symbol
    }

    /// Adds a symbol. If it is a favorite already, sets its holding.
    private static func add(
        _ symbol: Symbol, _ lot: FavoriteLot?, to favorites: inout Favorites, _ origins: ValueOrigins
    ) -> (notice: String?, failure: Failure?) {
        let name = symbol.description.inQuotes
        let before = favorites.lots(of: symbol)
        if favorites.add(symbol, lot) { return (nil, nil) }
        guard let lot, before != [lot] else { return ("\(name) is already a favorite", nil) }
        guard favorites.set(symbol, lot) else {
            let problem = "\(name) has \(before.count) lots; edit its lines in the favorites file"
            return (nil, .option("amount", problem: problem, origins))
        }
        return (before.first.map { "\(name) holds \(lot) now, instead of \($0)" }, nil)
    }

    /// Removes a symbol. What several lines say is not undone by adding it again, so a notice has it.
    private static func remove(
        _ symbol: Symbol, from favorites: inout Favorites
    ) -> (notice: String?, failure: Failure?) {
        let lots = favorites.lots(of: symbol)
        guard favorites.remove(symbol) else { return (nil, Failure(absent: symbol, in: favorites)) }
        guard lots.count > 1 else { return (nil, nil) }
        let owned = lots.map(\.description).joined(separator: ", ")
        return ("removed \(lots.count) lots of \(symbol.description.inQuotes): \(owned)", nil)
    }
}

extension RunContext {
    /// The currency of what a unit of a symbol cost: `--currency`, otherwise the quote currency of a pair.
    fileprivate func costCurrency(of symbol: Symbol) throws(Failure) -> Currency {
        let choice = try currency().currency
        return common.currency == nil ? symbol.quote ?? choice : choice
    }
}

extension Failure {
    /// A symbol that is not among the favorites.
    fileprivate init(absent symbol: Symbol, in favorites: Favorites) {
        let namesakes = favorites.symbols.filter { $0.bare.lowercased() == symbol.bare.lowercased() }
        let known = favorites.symbols.map(\.description)
        let guess = namesakes.first.map { "; did you mean '\($0)'?" } ?? Self.suggestion(for: "\(symbol)", in: known)
        self.init(.unknownName, "\(symbol.description.inQuotes) is not among your favorites\(guess)")
    }
}
