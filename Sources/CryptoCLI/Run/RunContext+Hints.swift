import Markets

/// What to write instead of unknown symbols.
extension RunContext {
    /// Returns the failure of symbols that these providers do not know. If its form says nothing about one of them, a
    /// provider is searched for it, once in a run. `all` are the symbols of the command line. Those of the favorites
    /// file are named with their lines.
    func failure(
        ofUnknown symbols: [Symbol], among all: [Symbol], asked providers: [String], ofFavorites: Bool = false,
        lines: PriceLines? = nil
    ) async -> Failure {
        var hints: [Symbol: SymbolHint] = [:]
        let unknown = Set(symbols)
        for symbol in symbols.prefix(Failure.namedSymbols) {
            let known = all.filter { $0 == symbol || !unknown.contains($0) }
            if let hint = SymbolHint(symbol, asked: providers, among: known, common, in: environment.providers) {
                hints[symbol] = hint
            } else {
                let found = await searched(symbol, asked: providers)
                hints[symbol] = found ?? SymbolHint(notFound: symbol, asked: providers, in: environment.providers)
            }
        }
        let canSearch = providers.contains { search(of: $0) != nil }
        let files = ofFavorites ? (try? FavoritesFile.all(common, environment)) ?? [] : []
        return Failure(
            unknownSymbols: symbols, providers: providers, named: common.providers, hints: hints, in: table,
            wasSearched: canSearch,
            line: { symbol in
                if let number = lines?.number(of: symbol) { return "line \(number)" }
                return files.lazy.compactMap { $0.line(of: symbol) }.first.map { "\($0)" }
            })
    }

    /// Searches the first of the providers that can be searched. Without notices nothing is searched. A failure of the
    /// search is only shown with `--verbose`: the command fails because of the symbol.
    private func searched(_ symbol: Symbol, asked providers: [String]) async -> SymbolHint? {
        let askable = symbol.isID ? providers.prefix(1) : providers[...]
        guard !common.quiet, symbol.bare.count > 1, symbol.token == nil, symbol.figure == nil else { return nil }
        for name in askable {
            guard let search = search(of: name) else { continue }
            guard isFirstSearch() else { return nil }
            do throws(ProviderFailure) {
                return SymbolHint(symbol, found: try await search(symbol.bare), idsAreValid: name == providers.first)
            } catch {
                if common.verbose { notices.say("no hint: \(Failure.fact(of: error, in: table))") }
                return nil
            }
        }
        return nil
    }

    private func search(of name: String) -> MarketClient.Search? {
        self.table.named(name, isOfAir: false).flatMap { $0.make(self.providers.settings(of: $0)).search }
    }
}
