/// A provider's market in every currency. Prices in other currencies are converted by pairs of the provider, otherwise
/// by fiat rates, and the quote's `via` shows the path.
///
/// What is known to be needed is requested together with the prices.
package struct ConvertingMarket: Sendable {
    let provider: Provider
    let market: MarketClient
    package let rates: ExchangeRates

    /// Creates a converting market.
    ///
    /// - Parameters:
    ///   - provider: The description of the provider.
    ///   - market: The client of the provider.
    ///   - rates: The rates of fiat currencies.
    package init(_ provider: Provider, _ market: MarketClient, rates: ExchangeRates) {
        self.provider = provider
        self.market = market
        self.rates = rates
    }

    /// The market as a client. Within one call a provider that sends its whole market in one answer is asked once: its
    /// list, its quotes and its pairs come from that answer.
    package var client: MarketClient {
        var client = MarketClient(
            list: { query throws(ProviderFailure) in try await reusingAnswers.list(query) },
            quotes: { await reusingAnswers.quotes($0, $1) },
            now: market.now,
            history: { query throws(ProviderFailure) in try await history(query) }, events: market.events)
        client.candlesARequest = market.candlesARequest
        return client
    }

    /// Finds the conversion from a currency of the provider to another one, for the prices of a stream.
    ///
    /// - Parameters:
    ///   - currency: The currency in which the provider quotes.
    ///   - target: The currency of the converted prices.
    /// - Returns: The conversion, or the failure of the provider of its pairs or rates.
    package func conversion(from currency: Currency, to target: Currency) async -> Result<Conversion, ProviderFailure> {
        async let _ = prepareRates(for: [target])
        var paths = await paths(from: [currency], to: [target])
        return paths.conversion(from: currency, to: target)
    }

    private var reusingAnswers: ConvertingMarket {
        ConvertingMarket(provider, market.reusingAnswers(), rates: rates)
    }
}

// MARK: - Quotes

extension ConvertingMarket {
    private func quotes(_ symbols: [Symbol], _ choice: CurrencyChoice) async -> [Result<Quote, ProviderFailure>] {
        let targets = symbols.map { $0.quote ?? choice.currency }
        // Providers are asked in money that lasts: for pence in pounds.
        let lasting = { @Sendable [now = market.now()] (currency: Currency) in currency.lasting(at: now) }
        let (asked, currencies) = (symbols.map { $0.requoted(in: lasting) }, targets.map(lasting))
        let fiat = Set(zip(asked, currencies).flatMap { provider.ratesNeeded(for: $1, of: $0) })
        let coins = Set(zip(asked, currencies).flatMap { provider.coinsNeeded(for: $1, of: $0) })
        // Both are cancelled if no quote needs them.
        async let _ = prepare(fiat)
        async let known = pairs(of: coins)
        var results = await market.quotes(
            asked, CurrencyChoice(lasting(choice.currency), allowsOtherCurrency: true))
        await askInOwnCurrency(asked, currencies, &results)
        let open = symbols.indices.filter { index in
            (try? results[index].get()).map { $0.currency != targets[index] && $0.currency != .unitless } ?? false
        }
        guard !open.isEmpty else { return results }
        // An id or a token may share its ticker with a larger coin; a currency means the larger one.
        let found = open.filter { !symbols[$0].isID && symbols[$0].token == nil }.compactMap { try? results[$0].get() }
        let sent = Set(open.compactMap { try? results[$0].get().currency })
        var paths = await paths(
            from: sent, to: Set(open.map { targets[$0] }), known: await known, found: found)
        for index in open {
            let mayStay = choice.allowsOtherCurrency && symbols[index].quote == nil
            results[index] = results[index].flatMap { paths.converted($0, to: targets[index], mayStay: mayStay) }
        }
        return results
    }

    /// Asks for symbols that have no quote in the requested currency in the currency that the provider quotes them in.
    private func askInOwnCurrency(
        _ symbols: [Symbol], _ targets: [Currency], _ results: inout [Result<Quote, ProviderFailure>]
    ) async {
        guard let own = provider.ownCurrencies.first else { return }
        let refused = symbols.indices.filter { index in
            guard case .failure(let failure) = results[index] else { return false }
            // For other symbols an exchange looks for a market of its own currency by itself.
            let pair = symbols[index].quote == nil ? nil : symbols[index]
            return provider.mayQuote(pair, notIn: targets[index], butIn: own, after: failure)
        }
        guard !refused.isEmpty else { return }
        let answers = await market.quotes(
            refused.map { symbols[$0].withoutQuote }, CurrencyChoice(own, allowsOtherCurrency: true))
        for (index, answer) in zip(refused, answers) where (try? answer.get()) != nil { results[index] = answer }
    }
}

// MARK: - List

extension ConvertingMarket {
    private func list(_ query: ListQuery) async throws(ProviderFailure) -> ListAnswer {
        let (target, mayStay) = (query.currency.currency, query.currency.allowsOtherCurrency)
        async let _ = prepareRates(for: [target])
        let lasting = CurrencyChoice(target.lasting(at: market.now()), allowsOtherCurrency: mayStay)
        var answer = try await inAnyCurrency(lasting) { choice, _ throws(ProviderFailure) in
            var own = query
            own.currency = choice
            return try await market.list(own)
        }
        guard answer.quotes.contains(where: { $0.currency != target }) else { return answer }
        var paths = await paths(
            from: Set(answer.quotes.map(\.currency)), to: [target], found: answer.quotes)
        for index in answer.quotes.indices {
            answer.quotes[index] = try paths.converted(answer.quotes[index], to: target, mayStay: mayStay).get()
        }
        return answer
    }

    /// Asks in the requested currency, and in the provider's own if it does not quote in that.
    func inAnyCurrency<Answer>(
        _ choice: CurrencyChoice, of symbol: Symbol? = nil,
        ask: (_ choice: CurrencyChoice, _ isOwn: Bool) async throws(ProviderFailure) -> Answer
    ) async throws(ProviderFailure) -> Answer {
        do throws(ProviderFailure) {
            // Asked for a market in one currency alone, an exchange that does not know it may have another one.
            let allowsOther = symbol == nil || provider.makeTicks == nil
            return try await ask(CurrencyChoice(choice.currency, allowsOtherCurrency: allowsOther), false)
        } catch {
            guard let own = provider.ownCurrencies.first,
                provider.mayQuote(symbol, notIn: symbol?.quote ?? choice.currency, butIn: own, after: error)
            else { throw error }
            return try await ask(CurrencyChoice(own, allowsOtherCurrency: true), true)
        }
    }
}

extension Provider {
    /// Whether it may have a quote in a currency of its own. One with markets quotes some coins in a currency and not
    /// others, and says of the others that it does not know the market.
    fileprivate func mayQuote(
        _ symbol: Symbol?, notIn currency: Currency, butIn own: Currency, after failure: ProviderFailure
    ) -> Bool {
        switch failure.reason {
        case .cannotQuote: true
        case .unknownSymbol: makeTicks != nil && symbol?.ticker != nil && currency != own
        default: false
        }
    }
}
