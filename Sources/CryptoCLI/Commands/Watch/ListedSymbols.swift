import Markets
import Synchronization

/// Symbols that come from the list of a provider and were not requested by name.
final class ListedSymbols: Sendable {
    /// The provider of the list by symbol.
    private let lists = Mutex<[Symbol: String]>([:])

    /// Adds the symbols of the list of `provider`.
    func add(_ quotes: [Quote], of provider: String) {
        let symbols = quotes.compactMap { try? Symbol($0.symbol) }
        lists.withLock { lists in for symbol in symbols { lists[symbol] = provider } }
    }

    /// Makes the failure of a symbol without ticks, one of `symbols` or of a list. A listed symbol without a stream is
    /// a notice and no failure, except under `--strict`.
    func explain(
        _ failure: ProviderFailure, of symbol: Symbol, among symbols: [Symbol], at links: [TickFeed.Link],
        _ context: RunContext
    ) -> Failure? {
        let able = links.filter { $0.takes(symbol) }.map(\.name)
        let providers = able.isEmpty ? [failure.provider] : able
        if let list = lists.withLock({ $0[symbol] }), failure.isSkippable, !context.common.strict {
            let names = providers.joined(separator: ", ")
            context.notices.say("\(symbol) is on the list of \(list), but not streamed by \(names)")
            return nil
        }
        guard failure.isUnknownSymbol else { return context.failure(failure) }
        let hint =
            SymbolHint(symbol, asked: providers, among: symbols, context.common, in: context.table).map { [symbol: $0] }
            ?? [:]
        return Failure(
            unknownSymbols: [symbol], providers: providers, named: context.common.providers, hints: hint,
            in: context.table)
    }
}
