import Platform

/// Conversions of amounts between any two currencies, by the prices and rates of chains of providers.
///
/// A direct quote is preferred to a path through dollars and fiat rates. Nothing is requested twice.
package struct ConversionBook: Sendable {
    /// The currency of an amount and the currency of its result.
    package struct Pair: Sendable, Hashable {
        /// The currency of the amount.
        package let from: Currency
        /// The currency of the result.
        package let to: Currency

        /// Creates a pair. Each parameter sets the property of the same name.
        package init(from: Currency, to: Currency) {
            (self.from, self.to) = (from, to)
        }
    }

    /// Why there is no conversion: what is missing, and the failures of the providers that could have it, the most
    /// important first.
    package struct Missing: Error, Sendable {
        /// What is missing.
        package let failure: ConversionFailure
        /// The failures of providers.
        package let causes: [ProviderFailure]
    }

    /// The last quote of each coin that was asked for.
    package private(set) var quotes: [Currency: Quote] = [:]
    private let prices: ProviderChain
    /// The providers of the prices of tokens.
    private let tokens: ProviderChain
    private let rates: ExchangeRates
    private let moment: Timestamp
    private var graph: RateGraph
    private var asked: Set<PriceQuestion> = []
    private var priceFailures: [PriceQuestion: ProviderFailure] = [:]
    private var rateFailures: [Currency: ProviderFailure] = [:]
    /// Rates that make no sense, by currency code.
    private var invalidRates: [String: ProviderFailure] = [:]
    /// The fiat currencies that the pairs of exchanges lead to.
    private var pairCurrencies: Set<Currency> = []

    /// Creates a book without sending a request.
    ///
    /// - Parameters:
    ///   - prices: The providers of prices. Their answers are reused for the lifetime of the book.
    ///   - tokens: The providers of the prices of tokens by their contracts; nil for the same ones.
    ///   - rates: The rates of fiat currencies.
    ///   - moment: The moment of the prices and rates; nil for the present.
    package init(prices: ProviderChain, tokens: ProviderChain? = nil, rates: ExchangeRates, at moment: Timestamp? = nil)
    {
        (self.prices, self.tokens, self.rates) = (prices.reusingAnswers, (tokens ?? prices).reusingAnswers, rates)
        self.moment = moment ?? rates.first.client.now()
        graph = RateGraph(at: self.moment)
    }

    /// Finds the conversion of each pair. Prices and rates that several pairs need are requested together.
    ///
    /// - Parameter pairs: The pairs.
    /// - Returns: One result per pair, in the order given: the conversion, or the reason why there is none.
    package mutating func conversions(_ pairs: [Pair]) async -> [Result<Conversion, Missing>] {
        let lasting = pairs.map { $0.lasting(at: moment) }
        await request(lasting.filter { $0.from != $0.to && $0.ended(at: moment) == nil })
        return zip(pairs, lasting).map { pair, asked in
            Result { () throws(ConversionFailure) in
                try graph.conversion(from: graph.asset(pair.from), to: graph.asset(pair.to))
            }.mapError { Missing(failure: reason($0, asked), causes: causes(asked)) }
        }
    }

    /// Names the currency that has ended, or that has no rate if there is no path although a fixed rate leads to it.
    private func reason(_ failure: ConversionFailure, _ asked: Pair) -> ConversionFailure {
        if let ended = asked.ended(at: moment) { return .unknown(Asset(ended)) }
        guard case .noPath = failure else { return failure }
        let ends = [asked.from, asked.to].map(graph.asset)
        return ends.first { !graph.isRated($0) }.map { .unknown($0) } ?? failure
    }
}

// MARK: - Requests

extension ConversionBook {
    private mutating func request(_ pairs: [Pair]) async {
        let (rates, markets) = (rates, prices.links.compactMap(market))
        async let fiat = rates.rates(of: pairs.filter { $0.direct == nil }.flatMap(\.fiat))
        // Without a direct quote at any provider the rates will be needed.
        let targets = Set(pairs.filter { $0.direct != nil }.flatMap(\.fiat)).filter { currency in
            markets.allSatisfy { !$0.provider.ratesNeeded(for: currency).isEmpty }
        }
        async let _ = markets.first?.prepareRates(for: Array(targets))
        await requestPrices(pairs.compactMap(\.direct))
        take(await fiat)
        let open = pairs.filter { $0.direct != nil && isOpen($0) }
        if !open.isEmpty { await requestDetours(open) }
    }

    /// Requests the coins' prices in dollars, or in what the providers quote them in, and at the same time the rates
    /// and pairs that lead from there.
    private mutating func requestDetours(_ pairs: [Pair]) async {
        let (rates, first) = (rates, prices.links.first.flatMap(market))
        let ends = Set(pairs.flatMap(\.fiat))
        // What an `async let` names is read by the child task, which must not read `self` while it is changed here.
        let likely = ratedCurrencies(ends)
        async let _ = rates.rates(of: likely)
        async let bridges = first?.pairs(of: Set(ends.flatMap { first?.provider.coinsNeeded(for: $0) ?? [] }))
        let found = await requestPrices(pairs.flatMap(\.dollarQuestions))
        await addPairs(found, known: await bridges)
        take(await rates.rates(of: ratedCurrencies(ends)))
    }

    /// The fiat currencies between which rates complete a path.
    private func ratedCurrencies(_ ends: Set<Currency>) -> [Currency] {
        let fiat = pairCurrencies.union(ends).sorted { $0.code < $1.code }
        return fiat.isEmpty ? [] : fiat + [.usd]
    }

    /// Adds the provider's own pairs that lead from the coins that it quotes in to fiat currencies.
    private mutating func addPairs(_ found: [(quote: Quote, link: ProviderChain.Link)], known: OwnPairs?) async {
        pairCurrencies.formUnion(found.map(\.quote.currency).filter { $0.isFiat && $0 != .usd })
        for (_, found) in Dictionary(grouping: found, by: \.link.name).sorted(by: { $0.key < $1.key }) {
            let coins = Set(found.map(\.quote.currency).filter { !$0.isFiat })
            guard let pairs = await market(found[0].link)?.pairs(of: coins, known: known) else { continue }
            graph.add(pairs.quotes)
            pairCurrencies.formUnion(pairs.quotes.flatMap(\.fiatCurrencies))
        }
    }

    private func market(_ link: ProviderChain.Link) -> ConvertingMarket? {
        link.provider.map { ConvertingMarket($0, link.client, rates: rates) }
    }

    /// Requests prices that were not requested before, those in one currency together, and adds them. Returns the
    /// quotes.
    @discardableResult
    private mutating func requestPrices(
        _ questions: [PriceQuestion]
    ) async -> [(quote: Quote, link: ProviderChain.Link)] {
        let new = questions.filter { !isAnswered($0) && asked.insert($0).inserted }
        let groups = Dictionary(grouping: new) { "\($0.currency) \($0.kind) \($0.coin.isToken)" }
        let answers = await withTaskGroup { [prices, tokens] group in
            for questions in groups.values {
                let chain = questions[0].coin.isToken ? tokens : prices
                group.addTask { await chain.answers(to: questions) }
            }
            return await group.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
        }
        var found: [(quote: Quote, link: ProviderChain.Link)] = []
        for question in new {
            switch answers[question] {
            case .success(let answer)?:
                graph.add([answer.quote])
                quotes[question.coin] = answer.quote
                if answer.quote.currency != question.currency { found.append(answer) }
            case .failure(let failure)?: priceFailures[question] = failure
            case nil: break
            }
        }
        return found
    }

    /// True if a firm answer is there that the question can use.
    private func isAnswered(_ question: PriceQuestion) -> Bool {
        let firm = PriceQuestion(coin: question.coin, currency: question.currency)
        return asked.contains(firm) && priceFailures[firm] == nil
    }

    private mutating func take(_ answer: RateAnswer) {
        for table in answer.tables {
            graph.add(table)
            for row in table.dropped {
                guard let code = row.symbol?.uppercased(), invalidRates[code] == nil else { continue }
                invalidRates[code] = ProviderFailure(table.provider, .invalidData(row.problem))
            }
        }
        for missing in answer.missing { rateFailures[missing.currency] = missing.failure }
    }
}

// MARK: - Failures

extension ConversionBook {
    private func isOpen(_ pair: Pair) -> Bool {
        pair.direct.map { priceFailures[$0] != nil } ?? true
    }

    private func causes(_ pair: Pair) -> [ProviderFailure] {
        let invalid = [pair.from, pair.to].compactMap { invalidRates[$0.code] }
        guard isOpen(pair) else { return invalid }
        let dollarQuestions = pair.dollarQuestions.compactMap { priceFailures[$0] }
        let direct = [pair.direct.flatMap { priceFailures[$0] }].compactMap(\.self)
        let fiat = pair.direct == nil ? pair.fiat : ratedCurrencies(Set(pair.fiat))
        let ratedCurrencies = fiat.compactMap { graph.isRated(graph.asset($0)) ? nil : rateFailures[$0] }
        return dollarQuestions + direct + ratedCurrencies + invalid
    }
}
