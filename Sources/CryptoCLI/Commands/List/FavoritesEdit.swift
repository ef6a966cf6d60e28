import CommandLineKit
import Markets

/// `--add`, `--remove` and `--move`: what is done to the own list, and what is refused; stdout stays empty.
enum FavoritesEdit {
    case add, remove
    case move(to: Int)

    /// Does it with the operands and ends with the code of the first that was refused; the others are done.
    func run(_ symbols: [Symbol], _ session: Session) async throws(Failure) -> ExitStatus {
        let file = try FavoritesFile(session.environment)
        let failures: [Failure]
        switch self {
        case .add: failures = try await Self.add(symbols, to: file, session)
        case .remove:
            failures = try await file.edit(session) { favorites in
                symbols.compactMap { favorites.remove($0) ? nil : .init(absent: $0, in: favorites) }
            }
        case .move(let place):
            failures = try await file.edit(session) { favorites in
                symbols.compactMap { Self.move($0, to: place, in: &favorites, session.common.origins) }
            }
        }
        for failure in failures { session.environment.console.say(failure) }
        return failures.first?.status ?? .success
    }

    private static func move(
        _ symbol: Symbol, to place: Int, in favorites: inout Favorites, _ origins: ValueOrigins
    ) -> Failure? {
        if favorites.move(symbol, to: place) { return nil }
        guard favorites.symbols.contains(symbol) else { return Failure(absent: symbol, in: favorites) }
        return .option(
            "move", "there is no place \(place): the own list has \(favorites.symbols.count)", origins)
    }

    /// Only what a provider knows is added (REQUIREMENTS L4); who is asked, and how, is as for `list SYMBOL`.
    private static func add(
        _ symbols: [Symbol], to file: FavoritesFile, _ session: Session
    ) async throws(Failure) -> [Failure] {
        // A file that makes no sense is said before anybody is asked.
        _ = try file.read()
        var failures = FailureList(session)
        for symbol in symbols where !Favorites.canHold(symbol) {
            failures.add(
                Failure(.unknownName, "\(symbol.description.inQuotes) would be a comment in the own list; use its id:"))
        }
        let (found, refused) = try await session.known(symbols.filter(Favorites.canHold), needsPrice: false)
        for failure in refused { failures.add(failure) }
        guard !found.isEmpty else { return failures.all }
        let doubles = try await file.edit(session) { favorites in
            found.map { ofItsKind($0.symbol, $0.quote) }.filter { !favorites.add($0) }
        }
        for double in doubles { session.notice("\(double.description.inQuotes) is in the own list already") }
        return failures.all
    }

    /// A stock that was named by its bare ticker, as providers of stocks let it be, is a stock in the file too.
    private static func ofItsKind(_ symbol: Symbol, _ quote: Quote) -> Symbol {
        guard symbol.ticker != nil, quote.kind == .stock else { return symbol }
        return (try? Symbol("stock:" + symbol.description)) ?? symbol
    }
}

extension Failure {
    /// A symbol that is not in the own list.
    fileprivate init(absent symbol: Symbol, in favorites: Favorites) {
        let namesakes = favorites.symbols.filter { $0.bare.lowercased() == symbol.bare.lowercased() }
        let known = favorites.symbols.map(\.description)
        let guess = namesakes.first.map { "; did you mean '\($0)'?" } ?? Self.suggestion(for: "\(symbol)", in: known)
        self.init(.unknownName, "\(symbol.description.inQuotes) is not in the own list\(guess)")
    }
}
