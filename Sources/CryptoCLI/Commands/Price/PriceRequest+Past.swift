import DecimalArithmetic
import Markets
import Platform
import Rendering

extension PriceRequest {
    /// `price --history`, `--from`, `--at` or `--chart`: prints the candles of each symbol, or draws them.
    func printPast(_ environment: Environment) async throws(Failure) -> ExitStatus {
        let context = RunContext(common, environment, isStream: lines != nil)
        let output = chart ? ChartOutput(common, environment) : nil
        let common = chart ? common.besideChart : common
        var rows = try Output(common, fields: FieldTable<Candle>.candles, environment)
        let (pasts, failures) = try await pasts(context)
        let wanted = pasts.map {
            Past(symbol: $0.symbol, candles: $0.candles.filter(rows.isWanted), width: $0.width, now: $0.now)
        }
        var isEmpty = wanted.allSatisfy(\.candles.isEmpty)
        if let output {
            isEmpty = try !output.print(charts(of: wanted, output), to: environment.console)
        } else if failures.isEmpty || !pasts.isEmpty {
            // The width may depend on the provider's clock, so it is not known before.
            if let finest = pasts.map(\.width).min(by: { $0.seconds < $1.seconds }) {
                let isOfMoment = past.moment != nil || pasts.contains(where: \.arePoints)
                rows = try Output(common, fields: .candles(of: isOfMoment ? nil : finest), environment)
            }
            // Others may change, and a row in a file does not.
            let printed =
                common.append == nil ? wanted.flatMap(\.candles) : wanted.flatMap(\.candles).filter(\.complete)
            try rows.print(printed, to: environment.console)
        }
        return context.notices.status(after: failures, isEmpty: isEmpty)
    }

    /// Returns a chart of each symbol that has candles, or of all of them.
    private func charts(of pasts: [Past], _ output: ChartOutput) -> [Chart] {
        if overlay { return Past.overlay(pasts, output).map { [$0] } ?? [] }
        return pasts.compactMap { $0.chart(output, style: candlesticks ? .candlesticks : .change) }
    }

    private func pasts(_ context: RunContext) async throws(Failure) -> (pasts: [Past], failures: [Failure]) {
        let selection = try context.pastProviders(of: self)
        let choice = try context.currency()
        let rates = ExchangeRates(context.providers.rateChain())
        // A candle that ends while the answers arrive may not have all of its trades, so `now` is before the requests.
        var asked: [(chain: ProviderChain, names: [String], kinds: [AssetKind], query: HistoryQuery, now: Timestamp)] =
            []
        for symbol in symbols {
            let kinds = selection.kinds(of: symbol)
            let (chain, names) = await context.providers.chain(
                of: kinds[0], for: .history, [symbol], by: selection, rates: rates)
            let now = chain.links[0].client.now()
            let isDaily = kinds == [.fiat] || past.adjusted
            let (from, to, width) = try past.range(now: now, isDaily: isDaily, common.origins)
            var query = HistoryQuery(symbol: symbol, currency: choice, from: from, to: to, width: width)
            query.isAdjusted = past.adjusted
            asked.append((chain, names, kinds, query, now))
        }
        // A failure is one of its symbol: others may have other providers.
        let answers = await asked.requestConcurrently { chain, _, kinds, query, _ in
            // Cancelled if no candle needs them.
            async let _ = chain.prepare(rates, for: query)
            let answer = await chain.candles(query, at: kinds == [.fiat] ? past.at : past.moment)
            guard case .failure(let failure) = answer, failure.isUnknownSymbol, kinds.count > 1,
                case .success(let candles) = await context.providers.currencyChain(rates).candles(
                    query, at: past.at)
            else { return .success(answer) }
            return .success(.success(candles))
        }
        var pasts: [Past] = []
        var lost: [Failure] = []
        var failures = failures(context)
        for ((_, names, _, query, now), answer) in zip(asked, answers) {
            do throws(ProviderFailure) {
                let candles = try answer.get().get().map { $0.seen(at: now) }
                if let failure = context.notices.review(candles) { throw failure }
                if candlesticks, let point = candles.first(where: { $0.width == nil }) {
                    let what = "candles of \(query.symbol.bare) in this period, only single prices, which are a line"
                    throw ProviderFailure(point.provider, .notKept("\(what) without --candlesticks"))
                }
                lost += context.notices.reportLost(of: candles)
                if let first = candles.first {
                    // A stock may not be traded for five days.
                    context.notices.reportStart(
                        of: "candle of \(query.symbol.bare)", by: first.provider, at: first.time, askedFor: query.from,
                        usualGap: max(5 * CandleWidth.day.seconds, query.width.seconds))
                }
                if let moment = past.moment, let first = candles.first {
                    context.notices.reportWidth(of: first, at: moment.first)
                }
                pasts.append(
                    Past(
                        symbol: query.symbol, candles: candles, width: candles.first?.width ?? query.width, now: now))
            } catch {
                failures.add(error, of: query.symbol, asked: names)
            }
        }
        return (pasts, await failures.all() + lost)
    }
}

extension ProviderChain {
    /// Returns the candles of the first provider that has them, or the one of a date: of a day, or the finest that
    /// contains a moment.
    fileprivate func candles(_ query: HistoryQuery, at date: GivenDate?) async -> Result<[Candle], ProviderFailure> {
        await Result(asking: { () throws(ProviderFailure) in
            guard let date else { return try await history(query).candles }
            let question = HistoryQuery(
                symbol: query.symbol, currency: query.currency, at: [date.last], width: date.isDay ? .day : .minute)
            return [try await candles(atMoments: [question])[0].get().candle]
        })
    }
}

extension Candle {
    /// The same candle, which is not complete if it ends after the time before its request.
    func seen(at now: Timestamp) -> Candle {
        var candle = self
        if time.advanced(bySeconds: width?.seconds ?? 0) > now { candle.complete = false }
        return candle
    }
}
