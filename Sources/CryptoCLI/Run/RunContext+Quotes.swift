import CommandLineKit
import Markets
import Platform
import Transport

extension RunContext {
    /// The result for a symbol, and the names of the providers that could be asked for it.
    typealias SymbolAnswer = (
        result: Result<(quote: Quote, link: ProviderChain.Link), ProviderFailure>, asked: [String]
    )

    /// Returns the quotes of symbols, in order. Those of each kind have a chain of their own; all run concurrently.
    private func quotes(
        _ symbols: [Symbol], needsPrice: Bool, ofFavorites: Bool, rates: ExchangeRates
    ) async throws(Failure) -> [SymbolAnswer] {
        let selection = try providers.selection(of: symbols, for: .price, ofFavorites: ofFavorites)
        let currency = try currency()
        let kinds = symbols.map { selection.kinds(of: $0) }
        func quotes(_ turn: Int, _ places: [Int]) async -> [Int: SymbolAnswer] {
            await self.quotes(
                places.map { ($0, symbols[$0], kinds[$0][turn]) }, by: selection, in: currency, needsPrice: needsPrice,
                rates)
        }
        var answers = await quotes(0, Array(symbols.indices))
        // The rates of currencies take the place of unknown coins with the same code.
        let unknown = symbols.indices.filter { place in
            guard kinds[place].count > 1, case .failure(let failure)? = answers[place]?.result else { return false }
            return failure.isUnknownSymbol
        }
        for (place, answer) in await quotes(1, unknown) where (try? answer.result.get()) != nil {
            answers[place] = answer
        }
        return symbols.indices.compactMap { answers[$0] }
    }

    /// Returns the quotes of symbols by their places. Those with the same providers are asked for together.
    private func quotes(
        _ wanted: [(place: Int, symbol: Symbol, kind: AssetKind)], by selection: ProviderSelection,
        in currency: CurrencyChoice, needsPrice: Bool, _ rates: ExchangeRates
    ) async -> [Int: SymbolAnswer] {
        // There are few groups, so that searching them is faster than making the types of a dictionary.
        var groups: [(kind: AssetKind, names: [String], wanted: [(place: Int, symbol: Symbol)])] = []
        for (place, symbol, kind) in wanted {
            var names = kind == .fiat ? [] : selection.providers(for: symbol).map(\.name)
            // One answer has all figures of a provider.
            if kind == .index { names = Array(names.prefix(1)) }
            if let group = groups.firstIndex(where: { ($0.kind == .fiat) == (kind == .fiat) && $0.names == names }) {
                groups[group].wanted.append((place, symbol))
            } else {
                groups.append((kind, names, [(place, symbol)]))
            }
        }
        return await withTaskGroup(of: [(Int, SymbolAnswer)].self) { tasks in
            for (kind, _, wanted) in groups {
                tasks.addTask { [self] in
                    let symbols = wanted.map(\.symbol)
                    let (chain, asked) = await providers.chain(
                        of: kind, for: .price, symbols, by: selection, needsPrice: needsPrice, rates: rates)
                    let answers = await chain.quotes(symbols, in: currency)
                    for (symbol, answer) in zip(symbols, answers) where kind != .fiat {
                        guard case .success((let quote, _)) = answer else { continue }
                        await reportDistant(
                            quote, of: symbol, among: symbols, of: chain.links.compactMap(\.provider), in: currency)
                    }
                    return zip(wanted, answers).map { ($0.place, ($1, asked)) }
                }
            }
            return await tasks.reduce(into: [:]) { all, found in
                for (place, answer) in found { all[place] = answer }
            }
        }
    }

    /// Returns the quotes with their symbols and the time by the provider's clock, and the failures in the order of the
    /// symbols. Only rows of a list need no price. `ofFavorites` are symbols of the favorites file, which may be
    /// currencies, as those of lines may be.
    func known(
        _ symbols: [Symbol], needsPrice: Bool, ofFavorites: Bool = false, lines: PriceLines? = nil,
        rates: ExchangeRates? = nil
    ) async throws(Failure) -> (found: [(symbol: Symbol, quote: Quote, now: Timestamp)], failures: [Failure]) {
        var found: [(symbol: Symbol, quote: Quote, now: Timestamp)] = []
        var failures = FailureList(self, of: symbols, ofFavorites: ofFavorites, lines: lines)
        let answers = try await quotes(
            symbols, needsPrice: needsPrice, ofFavorites: ofFavorites || lines != nil,
            rates: rates ?? ExchangeRates { [providers] in providers.rateChain() })
        for (symbol, answer) in zip(symbols, answers) {
            switch answer.result {
            case .failure(let failure):
                if let late = Failure(ofLate: failure, among: answers) {
                    failures.add(late, of: symbol)
                } else {
                    failures.add(failure, of: symbol, asked: answer.asked)
                }
            case .success((let quote, let link)):
                let now = link.client.now()
                if let failure = notices.ambiguity(of: quote)
                    ?? notices.review(quote, at: now).map({ Failure($0, in: table) })
                {
                    failures.add(failure, of: symbol)
                } else {
                    found.append((symbol, quote, now))
                }
            }
        }
        return (found, await failures.all())
    }

    /// Returns the failure of a command. A currency code in no table is an error in the option that it comes from.
    func failure(_ failure: ProviderFailure) -> Failure {
        let general = Failure(failure, in: table)
        guard let currency = failure.refusedCurrency, !Failure.isKnown(currency.code),
            common.currency.map(Currency.spelling) == currency.code
        else { return general }
        return Failure(general.status, OptionProblem("currency", general.message).text(common.origins))
    }
}

extension ProviderFailure {
    /// The currency in which the provider has no prices; nil for another failure.
    fileprivate var refusedCurrency: Currency? {
        switch reason {
        case .cannotQuote(let currency), .noPast(let currency): currency
        default: nil
        }
    }
}

extension Failure {
    /// The failure of symbols for which the deadline left a provider no time after it answered others; nil for any
    /// other.
    fileprivate init?(ofLate failure: ProviderFailure, among answers: [RunContext.SymbolAnswer]) {
        guard failure.chain.isEmpty, failure.isPastDeadline else { return nil }
        let answered = answers.count { (try? $0.result.get())?.quote.provider == failure.provider }
        guard answered > 0 else { return nil }
        let late = answers.count {
            guard case .failure(let other) = $0.result else { return false }
            return other.isPastDeadline && other.provider == failure.provider
        }
        self.init(
            .tryLater,
            """
            \(failure.provider): answered \(answered) of \(answered + late) symbols before the deadline; raise --deadline, \
            or ask for fewer symbols
            """)
    }
}

extension ProviderFailure {
    /// Whether the deadline of the command ended the request, or came before its turn.
    fileprivate var isPastDeadline: Bool {
        if case .transport(let error) = reason, case .timedOut(_, .deadline) = error.reason { true } else { false }
    }
}
