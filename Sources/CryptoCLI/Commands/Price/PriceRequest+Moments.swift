import CommandLineKit
import Markets
import Platform
import Rendering

extension PriceRequest {
    /// `price -` with dates: prints the candle of each line of stdin, for all pages of lines.
    func printMoments(_ environment: Environment) async throws(Failure) -> ExitStatus {
        let context = RunContext(common, environment, isStream: true)
        var common = common
        common.fieldList = view().listing
        let isOfDays = lines?.lines.allSatisfy { ($0.date ?? past.at)?.isDay == true } ?? true
        let output = try Output(common, fields: .candles(of: isOfDays ? .day : nil), environment)
        return try await printPages(output, context, acceptsDates: true) { request throws(Failure) in
            let (candles, failures) = try await request.candlesOfLines(context)
            // Others may change, and a row in a file does not.
            return (common.append == nil ? candles : candles.filter(\.complete), failures)
        }
    }

    /// Returns the candles in the order of the lines. Lines with the same providers are asked for together.
    private func candlesOfLines(
        _ context: RunContext
    ) async throws(Failure) -> (candles: [Candle], failures: [Failure]) {
        let selection = try context.pastProviders(of: self)
        let choice = try context.currency()
        let rates = ExchangeRates(context.providers.rateChain())
        let groups = Dictionary(grouping: lines?.lines ?? []) { line in
            selection.kinds(of: line.symbol)[0] == .fiat ? [] : selection.providers(for: line.symbol).map(\.name)
        }
        var all: [Group] = []
        var failures = failures(context)
        for members in groups.values {
            let kind = selection.kinds(of: members[0].symbol)[0]
            let (chain, asked) = await context.providers.chain(
                of: kind, for: .history, [members[0].symbol], by: selection, rates: rates)
            let now = chain.links[0].client.now()
            try Failure.refuseFuture(past.at, of: "at", now: now, common.origins)
            var questions: [Question] = []
            for line in members {
                if let problem = line.problem(now) {
                    failures.add(problem, line: line.number)
                } else {
                    questions.append((line, line.query(past.at, choice, now: now)))
                }
            }
            all.append(Group(chain: chain, providers: asked, now: now, questions: questions, kind: kind))
        }
        let answers = await withTaskGroup(of: [(Question, Group, Answer)].self) { tasks in
            for group in all where !group.questions.isEmpty { tasks.addTask { await group.answers(context, rates) } }
            return await tasks.reduce(into: []) { $0 += $1 }.sorted { $0.0.line.number < $1.0.line.number }
        }
        var candles: [Candle] = []
        var wide: [(candle: Candle, moment: Timestamp)] = []
        for (question, group, answer) in answers {
            let line = question.line
            do throws(ProviderFailure) {
                let candle = try answer.get().candle.seen(at: group.now)
                if let failure = context.notices.review([candle]) { throw failure }
                candles.append(candle)
                let moment = question.query.moments[0]
                if question.query.width == .minute, candle.isWide(at: moment) { wide.append((candle, moment)) }
            } catch {
                failures.add(error, of: line.symbol, asked: group.providers, line: line.number)
            }
        }
        // One notice for the wide candles of a symbol.
        let symbols = Dictionary(grouping: wide, by: \.candle.symbol)
        for symbol in wide.map(\.candle.symbol).withoutRepeats {
            guard let wide = symbols[symbol] else { continue }
            context.notices.reportWidth(of: wide[0].candle, at: wide[0].moment, others: wide.count - 1)
        }
        return (candles, await failures.all() + context.notices.reportLost(of: candles))
    }
}

private typealias Answer = Result<ProviderChain.CandleOfMoment, ProviderFailure>

/// A line, and the query for its candle.
private typealias Question = (line: PriceLines.Line, query: HistoryQuery)

extension PriceLines.Line {
    /// Returns the query for the candle of the line. A line without a date is of a `given` one, or of now. The width is
    /// a minute for a time of day.
    fileprivate func query(_ given: GivenDate?, _ currency: CurrencyChoice, now: Timestamp) -> HistoryQuery {
        let date = date ?? given
        return HistoryQuery(
            symbol: symbol, currency: currency, at: [date?.last ?? now], width: date?.isDay == true ? .day : .minute)
    }

    /// Why there is no candle, whatever a provider has; nil if there may be one.
    fileprivate func problem(_ now: Timestamp) -> Failure? {
        if symbol.figure != nil { return Failure(.invalidData, "\(symbol) \(PriceRequest.noPast)") }
        guard let date, date.first > now else { return nil }
        return Failure(.invalidData, "\(date.isDay ? date.first.day : date.first.description) is in the future")
    }
}

/// Lines with the same providers.
private struct Group: Sendable {
    let chain: ProviderChain
    /// The providers that a failure names.
    let providers: [String]
    /// The time before the requests: a candle that ends while answers arrive may not have all of its trades.
    let now: Timestamp
    let questions: [Question]
    /// The kind of their symbols.
    let kind: AssetKind

    func answers(_ context: RunContext, _ rates: ExchangeRates) async -> [(Question, Group, Answer)] {
        if kind == .fiat { await prepareAll(rates) }
        // Cancelled if no candle needs them.
        async let _ = prepare(rates)
        let answers = await chain.candles(atMoments: questions.map(\.query))
        let unknown = questions.indices.filter { place in
            guard case .failure(let failure) = answers[place] else { return false }
            return failure.isUnknownSymbol && questions[place].line.symbol.kinds(isFavorite: true).contains(.fiat)
        }
        // The rates of currencies take the place of unknown coins with the same code.
        let found = await context.providers.currencyChain(rates).candles(atMoments: unknown.map { questions[$0].query })
        var results = answers
        for case (let place, .success(let found)) in zip(unknown, found) { results[place] = .success(found) }
        return zip(questions, results).map { ($0, self, $1) }
    }

    /// Requests the rates of currencies of all days at once.
    private func prepareAll(_ rates: ExchangeRates) async {
        let moments = questions.map { $0.query.moments[0] }.sorted()
        let currencies = questions.flatMap { question in
            [question.line.symbol.currency, question.line.symbol.quote ?? question.query.currency.currency]
        }
        await rates.prepare(
            RatePeriod(ofCandlesFrom: moments[0], to: moments[moments.count - 1], Set(currencies.compactMap(\.self))))
    }

    /// Requests the rates that convert candles of all days, once for each currency.
    private func prepare(_ rates: ExchangeRates) async {
        let moments = questions.map { $0.query.moments[0] }
        let currencies = Dictionary(grouping: questions) { $0.line.symbol.quote }
        for questions in currencies.values {
            let query = questions[0].query
            await chain.prepare(
                rates,
                for: HistoryQuery(symbol: query.symbol, currency: query.currency, at: moments, width: query.width))
        }
    }
}
