package import Platform

/// A request for the price of a coin in a currency.
struct PriceQuestion: Hashable {
    /// The prices that are acceptable.
    enum Kind {
        /// A price in the currency.
        case firm
        /// A price in the currency, otherwise in the one that the provider quotes the coin in.
        case ownToo
        /// As `ownToo`, without the providers whose own currency is the requested one: they have no other price.
        case ownOnly
    }

    let coin: Currency
    let currency: Currency
    var kind = Kind.firm
}

extension ConversionBook.Pair {
    private var coins: [Currency] { [from, to].filter { !$0.isFiat } }
    var fiat: [Currency] { [from, to].filter(\.isFiat) }

    /// The pair between which rates are needed: the currencies in use that these are fixed multiples of.
    func lasting(at moment: Timestamp) -> Self {
        Self(from: from.lasting(at: moment), to: to.lasting(at: moment))
    }

    /// The currency that has ended without a fixed rate; nil if neither has.
    package func ended(at moment: Timestamp) -> Currency? { [from, to].first { $0.end(at: moment) != nil } }

    /// The quote that alone converts the pair; nil if both are fiat currencies.
    var direct: PriceQuestion? {
        if from.isFiat { return to.isFiat ? nil : PriceQuestion(coin: to, currency: from) }
        return to.isToken && !from.isToken
            ? PriceQuestion(coin: to, currency: from) : PriceQuestion(coin: from, currency: to)
    }

    /// The quotes that lead to dollars, or to the currencies that the providers' own pairs start from.
    var dollarQuestions: [PriceQuestion] {
        let kind: PriceQuestion.Kind = direct?.currency == .usd ? .ownOnly : .ownToo
        return coins.map { PriceQuestion(coin: $0, currency: .usd, kind: kind) }
    }
}

extension ClientChain<MarketClient> {
    /// The same providers, with the answers of each reused.
    var reusingAnswers: Self {
        var chain = self
        for index in chain.links.indices { chain.links[index].client = chain.links[index].client.reusingAnswers() }
        return chain
    }

    typealias PriceAnswer = Result<(quote: Quote, link: Link), ProviderFailure>

    /// Returns the answers to questions of the same currency and kind.
    func answers(to questions: [PriceQuestion]) async -> [PriceQuestion: PriceAnswer] {
        var chain = self
        let (currency, kind) = (questions[0].currency, questions[0].kind)
        if kind == .ownOnly {
            chain.links.removeAll { $0.provider?.ownCurrencies.first == currency }
        }
        let asked = questions.compactMap { question in (try? Symbol(question.coin.code)).map { (question, $0) } }
        guard !asked.isEmpty, !chain.links.isEmpty else { return [:] }
        let results = await chain.quotes(
            asked.map(\.1), in: CurrencyChoice(currency, allowsOtherCurrency: kind != .firm))
        return Dictionary(zip(asked.map(\.0), results)) { first, _ in first }
    }
}
