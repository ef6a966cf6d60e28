import Platform

/// The rates of a long run: looked up again when their time has come, and kept when that fails (REQUIREMENTS C2, C4).
public struct HeldRates: Sendable {
    /// What is known now, in the order of the chain that gave it.
    public private(set) var tables: [RateTable] = []
    private var asked: Set<Currency> = []
    /// On the monotonic clock.
    private var nextLookup: Duration = .zero

    /// No rates yet.
    public init() {}

    /// Asks the chain where it is time: at first, for a currency never asked for, and when the shortest refresh interval
    /// of the chain has passed since it was asked last, whether or not that failed.
    ///
    /// A table that came anew replaces that of the same provider; an old one stays for what nobody told anew. Returns
    /// what came, with what failed; nil where nobody was asked.
    public mutating func refresh(of currencies: [Currency], from chain: RateChain) async -> RateAnswer? {
        let now = chain.time.elapsed()
        guard !asked.isSuperset(of: currencies) || (!asked.isEmpty && now >= nextLookup) else { return nil }
        asked.formUnion(currencies)
        nextLookup = now + (chain.links.map(\.client.refreshInterval).min() ?? .seconds(300))
        let wanted = asked.sorted { $0.code < $1.code }
        let answer = await chain.rates(of: wanted)
        let missing = wanted.filter { currency in !answer.tables.contains { $0.rates[currency] != nil } }
        tables =
            answer.tables
            + tables.filter { old in
                !answer.tables.contains { $0.provider == old.provider } && missing.contains { old.rates[$0] != nil }
            }
        return answer
    }
}
