import Markets

/// What providers of prices are asked: a coin's price in a currency.
struct PriceQuestion: Hashable {
    /// What will do for an answer.
    enum Kind {
        /// A price in that currency.
        case firm
        /// A price in that currency, else in whatever the provider quotes the coin in.
        case ownToo
        /// The same of those only who have an own currency besides: the others have said that they do not know.
        case ownOnly
    }

    let coin: Currency
    let currency: Currency
    var kind = Kind.firm
}

/// Where a provider's own pairs go on from.
struct Bridge: Hashable {
    let currency: Currency
    let provider: String
}

extension ConversionBook.Pair {
    fileprivate var coins: [Currency] { [from, to].filter { !$0.isFiat } }
    fileprivate var fiat: [Currency] { [from, to].filter(\.isFiat) }

    /// The one quote that is the way; nil where both are fiat currencies.
    fileprivate var direct: PriceQuestion? {
        if from.isFiat { return to.isFiat ? nil : PriceQuestion(coin: to, currency: from) }
        return PriceQuestion(coin: from, currency: to)
    }

    /// The quotes that lead to dollars, or to where the providers' own pairs go on from.
    fileprivate var detour: [PriceQuestion] {
        let kind: PriceQuestion.Kind = direct?.currency == .usd ? .ownOnly : .ownToo
        return coins.map { PriceQuestion(coin: $0, currency: .usd, kind: kind) }
    }
}

extension ConversionBook {
    /// Asks for what leads from one code to the other: a direct quote before a way through dollars and fiat rates.
    mutating func gather(_ pairs: [Pair]) async {
        await askPrices(pairs.compactMap(\.direct))
        let open = pairs.filter(isOpen)
        await askPrices(open.flatMap(\.detour))
        await askRates(open.flatMap(crossing))
    }

    private func isOpen(_ pair: Pair) -> Bool {
        pair.direct.map { memory.failedPrices[$0] != nil } ?? true
    }

    /// The fiat currencies between which rates may close a pair's way.
    private func crossing(_ pair: Pair) -> [Currency] {
        guard pair.direct != nil else { return pair.fiat }
        let fiat = memory.landings.union(pair.fiat).sorted { $0.code < $1.code }
        return fiat.isEmpty ? [] : fiat + [.usd]
    }

    /// What kept a pair's rates from coming, the most telling first.
    func reasons(_ pair: Pair) -> [ProviderFailure] {
        let nonsense = [pair.from, pair.to].compactMap { memory.nonsense[$0.code] }
        guard isOpen(pair) else { return nonsense }
        let detour = pair.detour.compactMap { memory.failedPrices[$0] }
        let crossing = crossing(pair).compactMap { currency in
            graph.knows(graph.asset(currency)) ? nil : memory.failedRates[currency] ?? memory.outage
        }
        let direct = [pair.direct.flatMap { memory.failedPrices[$0] }].compactMap(\.self)
        return detour + direct + crossing + nonsense
    }

    // MARK: - Prices

    /// Asks for the prices not asked for before, those in one currency together.
    private mutating func askPrices(_ questions: [PriceQuestion]) async {
        var new = questions.filter { !isAnswered($0) && memory.askedPrices.insert($0).inserted }
        while let first = new.first {
            let alike = new.filter { $0.currency == first.currency && $0.kind == first.kind }
            new.removeAll { alike.contains($0) }
            await ask(alike, in: first.currency, first.kind)
        }
    }

    /// Whether the firm answer that a question would do with is there.
    private func isAnswered(_ question: PriceQuestion) -> Bool {
        let firm = PriceQuestion(coin: question.coin, currency: question.currency)
        return memory.askedPrices.contains(firm) && memory.failedPrices[firm] == nil
    }

    /// Where its own will do, an exchange answers in a coin, and is asked for the pairs that lead from there to fiat.
    private mutating func ask(
        _ questions: [PriceQuestion], in currency: Currency, _ kind: PriceQuestion.Kind
    ) async {
        var chain = prices
        if kind == .ownOnly {
            chain.links.removeAll { MarketProvider.named($0.name)?.ownCurrencies.first == currency }
        }
        let asked = questions.compactMap { question in (try? Symbol(question.coin.code)).map { (question, $0) } }
        guard !asked.isEmpty, !chain.links.isEmpty else { return }
        let results = await chain.quotes(
            asked.map(\.1), in: CurrencyChoice(currency, allowsOtherCurrency: kind != .firm))
        for (question, result) in zip(asked.map(\.0), results) {
            switch result {
            case .success((let quote, let link)):
                graph.add([quote])
                note(quote, of: question.coin)
                if quote.currency != currency { await land(quote.currency, link) }
            case .failure(let failure): memory.failedPrices[question] = failure
            }
        }
    }

    /// Adds the provider's own pairs that lead from what it quotes in to a fiat currency.
    private mutating func land(_ currency: Currency, _ link: ProviderChain.Link) async {
        guard !currency.isFiat else { return _ = memory.landings.insert(currency) }
        let names = MarketProvider.named(link.name)?.bridges ?? []
        let bridges = names.compactMap { try? Symbol($0) }.filter { $0.bare == currency.code || $0.quote == currency }
        guard !bridges.isEmpty, memory.bridged.insert(Bridge(currency: currency, provider: link.name)).inserted else {
            return
        }
        for pair in await link.client.quotes(bridges, CurrencyChoice(currency)).compactMap({ try? $0.get() }) {
            graph.add([pair])
            memory.landings.formUnion([Currency(pair.symbol), pair.currency].compactMap(\.self).filter(\.isFiat))
        }
    }

    /// Says once a run which of several coins of one ticker is meant.
    private mutating func note(_ quote: Quote, of coin: Currency) {
        guard memory.ambiguous[coin] == nil, let line = quote.ambiguity else { return }
        memory.ambiguous[coin] = line
        if !session.common.strict { session.noticeOnce(line) }
    }

    // MARK: - Rates

    /// As `askPrices`, for fiat rates. Where nobody could be reached, nobody is asked again.
    private mutating func askRates(_ currencies: [Currency]) async {
        let missing = currencies.filter { memory.askedRates.insert($0).inserted }
        guard !missing.isEmpty, !rates.links.isEmpty else { return }
        let answer = await rates.rates(of: missing)
        answer.tables.forEach { take($0) }
        for missing in answer.missing { memory.failedRates[missing.currency] = missing.failure }
        if answer.tables.isEmpty, let failure = answer.missing.first?.failure, !failure.isSkippable {
            memory.outage = failure
            rates.links = []
        }
    }

    private mutating func take(_ table: RateTable) {
        // One table holds all of a provider's currencies: the next pair does not ask that provider again.
        memory.askedRates.formUnion(table.rates.keys)
        rates.links.removeAll { $0.name == table.provider }
        graph.add(table)
        for row in table.dropped {
            guard let code = row.symbol?.uppercased() else { continue }
            memory.nonsense[code] = memory.nonsense[code] ?? ProviderFailure(table.provider, .invalidData(row.problem))
        }
        session.tellAttribution(of: table.provider)
    }
}
