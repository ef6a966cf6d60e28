/// A chain of providers of rates.
package typealias RateChain = ClientChain<RateClient>

/// The rates of the requested currencies.
package struct RateAnswer: Sendable, Equatable {
    /// The tables that hold at least one of the currencies, in the chain's order. For a period, the tables of one
    /// provider are oldest first. Together they hold all currencies but the missing ones.
    package var tables: [RateTable]
    /// The currencies that no provider has, with the reason, in the order requested.
    package var missing: [Missing]

    /// A currency without a rate.
    package struct Missing: Sendable, Equatable {
        /// The currency.
        package var currency: Currency
        /// The reason: the last failure that is more than an unknown currency.
        package var failure: ProviderFailure
    }
}

extension ClientChain<RateClient> {
    /// Asks for the rates of each day of a period. The next provider is asked only for currencies that the ones before
    /// it do not have.
    ///
    /// - Parameter period: The days and the currencies.
    /// - Returns: The tables of the providers that have the currencies, and the currencies that no provider has.
    package func history(_ period: RatePeriod) async -> RateAnswer {
        let currencies = period.currencies.sorted { $0.code < $1.code }
        var chain = self
        chain.links.removeAll { $0.client.history == nil }
        guard !chain.links.isEmpty else {
            let failure = ProviderFailure(links[0].name, .cannot(.history))
            return RateAnswer(tables: [], missing: currencies.map { .init(currency: $0, failure: failure) })
        }
        let results = await chain.tables(of: currencies) { link in
            await Result(asking: { () throws(ProviderFailure) in
                guard let history = link.client.history else { throw ProviderFailure(link.name, .cannot(.history)) }
                return try await history(period)
            })
        }
        return RateAnswer(results, of: currencies)
    }

    /// Returns the tables of the first provider that has a currency in one of them, for each currency.
    func tables(
        of currencies: [Currency], ask: (Link) async -> Result<[RateTable], ProviderFailure>
    ) async -> [Result<[RateTable], ProviderFailure>] {
        await walk(currencies) { link, missing in
            let answer = await ask(link)
            return missing.map { currency in
                answer.flatMap { tables in
                    tables.contains { $0.rates[currency] != nil }
                        ? .success(tables) : .failure(ProviderFailure(link.name, .cannotQuote(currency)))
                }
            }
        }
    }
}

extension RateAnswer {
    /// Why rates are missing, if it is more than that a provider does not have a currency.
    var failure: ProviderFailure? {
        let failures = missing.map(\.failure)
        return failures.first { !$0.isSkippable } ?? (tables.isEmpty ? failures.first : nil)
    }

    /// The answer of a period from the results for its currencies. The tables of a provider are taken once.
    fileprivate init(_ results: [Result<[RateTable], ProviderFailure>], of currencies: [Currency]) {
        self.init(tables: [], missing: [])
        for (currency, result) in zip(currencies, results) {
            switch result {
            case .success(let found):
                guard !tables.contains(where: { $0.provider == found.first?.provider }) else { continue }
                tables += found.sorted { $0.time < $1.time }
            case .failure(let failure): missing.append(Missing(currency: currency, failure: failure))
            }
        }
    }
}
