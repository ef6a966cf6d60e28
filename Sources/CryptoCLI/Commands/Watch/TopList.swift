import Markets
import Platform

/// The coins of `--top`: the first of a list, updated every minute by the rules of `ListedAssets`.
struct TopList: Sendable {
    /// The time between two requests of the list.
    static let interval = Duration.seconds(60)

    private let chain: ProviderChain
    private let query: ListQuery
    private let context: RunContext
    private var board = ListedAssets()

    /// Creates the list of the named providers that have one, otherwise of the default chain.
    init(_ context: RunContext, count: Int, choice: CurrencyChoice) throws(Failure) {
        self.context = context
        let providers = try context.providers.selection(for: .quotes(.watch)).top
        chain = context.providers.chain(of: providers, for: .list) { $0.make }
        // Only the order counts here. The prices come from the stream.
        query = ListQuery(.first(count), currency: CurrencyChoice(choice.currency, allowsOtherCurrency: true))
    }

    /// Requests the list. Returns the coins to add and to remove, and the provider of the list.
    mutating func refresh() async -> Result<(added: [Quote], removed: [Quote], provider: String), Failure> {
        do throws(ProviderFailure) {
            let (answer, link) = try await chain.list(query)
            // Invalid data, not a removal of all.
            guard !answer.quotes.isEmpty else {
                return .failure(Failure(ProviderFailure(link.name, .emptyList), in: context.table))
            }
            let (added, removed) = board.refresh(answer.quotes)
            // Keep a ticker that another coin on the board has too.
            let used = Set(board.quotes.map(\.symbol))
            return .success((added, removed.filter { !used.contains($0.symbol) }, link.name))
        } catch {
            return .failure(context.failure(error))
        }
    }
}
