public import Platform

/// A chain of providers of rates.
public typealias RateChain = ClientChain<RateClient>

/// The rates of the requested currencies.
public struct RateAnswer: Sendable, Equatable {
    /// The tables that hold at least one of the currencies, in the chain's order. Together they hold all but the missing
    /// ones.
    public var tables: [RateTable]
    /// The currencies that no provider has, with the reason, in the order requested.
    public var missing: [Missing]

    /// A currency without a rate.
    public struct Missing: Sendable, Equatable {
        /// The currency.
        public var currency: Currency
        /// The reason: the last failure that is more than an unknown currency.
        public var failure: ProviderFailure
    }
}

extension ClientChain<RateClient> {
    /// Asks for the rates of each day of a period.
    ///
    /// - Parameters:
    ///   - from: The first day.
    ///   - to: The last day.
    /// - Returns: The tables of the first provider that has them, oldest first.
    /// - Throws: `ProviderFailure` if no provider has them.
    public func history(from: Timestamp, to: Timestamp) async throws(ProviderFailure) -> [RateTable] {
        let results = await walk([0], mayAsk: { position, _ in links[position].client.history != nil }) { link, _ in
            do throws(ProviderFailure) {
                guard let history = link.client.history else { throw ProviderFailure(link.name, .cannot(.rates)) }
                return [.success(try await history(from, to))]
            } catch {
                return [Result<[RateTable], ProviderFailure>.failure(error)]
            }
        }
        return try results[0].get()
    }
}
